"""A value is compared with itself, so the result is always the same.

Usually one side should be a value of something else. A bare name may be a field of `self`: behind `where` in a pattern,
`controller` is the controller of `self`, and that of a value of the event is written with its name.
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
        if isinstance(node.left, ast.IntLiteral):
            continue
        left, right = unparse(node.left), unparse(node.right)
        if left == right:
            yield FOUND(node, f"`{left}` is compared with itself", help="compare it with something else")
        elif _in_full(context, node.left) == _in_full(context, node.right):
            short, full = sorted((left, right), key=len)
            help = f"for that of another, write its name first, such as `target.{short}`"
            yield FOUND(node, f"`{short}` is here `{full}`, which is compared with itself", help=help)


def _in_full(context: LintContext, node: ast.Expr) -> str:
    """The text of a value; of a bare field also whose it is."""
    head = node.head if isinstance(node, ast.Path) else node
    found = context.facts.refs.get(head)
    return f"{found.owner}.{unparse(node)}" if found is not None and found.form == "field" else unparse(node)


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
