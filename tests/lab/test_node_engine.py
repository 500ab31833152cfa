"""Matches played by Node: the same report, record and saves as by Python, to the byte."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from cardwright.cli.main import main
from tests.content_games import CONTENT
from tests.small_game import build_small

Shown = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that `cardwright new` makes."""
    into = tmp_path_factory.mktemp("node")
    main(["new", "garden", "--into", str(into)])
    return into / "garden"


def played(capsys: Shown, game: Path, *options: str) -> tuple[int, str]:
    """The exit code, and the hash of the report."""
    capsys.readouterr()
    code = main(["simulate", str(game), "--format", "json", "--jobs", "1", *options])
    told = capsys.readouterr()
    assert code < 2, told.err
    return code, sha256(told.out.encode()).hexdigest()


def files_of(folder: Path) -> dict[str, Any]:
    return {str(p.relative_to(folder)): json.loads(p.read_text(encoding="utf-8")) for p in folder.rglob("*.json")}


RUNS = {
    "garden": ("--matches", "24", "--agents", "random,first,greedy,greedy:3,mcts:,mcts:9"),
    "ddm": ("skirmish", "--matches", "2", "--swap-rosters"),
    "descent": (
        "watch",
        "--matches",
        "2",
        "--most",
        "25",
        "--agents",
        "greedy,random",
    ),  # which are given up, and saved
}


@pytest.mark.parametrize("game", RUNS)
def test_node_plays_as_python_does(game: str, garden: Path, tmp_path: Path, capsys: Shown) -> None:
    folder = garden if game == "garden" else CONTENT / game
    by = {
        engine: played(capsys, folder, *RUNS[game], "--engine", engine, "--record", str(tmp_path / engine))
        for engine in ("python", "node")
    }
    assert by["node"] == by["python"]
    assert files_of(tmp_path / "node") == files_of(tmp_path / "python")


LOOPING = """
define much(p: player) -> int = (p.score + 2) * 4000000000000000

flow match():
  repeat 3 times:
    each p in all player:
      choose n from [1, 2, 3] by p: set p.score to n
      if game.count > 3: loop
      increase game.count by 1

verb loop():
  loop
"""


@pytest.mark.parametrize("policy", ["standing: much", "{}"])
def test_faults_of_content_are_the_same(policy: str, tmp_path: Path, capsys: Shown) -> None:
    table = "id: table\nname: {en: Table}\nplayers: [p1, p2]\n"
    build_small(tmp_path, LOOPING, start="match", scenario=table, more=f"policy: {{{policy.strip('{}')}}}\n")
    game = tmp_path / "small"
    found = played(capsys, game, "--matches", "2", "--engine", "node")
    assert found[0] == 1
    assert found == played(capsys, game, "--matches", "2")


LEAVING = """
define alone(p: player) -> bool = size(all player) == 1

flow match():
  each p in all player:
    if size(all player) > 1: bid by p
verb bid(by p: player):
  choose n from [1, 2] by p: set p.score to n
  remove p
"""


def test_whoever_was_removed_has_not_won(tmp_path: Path, capsys: Shown) -> None:
    """The last of three players wins, and has the third seat all the same."""
    table = "id: table\nname: {en: Table}\nplayers: [p1, p2, p3]\n"
    build_small(tmp_path, LEAVING, start="match", scenario=table, more="policy: {won: alone}\n")
    found: list[Any] = []
    for engine in ("python", "node"):
        capsys.readouterr()
        main(["simulate", str(tmp_path / "small"), "--matches", "2", "--format", "json", "--engine", engine])
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert [side["wins"]["count"] for side in found[0]["scenarios"][0]["sides"]] == [0, 0, 2]


def test_a_process_that_dies_loses_nothing(
    garden: Path, tmp_path: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first `node` of the path dies once."""
    flag = tmp_path / "died"
    (tmp_path / "node").write_text(
        f"#!/bin/sh\n[ -e '{flag}' ] && exec '{which('node')}' \"$@\"\ntouch '{flag}'\n", encoding="utf-8"
    )
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    found = played(capsys, garden, "--matches", "20", "--engine", "node", "--jobs", "2")
    assert flag.exists()
    assert found == played(capsys, garden, "--matches", "20")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--agents", "json:loads"], "`json:loads` does not play in Node: there are random, first, greedy, mcts"),
        (["--on", "dask://local"], "`--on` has no effect here: a cluster plays in Python"),
        (["--watch", "broken.json"], "`--engine` has no effect here: `--watch` plays in Python"),
        ([], "there is no `node` on the path: install Node.js 18 or later"),
    ],
)
def test_what_node_does_not_play(
    options: list[str], told: str, garden: Path, capsys: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["simulate", str(garden), "--engine", "node", "--matches", "1", *options]) == 2
    assert told in capsys.readouterr().err
