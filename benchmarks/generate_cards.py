"""Generates a game with many cards: the small game of the lint tests, and any number of generated cards.

Job: write the folder of a game whose cards differ in values and in the structure of their texts. Input: a folder, the
number of cards, a seed. Output: the game's folder. The same input gives the same bytes. The cards have no findings,
apart from missing tests: a `cardwright.toml` beside the game turns that rule off.

    python benchmarks/generate_cards.py FOLDER [CARDS]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from textwrap import indent

from tests.lint_game import write_example

CARDS_IN_A_FILE = 100
CONFIG = '[lint]\nignore = ["untested-card"]\n'
RULES = """\
status dazed of unit:
  passive: -1 armor

keyword steady(n: int) of unit:
  after deal to self where hurt > n once per turn: heal 1 to self

verb daze(target: unit):
  require not target.tapped "it is tapped already"
  add dazed to target until end of turn
"""
FIELDS = "keywords: {type: set of keyword, printed: true, default: []}"
# `{a}` to `{c}` are small numbers, `{e}` is a value of an enum.
ABILITIES = (
    "passive while level > {a}: +{b} armor\n",
    "passive while damage >= {b} and not tapped: +{a} armor\n",
    "after tap self once per turn: heal {a} to self\n",
    "after tap enemy where target.damage > {a} once per turn:\n  deal {b} {e} to target\n",
    'activate "act {a}" as action costs spend {b} by self.controller:\n  choose foe from all enemy:\n    tap foe\n',
    'activate "aim {a}" as action:\n  each foe in all enemy where damage > {b}:\n    deal {c} {e} to foe\n',
    "before deal to self where type is {e}:\n  if self.damage > {a}:\n    heal {b} to self\n",
    "after deal to self where hurt >= {c} once per turn:\n  choose foe from all enemy:\n    daze foe\n",
    'activate "roll {b}" as action:\n  let r = roll red\n  if r.hearts > 1:\n    heal {a} to self\n  else:\n'
    "    tap self\n",
    "passive: +{a} armor for all unit where controller is self.controller and damage > {b}\n",
)
SYLLABLES = ("ba", "ke", "lo", "mi", "nu", "ra", "so", "ti", "ve", "zu")


def write_cards(folder: Path, cards: int, seed: int = 1) -> Path:
    """Writes the game into ``folder / "example"``, and the configuration into ``folder``."""
    game = write_example(folder, {"rules": RULES, "fields": FIELDS})
    (folder / "cardwright.toml").write_text(CONFIG, encoding="utf-8")
    numbers = random.Random(seed)
    for first in range(0, cards, CARDS_IN_A_FILE):
        entries = [card_text(n, numbers) for n in range(first, min(first + CARDS_IN_A_FILE, cards))]
        path = game / "cards" / f"made_{first // CARDS_IN_A_FILE:04}.yaml"
        path.write_text("cards:\n" + "".join(entries), encoding="utf-8")
    return game


def card_text(number: int, numbers: random.Random) -> str:
    """One entry of a card file."""
    name = "".join(SYLLABLES[int(digit)] for digit in str(number)).capitalize()
    keywords = f"    keywords: [steady({numbers.randint(1, 4)})]\n" * (numbers.random() < 0.2)
    shapes = numbers.sample(ABILITIES, numbers.choice((0, 1, 1, 1, 2, 2, 3)))
    text = "".join(shape.format(**_values(numbers)) for shape in shapes)
    rules = "    rules: |\n" + indent(text, " " * 6) if text else ""
    return (
        f"  - id: card_{number}\n    kind: unit\n    name: {{en: {name}, ru: Карта {number}}}\n    provenance: house\n"
        f"    level: {numbers.randint(1, 9)}\n    hp: {numbers.randint(1, 20)}\n{keywords}{rules}"
    )


def _values(numbers: random.Random) -> dict[str, object]:
    return {
        "a": numbers.randint(1, 3),
        "b": numbers.randint(1, 5),
        "c": numbers.randint(2, 4),
        "e": numbers.choice(("fire", "cold")),
    }


if __name__ == "__main__":
    print(write_cards(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30_000))
