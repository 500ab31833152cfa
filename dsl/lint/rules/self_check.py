"""A check in a test compares a value with itself, or uses nothing that the test could change.

It is true whatever happens. Write what the test should show.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("self-check")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for test in context.tests:
        for node in (node for step in test.steps for node in step.then):
            same = isinstance(node, ast.Comparison | ast.IsTest) and unparse(node.left) == unparse(node.right)
            if same or not any(isinstance(below, ast.Ident | ast.Query) for below in node.walk()):
                yield FOUND(node, "this holds whatever happens", help="check what the test is to show")


RULE = Rule(
    "self-check",
    "tests",
    "a check that holds whatever happens",
    __doc__,
    bad={
        "tests": """\
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.tapped, 1 == 1]
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
