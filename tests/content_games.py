"""The games of ``content/``, each read and built once in a process, for all tests that only look at them or play them.

What a test changes it copies first.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardwright.cli.games import Reading, read_game
from cardwright.cli.play import Table
from compiler.build import Build
from compiler.core import ir
from compiler.targets.export import Content, content_of

CONTENT = Path(__file__).parents[1] / "content"
GAMES = sorted(path.parent.name for path in CONTENT.glob("*/ruleset.yaml"))


@cache
def reading(game: str) -> Reading:
    """A game with what is found in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(CONTENT.parent)  # paths are shown as seen from the root, whichever test comes first
        return read_game(CONTENT / game)


def built(game: str) -> Build:
    """A game without errors."""
    found = reading(game)
    if found.build is None or found.build.program is None:  # a build is too large to be shown by an assert
        pytest.fail("\n".join(f"{fault.span}: {fault.message}" for fault in found.findings))
    return found.build


def program(game: str) -> ir.Program:
    """The core tree of a game."""
    made = built(game).program
    assert made is not None
    return made


@cache
def content(game: str) -> Content:
    """What is exported of a game."""
    return content_of(program(game), built(game).scripts)


@cache
def table(game: str, scenario: str) -> Table:
    """A game ready to be played from a scenario."""
    return Table(reading(game), scenario)
