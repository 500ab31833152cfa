"""A condition is negated twice, so both negations can be deleted.

`check --fix` deletes both.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("double-negation")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Negation):
        if isinstance(node.operand, ast.Negation):
            inner = node.operand.operand
            joined = isinstance(inner, ast.OrElse | ast.AndAlso | ast.Ternary)
            fix = replaced(node, f"({unparse(inner)})" if joined else unparse(inner))
            yield FOUND(node, "this is negated twice", help="leave both out", fix=fix)


RULE = Rule(
    "double-negation",
    "style",
    "a condition that is negated twice",
    __doc__,
    bad={
        "ability": """\
passive while not not tapped: +1 armor
""",
    },
    good={
        "ability": """\
passive while tapped: +1 armor
""",
    },
    check=check,
)
