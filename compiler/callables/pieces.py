"""The pieces of a body to Python functions.

Job: write what a row of a body works out as a function of the running game and the body's locals. Input: a piece
(``compiler/core/instructions.py``). Output: Python statements with the author's places.
"""

from __future__ import annotations

import ast as py

from compiler.callables.loops import LoopWriter
from compiler.core import ir
from compiler.core.identifiers import identifier
from compiler.core.instructions import Counted, Listed, Part, Piece, Values, free_locals


class PieceWriter(LoopWriter):
    """Writes pieces. The locals that one reads are taken out of ``v`` first, so that each is looked up once."""

    def body(self, piece: Piece) -> list[py.stmt]:
        names = free_locals(piece.part, piece.given)
        taken = [self.located(self.setting(identifier(f"v_{name}"), self.held(name)), piece.at) for name in names]
        self.looping = piece.repeats
        if isinstance(piece.part, ir.Node):
            known = frozenset((*names, *(g.removeprefix("v_") for g in piece.given)))
            return [*taken, *self.answer(piece.part, known)]
        return [*taken, self.located(py.Return(self.part(piece.part, piece.at)), piece.at)]

    def held(self, name: str) -> py.expr:
        return py.Subscript(value=self.name("v"), slice=self.constant(name), ctx=py.Load())

    def part(self, part: Part, at: int) -> py.expr:
        match part:
            case None:
                return self.constant(None)
            case Values(pairs=pairs):
                return self.mapping(pairs, at)
            case Counted(source=source, work=work):
                return self.over(self.expr(source), work, at)
            case Listed(source=source):
                return self.core("tuple", self.expr(source))
            case tuple():
                return py.Tuple(elts=[self.part(p, at) for p in part], ctx=py.Load())
            case _:
                return self.expr(part)
