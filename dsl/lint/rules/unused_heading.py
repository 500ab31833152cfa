"""A heading is named, but no ability begins with it.

Begin abilities with its name, or delete it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unused-heading")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    used = context.summary.names_in("headings")
    for heading in context.vocab.headings.values():
        if f"{heading.kind}.{heading.name}" not in used:
            yield FOUND(heading.span, f"no ability begins with `{heading.name}`", help="use it, or leave it out")


RULE = Rule(
    "unused-heading",
    "dead",
    "a heading with which no ability begins",
    __doc__,
    bad={
        "rules": """\
heading stroke of unit = react during deal to self once per turn
""",
    },
    good={
        "rules": """\
heading stroke of unit = react during deal to self once per turn
""",
        "ability": """\
stroke: heal 1 to self
""",
    },
    whole=whole,
)
