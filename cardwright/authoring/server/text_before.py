"""What stands before a place, as a text of the language.

Job: cut the text of the language before a place out of its file, and ask the grammar which words may follow. Input: a
path, and the text of the file up to the place. Output: words. Changes nothing.
"""

from __future__ import annotations

import re

from dsl.source import Source
from dsl.syntax.parse import definition_span, words_after

_INLINE = re.compile(r"^\s*(?:- )?[a-z_ ]+: (.*)$")


def words_here(inside: str, before: str) -> set[str]:
    """The words that the grammar accepts at the end of a text, and `NAME`; without those that the checker refuses."""
    source = Source("", before)
    line = before.rsplit("\n", 1)[-1]
    indent = len(line) - len(line.lstrip(" "))
    if inside.endswith(".rules"):
        start = definition_span(source, len(before)).start if line.strip() or indent else len(before)
        if line and not line[0].isspace() and not line.strip():
            start = len(before)
        span = source.span(start, len(before))
        found = words_after(span, 0, "rules_file")
        head = re.search(r"^([a-z]+)", span.text, re.MULTILINE)
        is_head = indent == 2 and head is not None and head[1] in ("verb", "flow", "roster")
        return found if is_head or head is None else found - {"step", "require"}
    start, margin = _block(before)
    form = "ability_file" if inside.startswith("cards/") else "statement_file"
    return words_after(source.span(start, len(before)), margin, form) - {"step"}


def _block(before: str) -> tuple[int, int]:
    """Where the text of a YAML value begins, and the column of its lines."""
    lines = before.split("\n")
    inline = _INLINE.match(lines[-1])
    if inline is not None:
        return len(before) - len(inline[1]), 0
    indent = len(lines[-1]) - len(lines[-1].lstrip(" "))
    position, margin = len(before) - len(lines[-1]), indent
    for line in reversed(lines[:-1]):
        own = len(line) - len(line.lstrip(" "))
        if line.strip() and own < margin:
            if line.rstrip().endswith("|"):
                return position + margin, margin
            margin = own
        position -= len(line) + 1
    return len(before), 0


def within_text(before: str) -> bool:
    """Whether the place is in a block below `key: |`, indented more than the key."""
    lines = before.split("\n")
    indent = len(lines[-1]) - len(lines[-1].lstrip(" "))
    for line in reversed(lines[:-1]):
        own = len(line) - len(line.lstrip(" "))
        if line.strip() and own < indent:
            if line.rstrip().endswith("|"):
                return True
            indent = own
    return False
