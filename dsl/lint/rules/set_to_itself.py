"""A value is set to itself, so nothing changes.

Usually the other side should be a value of something else. If not, delete the statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("set-to-itself")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.SetStmt):
        if unparse(node.place) == unparse(node.value):
            yield FOUND(node, f"`{unparse(node.place)}` is set to itself", help="set it to something else")


RULE = Rule(
    "set-to-itself",
    "correctness",
    "a value set to itself",
    __doc__,
    bad={
        "ability": """\
after tap self: set self.damage to self.damage
""",
    },
    good={
        "ability": """\
after tap self: set self.damage to self.level
""",
    },
    check=check,
)
