"""No test starts from this scenario.

A scenario may exist only for playing, so the rule runs only if it is selected.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unused-scenario")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    used = context.summary.names_in("scenarios_in_tests")
    for name, position in context.scenarios.items():
        if name not in used:
            yield FOUND(position.span, f"no test starts from `{name}`", help="start a test from it")


RULE = Rule(
    "unused-scenario",
    "tests",
    "a scenario that no test starts from",
    __doc__,
    bad={
        "scenario": """\
id: first
name: A beginning
players: [p1, p2]
""",
    },
    good={
        "scenario": """\
id: first
name: A beginning
players: [p1, p2]
""",
        "tests": """\
- name: a round begins
  given:
    scenario: first
  when: turn by p1
  then: [game.round == 1]
""",
    },
    whole=whole,
    on=False,
)
