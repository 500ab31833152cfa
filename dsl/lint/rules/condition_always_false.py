"""A condition is never true, so what depends on it never happens.

The rule uses the `min` and `max` of fields, the possible results of core functions, and conditions joined by `and` that
exclude each other. Correct the condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("condition-always-false")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node, witness in context.verdicts(False):
        help = "compare with one of these" if " is " in witness else "compare with what was meant"
        yield FOUND(node, f"this never holds{witness}", help=help)


RULE = Rule(
    "condition-always-false",
    "correctness",
    "a condition that never holds",
    __doc__,
    bad={
        "ability": """\
after tap self where self.level > 9: heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self where self.level == 7: heal 1 to self
""",
    },
    check=check,
)
