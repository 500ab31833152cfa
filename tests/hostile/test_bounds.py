"""Every run of content is bounded, and every engine tells the same bound in the same words.

Each game of ``bounded_games`` is checked, tested and played by the commands, and its test runs in every engine. So that
all of it is quick the work of a run is lowered; what the real bounds leave to real games stands in the last tests.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from time import process_time

import pytest

from cardwright.cli.main import main
from compiler.build import build_game
from compiler.interpreter.values import Bounds
from compiler.targets.export import Content, content_of
from dsl.diagnostics import Severity, Sink
from tests.conformance.engines import ENGINES, Case, Interpreter, Transcript
from tests.hostile.bounded_games import ALL, GAMES
from tests.small_game import write_game

TEST = """\
- name: it ends
  given:
    board: |
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
      . . . . . . . .
    players: [p1]
  when: go 9000 by p1
  then: ["game.count == 0"]
"""
SCENARIO = """\
id: field
name: Field
players: [p1]
board: |
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
  . . . . . . . .
"""
START = "\nflow match():\n  each p in all player: go 9000 by p\n"
Ran = tuple[int, str]


@pytest.fixture(scope="module", params=list(GAMES))
def hostile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("hostile")
    rules = ALL + GAMES[request.param].rules + START
    return request.param, write_game(folder, rules, start="match", tests=TEST, scenario=SCENARIO)


@pytest.fixture(autouse=True)
def lowered(hostile: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Less work than a game may really do; what is exported is changed likewise below."""
    first, *others = Bounds.__init__.__defaults__ or ()
    monkeypatch.setattr(Bounds.__init__, "__defaults__", (GAMES[hostile[0]].work, *others))
    assert first == 100_000_000


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Nothing here takes long."""
    begun = process_time()
    yield
    assert process_time() - begun < 20


def content(folder: Path) -> Content:
    sink = Sink()
    build = build_game(folder, sink, "small")
    assert build is not None and build.program is not None
    assert [str(d) for d in sink.sorted() if d.severity is Severity.ERROR] == []
    return content_of(build.program, build.scripts)


# ---- commands
def test_check_finds_nothing_wrong(hostile: tuple[str, Path], ran: Callable[..., Ran]) -> None:
    code, said = ran("check", str(hostile[1]), "--no-cache")
    assert (code, "error" in said) == (0, False), said


def test_the_test_fails_with_the_bound(hostile: tuple[str, Path], ran: Callable[..., Ran]) -> None:
    name, folder = hostile
    code, said = ran("test", str(folder))
    assert code == 1
    assert GAMES[name].fault in said
    assert "0 passed, 1 failed" in said


def test_play_ends_with_the_bound(hostile: tuple[str, Path], ran: Callable[..., Ran]) -> None:
    name, folder = hostile
    code, said = ran("play", str(folder), "field")
    assert code == 1
    sentence, at, _ = GAMES[name].fault.partition(", at rules.rules:")
    place = f" at {folder}/rules/rules.rules:" if at else ""  # told once, with its folder
    assert f"a fault: {sentence}{place}" in said


def test_coverage_and_mutate_end(hostile: tuple[str, Path], ran: Callable[..., Ran]) -> None:
    _, folder = hostile
    assert ran("coverage", str(folder))[0] == 0
    code, said = ran("mutate", str(folder), "--no-cache")
    assert code == 2
    assert "1 test fails before anything is changed: `it ends`" in said


def test_a_suite_is_written_and_tells_the_bound(
    hostile: tuple[str, Path], ran: Callable[..., Ran], tmp_path: Path
) -> None:
    name, folder = hostile
    assert ran("export", str(folder), "--conformance", "--matches", "1", "--out", str(tmp_path))[0] == 0
    cases = json.loads((tmp_path / "conformance.json").read_text(encoding="utf-8"))["cases"]
    given = {case["name"]: case["transcript"] for case in cases}
    assert [GAMES[name].fault in "\n".join(lines) for lines in given.values()] == [True, True]
    (tmp_path / "given.json").write_text(json.dumps(given), encoding="utf-8")
    assert ran("conformance", str(tmp_path / "conformance.json"), str(tmp_path / "given.json"))[0] == 0


# ---- engines
CASES: list[Case] = [("test", 0), ("match", "field", 1)]


@cache
def as_interpreted(folder: Path) -> tuple[Content, list[Transcript]]:
    """A game, and its transcripts by the interpreter, once for all engines."""
    made = content(folder)
    return made, Interpreter(made, folder).run(CASES)


@pytest.mark.parametrize("engine", ["python", "javascript", "lua54"])
def test_an_engine_tells_the_same_bound_at_the_same_place(
    hostile: tuple[str, Path], engine: str, tmp_path: Path
) -> None:
    name, folder = hostile
    made, wanted = as_interpreted(folder)
    assert all(GAMES[name].fault in "\n".join(lines) for lines in wanted)
    home = tmp_path / f"hostile_{abs(hash(name))}_{engine}"
    home.mkdir()
    assert ENGINES[engine](made, home).lowered(work=GAMES[name].work).run(CASES) == wanted
