"""Battles of D&D Miniatures keep to the rulebook at every decision, whatever random players do."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.invariants import broken_invariants
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env
from tests.content_games import table
from tests.random_matches import outcome_at_random

SCENARIOS = (
    "half_maps",
    "assault",
    "first_battle",
    "skirmish",
    "dwarven_outpost",
    "follow_up",
    "half_maps",
    "assault",
    "drowned_ruins",
    "half_maps",
    "teams",
    "assault",
    "jungle_temple",
    "skirmish",
    "both_conditions",
    "half_maps",
    "free_for_all",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """So many battles as `--battles` says, the scenarios in turn, each with the next seed."""
    if "seed" in metafunc.fixturenames:
        first: int = metafunc.config.getoption("from_battle")
        many: int = metafunc.config.getoption("battles")
        metafunc.parametrize(
            ("scenario", "seed"), [(SCENARIOS[n % len(SCENARIOS)], n + 1) for n in range(first, first + many)]
        )


class Watcher:
    """A random player for all seats, who looks at the whole game before each answer."""

    def __init__(self, seed: int) -> None:
        self.decide_at_random = random_agent(seed)
        self.looks = 0

    def decide(self, game: State, request: Choose) -> list[int]:
        self.look(game)
        the_acting_player_decides(game, request)
        return self.decide_at_random(game, request)

    def look(self, game: State) -> None:
        self.looks += 1
        assert not broken_invariants(game)


def play_match(scenario: str, seed: int) -> tuple[State, Watcher]:
    """A whole battle, watched from the first decision to its end."""
    seated, watcher = table("ddm", scenario), Watcher(seed)
    game, driver = new_game(seated.code), Driver(watcher.decide, seed)
    seated.scripts.start(seated.script, game, Env({}), driver)
    play(game, driver)
    watcher.look(game)
    return game, watcher


ACTING = {
    "choose_targets": "attacker",
    "cast_cone": "attacker",
    "cast_line": "attacker",
    "charge": "mover",
    "force": "pusher",
    "strike_area": "attacker",
}


def the_acting_player_decides(game: State, request: Choose) -> None:
    """Targets, origins and ways are chosen by the player whose creature acts, on whoever's turn (DDM-GLOSS-08)."""
    event: Any = game.stack[-1] if game.stack else None
    if event is not None and event._verb in ACTING and request.kind != "use":
        assert request.who is getattr(event, ACTING[event._verb]).controller
        if event._verb == "choose_targets" and request.such_that is not None:
            assert not request.such_that(()), "an attack without a target"


def winner_is_who_the_scenario_says(game: State) -> None:
    """Who has the points, the last one standing, or the leader after ten calm rounds."""
    whole: Any = game.game
    winner, players = whole.winner, of_kind(game, "player")
    side = [p for p in players if p is winner or (p.team and p.team == winner.team)]
    has_points = whole.scenario != "quick_start" and sum(p.points for p in side) >= whole.limit
    standing = {c.controller for c in of_kind(game, "creature")}
    alone = (whole.scenario == "quick_start" or whole.seating != "duel") and standing <= set(side)
    assert has_points or alone or whole.calm > 10


def test_a_battle_keeps_the_rules_to_its_end(scenario: str, seed: int) -> None:
    game, watcher = play_match(scenario, seed)
    whole: Any = game.game
    assert watcher.looks > 10
    assert whole.winner is not None
    winner_is_who_the_scenario_says(game)


def test_the_same_seed_plays_the_same_battle_whether_it_is_watched_or_not() -> None:
    assert outcome_at_random(table("ddm", "skirmish"), 7) == fingerprint(play_match("skirmish", 7)[0])
