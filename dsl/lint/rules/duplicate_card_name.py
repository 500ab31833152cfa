"""Two cards of the same kind have the same name in every language of the game.

Players cannot tell the cards apart. Rename one; if the printed cards share a name, say so in an `# allow:` comment.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule
from dsl.lint.summaries import CardSummary

FOUND = Finder("duplicate-card-name")


def whole(context: LintContext) -> Iterator[Diagnostic]:
    first: dict[tuple[str, str], CardSummary] = {}
    for card in context.summary.cards():
        other = first.setdefault((card.kind, card.names), card) if card.names else card
        if other is not card:
            labels = (Label(other.place.span, "the other one"),)
            message = f'another {card.kind} is named "{card.name}" too'
            yield FOUND(card.place, message, labels=labels, help="rename one")


RULE = Rule(
    "duplicate-card-name",
    "text",
    "two cards of one name",
    __doc__,
    bad={
        "cards": """\
- {id: scout, kind: unit, name: {en: Grunt, ru: Боец}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    good={
        "cards": """\
- {id: scout, kind: unit, name: {en: Scout, ru: Разведчик}, provenance: house, level: 2, hp: 3}
""",
        "tests": SCOUT_TEST,
    },
    whole=whole,
)
