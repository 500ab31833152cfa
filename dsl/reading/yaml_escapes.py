"""The places of escapes in quoted YAML texts.

Job: decode escapes such as ``\\u202e``, so that a forbidden character is reported at its escape. Input: a source and
the range of a double-quoted text. Output: characters and spans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.source import Source, Span

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\r?\n|(.))")
_LETTERS = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def escapes(source: Source, start: int, end: int) -> Iterator[tuple[str, Span]]:
    """Every character that a double-quoted text writes as an escape; an escaped line end gives no character."""
    for found in _ESCAPE.finditer(source.text, start, end):
        digits = found[1] or found[2] or found[3]
        char = chr(int(digits, 16)) if digits else _LETTERS.get(found[4] or "", found[4])
        if char:
            yield char, Span(source, found.start(), found.end())


def place_of(char: str, source: Source, start: int, end: int) -> Span:
    """The span of a character in a quoted text: its escape, the character itself, or (for joined lines)
    the whole text.
    """
    found = next((span for written, span in escapes(source, start, end) if written == char), None)
    if found is not None:
        return found
    at = source.text.find(char, start, end) if char != "\n" else -1
    return Span(source, at, at + 1) if at >= 0 else Span(source, start, end)
