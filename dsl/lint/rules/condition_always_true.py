"""A condition is always true, so it tests nothing.

The rule uses the `min` and `max` of fields, the possible results of core functions, and the kinds of entities. A value
that modifiers change (`stat`) can be any number. Delete the condition, or correct it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("condition-always-true")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node, witness in context.verdicts(True):
        yield FOUND(node, f"this always holds{witness}", help="leave it out, or compare with what was meant")


RULE = Rule(
    "condition-always-true",
    "correctness",
    "a condition that always holds",
    __doc__,
    bad={
        "ability": """\
after tap self where self.level >= 1: heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self where self.level >= 2: heal 1 to self
""",
    },
    check=check,
)
