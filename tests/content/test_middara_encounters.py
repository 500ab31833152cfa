"""Encounters of Middara keep to the rulebook at every decision, with random heroes against the automated characters."""

from __future__ import annotations

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
    "skirmish",
    "river_exit",
    "rising_water",
    "silent_hall",
    "broken_gate",
    "long_night",
    "sickles_in_the_air",
    "sickle_nest",
    "menagerie",
)
MOST_ROUNDS = 40


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """So many encounters as `--encounters` says, each scenario in turn with the next seed."""
    if "seed" in metafunc.fixturenames:
        many: int = metafunc.config.getoption("encounters")
        rounds = [(SCENARIOS[n % len(SCENARIOS)], n // len(SCENARIOS) + 1) for n in range(many)]
        metafunc.parametrize(("scenario", "seed"), rounds)


class Watcher:
    """Random heroes, who look at the whole game before each answer."""

    def __init__(self, seed: int) -> None:
        self.decide_at_random = random_agent(seed)
        self.looks = 0
        self.purse = 0

    def decide(self, game: State, request: Choose) -> list[int]:
        self.look(game)
        return self.decide_at_random(game, request)

    def look(self, game: State) -> None:
        self.looks += 1
        assert not broken_invariants(game)
        assert game.game.purse >= self.purse, "gold was lost"
        self.purse = game.game.purse


def play_match(scenario: str, seed: int) -> tuple[State, Watcher]:
    """A whole encounter, watched from the first decision to its end."""
    seated, watcher = table("middara", scenario), Watcher(seed)
    game, driver = new_game(seated.code), Driver(watcher.decide, seed)
    seated.scripts.start(seated.script, game, Env({}), driver)
    play(game, driver)
    watcher.look(game)
    return game, watcher


def bomb_is_lost(scenario: str, game: State) -> bool:
    """The one encounter with a bug bomb is lost with it (MID-EX-07)."""
    return scenario == "sickles_in_the_air" and not of_kind(game, "character_token")


def test_an_encounter_keeps_the_rules_to_its_end(scenario: str, seed: int) -> None:
    game, watcher = play_match(scenario, seed)
    assert watcher.looks > 1
    assert game.game.ended
    assert game.game.outcome != "undecided"
    assert game.game.round <= MOST_ROUNDS
    heroes = [hero for hero in of_kind(game, "hero") if hero.at is not None]
    assert (game.game.outcome == "loss") <= (not heroes or bomb_is_lost(scenario, game))


@pytest.mark.parametrize("scenario", SCENARIOS[:3])
def test_the_same_seed_plays_the_same_encounter_whether_it_is_watched_or_not(scenario: str) -> None:
    assert outcome_at_random(table("middara", scenario), 7) == fingerprint(play_match(scenario, 7)[0])
