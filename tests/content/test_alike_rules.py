"""Rules that differ only in what belongs to what have different texts, in which nobody confuses it.

The rules are written on a card of one game; what is tested are the language's own sentences.
"""

from __future__ import annotations

import pytest

from dsl.meaning.lexicon import LANGUAGES
from tests.content_games import built
from tests.text_edits import Desk, desk

ALIKE = {
    "if, if, else": (
        "if self.tapped:\n  if self.damage > 0: deal 10 to self\n  else: deal 20 to self",
        "if self.tapped:\n  if self.damage > 0: deal 10 to self\nelse: deal 20 to self",
    ),
    "if, each, if, else": (
        "if self.tapped:\n  each c in all enemy:\n    if c.tapped: deal 10 to c\n    else: tap self",
        "if self.tapped:\n  each c in all enemy:\n    if c.tapped: deal 10 to c\nelse: tap self",
    ),
    "if, two statements, else": (
        "if self.tapped:\n  tap self\n  if self.damage > 0: deal 10 to self\n  else: deal 20 to self",
        "if self.tapped:\n  tap self\n  if self.damage > 0: deal 10 to self\nelse: deal 20 to self",
    ),
    "call, if, else": (
        "deal 10 to one enemy:\n  if self.tapped: deal 10 to self\n  else: deal 20 to self",
        "deal 10 to one enemy:\n  if self.tapped: deal 10 to self\nelse: deal 20 to self",
    ),
    "call, call, else": (
        "deal 10 to one enemy:\n  deal 20 to one ally: deal 10 to self\n  else: deal 20 to self",
        "deal 10 to one enemy:\n  deal 20 to one ally: deal 10 to self\nelse: deal 20 to self",
    ),
    "choose, choose, else": (
        "choose c from all enemy:\n  choose d from all ally: deal 10 to d\n  else: tap self",
        "choose c from all enemy:\n  choose d from all ally: deal 10 to d\nelse: tap self",
    ),
    "some, every, others": (
        "deal 10 to all enemy where (some d in all ally satisfies level > d.level)",
        "deal 10 to all enemy where (every d in all ally satisfies level > d.level)",
        "deal 10 to all enemy where (some d in all hurt satisfies level > d.level)",
        "deal 10 to all enemy where (some d in all ally satisfies d.level > level)",
        "deal 10 to all enemy where (some d in all enemy satisfies d.level > level)",
    ),
    "some, some": (
        "if some c in all enemy satisfies (some d in all ally satisfies c.level > d.level): tap self",
        "if some c in all enemy satisfies (every d in all ally satisfies c.level > d.level): tap self",
        "if every c in all enemy satisfies (some d in all ally satisfies c.level > d.level): tap self",
        "if some c in all enemy satisfies (some d in all ally satisfies d.level > c.level): tap self",
        "if some c in all enemy satisfies (some d in all enemy satisfies d.level > c.level): tap self",
    ),
    "some, some, and": (
        "if some c in all enemy satisfies (c.tapped and some d in all ally satisfies (c.level > d.level and "
        "c.damage > d.damage)): tap self",
        "if some c in all enemy satisfies (c.tapped and some d in all ally satisfies (c.level > d.level and "
        "d.damage > c.damage)): tap self",
        "if some c in all enemy satisfies (c.tapped and some d in all ally satisfies (c.level > d.level and "
        "d.damage > 10)): tap self",
    ),
    "some, count": (
        "if some c in all enemy satisfies count(d for d in all ally where c.level > d.level) > 1: tap self",
        "if some c in all enemy satisfies count(d for d in all ally where d.level > c.level) > 1: tap self",
        "if some c in all enemy satisfies count(d for d in all ally where d.level > d.damage) > 1: tap self",
    ),
    "each, each": (
        "each c in all enemy:\n  each d in all ally: deal 10 to c",
        "each c in all enemy:\n  each d in all ally: deal 10 to d",
    ),
    "each, each alike": (
        "each c in all enemy:\n  each d in all enemy: deal 10 to c",
        "each c in all enemy:\n  each d in all enemy: deal 10 to d",
    ),
    "each, all where": (
        "each c in all enemy: deal 10 to all ally where 1 + damage > c.damage",
        "each c in all enemy: deal 10 to all ally where 1 + c.damage > damage",
    ),
    "choose, choose": (
        "choose c from all enemy:\n  choose d from all ally: deal 10 to c",
        "choose c from all enemy:\n  choose d from all ally: deal 10 to d",
    ),
    "choose, choose alike": (
        "choose c from all enemy:\n  choose d from all enemy: deal 10 to c",
        "choose c from all enemy:\n  choose d from all enemy: deal 10 to d",
    ),
    "choose, then choose": (
        "choose c from all enemy: deal 10 to c\nchoose d from all enemy: deal 10 to d",
        "choose c from all enemy: deal 10 to c\nchoose d from all ally: deal 10 to d",
        "choose c from all enemy: deal 10 to c\nchoose up to 2 d from all ally: deal 10 to d",
    ),
    "until, while": (
        "until end of turn by self.controller:\n  +10 melee for all ally while self.tapped\n  +10 ranged for all ally",
        "until end of turn by self.controller:\n  +10 melee for all ally\n  +10 ranged for all ally while self.tapped",
    ),
    "passive, while": (
        "passive while self.tapped:\n  +10 melee while self.damage > 0\n  +10 ranged",
        "passive while self.tapped:\n  +10 melee while self.damage > 0\n  +10 ranged while self.damage > 0",
    ),
    "the greatest": (
        "deal (max(self.level, self.damage) + 10) to self",
        "deal max(self.level, self.damage + 10) to self",
        "deal (10 + max(self.level, self.damage) + 10) to self",
        "deal (10 + max(self.level, self.damage + 10)) to self",
    ),
    "the least": (
        "deal (min(self.level, 3) * 10) to self",
        "deal min(self.level, 3 * 10) to self",
        "deal (min(3, self.level) * 10) to self",
        "deal min(3, self.level * 10) to self",
        "deal min(3 * 10, self.level) to self",
    ),
    "at least and at most": (
        "deal (1 + clamp(self.level, 1, 3)) to self",
        "deal clamp(1 + self.level, 1, 3) to self",
    ),
    "without its sign": (
        "deal (1 + abs(self.level)) to self",
        "deal abs(1 + self.level) to self",
    ),
    "the remainder": (
        "deal (remainder(self.level, 3) + 1) to self",
        "deal remainder(self.level, 3 + 1) to self",
    ),
    "otherwise plus": (
        "deal ((10 if self.tapped else 20) + 10) to self",
        "deal (10 if self.tapped else 20 + 10) to self",
    ),
    "if, otherwise, if": (
        "deal ((10 if self.tapped else 20) if self.damage > 0 else 30) to self",
        "deal (10 if self.tapped else (20 if self.damage > 0 else 30)) to self",
    ),
    "minus plus": (
        "deal (-self.level + 5) to self",
        "deal (-(self.level + 5)) to self",
        "deal (5 - -self.level) to self",
    ),
    "sum of what is more than": (
        "deal (sum(c.level for c in all ally where c.damage > 5) + self.level) to self",
        "deal sum(c.level for c in all ally where c.damage > 5 + self.level) to self",
    ),
    "number of what is more than": (
        "deal ((count of ally where damage > 5) + self.level) to self",
        "deal (count of ally where damage > 5 + self.level) to self",
    ),
}
READ = {
    "some, every, others": (
        "Each enemy whose level is more than the level of one of the allies takes 10 damage.",
        "Each enemy whose level is more than the level of each of the allies takes 10 damage.",
        "Each enemy whose level is more than the level of one of the wounded creatures takes 10 damage.",
        "Each enemy such that the level of one of the allies is more than that enemy's level takes 10 damage.",
        "Each enemy such that the level of one of the enemies is more than the first enemy's level takes 10 damage.",
    ),
    "some, some": (
        "If for one of the enemies, that enemy's level is more than the level of one of the allies, tap this creature.",
        "If for one of the enemies, that enemy's level is more than the level of each of the allies, tap this creature.",
        "If for each of the enemies, that enemy's level is more than the level of one of the allies, tap this creature.",
        "If for one of the enemies, the level of one of the allies is more than that enemy's level, tap this creature.",
        "If for one of the enemies, the level of one of the enemies is more than the first enemy's level, "
        "tap this creature.",
    ),
    "each, each": (
        "For each enemy: for each ally: that enemy takes 10 damage.",
        "For each enemy: for each ally: it takes 10 damage.",
    ),
    "choose, choose": (
        "Choose one enemy: choose one ally: the chosen enemy takes 10 damage.",
        "Choose one enemy: choose one ally: the chosen ally takes 10 damage.",
    ),
    "choose, then choose": (
        "Choose one enemy: the chosen creature takes 10 damage. Choose one enemy: the chosen creature takes 10 damage.",
        "Choose one enemy: the chosen creature takes 10 damage. Choose one ally: the chosen creature takes 10 damage.",
        "Choose one enemy: the chosen creature takes 10 damage. Choose up to 2 of the allies: those chosen take 10 damage.",
    ),
    "until, while": (
        "Until the end of your turn, each ally has +10 melee value while this creature is tapped; "
        "each ally has +10 ranged value.",
        "Until the end of your turn, each ally has +10 melee value; "
        "each ally has +10 ranged value while this creature is tapped.",
    ),
    "minus plus": (
        "This creature takes damage equal to (minus this creature's level) plus 5.",
        "This creature takes damage equal to minus (this creature's level plus 5).",
        "This creature takes damage equal to 5 minus (minus this creature's level).",
    ),
    "if, if, else": (
        "If this creature is tapped, (if this creature's damage is more than 0, this creature takes 10 damage; "
        "otherwise, this creature takes 20 damage).",
        "If this creature is tapped, (if this creature's damage is more than 0, this creature takes 10 damage); "
        "otherwise, this creature takes 20 damage.",
    ),
}


@pytest.fixture(scope="module")
def place() -> Desk:
    return desk(built("dungeon_command"))


def told(place: Desk, rules: str, language: str) -> str | None:
    if not rules.startswith("passive"):
        rules = "activate:\n  " + rules.replace("\n", "\n  ")
    return place.written(rules, place.build.vocab.cards["sidestep"], language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALIKE)
def test_rules_that_are_alike_have_different_texts(name: str, language: str, place: Desk) -> None:
    texts = [told(place, rules, language) for rules in ALIKE[name]]
    assert None not in texts and "missing" not in texts and "" not in texts
    assert len(set(texts)) == len(texts), texts


@pytest.mark.parametrize("name", READ)
def test_how_the_texts_of_such_rules_read(name: str, place: Desk) -> None:
    assert tuple(told(place, rules, "en") for rules in ALIKE[name]) == READ[name]
