"""What is declared and never named again.

Job: compare declared names with the words that rules, cards, tests and data of a game use. Input: a LintContext.
Output: diagnostics. A word counts as a use wherever it stands, whatever it means there: what is told as unused is
certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext
from dsl.source import Span


def unused(
    context: LintContext, found: Finder, what: str, declared: Iterable[tuple[str, Span]]
) -> Iterator[Diagnostic]:
    """A diagnostic for each declared name that stands nowhere else."""
    for name, span in declared:
        if name not in context.summary.words:
            yield found(span, f"nothing uses the {what} `{name}`", help="use it, or leave it out")
