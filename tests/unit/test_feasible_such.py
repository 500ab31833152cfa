"""What a choice asks for by `such that` counts where a text is offered: without such a candidate nothing could be done."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.interpreter.entities import of_kind
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose
from tests.small_game import do, one
from tests.unit.test_interpreter_offers import Make, offered, table

CHOICES = {
    "one": "choose u from all unit such that u.damage > 1: set u.tapped to true",
    "with a function": "choose u from all unit such that worn(u): set u.tapped to true",
    "within a choice": "choose p from all player:\n      choose u from all unit such that (u.controller is p and u.damage > 1):"
    "\n        set u.tapped to true",
    "with the rest as its body": "choose u from all unit such that u.damage > 1\n    set u.tapped to true",
}
WORN = "relation worn(u: unit) = u.damage > 1\n"


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES)
def test_an_ability_is_offered_only_where_its_choice_has_a_candidate(small: Make, choice: str) -> None:
    game, player, unit = table(small, f'{WORN}every player:\n  activate "Rest":\n    {choice}\n')
    assert offered(game, player) == []
    unit.damage = 2
    assert offered(game, player) == ["Rest"]


VERB = """
verb ask(by who: player):
  may by who:
    choose u from all unit by who such that u.damage > 1: set u.tapped to true
verb pick(by who: player):
  choose one by who:
    option "rest":
      choose u from all unit by who such that u.damage > 1: set u.tapped to true
    option "stay": note
"""


@pytest.mark.parametrize("verb", ["ask", "pick"])
def test_nobody_is_asked_whether_to_do_what_has_no_candidate(small: Make, verb: str) -> None:
    game, player, unit = table(small, VERB)
    asked: list[Choose] = []

    def first(_game: State, request: Choose) -> list[int]:
        asked.append(request)
        return [0]

    do(game, verb, first, who=player)
    assert asked == [] and not unit.tapped
    other: Any = one(game, "unit", damage=2)
    assert len(of_kind(game, "unit")) == 2
    do(game, verb, first, who=player)
    assert len(asked) == 1 and other.tapped and not unit.tapped
