"""What always holds in Descent: looked at whenever anybody is asked, and when a match has ended.

Each quest is played a twentieth of `--matches` times; `--matches 2000` plays five hundred.
"""

from __future__ import annotations

from typing import Any

import pytest

from compiler.interpreter.agents import AGENTS
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Square
from tests.content_games import table

QUESTS = ("crossing", "watch", "harvest", "lair", "hall")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        many: int = max(metafunc.config.getoption("matches") // 20, 1)
        metafunc.parametrize("seed", range(1, many + 1))


@pytest.mark.parametrize("quest", QUESTS)
def test_what_always_holds(quest: str, seed: int) -> None:
    played = table("descent", quest)
    choose = AGENTS["random"](seed)

    def watch(game: State, request: Any) -> Any:
        broken = list(broken_now(game))
        assert not broken, broken
        return choose(game, request)

    game, driver = new_game(played.code), Driver(watch, seed)
    played.scripts.start(played.script, game, Env({}), driver)
    cards = len(of_kind(game, "plot"))
    play(game, driver)
    assert not list(broken_now(game))
    assert len(of_kind(game, "plot")) == cards
    assert not shared(game), "two figures stand on one square"
    assert all(m.size == m.base for m in of_kind(game, "monster") if m.at is not None), "a monster is still collapsed"


def broken_now(game: State) -> list[str]:
    """Everything about figures and cards that should hold at any moment and does not."""
    found = [f"{f}: damage {f.damage}" for f in of_kind(game, "figure") if f.damage < 0]
    found += [
        f"{f}: a supply below nothing" for f in of_kind(game, "figure") if min(f.movement, f.surges, f.actions) < 0
    ]
    found += [f"{f}: {f.actions} actions" for f in of_kind(game, "figure") if f.actions > 2]
    found += [f"{h}: fatigue {h.fatigue}" for h in of_kind(game, "hero") if not 0 <= h.fatigue <= h.stamina]
    found += [f"{h}: more damage than health, and on its feet" for h in of_kind(game, "hero") if h.damage > h.health]
    found += [f"{h}: off the map" for h in of_kind(game, "hero") if h.at is None]
    found += [f"{c}: in no pile" for c in of_kind(game, "plot") if c._zone is None]
    return found


def shared(game: State) -> set[tuple[int, int]]:
    """Squares on which more than one figure stands; a knocked out hero is a token and takes no room."""
    seen: set[tuple[int, int]] = set()
    twice: set[tuple[int, int]] = set()
    for figure in of_kind(game, "figure"):
        if figure.at is not None and not figure.knocked_out:
            here = squares(figure.at, figure.size)
            twice |= seen & here
            seen |= here
    return twice


def squares(anchor: Square, size: int) -> set[tuple[int, int]]:
    column, row = ord(str(anchor)[0]), int(str(anchor)[1:])
    return {(column + right, row + down) for right in range(size) for down in range(size)}
