"""No list, query, scenario or roster reaches the card.

It never comes into play. Name it in a rule, a card, a scenario or a roster, or find it by a query over cards. The rule
counts every occurrence of the id outside of tests, and every card of a kind that a query or the definition of a roster
finds, so a finding is certain. It looks only at games with a scenario. A game may have cards that wait for rules that
are still to be written, so the rule runs only if it is selected.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule

FOUND = Finder("unreached-card")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    vocab, summary = context.vocab, context.summary
    named = {word for file in summary.files.values() if not file.tests for word in file.words}
    named |= summary.names_in("listed_cards")
    kinds = set(summary.names_in("queried_cards"))
    for roster in vocab.rosters.values():
        types = (param.type.element if param.type.is_collection else param.type for param in roster.params)
        kinds |= {type_.name for type_ in types if type_.form == "card"}
    for card in summary.cards() if context.scenarios else ():
        if card.id not in named and not kinds.intersection(vocab.ancestors(card.kind)):
            message = f"no list, query, scenario or roster reaches `{card.id}`"
            yield FOUND(card.place, message, help="name it where it comes into play")


_SCOUT = """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
"""
_TEST = """\
- name: a scout stands
  given:
    scenario: first
    create: [{name: s, card: scout, owner: p1, controller: p1}]
  when: tap s
  then: [s.tapped]
"""
_SCENARIO = """\
id: first
name: A beginning
players: [p1]
decks:
  - {zone: p1.hand, owner: p1, controller: p1, cards: {grunt: 1, chief: 1%s}}
"""

RULE = Rule(
    "unreached-card",
    "dead",
    "a card that nothing brings into play",
    __doc__,
    bad={"cards": _SCOUT, "tests": _TEST, "scenario": _SCENARIO % ""},
    good={"cards": _SCOUT, "tests": _TEST, "scenario": _SCENARIO % ", scout: 2"},
    whole=whole,
    on=False,
)
