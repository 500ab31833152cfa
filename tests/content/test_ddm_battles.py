"""Battles of D&D Miniatures keep to the rulebook at every decision, whatever random players do."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.places import footprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env
from tests.content_games import table

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
        creatures_are_sound(game)
        nobody_stands_on_another(game)
        points_are_what_was_won(game)


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


def creatures_are_sound(game: State) -> None:
    """Damage from 0 on, by fives; no more uses of commands than the rating, and of a line than its boxes."""
    for creature in of_kind(game, "creature"):
        assert creature.damage >= 0
        assert creature.damage % 5 == 0, f"{creature} has {creature.damage} damage"
        assert creature.commands <= creature.rating
        for line in creature.attacks:
            assert line.uses == 0 or line.spent <= line.uses


def nobody_stands_on_another(game: State) -> None:
    """Every creature wholly on the map; on a square of others only the one that moves through them."""
    where: dict[Any, set[Any]] = {}
    for creature in of_kind(game, "creature"):
        if creature.at is None:
            continue
        squares = footprint(game, creature, creature.at)
        assert squares is not None, f"{creature} stands over the edge"
        assert len(squares) == creature.size**2
        where[creature] = set(squares)
    shared = [{a, b} for a, b in combinations(where, 2) if where[a] & where[b]]
    assert not shared or set.intersection(*shared), "creatures share squares"


def points_are_what_was_won(game: State) -> None:
    """Nobody has fewer points than what their enemies' fall has brought."""
    for player in of_kind(game, "player"):
        won = sum(t.points for t in of_kind(game, "trophy") if t.holder is player)
        assert player.points >= won


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


def test_the_same_seed_plays_the_same_battle() -> None:
    assert fingerprint(play_match("skirmish", 7)[0]) == fingerprint(play_match("skirmish", 7)[0])
