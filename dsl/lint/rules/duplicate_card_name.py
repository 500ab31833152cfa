"""Two cards of the same kind have the same name in every language of the game.

People cannot tell them apart. Give each its own name; where the printed cards do share one, say so with a remark.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.source import Span

FOUND = Finder("duplicate-card-name")


def check(context: LintContext) -> Iterator[Diagnostic]:
    first: dict[tuple[str, tuple[str, ...]], Span] = {}
    for card in context.vocab.cards.values():
        key = (card.kind, tuple(sorted(card.names.values())))
        other = first.setdefault(key, card.span)
        if other is not card.span and card.names:
            name = next(iter(card.names.values()))
            labels = (Label(other, "the other one"),)
            yield FOUND(card.span, f'another {card.kind} is named "{name}" too', labels=labels, help="rename one")


RULE = Rule(
    "duplicate-card-name",
    "text",
    "two cards of one name",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: Grunt, ru: Боец}, provenance: house, level: 2, hp: 3}
""",
        "tests": """\
- name: a scout stands
  given:
    players: [p1]
    create: [{name: s, card: scout, owner: p1, controller: p1}]
  when: tap s
  then: [s.tapped]
""",
    },
    good={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": """\
- name: a scout stands
  given:
    players: [p1]
    create: [{name: s, card: scout, owner: p1, controller: p1}]
  when: tap s
  then: [s.tapped]
""",
    },
    check=check,
)
