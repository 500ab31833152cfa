"""The printed text of a card (`text:`) differs from what its rules say.

Players read the printed text, and engines carry out the rules. Compared are numbers, whether a player may choose,
when something happens, how long it lasts, how often, and whom it means. The text may say the same in other words; what
is found is what no other words can explain. Where the printed text is right, mend the rules; where it is an old text,
print it anew, or keep it as an erratum.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import SCOUT_TEST, Finder, LintContext, Rule
from dsl.lint.printed_claims import claims
from dsl.lint.printed_pieces import PrintedTexts

FOUND = Finder("printed-text")


def check(context: LintContext) -> Iterator[Diagnostic]:
    printed = PrintedTexts(context.vocab, context.facts)
    for card in context.cards:
        for piece in printed.pieces(card):
            for claim in claims(piece):
                labels = (Label(claim.rules, "the rules"),) if claim.rules is not None else ()
                yield FOUND(
                    claim.place, claim.message, labels=labels, help="print what the rules do, or mend the rules"
                )


RULE = Rule(
    "printed-text",
    "text",
    "a printed text that says something else than the rules",
    __doc__,
    bad={
        "cards": """\
- id: scout
  kind: unit
  name: {en: Scout, ru: Разведчик}
  provenance: house
  level: 1
  hp: 1
  text: {en: "After this unit is tapped, heal 3 damage from it."}
  rules: |
    after tap self: heal 2 to self
""",
        "tests": SCOUT_TEST,
    },
    good={
        "cards": """\
- id: scout
  kind: unit
  name: {en: Scout, ru: Разведчик}
  provenance: house
  level: 1
  hp: 1
  text: {en: "After this unit is tapped, heal 2 damage from it."}
  rules: |
    after tap self: heal 2 to self
""",
        "tests": SCOUT_TEST,
    },
    check=check,
)
