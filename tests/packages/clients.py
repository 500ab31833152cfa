"""What installs and runs exported packages."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from cardwright.authoring.exported import rules_of
from cardwright.cli.games import read_game
from cardwright.cli.main import main

ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "npm_"))}


def ran(place: Path, *command: str, **environment: str) -> str:
    """What a command that must succeed prints."""
    done = subprocess.run(
        command, cwd=place, env={**ENVIRONMENT, **environment}, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def program_of(page: str, language: str = "") -> str:
    """The first program of a page in a language; the text itself where no language is given."""
    if not language:
        return page
    (found, *_) = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(found)


def new_game_folder(place: Path) -> Path:
    """A small game with a hand, a pile and choices."""
    assert main(["new", "moon_market", "--into", str(place)]) == 0
    return place / "moon_market"


def last_line(game: Path) -> str:
    """What the programs of the pages print last: the outcome and the state, as the interpreter has them."""
    build = read_game(game).build
    assert build is not None
    match = rules_of(build).new_game(None, 7)
    told = match.step()
    while told["type"] != "result":
        told = match.step(match.legal()[-1]["answer"] if told["type"] == "request" else None)
    return f"{told['outcome']} {told['state']}"
