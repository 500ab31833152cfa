"""Battles of Warhammer keep to the rulebook at every decision, whatever random players do.

A tenth of `--matches` battles are played; `--matches 2000` plays two hundred.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from compiler.interpreter import table as geometry
from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Decide, Driver, new_game
from compiler.interpreter.game import play as play_out
from compiler.interpreter.invariants import broken_invariants
from compiler.interpreter.modifiers import has
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env, Trace
from tests.content.warhammer_player import Sensible, base, gap, units
from tests.content_games import table
from tests.random_matches import ended_far_from_bounds, outcome_at_random

SCENARIOS = ("plain", "meadow")
KEPT = 3
HEROES = ("empire_general", "empire_captain", "orc_warboss", "orc_big_boss")


def battles_of(config: pytest.Config) -> list[tuple[str, int]]:
    many = max(int(config.getoption("matches")) // 10, 1)
    return [(SCENARIOS[n % 2], n // 2 + 1) for n in range(many)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize(("scenario", "seed"), battles_of(metafunc.config))


class Watcher:
    """A player for both sides, who looks at the whole battle before each answer."""

    def __init__(self, player: Decide) -> None:
        self.player = player
        self.looks = 0
        self.strength: dict[int, tuple[int, Any]] = {}  # by unit: what it was worth at first, and whose it is
        self.models: dict[str, tuple[int, Any]] = {}  # by the name of a unit in the trace: a model's cost, and whose
        self.places: dict[int, tuple[int, int, int]] = {}
        self.stood: dict[int, geometry.Shape] = {}

    def decide(self, game: State, request: Choose) -> list[int]:
        self.look(game)
        return self.player(game, request)

    def look(self, game: State) -> None:
        self.looks += 1
        assert not broken_invariants(game)
        beating = any(
            event._verb == "beat" for event in game.stack
        )  # who has fallen to blows of it strikes all the same
        for unit in units(game):
            self.strength.setdefault(unit._id, (unit.models * unit.cost, unit.controller))
            self.models[str(unit).strip("<>")] = unit.cost, unit.controller
            assert unit.models > 0 or (beating and unit.models == 0), f"{unit} has {unit.models} models"
        for player in of_kind(game, "player"):
            worth = sum(w for w, whose in self.strength.values() if whose is not player)
            assert player.points <= worth, f"{player} has {player.points} points of {worth}"
        self.nobody_stands_on_another(game)
        self.an_inch_is_kept(game)

    def nobody_stands_on_another(self, game: State) -> None:
        on_table = [u for u in units(game) if u.host is None and u.mount is None and not has(game, u, "beyond")]
        places = [(unit, narrowed(base(unit))) for unit in on_table]
        for (unit, place), (other, other_place) in combinations(places, 2):
            assert geometry.gap(place, other_place) > 0, f"{unit} stands on top of {other}"

    def an_inch_is_kept(self, game: State) -> None:
        """Who has moved of its own will, and does not fight, stands an inch from all that did not come to it.

        What stood nearer before may turn where it is, and comes no nearer.
        """
        before, self.stood = self.stood, {unit._id: base(unit) for unit in units(game)}
        for unit in units(game):
            here = (unit.x, unit.y, unit.facing)
            if has(game, unit, "moved") and self.places.get(unit._id) not in (None, here) and is_free(game, unit):
                for other in units(game):
                    if other is not unit and is_free(game, other) and unit.spent:
                        was = [before[u._id] for u in (unit, other) if u._id in before]
                        least = min(geometry.gap(*was) - 2, 98) if len(was) == 2 else 98
                        assert gap(unit, other) >= least, f"{unit} stands {gap(unit, other)} from {other}"
            self.places[unit._id] = here


def is_free(game: State, unit: Any) -> bool:
    """Neither fighting nor fleeing nor within another unit, and none of them in this turn."""
    busy = ("engaged", "fleeing", "charged", "disordered", "beyond", "halted")
    return unit.host is None and not any(has(game, unit, name) for name in busy)


def narrowed(shape: geometry.Shape) -> geometry.Shape:
    """Somewhat smaller: those who stand flush, to some hundredths, are not on top of each other."""
    return shape._replace(width=max(shape.width - 6, 0), depth=max(shape.depth - 6, 0))


def play_match(scenario: str, seed: int, player: Decide | None = None) -> tuple[State, Watcher]:
    """A whole battle, watched from the first decision to its end; at random, unless a player is given."""
    seated, watcher = table("warhammer", scenario), Watcher(player or random_agent(seed))
    game, driver = new_game(seated.code), Driver(watcher.decide, seed)
    game.trace = Trace()
    seated.scripts.start(seated.script, game, Env({}), driver)
    play_out(game, driver)
    watcher.look(game)
    return game, watcher


@cache
def kept(scenario: str) -> tuple[State, Watcher]:
    """The battle of the seed that several tests look at."""
    return play_match(scenario, KEPT)


def happened(game: State) -> list[tuple[str, str]]:
    """Each event of a battle: its verb, and the rest of its line."""
    assert game.trace is not None
    lines = (line.strip().partition(" ") for line in game.trace.lines)
    return [(verb, rest) for verb, _, rest in lines]


def lost_to_the_ground(game: State, watcher: Watcher, enemy: Any) -> int:
    """What the other side has lost to dangerous ground, which counts for nobody (WFB-TEST-02)."""
    cause, lost = "", 0
    for verb, rest in happened(game):
        if verb in ("cross_danger", "slay"):
            cause = verb
        if verb == "lose" and cause == "cross_danger":
            many, name = rest.removeprefix("lost=").split(" u=")
            cost, whose = watcher.models[name]
            lost += int(many) * cost * (whose is not enemy)
    return lost


def test_a_battle_keeps_the_rules_to_its_end(scenario: str, seed: int) -> None:
    game, watcher = kept(scenario) if seed == KEPT else play_match(scenario, seed)
    whole: Any = game.game
    sides = [{u.controller for u in units(game)}, set(of_kind(game, "player"))]
    assert watcher.looks > 20
    assert whole.round == 6 or sides[0] != sides[1]
    p1, p2 = of_kind(game, "player")
    for player in (p1, p2):
        worth = sum(first for first, whose in watcher.strength.values() if whose is not player)
        left = sum(unit.models * unit.cost for unit in units(game) if unit.controller is not player)
        lost = worth - left - lost_to_the_ground(game, watcher, player)
        assert player.points == lost, "what is lost to the enemy counts for the enemy, and nothing else"
    assert whole.winner is (None if p1.points == p2.points else p1 if p1.points > p2.points else p2)
    ended_far_from_bounds(game, scenario, seed)


def test_between_sensible_players_it_looks_like_a_battle() -> None:
    """Most charges arrive, heroes strike blows, units break, flee, rally and are run down; somebody wins."""
    battles = (2, 3, 5, 6)
    events = [e for seed in battles for e in happened(play_match("plain", seed, Sensible().decide)[0])]
    many = Counter(verb for verb, _ in events)
    assert many["charge"] >= 40
    assert many["reach"] * 4 >= many["charge"] * 3, many
    for verb in ("give_way", "flee", "regroup", "hunt", "destroy", "panic", "join", "march", "shoot", "cast"):
        assert many[verb] >= 4, (verb, many)
    blows = [rest for verb, rest in events if verb == "hack"]
    assert sum(f" u={hero}#" in rest for rest in blows for hero in HEROES) >= 10
    assert many["name_winner"] == len(battles)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_seed_plays_the_same_battle_whether_it_is_watched_or_not(scenario: str) -> None:
    assert outcome_at_random(table("warhammer", scenario), KEPT) == fingerprint(kept(scenario)[0])
