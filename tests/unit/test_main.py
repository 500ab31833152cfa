"""The frame around every command: what ends it, and with which code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from cardwright.cli import explain
from cardwright.cli.main import CLEAN, COMMANDS, FAULT, USAGE, cardwright, main
from dsl.diagnostics import InternalError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def command_that_raises(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], int]:
    def run(fault: BaseException) -> int:
        def body() -> None:
            raise fault

        monkeypatch.setattr(explain, "command", click.Command("explain", callback=body))
        return main(["explain"])

    return run


@pytest.mark.parametrize("fault", [InternalError("no such node"), ZeroDivisionError(), RecursionError()])
def test_a_fault_of_cardwright_is_reported_as_one(
    fault: Exception, command_that_raises: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_that_raises(fault) == FAULT
    output = capsys.readouterr()
    assert "Traceback" not in output.err and type(fault).__name__ in output.err
    assert "Please report it" in output.err
    assert len(output.err.splitlines()) == 2
    assert output.out == ""


def test_who_mends_it_can_see_where_it_comes_from(
    command_that_raises: Callable[[BaseException], int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CARDWRIGHT_TRACEBACK", "1")
    command_that_raises(ZeroDivisionError())
    assert "Traceback" in capsys.readouterr().err


def test_a_fault_of_the_system_is_told_in_words(
    command_that_raises: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_that_raises(PermissionError(13, "Permission denied", "x.yaml")) == USAGE
    assert capsys.readouterr().err == "Error: `x.yaml`: Permission denied\n"


def test_an_interrupt_ends_without_a_traceback(
    command_that_raises: Callable[[BaseException], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command_that_raises(KeyboardInterrupt()) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [sys.executable, "-m", "cardwright.cli.main", "explain"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (141, "")


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_every_command_has_a_module_and_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == CLEAN
    assert capsys.readouterr().out.startswith(f"Usage: cardwright {name} ")


def test_every_module_that_is_a_command_has_its_row() -> None:
    modules = {
        path.stem for path in (ROOT / "cardwright" / "cli").glob("*.py") if "@click.command(" in path.read_text()
    }
    assert modules - {"main"} == {name.replace("-", "_") for name, _ in COMMANDS}
    assert cardwright.list_commands(click.Context(cardwright)) == [name for name, _ in COMMANDS]


@pytest.mark.whole_matches
def test_the_commands_of_the_demo_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make demo` is the first thing that somebody tries, and no other test runs it."""
    monkeypatch.chdir(ROOT)
    demo = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    lines = re.findall(r"^\t\$\(BIN\)/cardwright ([^|\n]*)", demo, re.MULTILINE)
    assert len(lines) == 2
    assert [main(line.split()) for line in lines] == [CLEAN, CLEAN]
