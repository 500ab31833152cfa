"""Fixes, made.

Job: put the replacements that diagnostics carry into a text, by offset, so that everything around them stays as it was.
Input: a text and fixes for it. Output: the new text and how many were made. Of fixes that overlap, the first is made;
the next run finds the others again.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Diagnostic, Fix
from dsl.source import Source


def fixes_in(found: Iterable[Diagnostic], *, unsafe: bool) -> dict[Source, list[Fix]]:
    """The fixes that findings carry, by the text they are for; unsafe ones only where they are asked for."""
    by_source: dict[str, tuple[Source, list[Fix]]] = {}
    for item in found:
        if item.fix is not None and (item.fix.safe or unsafe):
            source = item.fix.span.source
            by_source.setdefault(source.path, (source, []))[1].append(item.fix)
    return dict(by_source.values())


def fixed(source: Source, fixes: Iterable[Fix]) -> tuple[str, int]:
    """The text with its fixes, and how many were made."""
    pieces: list[str] = []
    position = made = 0
    for fix in sorted(fixes, key=lambda fix: (fix.span.start, fix.span.end)):
        if fix.span.start < position or (made and fix.span.end == position == fix.span.start):
            continue
        pieces += [source.text[position : fix.span.start], fix.replacement]
        position, made = fix.span.end, made + 1
    return "".join([*pieces, source.text[position:]]), made
