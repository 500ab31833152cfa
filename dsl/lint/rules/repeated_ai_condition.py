"""Two steps of an AI have the same condition, and the first does not read on, so the second is never reached.

Write what the second was meant to ask.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl import ast
from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.unparse import unparse

FOUND = Finder("repeated-ai-condition")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for ai in context.nodes(ast.Ai):
        first: dict[str, ast.Expr] = {}
        for step in ai.steps:
            if step.condition is None:
                continue
            asked = unparse(step.condition)
            if asked in first:
                label = Label(first[asked].span, "asked here")
                yield FOUND(step.condition, f"`{asked}` was asked in a step above", labels=(label,))
            elif not step.read_on:
                first[asked] = step.condition


RULE = Rule(
    "repeated-ai-condition",
    "ai",
    "an AI step whose condition was asked before",
    __doc__,
    bad={
        "ability": """\
ai:
  when self.damage > 2:
    heal 1 to self
  when self.damage > 2:
    tap self
  otherwise:
    nothing
""",
    },
    good={
        "ability": """\
ai:
  when self.damage > 2:
    heal 1 to self
  when self.damage > 1:
    tap self
  otherwise:
    nothing
""",
    },
    check=check,
)
