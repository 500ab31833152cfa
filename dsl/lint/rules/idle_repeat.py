"""A `repeat` has 1 or 0 rounds.

Write the statements without `repeat`, or the intended number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("idle-repeat")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.RepeatStmt):
        if isinstance(node.times, ast.IntLiteral) and node.times.value < 2:
            times = "once" if node.times.value == 1 else "never"
            yield FOUND(node.times, f"this is done {times}", help="leave `repeat` out, or say how often")


RULE = Rule(
    "idle-repeat",
    "correctness",
    "a repetition that repeats nothing",
    __doc__,
    bad={
        "ability": """\
after tap self:
  repeat 1 times: heal 1 to self
""",
    },
    good={
        "ability": """\
after tap self:
  repeat 2 times: heal 1 to self
""",
    },
    check=check,
)
