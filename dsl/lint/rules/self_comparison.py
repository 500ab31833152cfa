"""A value is compared with itself, so the result is always the same.

Usually one side should be a value of something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("self-comparison")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Comparison, ast.IsTest):
        if not isinstance(node.left, ast.IntLiteral) and unparse(node.left) == unparse(node.right):
            yield FOUND(node, f"`{unparse(node.left)}` is compared with itself", help="compare it with something else")


RULE = Rule(
    "self-comparison",
    "correctness",
    "a value compared with itself",
    __doc__,
    bad={
        "ability": """\
passive while self.level == self.level: +1 armor
""",
    },
    good={
        "ability": """\
passive while self.level == self.hp: +1 armor
""",
    },
    check=check,
)
