"""An `if` without `else` contains only another `if` without `else`.

Join the two conditions with `and`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("nested-if")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.IfStmt):
        inner = node.body.statements[0]
        alone = len(node.body.statements) == 1 and node.otherwise is None
        if not alone or not isinstance(inner, ast.IfStmt) or inner.otherwise is not None:
            continue
        if unparse(inner.condition) != unparse(node.condition):
            yield FOUND(inner.condition, "this `if` is all that another one does", help="join both with `and`")


RULE = Rule(
    "nested-if",
    "style",
    "an if that is all that an if does",
    __doc__,
    bad={
        "ability": """\
after tap self:
  if self.damage > 2:
    if self.level > 3:
      heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self:
  if self.damage > 2 and self.level > 3:
    heal 1 to self
""",
    },
    check=check,
)
