"""Whole adventures of Middara keep to the rulebook at every decision: a ninth as many as `--encounters`, so 450 plays 50."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardwright.lab.greedy import Greedy
from cardwright.lab.turn import Turn
from compiler.interpreter.agents import random_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.invariants import broken_invariants
from compiler.interpreter.places import footprint
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Env
from tests.content_games import loaded, table

BEGINNING = ["at_the_lodge", "making_camp"]
LAST = ["at_the_last_gate", "dawn", "dusk"]
LEFT_ON_THE_TABLE = (
    "character_token",
    "condition",
    "encounter",
    "ground_token",
    "initiative_card",
    "marker",
    "secret",
    "sheet",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        many: int = max(metafunc.config.getoption("encounters") // 9, 1)
        metafunc.parametrize("seed", range(1, many + 1))


class Watcher:
    """Random players, who look at the whole game before each answer and write down the scenes."""

    def __init__(self, seed: int) -> None:
        self.decide_at_random = random_agent(seed)
        self.scenes: list[str] = []
        self.spoken: set[str] = set()

    def decide(self, game: State, request: Choose) -> list[int]:
        self.look(game)
        return self.decide_at_random(game, request)

    def look(self, game: State) -> None:
        assert not broken_invariants(game)
        wrong = list(wrong_on_the_way(game))
        assert not wrong, wrong
        for scene in of_kind(game, "scene"):
            if self.scenes[-1:] != [scene._card._id]:
                self.scenes.append(scene._card._id)


def in_play(game: State) -> list[Any]:
    return [f for kind in ("hero", "character") for f in of_kind(game, kind) if f.at is not None]


def wrong_on_the_way(game: State) -> Iterator[str]:
    """What never happens in an adventure."""
    story: Any = game.game
    heroes = of_kind(game, "hero")
    party = [h for h in heroes if h.member]
    yield from (f"{h} fights and is not of the group" for h in heroes if h.at is not None and not h.active)
    yield from (f"{h} fights and cannot" for h in heroes if h.at is not None and (h.wounded or h.unavailable))
    yield from (f"{f} stands off the map" for f in in_play(game) if not on_the_map(game, f))
    if party and sum(h.active for h in party) > 4:
        yield "more than four are in the group"
    if story.this_encounter is None:
        yield from (f"{f} is left on the board" for f in in_play(game))
        yield from (f"a {kind} is left" for kind in LEFT_ON_THE_TABLE if of_kind(game, kind))
    if story.purse < 0:
        yield "the party owes gold"


def on_the_map(game: State, figure: Any) -> bool:
    story: Any = game.game
    squares = footprint(game, figure, figure.at)
    return squares is not None and all(square in story.map for square in squares)


def play_adventure(seed: int) -> tuple[State, Watcher]:
    played, watcher = table("middara", "adventure"), Watcher(seed)
    game, driver = new_game(played.code), Driver(watcher.decide, seed)
    played.scripts.start(played.script, game, Env({}), driver)
    play(game, driver)
    watcher.look(game)
    return game, watcher


def test_whole_adventures(seed: int) -> None:
    """From the lodge to an ending, without a fault; what is earned can be spent, and everybody has learned the same."""
    game, watcher = play_adventure(seed)
    story: Any = game.game
    party = [h for h in of_kind(game, "hero") if h.member]
    assert watcher.scenes[0] == BEGINNING[0]
    assert {"at_the_village", "at_the_inn"} <= set(watcher.scenes)
    assert watcher.scenes[-1] in LAST
    assert story.ending == ("victory" if "dawn" in {s._card._id for s in of_kind(game, "scene")} else "loss")
    assert story.fought >= 3
    assert len(party) == (5 if "experienced_guide" in story.flags else 4)
    for hero in party:
        learned = [d for d in of_kind(game, "discipline") if d.bearer is hero]
        assert hero.xp + sum(d.spent for d in learned) >= story.lessons


def test_an_adventure_is_saved_and_continued() -> None:
    """In the middle of an encounter, by the save that the commands and hosts write."""
    rules = loaded("middara")
    match, chosen = rules.new("adventure", seed=5), Random(5)
    for _ in range(150):
        if match.request is not None:
            match.answer(chosen.choice(match.legal()))
    continued = rules.load(match.save())
    assert continued.request == match.request and continued.hash == match.hash
    assert continued.request is not None, "the adventure was over before it was saved"
    for other in (match, continued):
        agent = Random(7)
        while other.request is not None:
            other.answer(agent.choice(other.legal()))
    assert match.outcome == continued.outcome == "ended" and match.hash == continued.hash


def test_agents_who_look_ahead_come_from_the_lodge_to_the_first_encounter() -> None:
    """They can look ahead also where something was found, put nothing away that is worn, and go on."""
    match, greedy = table("middara", "adventure").new_match(2)[0], Greedy(2)
    while not of_kind(match.game, "encounter"):
        turn = Turn(match)
        assert turn.dealt(1) is not None
        match.skip()
        match.answer(greedy.answer(turn))
        assert len(match.answers) < 60
    assert any(item.bearer is not None for item in of_kind(match.game, "gear"))
    assert not any(item.stashed for kind in ("gear", "weapon") for item in of_kind(match.game, kind))
