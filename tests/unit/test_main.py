"""The frame around every command: what ends it, and with which code."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
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


WAITING = """
import os, sys, tempfile, time
from multiprocessing import get_context
from click import Command
from cardwright.cli import explain, main

def body():
    with tempfile.TemporaryDirectory() as folder:
        other = get_context("fork").Process(target=time.sleep, args=(60,), daemon=True)
        other.start()
        print(folder, other.pid, flush=True)
        other.join()
        print(other.exitcode, flush=True)
        time.sleep(60)

explain.command = Command("explain", callback=body)
sys.argv = ["cardwright", "explain"]
main.run()
"""


def heed_a_terminal() -> None:
    """For a process that a test starts: the tests may run where it is ignored, as under nohup or in the background."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


@pytest.fixture
def waiting() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """A command that holds a temporary folder and a process, and waits; it may be given what it is started by."""
    begun: list[subprocess.Popen[str]] = []

    def begin(*by: str) -> subprocess.Popen[str]:
        begun.append(
            subprocess.Popen(
                [*by, sys.executable, "-c", WAITING],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=ROOT,
                preexec_fn=heed_a_terminal,
            )
        )
        return begun[-1]

    yield begin
    for process in begun:
        with process:
            process.kill()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_command_that_is_told_to_end_cleans_up(
    number: int, code: int, waiting: Callable[..., subprocess.Popen[str]]
) -> None:
    command = waiting()
    assert command.stdout is not None and command.stderr is not None
    folder, _ = command.stdout.readline().split()
    assert Path(folder).is_dir()
    command.send_signal(number)
    assert (command.wait(20), command.stderr.read()) == (code, "")
    assert not Path(folder).exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_is_saved_where_its_player_is_gone(number: int, tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    words = ["play", "content/dungeon_command", "duel", "--agents", "human", "--save", str(save)]
    command = [sys.executable, "-m", "cardwright.cli.main", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, preexec_fn=heed_a_terminal
    ) as process:
        assert process.stdout is not None
        told = b""
        while not told.endswith(b" > "):  # it asks
            told += process.stdout.read(1)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)  # until it waits
        process.send_signal(number)
        assert process.wait(20) == 128 + number
    assert main(["play", "content/dungeon_command", "--load", str(save), "--agents", "first"]) == CLEAN


LSP = '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "capabilities": {}}}'
DAP = '{"seq": 1, "type": "request", "command": "initialize", "arguments": {"adapterID": "cardwright"}}'


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(("words", "first"), [(["lsp"], LSP), (["debug", "--dap"], DAP)])
def test_who_speaks_with_an_editor_ends_at_once(words: list[str], first: str, number: int) -> None:
    command = [sys.executable, "-m", "cardwright.cli.main", *words]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        preexec_fn=heed_a_terminal,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"Content-Length: {len(first)}\r\n\r\n{first}".encode())
        process.stdin.flush()
        assert process.stdout.read(1)  # it has answered, so it waits for more
        process.send_signal(number)
        try:
            assert process.wait(20) == -number
        finally:
            process.kill()


def test_a_process_of_a_command_ends_at_once(waiting: Callable[..., subprocess.Popen[str]]) -> None:
    command = waiting()
    assert command.stdout is not None
    os.kill(int(command.stdout.readline().split()[1]), signal.SIGTERM)
    assert command.stdout.readline() == f"{-signal.SIGTERM}\n"


def test_a_closed_terminal_that_is_ignored_stays_so(waiting: Callable[..., subprocess.Popen[str]]) -> None:
    command = waiting("nohup")
    assert command.stdout is not None
    command.stdout.readline()
    command.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        command.wait(1)


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


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        ("check content/game --no-cache", "2>&-"),
        ("play content/game", "0<&-"),
        ("play content/game", "0<&- 1>&- 2>&-"),
        ("debug content/game", "1>&-"),
    ],
)
def test_a_stream_that_is_closed_is_no_fault(
    words: str, closed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As some services start programs: nobody reads or writes there."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game"]) == CLEAN
    command = f"{sys.executable} -m cardwright.cli.main {words} {closed}"
    run = subprocess.run(
        ["sh", "-c", command], env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0 and "Traceback" not in run.stderr, run.stderr


@pytest.mark.parametrize("name", ["check", "test", "fmt", "coverage", "schema", "mutate", "diff"])
def test_where_no_game_is_nothing_can_be_done(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game"]) == CLEAN
    assert main(["new", "broken"]) == CLEAN
    (tmp_path / "empty").mkdir()
    Path("content/broken/rules/match.rules").write_text("verb (\n", encoding="utf-8")
    others = ["content/game"] if name != "mutate" else []
    assert main([name, *others, "empty"]) == main([name, *others, "nowhere"]) == USAGE
    assert main([name, *others, "content/broken"]) == {"mutate": USAGE, "diff": USAGE, "schema": CLEAN}.get(name, 1)
    assert "Traceback" not in capsys.readouterr().err


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


@pytest.mark.slow
def test_the_commands_of_the_demo_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make demo` is the first thing that somebody tries, and no other test runs it."""
    monkeypatch.chdir(ROOT)
    demo = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    lines = re.findall(r"^\t\$\(BIN\)/cardwright ([^|\n]*)", demo, re.MULTILINE)
    assert len(lines) == 2
    assert [main(line.split()) for line in lines] == [CLEAN, CLEAN]
