"""The words of the language in an editor: what hover says of them, where completion offers them, their colours."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cardwright.authoring.server.completion import offers
from cardwright.authoring.server.words import WORDS, said_of_word
from tests.lint_game import write_example
from tests.live_game import live_game

ROOT = Path(__file__).parents[2]
RULES = """\
define worth(u: unit) -> int:
  when u.level > 5: 2
  # when it is none of these
  otherwise: 1
define best() -> set of unit = those of all unit with the lowest level then the highest hp
define chief() -> unit = the one unit where level > 8
define count_up() -> int = count(n for n in 1 to 6 where n > nth(2, [1, 2]))
verb sort(by who: player):
  each u in who.hand: put u before u
  heal 1 to chief() or stop
  heal 1 to chief() or else: tap chief()
  choose u from all unit by who: heal position(u, who.hand) to u
  may any number of times: tap chief()
  choose 1 to 2 picked from all unit by who: tap picked
  copy slow from chief() to best()
status slow of unit
verb burn(amount: int, to u: unit) at once: heal amount to u
every unit:
  react before deal to self always if self.tapped: prevent
  passive: self loses brave
"""


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("when u", "the value for one case"),
        ("otherwise", "no case above holds"),
        ("those of", "a number is lowest or highest"),
        ("the lowest", "for which the number is lowest"),
        ("highest hp", "asks further among those that are equal"),
        ("one unit", "a fault if there is none"),
        ("to 6", "all whole numbers"),
        ("nth(", "nth(int, collection): element?"),
        ("position(u", "0 where it is not in it"),
        ("before u", "right above that"),
        ("stop", "the rest of this block is passed over"),
        ("else", "what is done if the call is refused"),
        ("number of times", "until the player declines"),
        ("to 2 picked", "the least and the most"),
        ("from chief", "what is left of its time"),
        ("at once", "after the whole body"),
        ("always if", "without being asked"),
        ("loses brave", "takes a keyword"),
        ("when it is none", ""),
        ("heal 1", ""),
        ("to chief", "an operand of a verb"),
    ],
)
def test_hover_says_what_a_word_means(at: str, said: str) -> None:
    found = said_of_word(RULES, RULES.index(at))
    assert said in found and bool(found) == bool(said)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("define worth(u: unit) -> int:\n  |\n", {"when", "otherwise", "let"}),
        ("relation low(u: unit):\n  when u.level > 1: true\n  |\n", {"when", "otherwise", "let"}),
        ("define best() -> set of unit = |\n", {"those of", "the one", "nth", "position", "instances"}),
        ("define best() -> set of unit = those of all unit |\n", {"with the lowest", "with the highest"}),
        ("define best() -> set of unit = those of all unit with the lowest level |\n", {"then the lowest"}),
        ("verb a(u: unit):\n  heal 1 to u |\n", {"or stop", "or else"}),
        ("verb a(u: unit):\n  heal 1 to u or |\n", {"stop", "else"}),
        ("verb a(u: unit):\n  put u |\n", {"before", "after"}),
        ("verb a(u: unit):\n  may |\n", {"any number of times"}),
        ("verb a(u: unit):\n  choose 1 |\n", {"to"}),
        ("verb a(u: unit):\n  copy slow |\n", {"from"}),
        ("verb a(u: unit) |\n", {"at once"}),
        ("every unit:\n  react before deal to self |\n", {"always if"}),
        ("every unit:\n  passive: self |\n", {"loses"}),
    ],
)
def test_completion_offers_the_words_of_a_place(line: str, expected: set[str], tmp_path: Path) -> None:
    game = write_example(tmp_path, {"rules": line.replace("|", "")})
    live = live_game(game)
    found = {offer.label: offer for offer in offers(live, "rules/example.rules", line.index("|"))}
    assert expected <= set(found)
    assert all(found[word].detail for word in expected), "each says what it means"


def test_words_of_definitions_are_not_offered_in_verbs(tmp_path: Path) -> None:
    line = "verb a(u: unit):\n  |\n"
    live = live_game(write_example(tmp_path, {"rules": line.replace("|", "")}))
    assert not {"when", "otherwise"} & {o.label for o in offers(live, "rules/example.rules", line.index("|"))}


def test_every_word_of_the_table_says_what_it_means_and_has_a_colour() -> None:
    path = ROOT / "editors" / "vscode" / "syntaxes" / "cardwright.tmLanguage.json"
    grammar: Any = json.loads(path.read_text(encoding="utf-8"))
    rows = grammar["repository"]["word"]["patterns"]
    for word in WORDS:
        assert word.said and not word.said.endswith(".")
        for part in word.text.split():
            assert any(re.fullmatch(row["match"], part) for row in rows), f"`{part}` has no colour"
