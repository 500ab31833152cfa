"""A card has no text and no keyword, no rule names it, and every other card of its kind has a text.

Perhaps its text was forgotten, or stands in another card. If the printed card is empty too, say so in an `# allow:`
comment. The rule looks at kinds with a field for texts and at least eight cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.summaries import CardSummary

FOUND = Finder("silent-card")
_FEWEST = 8  # cards of a kind, before one of them stands out


def whole(context: LintContext) -> Iterator[Diagnostic]:
    silent, kinds = context.summary.names_in("silent_cards"), dict[str, list[CardSummary]]()
    if not silent:
        return
    for card in context.summary.cards():
        kinds.setdefault(card.kind, []).append(card)
    for kind, cards in sorted(kinds.items()):
        without = [card for card in cards if card.id in silent]
        if len(without) == 1 and len(cards) >= _FEWEST and without[0].id not in context.summary.mentions:
            message = f"`{without[0].id}` does nothing, and every other {kind} has a text"
            yield FOUND(without[0].place, message, help="write its text, or `# allow: silent-card` and why behind it")


_KIND = """\
deed:
    card: true
    fields:
      rules: {type: rules, printed: true, default: ""}
      owner: player
"""
_ZONE = "deeds: {zone: deed, visible: owner}\n"
_LIVE = "live deed for owner while this in owner.deeds\n"
_NAMES = ("ruse", "lull", "rush", "rout", "feud", "feast", "siege", "truce")


def _cards(texts: int) -> str:
    """Eight cards; so many of them have a text."""
    head = "- id: {name}\n  kind: deed\n  name: {{en: The {name}, ru: Дело {name}}}\n  provenance: house\n"
    text = "  rules: |\n    after turn by self: increase self.gold by {number}\n"
    return "".join(
        (head + (text if number <= texts else "")).format(name=name, number=number)
        for number, name in enumerate(_NAMES, 1)
    )


_TESTS = """\
- name: deeds are held
  given:
    players: [p1]
    create: [{MADE}]
  when: spend 0 by p1
  then: ["size(p1.deeds) == 8"]
""".replace(
    "{MADE}", ", ".join(f"{{name: n{n}, card: {name}, owner: p1, zone: p1.deeds}}" for n, name in enumerate(_NAMES))
)

RULE = Rule(
    "silent-card",
    "text",
    "the only card of a kind without a text",
    __doc__,
    bad={"kinds": _KIND, "player_fields": _ZONE, "rules": _LIVE, "cards": _cards(7), "tests": _TESTS},
    good={"kinds": _KIND, "player_fields": _ZONE, "rules": _LIVE, "cards": _cards(8), "tests": _TESTS},
    whole=whole,
)
