"""Two tests of a game have the same name.

When one fails, nobody knows which. Give each a name that says what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.source import Span

FOUND = Finder("duplicate-test-name")


def check(context: LintContext) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for test in context.tests:
        other = first.setdefault(test.name, test.span)
        if other is not test.span:
            yield FOUND(test.span, f'another test is named "{test.name}" too', labels=(Label(other, "the other one"),))


RULE = Rule(
    "duplicate-test-name",
    "tests",
    "two tests of one name",
    __doc__,
    bad={
        "tests": """\
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.tapped]
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.damage == 0]
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
