"""A value is increased or decreased by 0, or a modifier adds 0.

Write the intended number, or delete the change.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("change-by-zero")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.ChangeStmt, ast.Adjust):
        if isinstance(node.amount, ast.IntLiteral) and node.amount.value == 0:
            yield FOUND(node, "a change by 0 changes nothing", help="write how much is meant, or leave it out")


RULE = Rule(
    "change-by-zero",
    "correctness",
    "a change that changes nothing",
    __doc__,
    bad={
        "ability": """\
passive: +0 armor
""",
    },
    good={
        "ability": """\
passive: +1 armor
""",
    },
    check=check,
)
