"""Conversion of positions between editors and our spans.

Job: turn offsets in code points into lines and columns in UTF-16, both counted from 0, and back. Input: a Source.
Output: positions. The only module that knows how an editor counts.
"""

from __future__ import annotations

from lsprotocol import types as lsp

from dsl.source import Source, Span


def position_of(source: Source, offset: int) -> lsp.Position:
    line, column = source.line_column(offset)
    before = source.line_text(line)[: column - 1]
    return lsp.Position(line - 1, len(before) + sum(ord(char) > 0xFFFF for char in before))


def range_of(span: Span) -> lsp.Range:
    return lsp.Range(position_of(span.source, span.start), position_of(span.source, span.end))


def offset_of(source: Source, position: lsp.Position) -> int:
    """The offset of a position; for a position beyond the end of its line or text, that end."""
    lines = source.text.split("\n")
    if position.line >= len(lines):
        return len(source.text)
    start = sum(len(line) + 1 for line in lines[: position.line])
    units = 0
    for count, char in enumerate(lines[position.line]):
        if units >= position.character:
            return start + count
        units += 2 if ord(char) > 0xFFFF else 1
    return start + len(lines[position.line].rstrip("\r"))
