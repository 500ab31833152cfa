"""The command `studio`: what it says when it cannot begin."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from cardwright.cli.main import USAGE, main
from cardwright.studio import commands
from cardwright.studio.refusing import NotRun
from tests.house.sources import ROOT
from tests.packages.clients import new_game_folder

Shown = pytest.CaptureFixture[str]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return new_game_folder(tmp_path)


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "watchfiles", "pygls"])
def test_a_package_that_is_not_installed_is_told(
    game: Path, package: str, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    for name in [name for name in sys.modules if name.startswith("cardwright.studio.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("cardwright.authoring.server")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["studio", str(game), "--no-open"]) == USAGE
    assert capsys.readouterr().err == "Error: the studio needs more: `pip install cardwright[studio]`\n"


def test_one_game_is_named(game: Path, capsys: Shown) -> None:
    shutil.copytree(game, game.parent / "other")
    assert main(["studio", str(game.parent), "--no-open"]) == USAGE
    assert "there are 2 games in" in capsys.readouterr().err


def test_a_port_that_is_taken_is_told(game: Path, capsys: Shown) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["studio", str(game), "--no-open", "--port", str(taken.getsockname()[1])]) == USAGE
    assert "in use" in capsys.readouterr().err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_it_ends_in_order_when_it_is_told_to(game: Path, number: int, code: int) -> None:
    def heed() -> None:  # the tests may run where it is ignored
        signal.signal(number, signal.SIG_DFL)

    command = [sys.executable, "-P", "-m", "cardwright", "studio", "--no-open"]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    with subprocess.Popen(
        command, cwd=game, env=environment, text=True, stdout=PIPE, stderr=PIPE, preexec_fn=heed
    ) as begun:
        assert begun.stdout is not None and begun.stderr is not None
        begun.stdout.readline()
        begun.send_signal(number)
        try:
            assert begun.wait(20) == code
        finally:
            begun.kill()
        assert begun.stderr.read().strip() == ("interrupted" if number == signal.SIGINT else "")


@pytest.mark.parametrize("name", ["cardwright.py", "json.py", "click.py", "sitecustomize.py"])
def test_a_module_in_the_folder_of_the_game_is_not_run(game: Path, name: str) -> None:
    (game / name).write_text("import pathlib; pathlib.Path('was_run').touch()\n", encoding="utf-8")
    ran = asyncio.run(commands.run("test", game, {"name": "", "path": "tests"}))
    assert ran.out.startswith("<?xml"), ran.err  # the file itself is a finding: nothing reads it
    assert not list(game.glob("was_run"))


# As the installed command begins: a program in a folder of its own.
BEGUN = """
import asyncio, os.path, sys
from cardwright.cli.main import run
from cardwright.studio.apart import apart

if __name__ == "__main__":
    sys.argv = ["cardwright", "--version"]
    try:
        run()
    except SystemExit:
        print(asyncio.run(apart(os.path.basename, "its/result")))
"""


def test_processes_of_the_command_run_no_module_of_the_working_folder(game: Path, tmp_path: Path) -> None:
    for name in ("json", "multiprocessing", "pickle", "socket", "sitecustomize"):
        (game / f"{name}.py").write_text("import pathlib; pathlib.Path('was_run').touch()\n", encoding="utf-8")
    program = tmp_path / "installed" / "program.py"
    program.parent.mkdir()
    program.write_text(BEGUN, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    environment["PYTHONPATH"] = str(ROOT)
    ran = subprocess.run(
        [sys.executable, str(program)], cwd=game, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.stdout.endswith("result\n"), ran.stderr
    assert not list(game.glob("was_run"))


def test_many_matches_are_told(game: Path) -> None:
    told: list[str] = []
    ran = asyncio.run(commands.run("simulate", game, {"matches": "20", "language": "ru"}, told.append))
    assert "партий: 20</h1>" in ran.out, ran.err
    assert re.search(r"^20 of 20 matches", "".join(told), re.MULTILINE)
    for count in ("0", "-1", "1e9", "9" * 30, "x", "²"):
        with pytest.raises(NotRun):
            asyncio.run(commands.run("simulate", game, {"matches": count}))


@pytest.mark.parametrize("text", ["/etc", "../x", "a..b", "-h", "--out=x", "~root", ":/x", "HEAD:x", ""])
def test_only_a_revision_is_compared(game: Path, text: str) -> None:
    with pytest.raises(NotRun):
        asyncio.run(commands.run("diff", game, {"of": text, "language": "en"}))
