"""A number is added to 0, or multiplied by 1 or 0.

The result is known without the calculation. Write the intended number, or delete the operation.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("idle-arithmetic")


_IDLE = {("+", 0), ("-", 0), ("*", 1), ("*", 0), ("/", 1)}


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Arithmetic):
        left = node.left if node.operator in "+*" else None
        for side in (left, node.right):
            if isinstance(side, ast.IntLiteral) and (node.operator, side.value) in _IDLE:
                yield FOUND(node, f"`{node.operator} {side.value}` says nothing here", help="leave it out")
                break


RULE = Rule(
    "idle-arithmetic",
    "correctness",
    "arithmetic that changes nothing",
    __doc__,
    bad={
        "ability": """\
after tap self: heal (self.level * 1) to self
""",
    },
    good={
        "ability": """\
after tap self: heal (self.level * 2) to self
""",
    },
    check=check,
)
