"""A `stat` is declared, but no modifier of a rule or card changes it.

A field needs `stat` only if a modifier changes it; for an expression use `define`. The rule runs only if it is
selected, because later cards may change the stat.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unmodified-stat")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    changed = context.summary.names_in("modified_stats")
    for (kind, name), stat in context.vocab.stats.items():
        if name not in changed:
            yield FOUND(stat.span, f"no modifier changes `{name}` of {kind}", help="declare it without `stat`")


RULE = Rule(
    "unmodified-stat",
    "dead",
    "a stat that no modifier changes",
    __doc__,
    bad={
        "rules": """\
stat level of unit
""",
    },
    good={
        "rules": """\
stat level of unit
""",
        "ability": """\
passive: +1 level
""",
    },
    whole=whole,
    on=False,
)
