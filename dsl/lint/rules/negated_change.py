"""A value is increased or decreased by a negative number.

Instead of `increase x by -2` write `decrease x by 2`. `check --fix` does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("negated-change")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.ChangeStmt):
        if isinstance(node.amount, ast.Minus) and isinstance(node.amount.operand, ast.IntLiteral):
            better = unparse(ast.ChangeStmt(node.span, -node.sign, node.place, node.amount.operand))
            fix = replaced(node, better)
            yield FOUND(node, "the number is negative", help=f"write `{better}`", fix=fix)


RULE = Rule(
    "negated-change",
    "style",
    "a change by a negative number",
    __doc__,
    bad={
        "ability": """\
after tap self: increase self.damage by -2
""",
    },
    good={
        "ability": """\
after tap self: decrease self.damage by 2
""",
    },
    check=check,
)
