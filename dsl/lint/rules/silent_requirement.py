"""A requirement has no message that explains the refusal.

Players and tests see this message: `require … "it is tapped"`. The rule looks at `require` in verbs and rosters, and at
`requires` in abilities.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("silent-requirement")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.RequireStmt, ast.Requires):
        if node.message is None:
            yield FOUND(node, "nothing says why this is refused", help='add a sentence in `"…"`')


RULE = Rule(
    "silent-requirement",
    "text",
    "a requirement without a reason",
    __doc__,
    bad={
        "ability": """\
activate as action requires not tapped: heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action requires not tapped "it is tapped": heal 1 to self
""",
    },
    check=check,
    on=False,
)
