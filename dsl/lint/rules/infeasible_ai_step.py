"""If the condition of an AI step is true, every statement of the step is refused, so the step is never taken.

The condition of the step contradicts the requirements of the verb. Change one of them. The rule compares single values
only.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.feasible import Feasibility
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("infeasible-ai-step")


def check(context: LintContext) -> Iterator[Diagnostic]:
    feasibility = Feasibility(context)
    for step in context.nodes(ast.AiStep):
        calls = [s.call for s in map(ast.plain, (*step.body, *step.thens)) if isinstance(s, ast.CallStmt)]
        if len(calls) != len(step.body) + len(step.thens):
            continue
        refused = [feasibility.refused(call, step.condition) for call in calls]
        if calls and all(refused):
            asked = f" where `{unparse(step.condition)}`" if step.condition is not None else ""
            labels = tuple(Label(requirement.span, "required here") for requirement in refused if requirement)
            message = f"nothing of this step can be done{asked}"
            yield FOUND(calls[0], message, labels=labels, help="ask for something else, or do something else")


RULE = Rule(
    "infeasible-ai-step",
    "ai",
    "an AI step whose instructions are always refused",
    __doc__,
    bad={
        "ability": """\
ai:
  when self.tapped:
    tap self
  otherwise:
    heal 1 to self
""",
    },
    good={
        "ability": """\
ai:
  when not self.tapped:
    tap self
  otherwise:
    heal 1 to self
""",
    },
    check=check,
)
