"""A step of an AI applies only in situations in which a step above it applies too, and that step does not end with
`read on`. So the lower step is reached only if every statement of the upper one is refused.

The conditions are the same, or the lower one is narrower: fewer squares, an additional condition, a higher number. Put
the narrower step first, or correct its condition.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.implication import implies
from dsl.lint.ranges import Reasoner
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("repeated-ai-condition")


def check(context: LintContext) -> Iterator[Diagnostic]:
    reasoner = Reasoner(context.facts)
    for ai in context.nodes(ast.Ai):
        above: list[ast.Expr] = []
        for step in ai.steps:
            if step.condition is None:
                continue
            wide = next((c for c in above if implies(reasoner, step.condition, c)), None)
            if wide is not None:
                asked, label = unparse(step.condition), Label(wide.span, "tested here")
                if asked == unparse(wide):
                    yield FOUND(step.condition, f"`{asked}` was tested in a step above", labels=(label,))
                else:
                    message = f"`{asked}` holds only where `{unparse(wide)}` of a step above does"
                    yield FOUND(step.condition, message, labels=(label,), help="put the narrower step first")
            elif not step.read_on:
                above.append(step.condition)


RULE = Rule(
    "repeated-ai-condition",
    "ai",
    "an AI step that holds only where one above it does",
    __doc__,
    bad={
        "ability": """\
ai:
  when self.damage > 2:
    heal 1 to self
  when self.damage > 3:
    tap self
  otherwise:
    nothing
""",
    },
    good={
        "ability": """\
ai:
  when self.damage > 3:
    tap self
  when self.damage > 2:
    heal 1 to self
  otherwise:
    nothing
""",
    },
    check=check,
)
