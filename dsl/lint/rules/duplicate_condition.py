"""The same condition occurs twice among those joined by `and` or `or`.

Delete one of the two, or correct the second.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.ranges import parts_of
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("duplicate-condition")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.AndAlso, ast.OrElse):
        if type(context.parents.get(node)) is type(node):
            continue
        seen: dict[str, ast.Expr] = {}
        for part in parts_of(node):
            first = seen.setdefault(unparse(part), part)
            if first is not part:
                yield FOUND(
                    part, f"`{unparse(part)}` stands here twice", labels=(Label(first.span, "first here"),),
                    help="leave one out",
                )  # fmt: skip


RULE = Rule(
    "duplicate-condition",
    "correctness",
    "one condition twice",
    __doc__,
    bad={
        "ability": """\
passive while tapped and damage > 2 and tapped: +1 armor
""",
    },
    good={
        "ability": """\
passive while tapped and damage > 2: +1 armor
""",
    },
    check=check,
)
