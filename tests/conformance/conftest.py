"""The engines of the games of ``content/``: what is dear to make is made once in a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import content_games
from tests.conformance import matches
from tests.conformance.engines import ENGINES, Engine, Interpreter, write

EngineOf = Callable[[str, str], Engine]


@pytest.fixture(scope="session")
def folder_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """The folder of a game's export for a target. Tests may add files to it, but change none."""
    home = tmp_path_factory.mktemp("exports")

    @cache
    def made(game: str, target: str) -> Path:
        folder = home / f"{game}_{target}"
        write(content_games.files(game, target), folder)
        return folder

    return made


@pytest.fixture(scope="session")
def engine_of(folder_of: Callable[[str, str], Path]) -> EngineOf:
    """The engine of a name for a game."""

    @cache
    def made(game: str, name: str) -> Engine:
        kind = ENGINES[name]
        return kind(content_games.content(game), folder_of(game, kind.target), written=True)

    return made


@pytest.fixture(scope="session")
def held(folder_of: Callable[[str, str], Path]) -> Iterator[Callable[[str, str], matches.Engine]]:
    """What holds a match of a game in the engine of a name. A test begins or restores one before all else."""
    kept: dict[tuple[str, str], matches.Engine] = {}

    def made(game: str, name: str) -> matches.Engine:
        if (game, name) not in kept:
            kept[game, name] = matches.engine_for(game, name, folder_of)
        return kept[game, name]

    yield made
    for engine in kept.values():
        engine.close()


@cache
def interpreter(game: str) -> Interpreter:
    return Interpreter(content_games.content(game), content_games.CONTENT / game)


def told_to_a_page(game: str) -> list[str]:
    """What the hosts of docs/engines.md show of their match: the interpreter plays it once in a run of the tests."""
    return list(content_games.kept(f"page_{game}", lambda: _told_to_a_page(game)))


def _told_to_a_page(game: str) -> list[str]:
    match = content_games.rules(game).new_game(None, 7)
    events: list[str] = []
    told = match.step()
    while told["type"] != "result":
        events += [" " * told["depth"] + told["text"]] if told["type"] == "event" else []
        told = match.step(match.legal()[-1]["answer"] if told["type"] == "request" else None)
    return [*events, f"{told['outcome']} {told['state']}"]
