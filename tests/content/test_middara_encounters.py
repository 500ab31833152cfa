"""Encounters of Middara keep to the rulebook at every decision, with random heroes against the automated characters."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.modifiers import has
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.places import footprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env
from tests.content_games import table

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
EFFECTS = ("darkness", "paralysis", "doomed", "disease", "exhaustion", "sworn_enemy")
WORN = {"relic": 3, "consumable": 3, "mail": 1, "curio": 1, "accessory": 1, "companion": 1}


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
        # Who has been trampled lies beneath the base until it is settled where it goes: nobody stands elsewhere wrongly.
        self.look(game, trampled=request.prompt.startswith("displace "))
        return self.decide_at_random(game, request)

    def look(self, game: State, *, trampled: bool = False) -> None:
        self.looks += 1
        wounds_and_stamina_are_within_bounds(game)
        if not trampled:
            figures_stand_where_they_may(game)
        things_lie_in_one_place(game)
        effects_do_not_pile_up(game)
        the_queue_holds_who_may_act(game)
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


def figures(game: State) -> list[Any]:
    return [*of_kind(game, "hero"), *of_kind(game, "character")]


def in_play(game: State) -> list[Any]:
    return [f for f in figures(game) if f.at is not None]


def wounds_and_stamina_are_within_bounds(game: State) -> None:
    for figure in figures(game):
        assert figure.damage >= 0
        assert figure.sp >= 0
    for hero in of_kind(game, "hero"):
        assert hero.sp <= hero.most_sp


def figures_stand_where_they_may(game: State) -> None:
    """Every figure wholly on the board and on no obstacle; only in passing on a square with another of its side."""
    taken: dict[Any, Any] = {}
    for figure in in_play(game):
        squares = footprint(game, figure, figure.at)
        assert squares is not None, f"{figure} stands over the edge"
        if any(has(game, figure, keyword) for keyword in ("burrowed", "flight", "trample")):
            continue
        for square in squares:
            assert not has(game, square, "obstacle"), f"{figure} stands in an obstacle"
            other = taken.setdefault(square, figure)
            assert other.side == figure.side, f"{figure} shares a square with its opponent {other}"


def things_lie_in_one_place(game: State) -> None:
    """Every thing is worn, packed or stashed, never two of these, and nobody wears or carries too much."""
    worn: Counter[tuple[int, str]] = Counter()
    packed: Counter[int] = Counter()
    for kind in ("weapon", "gear"):
        for thing in of_kind(game, kind):
            assert (thing.bearer is not None) + (thing.owner is not None) + thing.stashed <= 1, f"{thing} is twice"
            if thing.bearer is not None:
                worn[thing.bearer._id, thing.type] += 1
            if thing.owner is not None:
                packed[thing.owner._id] += 1
    assert all(many <= 3 for many in packed.values()), "a backpack is too full"
    assert all(many <= WORN.get(what, 2) for (_, what), many in worn.items()), "somebody wears too much"


def effects_do_not_pile_up(game: State) -> None:
    for figure in in_play(game):
        for effect in EFFECTS:
            assert sum(status._kind == effect for status in figure._statuses) <= 1, f"{figure} has {effect} twice"


def the_queue_holds_who_may_act(game: State) -> None:
    """A card stands for somebody on the board."""
    groups = {f.pack for f in in_play(game)}
    for card in game.game.queue:
        assert card.bearer.at is not None or card.group in groups, f"{card} stands for nobody"


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
def test_the_same_seed_plays_the_same_encounter(scenario: str) -> None:
    assert fingerprint(play_match(scenario, 7)[0]) == fingerprint(play_match(scenario, 7)[0])
