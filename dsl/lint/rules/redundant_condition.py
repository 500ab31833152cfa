"""A block begins with a test of the condition that the block itself already depends on.

Nothing can change between the two tests. Delete the inner one, or correct it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("redundant-condition")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.IfStmt):
        first = ast.plain(node.body.statements[0])
        if isinstance(first, ast.IfStmt) and unparse(first.condition) == unparse(node.condition):
            yield FOUND(
                first.condition, f"`{unparse(first.condition)}` is known to hold here",
                labels=(Label(node.condition.span, "tested here"),), help="leave it out",
            )  # fmt: skip


RULE = Rule(
    "redundant-condition",
    "correctness",
    "a condition that is known to hold",
    __doc__,
    bad={
        "ability": """\
after tap self:
  if self.damage > 5:
    if self.damage > 5: heal 2 to self
    heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self:
  if self.damage > 5:
    heal 3 to self
""",
    },
    check=check,
)
