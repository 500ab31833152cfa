"""Matches of Dungeon Command keep to the rulebook at every decision, whatever random players do."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.invariants import broken_invariants
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env, Trace
from tests.content_games import loaded, table
from tests.random_matches import ended_far_from_bounds, outcome_at_random

SCENARIOS = {"duel": 2, "first_game": 2, "three_way": 3, "four_way": 4, "teams": 4}
KEPT = 7


def matches_of(config: pytest.Config) -> list[tuple[str, int]]:
    """So many matches as `--matches` says, each scenario in turn with the next seed."""
    names, many = list(SCENARIOS), int(config.getoption("matches"))
    return [(names[n % len(names)], n // len(names) + 1) for n in range(many)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize(("scenario", "seed"), matches_of(metafunc.config))


class Watcher:
    """A random player for all seats, who looks at the whole game before each answer."""

    def __init__(self, seed: int) -> None:
        self.decide_at_random = random_agent(seed)
        self.looks = 0
        self.cards: Counter[str] = Counter()
        self.has_begun = False

    def decide(self, game: State, request: Choose) -> list[int]:
        self.look(game)
        return self.decide_at_random(game, request)

    def look(self, game: State) -> None:
        self.looks += 1
        assert not broken_invariants(game)
        if not self.has_begun and any(event._verb == "turn" for event in game.stack):
            self.has_begun = True
            everybody_begins_with_a_creature(game)
        cards = Counter(card._card._id for kind in ("order", "creature", "commander") for card in of_kind(game, kind))
        self.cards = self.cards or cards
        assert cards == self.cards, "a card came or went"


def play_match(scenario: str, seed: int, trace: Trace | None = None) -> tuple[State, Watcher]:
    """A whole match, watched from the first decision to its end."""
    seated, watcher = table("dungeon_command", scenario), Watcher(seed)
    game, driver = new_game(seated.code), Driver(watcher.decide, seed)
    seated.scripts.start(seated.script, game, Env({}), driver)
    game.trace = trace
    play(game, driver)
    watcher.look(game)
    return game, watcher


@cache
def kept(scenario: str) -> tuple[State, Watcher]:
    """The match of the seed that several tests look at, with its trace."""
    return play_match(scenario, KEPT, Trace())


def whole(game: State) -> Any:
    """The one entity of the match itself."""
    return game.game


def in_play(game: State) -> list[Any]:
    return [c for c in of_kind(game, "creature") if c.at is not None]


def everybody_begins_with_a_creature(game: State) -> None:
    fielded = {creature.controller for creature in in_play(game)}
    assert fielded == set(of_kind(game, "player")), "a starting creature is owed"


def test_a_match_keeps_the_rules_to_its_end(scenario: str, seed: int) -> None:
    game, watcher = kept(scenario) if seed == KEPT else play_match(scenario, seed)
    assert watcher.looks > 20
    assert whole(game).is_over
    assert whole(game).winners
    winners_are_who_the_rulebook_says(game)
    ended_far_from_bounds(game, scenario, seed)


def winners_are_who_the_rulebook_says(game: State) -> None:
    """The highest morale of those with creatures; of a tie, the most levels; a team counts together."""
    players = of_kind(game, "player")
    sides = {p: p.team or f"alone {p._id}" for p in players}
    morale = {side: sum(p.morale for p in players if sides[p] == side) for side in sides.values()}
    fielded = {sides[c.controller] for c in in_play(game)}
    won = {sides[p] for p in whole(game).winners}
    stopped_by_morale = any(p.morale <= 0 for p in players)
    able = set(morale) if stopped_by_morale else fielded
    assert {morale[side] for side in won} == {max(morale[side] for side in able)}
    assert {p for p in players if sides[p] in won} == set(whole(game).winners)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_turns_go_round_the_table(scenario: str) -> None:
    game, _ = kept(scenario)
    assert game.trace is not None
    begun = [line.split("who=")[1] for line in game.trace.lines if line.strip().startswith("turn who=")]
    seats = [f"player#{p._id}" for p in of_kind(game, "player")]
    assert len(seats) == SCENARIOS[scenario]
    assert len(begun) > len(seats)
    first = seats.index(begun[0])
    assert begun == [seats[(first + n) % len(seats)] for n in range(len(begun))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_plays_the_same_match_whether_it_is_watched_or_not(scenario: str) -> None:
    assert outcome_at_random(table("dungeon_command", scenario), KEPT) == fingerprint(kept(scenario)[0])


def chests_as_seen(seed: int) -> list[Any]:
    """What the first player may know of the chests at the first decision of a duel."""
    view = loaded("dungeon_command").new("duel", seed=seed).view(0)
    return [entity for _, entity in sorted(view["entities"].items()) if entity["kind"].startswith("chest")]


def test_no_chest_tells_its_number() -> None:
    seen = chests_as_seen(1)
    assert len(seen) == 4
    assert all(chest["kind"] == "chest" for chest in seen)
    assert all(chests_as_seen(seed) == seen for seed in range(2, 6))
