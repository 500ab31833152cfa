"""A comparison is negated with `not`, although the language has an operator for the opposite.

Instead of `not (x == y)` write `x != y`, instead of `not (x is y)` write `x is not y`, and instead of `not (x has y)`
write `x lacks y`. `check --fix` does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("negated-comparison")


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Negation):
        match node.operand:
            case ast.Comparison(span=span, left=left, operator=operator, right=right):
                better: ast.Expr = ast.Comparison(span, left, _OPPOSITE[operator], right)
            case ast.IsTest(span=span, left=left, negated=False, right=right):
                better = ast.IsTest(span, left, True, right)
            case ast.HasTest(span=span, left=left, negated=False, right=right):
                better = ast.HasTest(span, left, True, right)
            case ast.InTest(span=span, left=left, negated=False, right=right):
                better = ast.InTest(span, left, True, right)
            case _:
                continue
        written = unparse(better)
        yield FOUND(node, "`not` stands before a test", help=f"write `{written}`", fix=replaced(node, written))


RULE = Rule(
    "negated-comparison",
    "style",
    "a comparison negated from outside",
    __doc__,
    bad={
        "ability": """\
passive while not (self.level > 3): +1 armor
""",
    },
    good={
        "ability": """\
passive while self.level <= 3: +1 armor
""",
    },
    check=check,
)
