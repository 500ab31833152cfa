"""Both branches of a condition do the same, so the condition has no effect.

Delete the condition, or correct one of the branches.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("identical-branches")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.IfStmt):
        if node.otherwise is not None and unparse(node.body) == unparse(node.otherwise):
            yield FOUND(node.condition, "both branches do the same", help="leave the condition out")
    for choice in context.nodes(ast.Ternary):
        if unparse(choice.value) == unparse(choice.otherwise):
            yield FOUND(choice, f"both sides are `{unparse(choice.value)}`", help="leave the condition out")


RULE = Rule(
    "identical-branches",
    "correctness",
    "branches that do the same",
    __doc__,
    bad={
        "ability": """\
after tap self: heal (2 if self.level > 3 else 2) to self
""",
    },
    good={
        "ability": """\
after tap self: heal (2 if self.level > 3 else 1) to self
""",
    },
    check=check,
)
