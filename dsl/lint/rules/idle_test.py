"""A test checks its own beginning: nothing is done in it.

Give it `when`, or leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("idle-test")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for test in context.tests:
        if not any(step.statements for step in test.steps) and not any(p.statements for p in test.positions):
            yield FOUND(test.span, f'nothing is done in "{test.name}"', help="give it `when:`")


RULE = Rule(
    "idle-test",
    "tests",
    "a test that does nothing",
    __doc__,
    bad={
        "tests": """\
- name: a grunt lies there
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  then: [not g.tapped]
""",
    },
    good={
        "tests": """\
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.tapped]
""",
    },
    check=check,
)
