"""Source texts and places in them.

Job: hold the text of a file, and compute the line and column of an offset. Offsets count code points from 0, and ranges
are half-open. Lines and columns count from 1 and are computed only for messages. Never reads a file.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from typing import Any

from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One text an author edits: ``path`` as shown to people, ``text`` exactly as stored. ``made`` is what was read from
    the text alone (`dsl.diagnostics.made_once`), so that nobody reads the same text twice.
    """

    path: str
    text: str = field(repr=False)
    made: dict[str, Any] = field(default_factory=dict[str, Any], repr=False)
    _starts: list[int] = field(default_factory=list[int], repr=False)

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts.append(0)
            position = self.text.find("\n")
            while position >= 0:
                self._starts.append(position + 1)
                position = self.text.find("\n", position + 1)
        return self._starts

    def line_column(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column (in code points) of an offset."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a 1-based line, without its line end."""
        starts = self._line_starts()
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")

    def span(self, start: int, end: int) -> Span:
        return Span(self, start, end)

    def whole(self) -> Span:
        return Span(self, 0, 0)


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def line_column(self) -> tuple[int, int]:
        return self.source.line_column(self.start)

    def to(self, other: Span) -> Span:
        """The range from the start of this span to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.line_column()
        return f"{self.source.path}:{line}:{column}"
