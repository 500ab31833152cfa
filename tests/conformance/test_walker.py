"""Compiled code and the walker agree: on every content test, and on matches played at random."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.main import main
from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.interpreter.agents import random_agent
from compiler.interpreter.game import Driver, new_game, play
from compiler.interpreter.pictures import picture
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.values import Env, Fault, Trace
from dsl.diagnostics import Sink
from tests import content_games
from tests.walker.walker import WalkingCode

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "content").glob("*/ruleset.yaml"))
MATCHES = 20
MATCHES_OF_CONTENT = 2  # whole matches of real games are slow to walk


@cache
def built(folder: Path) -> Build:
    if folder in GAMES:
        return content_games.built(folder.name)
    sink = Sink()
    build = build_game(folder, sink, folder.name)
    if build is None or build.program is None:  # a build is too large to be shown by an assert
        pytest.fail("\n".join(f"{d.span}: {d.message}" for d in sink.sorted()))
    return build


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("walker")
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    return folder / "moon_market"


def both(build: Build, *, marking: bool) -> tuple[Code, Code]:
    assert build.program is not None
    return Code(build.program, marking=marking), WalkingCode(build.program, marking=marking)


def agree_on_tests(folder: Path) -> int:
    """Compares all content tests of a game; gives how many there were."""
    build = built(folder)
    runners = [Scripts(code, build.scripts) for code in both(build, marking=True)]
    names = [name for name in build.scripts if name.startswith("test ")]
    for name in names:
        compiled, walked = (runner.run_test(build.scripts[name], asking=True) for runner in runners)
        assert (walked.trace, walked.state) == (compiled.trace, compiled.state), build.scripts[name].name
        assert walked.rows == compiled.rows, build.scripts[name].name
        assert [f.message for f in walked.failures] == [f.message for f in compiled.failures], build.scripts[name].name
    return len(names)


def match(code: Code, build: Build, seed: int) -> dict[str, Any]:
    """All that can be seen of one match."""
    assert build.program is not None
    brief = content_games.BRIEF.get(build.program.game)
    name = f"scenario {brief}" if brief else next(n for n in build.scripts if n.startswith("scenario "))
    game = new_game(code)
    driver = Driver(random_agent(seed), seed)
    fault = ""
    try:
        Scripts(code, {name: build.scripts[name]}).start(build.scripts[name], game, Env({}), driver)
        game.trace, game.marked = Trace(), set()
        play(game, driver)
    except Fault as stop:
        fault = stop.message
    return {
        "trace": game.trace.lines if game.trace is not None else [],
        "answers": driver.answers,
        "state": picture(game),
        "rows": game.marked,
        "fault": fault,
    }


def agree_on_matches(folder: Path, many: int) -> None:
    build = built(folder)
    codes = both(build, marking=True)
    for seed in range(1, many + 1):
        compiled, walked = (match(code, build, seed) for code in codes)
        assert compiled["trace"] and not compiled["fault"]
        assert walked == compiled, f"seed {seed}"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_content_tests(folder: Path) -> None:
    assert agree_on_tests(folder) > 0


def test_the_template(template: Path) -> None:
    assert agree_on_tests(template) >= 3
    agree_on_matches(template, MATCHES)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_matches(folder: Path) -> None:
    """A game that can be played is played; one that cannot has no start."""
    build = built(folder)
    assert build.program is not None
    if build.program.start and any(name.startswith("scenario ") for name in build.scripts):
        agree_on_matches(folder, MATCHES_OF_CONTENT)
    else:
        assert not build.program.start
