"""The places of a program.

Job: give each place of the text that something was lowered from a number, once. Input: spans. Output: rows of
``ir.Place``. Must never read a text.
"""

from __future__ import annotations

from compiler.core import ir
from dsl.source import Span


class SpanTable:
    """The places of the program, each stored once."""

    def __init__(self) -> None:
        self.rows: list[ir.Place] = []
        self._index: dict[tuple[str, int, str], int] = {}

    def index(self, span: Span, owner: str) -> int:
        path = span.source.path
        place = (path, span.start, owner)
        if place not in self._index:
            self._index[place] = len(self.rows)
            self.rows.append(ir.Place(path, *span.line_column(), owner))
        return self._index[place]
