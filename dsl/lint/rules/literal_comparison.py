"""A condition is compared with `true` or `false`.

Instead of `tapped == true` write `tapped`, and instead of `tapped == false` write `not tapped`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("literal-comparison")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Comparison, ast.IsTest):
        given = context.facts.types.get(node.left)
        if isinstance(node.right, ast.BoolLiteral) and given is not None and given.form == "bool":
            help = f"write `{unparse(node.left)}`, or `not` before it"
            yield FOUND(node, "a condition needs no comparison", help=help)


RULE = Rule(
    "literal-comparison",
    "style",
    "a condition compared with true or false",
    __doc__,
    bad={
        "ability": """\
passive while tapped == true: +1 armor
""",
    },
    good={
        "ability": """\
passive while tapped: +1 armor
""",
    },
    check=check,
)
