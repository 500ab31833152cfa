"""Two matches that differ only in what somebody cannot know are the same to them, in every engine."""

# Data of snapshots and views is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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


@pytest.mark.parametrize(("game", "engine"), [(game, engine) for game in GAMES for engine in engines_for(game)])
def test_no_engine_tells_what_lies_hidden(game: str, engine: str, held: Callable[[str, str], Engine]) -> None:
    """By views, refusals and events, with words, for every seat and a spectator; the first of each as Python tells it."""
    other = held(game, engine)
    kinds, chosen, pairs, differ, followed = rules(game).code.program.kinds, Random(4), 0, 0, 0
    for match, answer in positions(game):
        data = data_of(match)
        for viewer in (*range(len(of_kind(match.game, "player"))), None):
            language = "ru" if len(match.answers) % 8 else "en"
            told = other.tell("watch_restored", data, viewer, language, answer)
            assert told == watched_from(game, data, viewer, language, answer)
            for pair in range(PAIRS):
                made = poisoned(kinds, data, viewer, chosen, can_go_on=pair % 4 > 0)
                made = of_other_ages(kinds, made, chosen)
                goes_on = pair % 4 > 0
                found = other.tell("watch_restored", made, viewer, language, answer if goes_on else None)
                assert found["before"] == told["before"], (len(match.answers), viewer)
                pairs, differ = pairs + 1, differ + (made["state"] != data["state"])
                if goes_on and shown(found) == shown(told):
                    assert found["events"] == told["events"], (len(match.answers), viewer)
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
