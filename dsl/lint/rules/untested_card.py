"""No test of the game uses the card, directly or through its scenario.

Without a test, nobody notices if the card is wrong. Write a small one: who has the card, what happens, and what is true
afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule

FOUND = Finder("untested-card")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    used = context.summary.names_in("cards_in_tests") | context.summary.names_in("names_in_tests")
    for card in context.summary.cards():
        if card.id not in used:
            message = f"no test uses `{card.id}`"
            yield FOUND(card.place, message, help="write the smallest test that shows what it does")


RULE = Rule(
    "untested-card",
    "tests",
    "a card that no test uses",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
    },
    good={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    whole=whole,
)
