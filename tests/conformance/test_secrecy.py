"""Two matches that differ only in what somebody cannot know are the same to them, in every engine.

What Python does is done once for all engines of a game.
"""

# Data of snapshots and views is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from compiler.interpreter.entities import of_kind
from compiler.interpreter.match import Match
from tests.conformance.matches import Engine, data_of, engines_for, give, picked
from tests.content_games import GAMES, rules
from tests.folded import as_json
from tests.poisoned import of_other_ages, poisoned

ANSWERS, APART, PAIRS = 24, 4, 8


@dataclass(frozen=True)
class Looked:
    """A viewer who looks at a position of a match: what Python tells, and other positions that are the same to them."""

    turn: int
    data: dict[str, Any]
    viewer: int | None
    language: str
    answer: list[int]
    told: Any
    others: list[tuple[bool, dict[str, Any]]]  # whether what is being done there can be done on


@lru_cache(maxsize=1)  # the tests of a game follow one another
def looks(game: str) -> list[Looked]:
    kinds, chosen, found = rules(game).code.program.kinds, Random(4), list[Looked]()
    for match, answer in positions(game):
        data, turn = data_of(match), len(match.answers)
        for viewer in (*range(len(of_kind(match.game, "player"))), None):
            language = "ru" if turn % 8 else "en"
            others = list[tuple[bool, dict[str, Any]]]()
            for pair in range(PAIRS):
                goes_on = pair % 4 > 0
                made = poisoned(kinds, data, viewer, chosen, can_go_on=goes_on)
                others.append((goes_on, of_other_ages(kinds, made, chosen)))
            told = watched_from(game, data, viewer, language, answer)
            found.append(Looked(turn, data, viewer, language, answer, told, others))
    return found


@pytest.mark.parametrize(("game", "engine"), [(game, engine) for game in GAMES for engine in engines_for(game)])
def test_no_engine_tells_what_lies_hidden(game: str, engine: str, held: Callable[[str, str], Engine]) -> None:
    """By views, refusals and events, with words, for every seat and a spectator; the first of each as Python tells it."""
    other = held(game, engine)
    kinds, pairs, differ, followed = rules(game).code.program.kinds, 0, 0, 0
    for look in looks(game):
        data, viewer, language = look.data, look.viewer, look.language
        told = other.tell("watch_restored", data, viewer, language, look.answer)
        assert told == look.told
        for goes_on, made in look.others:
            found = other.tell("watch_restored", made, viewer, language, look.answer if goes_on else None)
            assert found["before"] == told["before"], (look.turn, viewer)
            pairs, differ = pairs + 1, differ + (made["state"] != data["state"])
            if goes_on and shown(found) == shown(told):
                assert found["events"] == told["events"], (look.turn, viewer)
                followed += 1
    hides = any(f.visible != "all" for kind in kinds.values() for f in kind.fields if f.zone)
    assert pairs >= ANSWERS // APART * 2 * PAIRS and (not hides or differ > pairs // 2)
    assert followed > pairs // 4, "many pairs are the same to the viewer after the next answer, too"


def positions(game: str) -> Iterator[tuple[Match, list[int]]]:
    """A match at random at some of its requests, and what is answered there."""
    match, chosen = rules(game).new_game(seed=9), Random(9)
    for turn in range(ANSWERS):
        answer = picked(match, chosen)
        if turn % APART == 0:
            yield match, answer
        give(match, answer)


def watched_from(game: str, data: dict[str, Any], viewer: int | None, language: str, answer: list[int]) -> Any:
    """What Python tells a viewer before and after an answer."""
    match = rules(game).restore(data)
    watcher = match.watch(viewer, language)
    before = [watcher.view(), watcher.refused()]
    give(match, answer)
    return as_json({"before": before, "events": watcher.events(), "after": watcher.view()})


def shown(told: dict[str, Any]) -> str:
    """What a viewer sees after an answer that may differ from pair to pair: what came out, and what was shown."""
    rolls = [event for event in told.get("events", ()) if event["what"] == "roll"]
    return json.dumps([told.get("after"), rolls])
