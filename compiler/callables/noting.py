"""A compiled game that notes which of its lines are executed.

Job: put a note before each statement of the functions that are made of content. Input: a program. Output: the lines
and functions that were executed since somebody last asked. It runs as any compiled game does, a little slower.
"""

from __future__ import annotations

import ast as py
from typing import Any

from compiler.callables.code import Code
from compiler.core import ir

_NOTE = "executed"


class NotingCode(Code):
    """``notes``: for each number in ``executed`` the function, and the lines with their file."""

    def __init__(self, program: ir.Program) -> None:
        self.executed: set[int] = set()
        self.notes: list[tuple[str, frozenset[tuple[str, int]]]] = []
        super().__init__(program, marking=True)

    def function(self, name: str, params: tuple[str, ...], body: list[py.stmt], at: int) -> None:
        place = self.spans[at]
        super().function(name, params, self._noted(body or [py.Pass()], name, place.path, place.line), at)

    def _noted(self, body: list[py.stmt], name: str, path: str, line: int) -> list[py.stmt]:
        made: list[py.stmt] = []
        for statement in body:
            line = getattr(statement, "lineno", None) or line
            lines = {line, *_lines(statement)}
            call = py.Call(func=py.Name(_NOTE, py.Load()), args=[py.Constant(len(self.notes))], keywords=[])
            self.notes.append((name, frozenset((path, number) for number in lines)))
            made += [py.Expr(value=call, lineno=line, col_offset=0), statement]
            for part in ("body", "orelse"):
                below: list[py.stmt] = getattr(statement, part, [])
                if below:
                    setattr(statement, part, self._noted(below, name, path, line))
        return made

    def compile_pending(self) -> None:
        self.space[_NOTE] = self.executed.add
        super().compile_pending()


def _lines(node: Any) -> set[int]:
    """The lines of a statement, without those of statements in it."""
    found: set[int] = set()
    for name, value in py.iter_fields(node):
        if name in ("body", "orelse") and isinstance(node, py.stmt):
            continue
        for below in value if isinstance(value, list) else [value]:  # pyright: ignore[reportUnknownVariableType]
            if isinstance(below, py.AST):
                line = getattr(below, "lineno", None)
                found |= ({line} if line else set()) | _lines(below)
    return found
