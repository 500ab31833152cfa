"""On a terminal each command that may take long says how far it is, in a line that nothing of the result stands on."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cardwright.cli import limits
from cardwright.cli.main import main
from tests.small_game import write_game

Shown = pytest.CaptureFixture[str]
RULES = """\
verb go(n: int):
  repeat n times: increase game.count by 1
flow match():
  go 9000
"""
TESTS = "- {name: one, given: {players: [p]}, when: go 2, then: [game.count == 2]}\n"
SCENARIO = "id: field\nname: Field\nplayers: [p1]\n"
CLEAR = "\r\x1b[K"
COMMANDS = {
    "play": (["play", "small"], r"seed 1: \d+ events"),
    "many": (["play", "small", "--games", "3"], r"seed 3: \d+ events"),
    "test": (["test", "small"], "small: test 1 of 1"),
    "coverage": (["coverage", "small"], "small: test 1 of 1"),
    "mutate": (["mutate", "small", "--no-cache", "--jobs", "1"], "test 1 of 1, unchanged"),
    "suite": (["export", "small", "--conformance", "--matches", "2", "--out", "out"], "match 2 of 2"),
    "conformance": (["conformance", "conformance.json", "given.json"], "comparing 2 cases …"),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path, RULES, start="match", tests=TESTS, scenario=SCENARIO)
    assert main(["export", "small", "--conformance", "--matches", "1", "--out", "."]) == 0
    Path("given.json").write_text("{}\n", encoding="utf-8")
    capsys.readouterr()
    monkeypatch.setattr(limits, "EVERY", 0.0)


@pytest.mark.parametrize("name", COMMANDS)
def test_how_far_it_is_is_told_on_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    arguments, told = COMMANDS[name]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(arguments)
    lines = capsys.readouterr().err.split(CLEAR)
    assert any(re.fullmatch(told, line) for line in lines), lines
    assert lines[-1] == "", "the line is cleared in the end"


@pytest.mark.parametrize("name", COMMANDS)
def test_elsewhere_nothing_is_told(name: str, capsys: Shown) -> None:
    main(COMMANDS[name][0])
    assert CLEAR not in capsys.readouterr().err


def test_a_person_who_plays_is_told_nothing_between_questions(monkeypatch: pytest.MonkeyPatch, capsys: Shown) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["play", "small", "--as", "p1"])
    assert "events" not in capsys.readouterr().err
