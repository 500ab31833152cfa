"""Names that are declared and never used.

Job: compare declared names with all words in the rules, cards, tests and data of a game. Input: a LintContext. Output:
diagnostics. Every occurrence of a word counts as a use, whatever it means there, so each finding is certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext
from dsl.source import Span


def unused(
    context: LintContext, found: Finder, what: str, declared: Iterable[tuple[str, Span]]
) -> Iterator[Diagnostic]:
    """A diagnostic for each declared name that occurs nowhere else."""
    for name, span in declared:
        if name not in context.summary.words:
            yield found(span, f"nothing uses the {what} `{name}`", help="use it, or leave it out")
