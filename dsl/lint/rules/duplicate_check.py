"""A test checks the same condition twice at the same moment.

Delete one of the two, or write what the second should check.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("duplicate-check")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for test in context.tests:
        for step in test.steps:
            first: dict[str, ast.Expr] = {}
            for check_ in step.then:
                other = first.setdefault(unparse(check_), check_)
                if other is not check_:
                    yield FOUND(check_, "this is checked twice", labels=(Label(other.span, "first here"),))


RULE = Rule(
    "duplicate-check",
    "tests",
    "one check twice in a test",
    __doc__,
    bad={
        "tests": """\
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.tapped, g.tapped]
""",
    },
    good={
        "tests": """\
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.tapped, g.damage == 0]
""",
    },
    check=check,
)
