"""Every step of an AI contains only `nothing`.

Write what the AI does, or delete it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("idle-ai")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for ai in context.nodes(ast.Ai):
        statements = [ast.plain(s) for step in ai.steps for s in (*step.body, *step.thens)]
        if all(isinstance(statement, ast.NothingStmt) for statement in statements):
            yield FOUND(ai, "this AI never does anything", help="write what it does")


RULE = Rule(
    "idle-ai",
    "ai",
    "an AI that never does anything",
    __doc__,
    bad={
        "ability": """\
ai:
  otherwise:
    nothing
""",
    },
    good={
        "ability": """\
ai:
  otherwise:
    heal 1 to self
""",
    },
    check=check,
)
