"""The value of a define is one `… if … else …` within another.

Write a body, with a line `when …:` for each case and `otherwise:` at the end. `check --fix` writes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("nested-ternary")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.DefineDef):
        outer = node.body
        if not isinstance(outer, ast.Ternary):
            continue
        if isinstance(outer.value, ast.Ternary) or isinstance(outer.otherwise, ast.Ternary):
            body = ast.FunctionBody(outer.span, tuple(_cases(outer)))
            better = unparse(ast.DefineDef(node.span, node.name, node.params, node.result, body))
            help = "write a body, with a line `when …:` for each case"
            yield FOUND(outer, "an `if … else` stands within another", help=help, fix=replaced(node, better))


def _cases(node: ast.Ternary) -> Iterator[ast.FunctionCase]:
    yield ast.FunctionCase(node.span, "when", node.condition, _value(node.value))
    if isinstance(node.otherwise, ast.Ternary):
        yield from _cases(node.otherwise)
    else:
        yield ast.FunctionCase(node.span, "otherwise", None, node.otherwise)


def _value(node: ast.Expr) -> ast.Expr | ast.FunctionBody:
    return ast.FunctionBody(node.span, tuple(_cases(node))) if isinstance(node, ast.Ternary) else node


RULE = Rule(
    "nested-ternary",
    "style",
    "an `if … else` within another",
    __doc__,
    bad={
        "rules": """\
define price(n: int) -> int = 1 if n < 2 else (3 if n < 5 else 9)
stat luck of unit = price(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
define price(n: int) -> int:
  when n < 2: 1
  when n < 5: 3
  otherwise: 9
stat luck of unit = price(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
