"""The pieces of a body as functions of a target.

Job: print what a row of a body works out as a function of the running game and the body's locals. Input: a piece
(``compiler/core/instructions.py``). Output: lines, each with the place that it was made from.
"""

from __future__ import annotations

from compiler.core import ir
from compiler.core.instructions import Counted, Listed, Part, Piece, Values, free_locals
from compiler.targets.code_text import CodeText, named
from compiler.targets.functions import FunctionPrinter
from compiler.targets.spec import Line


class PiecePrinter(FunctionPrinter):
    """Prints pieces. The locals that one reads are taken out of ``v`` first."""

    def piece(self, piece: Piece) -> list[Line]:
        taken = [line for name in free_locals(piece.part, piece.given) for line in self.taken(name, piece.at)]
        self.looping = piece.repeats
        if isinstance(piece.part, ir.Node):
            return [*taken, *self.answer(piece.part)]
        if isinstance(piece.part, tuple):
            made = self.target.results([self.part(part, piece.at) for part in piece.part])
        else:
            made = self.part(piece.part, piece.at)
        return [*taken, *self.target.block("return", piece.at, value=made)]

    def taken(self, name: str, at: int) -> list[Line]:
        row = "held_reserved" if self.target.by_key(name) else "held"
        held = self.target.rowed(row, name=named(name), key=self.target.text(name))
        return self.target.block("take", at, place=self.local(name), value=held)

    def part(self, part: Part, at: int) -> CodeText:
        match part:
            case None:
                return self.target.none()
            case Values(pairs=pairs):
                return self.mapping(pairs)
            case Counted(source=source, work=work):
                return self.over(self.expr(source), work, at).text
            case Listed(source=source):
                return self.target.rowed("listed", source=self.told(source))
            case tuple():
                return self.array([self.item(p, at) for p in part])
            case _:
                return self.told(part)

    def item(self, part: Part, at: int) -> CodeText:
        """A part in an array, in which none may stand."""
        return self.given(part) if isinstance(part, ir.Node) else self.part(part, at)
