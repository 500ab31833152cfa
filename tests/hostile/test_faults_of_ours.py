"""A fault of ours ends one test or game, never the run, and says in a few lines what to report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.cli.main import FAULT, main
from compiler.interpreter.calls import ENVIRONMENT
from tests.small_game import write_game

RULES = """
define worth(u: unit) -> int = u.armor + 1
stat armor of unit
verb sound(u: unit):
  increase u.damage by 1
verb broken(u: unit):
  increase u.damage by worth(u)
flow match():
  each u in all unit: broken u
"""
SCENARIO = """
id: yard
name: Yard
players: [north]
create: [{name: mara, kind: unit, owner: north, controller: north}]
"""
TESTS = """\
- {name: first, given: {scenario: yard}, when: sound mara, then: [mara.damage == 1]}
- {name: second, given: {scenario: yard}, when: broken mara, then: [mara.damage == 1]}
- {name: third, given: {scenario: yard}, when: sound mara, then: [mara.damage == 1]}
"""
REPORTED = re.compile(
    r"Cardwright \d+\.\d+\.\d+ is at fault: KeyError in compiler/interpreter/\w+\.py:\d+ \(\w+\), "
    r"at small/rules/rules\.rules:\d+ of the content\nPlease report it"
)
SECRET = "a-text-that-nobody-may-see"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game, and a runtime that cannot tell what armour is."""
    folder = write_game(tmp_path, RULES, start="match", scenario=SCENARIO, tests=TESTS)

    def stat(_rt: object, _owner: object, _name: str) -> int:
        raise KeyError(SECRET)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKEN", SECRET)
    monkeypatch.setitem(ENVIRONMENT, "stat", stat)
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(arguments)
    done = capsys.readouterr()
    return code, done.out + done.err


def test_it_ends_one_test(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, "test", "small")
    assert code == FAULT
    assert told.endswith("2 passed, 1 failed\n")
    assert "small/tests/tests.yaml:3:5: second: Cardwright" in told
    assert REPORTED.search(told)


@pytest.mark.parametrize(
    "arguments",
    [
        ("test", "small"), ("coverage", "small"), ("mutate", "small", "--no-cache"), ("play", "small", "yard"),
        ("play", "small", "yard", "--games", "3"), ("explain-turn", "small", "yard"),
    ],
)  # fmt: skip
def test_every_command_says_what_to_report(
    arguments: tuple[str, ...], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = run(capsys, *arguments)
    assert code == FAULT
    assert REPORTED.search(told), told
    assert "Traceback" not in told
    assert SECRET not in told


def test_every_game_of_many_is_played(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, told = run(capsys, "play", "small", "yard", "--games", "3")
    assert told.count("is at fault") == 3
    assert "0 games ended, 3 with a fault" in told


@pytest.mark.parametrize("error", [RecursionError, MemoryError])
def test_what_takes_too_much_is_a_fault_of_the_content(
    error: type[Exception], game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stat(_rt: object, _owner: object, _name: str) -> int:
        raise error

    monkeypatch.setitem(ENVIRONMENT, "stat", stat)
    code, told = run(capsys, "test", "small")
    assert code == 1
    assert told.endswith("2 passed, 1 failed\n")
    assert "is at fault" not in told
