"""Defaults of fields: a default is read as a card's value would be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from compiler.interpreter.entities import create
from tests.small_game import KINDS, Small, one, try_small

Make = Callable[..., Small]

RULES = "noun hurt = unit where damage > 0"
DICE = """\
dice:
  ruby: {faces: [{hearts: 1}, {hearts: 2}]}
"""
FENCER = """\
  fencer:
    is: unit
    card: true
    fields:
      attack: {type: dice, printed: true, default: ruby + 2d6}
      favourite: {type: colour, printed: true, default: %s}
"""
CARD = "- {id: novice, kind: fencer, name: {en: Novice}, provenance: house}"


def test_a_default_of_dice_is_dice(small: Make) -> None:
    game = small(RULES, kinds=DICE + KINDS + FENCER % "blue", cards=CARD).game()
    novice = create(game, "fencer", game.cards["novice"], {})
    assert novice.attack == ("ruby", "d6", "d6")
    assert one(game, "fencer").favourite == "blue"


def test_what_the_game_is_never_given_is_reported(tmp_path: Path) -> None:
    """Nobody creates `game`, so what its fields begin with is said where they are declared, or may be none."""
    kinds = KINDS.replace(
        "count: int}", "count: int, trump: colour, led: 'colour?', leader: player, table: {zone: card}}"
    )
    _, told = try_small(tmp_path, RULES, kinds=kinds)
    assert [line.partition(" (")[0] for line in told] == [
        "missing-key: nothing gives `trump` of the game a value before it begins",
        "missing-key: nothing gives `leader` of the game a value before it begins",
    ]
    given = kinds.replace("trump: colour", "trump: {type: colour, default: red}").replace(
        "leader: player", "leader: 'player?'"
    )
    assert try_small(tmp_path, RULES, kinds=given)[1] == []


def test_a_default_that_is_no_value_of_the_type_is_reported(tmp_path: Path) -> None:
    _, told = try_small(tmp_path, RULES, kinds=DICE + KINDS + FENCER % "green", cards=CARD)
    assert [line.partition(" (")[0] for line in told] == ["unknown-name: no colour is named `green`"]
