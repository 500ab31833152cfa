"""Two tests of a game have the same name.

If one fails, its name does not say which one. Give each test a name that says what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.summaries import Place

FOUND = Finder("duplicate-test-name")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    first: dict[str, Place] = {}
    for place in context.summary.tests():
        other = first.setdefault(place.owner, place)
        if other is not place:
            labels = (Label(other.span, "the other one"),)
            yield FOUND(place, f'another test is named "{place.owner}" too', labels=labels)


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
    whole=whole,
)
