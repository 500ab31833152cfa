"""Views are the same in every engine: what each seat, a spectator and a referee may know."""

# Views are data of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from compiler.interpreter.entities import of_kind
from compiler.interpreter.match import Match
from tests.conformance.test_match_values import ENGINES, Engine, give, picked, rules_of
from tests.content_games import GAMES
from tests.poisoned import poisoned

TURNS = 12
SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "view.schema.json").read_text(encoding="utf-8"))


def viewers(match: Match) -> list[Any]:
    return [*range(len(of_kind(match.game, "player"))), None, "all"]


def views(match: Match) -> list[Any]:
    found: list[Any] = json.loads(json.dumps([match.view(viewer) for viewer in viewers(match)]))
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("engine", ENGINES)
def test_views_are_the_same(game: str, engine: str, tmp_path: Path) -> None:
    """At one look, and for those who look again and again; also after an answer was taken back."""
    match, chosen = rules_of(game).new_game(seed=6), Random(6)
    other: Engine = ENGINES[engine](game, tmp_path)
    other.tell("new", {}, 6)
    watchers = [match.watch(viewer) for viewer in viewers(match)]
    other.tell("watch", viewers(match))
    for turn in range(TURNS):
        watched: Any = json.loads(json.dumps([watcher.view() for watcher in watchers]))
        assert other.tell("watched")["views"] == watched
        if turn % 4 == 0:
            assert other.tell("views", viewers(match))["views"] == views(match)
        if turn == TURNS - 1 and engine == "lua":
            jsonschema.validate(watched[0], SCHEMA)
            jsonschema.validate(watched[-1], SCHEMA)
        if match.request is None:
            break
        if turn % 5 == 4:
            match.undo()
            other.tell("undo")
            continue
        answer = picked(match, chosen)
        give(match, answer)
        other.tell("play", answer)
    tells_nothing_of_what_lies_hidden(game, match, other)
    other.close()


def tells_nothing_of_what_lies_hidden(game: str, match: Match, other: Engine) -> None:
    """Pairs that differ only in what a viewer cannot know are the same to them."""
    data, kinds = json.loads(json.dumps(match.snapshot())), rules_of(game).code.program.kinds
    for seed, viewer in enumerate(viewers(match)[:-1]):
        other.tell("restore", poisoned(kinds, data, viewer, Random(seed)))
        assert other.tell("views", [viewer])["views"] == json.loads(json.dumps([match.view(viewer)]))
