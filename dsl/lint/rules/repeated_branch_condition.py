"""An `else if` has the same condition as an `if` above it, so it is never reached.

Correct the condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("repeated-branch-condition")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.IfStmt):
        asked = unparse(node.condition)
        for below in _branches(node):
            if unparse(below.condition) == asked:
                yield FOUND(
                    below.condition, f"`{asked}` was tested above, so this is never reached",
                    labels=(Label(node.condition.span, "tested here"),), help="test something else",
                )  # fmt: skip


def _branches(node: ast.IfStmt) -> Iterator[ast.IfStmt]:
    """The `else if`s of an `if`."""
    while node.otherwise is not None and len(node.otherwise.statements) == 1:
        below = node.otherwise.statements[0]
        if not isinstance(below, ast.IfStmt):
            return
        yield below
        node = below


RULE = Rule(
    "repeated-branch-condition",
    "correctness",
    "a branch whose condition was tested before",
    __doc__,
    bad={
        "ability": """\
after tap self:
  if self.damage > 5: heal 2 to self
  else if self.level > 5: heal 1 to self
  else if self.damage > 5: heal 3 to self
""",
    },
    good={
        "ability": """\
after tap self:
  if self.damage > 5: heal 2 to self
  else if self.damage > 3: heal 1 to self
""",
    },
    check=check,
)
