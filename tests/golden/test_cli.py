"""Transcripts of the command line: what people see, word for word, with exit codes.

Each page of ``cardwright/cli/``, the README, and ``docs/ci.md`` is read from top to bottom in an empty folder. A fence named after its language
and a path writes a file; a ``console`` fence runs the commands behind ``$`` and holds what they print (stdout, then
stderr) and, unless it is 0, the exit code.
"""

from __future__ import annotations

import re
import shlex
from math import inf
from pathlib import Path

import pytest

from cardwright.cli import lab_run
from cardwright.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs" / "ci.md", *sorted((Path(__file__).parent / "cli").glob("*.md"))]
MARKS = {"lab": pytest.mark.slow}
FENCE = re.compile(r"^```(?P<language>\w+)(?: (?P<path>\S+))?\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem, marks=MARKS.get(page.stem, ())) for page in PAGES])
def test_transcript(
    page: Path,
    update_golden: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab_run, "_EVERY", inf)  # how far a run is after half a minute depends on the machine
    written = page.read_text(encoding="utf-8")

    happened = perform(written, tmp_path, capsys)
    if update_golden:
        page.write_text(happened, encoding="utf-8")
    assert happened == written


def perform(written: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The page as it happens in a folder: its files written, its commands run."""

    def happen(fence: re.Match[str]) -> str:
        if fence["path"]:
            path = folder / fence["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fence["body"], encoding="utf-8")
        if fence["language"] != "console":
            return fence[0]
        commands = [line[2:] for line in fence["body"].splitlines() if line.startswith("$ ")]
        return "```console\n" + "".join(run(command, capsys) for command in commands) + "```"

    return FENCE.sub(happen, written)


def run(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    program, *arguments = shlex.split(command)
    assert program == "cardwright"
    code = main(arguments)
    output = "".join(capsys.readouterr())
    if output and not output.endswith("\n"):
        output += "\n"
    return f"$ {command}\n{output}" + (f"[exit {code}]\n" if code else "")


def test_there_are_transcripts() -> None:
    assert len(PAGES) >= 5
