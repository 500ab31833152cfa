"""Applies fixes to a text.

Job: insert the replacements of diagnostics into a text. They are placed by offset, so the rest of the text stays as it
was. Input: a text and its fixes. Output: the new text, and the number of fixes applied. If fixes overlap, only the
first is applied; the next run finds the others again.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.diagnostics import Diagnostic, Fix
from dsl.source import Source


def fixes_in(found: Iterable[Diagnostic], *, unsafe: bool) -> dict[Source, list[Fix]]:
    """The fixes of findings, by source. Unsafe fixes are included only with ``unsafe``."""
    by_source: dict[str, tuple[Source, list[Fix]]] = {}
    for item in found:
        if item.fix is not None and (item.fix.safe or unsafe):
            source = item.fix.span.source
            by_source.setdefault(source.path, (source, []))[1].append(item.fix)
    return dict(by_source.values())


def with_fixes(source: Source, fixes: Iterable[Fix]) -> tuple[str, int]:
    """The text after its fixes, and how many were applied."""
    pieces: list[str] = []
    position = made = 0
    for fix in sorted(fixes, key=lambda fix: (fix.span.start, fix.span.end)):
        if fix.span.start < position or (made and fix.span.end == position == fix.span.start):
            continue
        pieces += [source.text[position : fix.span.start], fix.replacement]
        position, made = fix.span.end, made + 1
    return "".join([*pieces, source.text[position:]]), made
