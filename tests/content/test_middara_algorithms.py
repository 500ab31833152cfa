"""The independent characters of Middara: what is proved of their steps, and what they keep to in battles at random."""

from __future__ import annotations

from typing import Any

import pytest

from cardwright.cli.explain_turn import Turns
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env, Trace
from dsl.syntax import ast
from tests.content_games import built, reading, table

BATTLES = ("menagerie", "sickle_nest", "skirmish", "river_exit")
PROOFS = {"unreachable-step", "open-situation", "repeated-ai-condition", "undecided-ai-choice", "idle-ai"}


def steps_by_card() -> dict[str, ast.Ai]:
    return {
        card.id: ability
        for card in built("middara").vocab.cards.values()
        for text in card.texts
        for ability in text.abilities
        if isinstance(ability, ast.Ai)
    }


def test_the_checker_finds_no_gap_in_the_steps_of_any_character() -> None:
    told = [f"{d.code}: {d.message} ({d.span})" for d in reading("middara").findings if d.code in PROOFS]
    assert not told, "\n".join(told)
    assert len(steps_by_card()) >= 12


@pytest.mark.parametrize("card", ["animat", "cave_sickle", "key_keeper", "shadow_lord", "chain_warden"])
def test_the_last_step_is_for_whatever_is_left(card: str) -> None:
    last = steps_by_card()[card].steps[-1]
    assert last.condition is None and not last.read_on


class Watcher:
    """Decides at random, and looks at the board before each decision."""

    def __init__(self, seed: int) -> None:
        self.decide_at_random = random_agent(seed)
        self.looks = 0

    def decide(self, game: State, request: Choose) -> list[int]:
        self.look(game)
        return self.decide_at_random(game, request)

    def look(self, game: State) -> None:
        self.looks += 1
        standing: list[Any] = [f for kind in ("hero", "character") for f in game.kinds[kind] if f.at is not None]
        for figure in standing:
            assert figure.damage >= 0, f"{figure._id} has less than no damage"
            assert not figure.dragged or len(game.stack) > 1, f"{figure._id} is still dragged about"
            ground = set(game.terrain_of[figure.at])
            assert "obstacle" not in ground, f"{figure._id} stands in an obstacle"


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_at_random_keeps_the_rules_and_can_be_explained(battle: str, seed: int) -> None:
    seated, watcher = table("middara", battle), Watcher(seed)
    game, driver = new_game(seated.code), Driver(watcher.decide, seed)
    seated.scripts.start(seated.script, game, Env({}), driver)
    game.trace = Trace()
    play(game, driver)
    turns = Turns(reading("middara"), game)
    told = [list(turns.describe_turn(turn)) for turn in turns.all()]
    assert watcher.looks > 0 and told
    for turn, lines in zip(turns.all(), told, strict=True):
        forms = [remark.form for remark in turn.remarks]
        assert forms and forms[0] in ("failed", "idle", "taken"), lines
        assert "taken" in forms or lines[-1].endswith("no step can be taken"), lines
