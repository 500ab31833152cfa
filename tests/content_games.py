"""The games of ``content/``, each read and built once in a process. Tests must not change them.

A test that changes a game copies it first.
"""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import cardwright
from cardwright.authoring.exported import exported, rules_from, rules_of
from cardwright.cli.games import Reading, read_game, read_rules
from cardwright.cli.play import Table
from compiler.build import Build
from compiler.callables.code import Code
from compiler.core import ir
from compiler.interpreter.host import Rules
from compiler.targets.export import TARGETS, Content, export_code

CONTENT = Path(__file__).parents[1] / "content"
GAMES = sorted(path.parent.name for path in CONTENT.glob("*/ruleset.yaml"))
# Scenarios for tests that need a whole match, and no long one; of other games the first.
BRIEF = {"ddm": "skirmish", "middara": "skirmish", "warhammer": "patrols"}


class Exports:
    """Where the exports of this run of the tests are kept; set before the first test."""

    folder: Path | None = None


@cache
def reading(game: str) -> Reading:
    """A game with its findings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(CONTENT.parent)  # so that paths are relative to the repository, whichever test is first
        found = read_game(CONTENT / game)
    gc.freeze()  # it stays until the end, so the collector of cycles never looks at it
    return found


def built(game: str) -> Build:
    """A game without errors."""
    found = reading(game)
    if found.build is None or found.build.program is None:  # a build is too large to be shown by a failed assert
        pytest.fail("\n".join(f"{fault.span}: {fault.message}" for fault in found.findings))
    return found.build


def program(game: str) -> ir.Program:
    """The core tree of a game."""
    made = built(game).program
    assert made is not None
    return made


@cache
def content(game: str) -> Content:
    """The contents of a game's export."""
    return exported(built(game))


def brief(game: str) -> str:
    """A scenario of a game whose matches are brief."""
    return BRIEF.get(game) or next(iter(content(game).scenarios))


@cache
def files(game: str, target: str) -> Mapping[str, str]:
    """The files of a game's export, with its tests."""
    made = kept(f"{game}_{target}", lambda: export_code(content(game), TARGETS[target](), tests=True))
    return MappingProxyType(made)


def kept(name: str, make: Callable[[], Any]) -> Any:
    """What is JSON and dear to make: made by one process of a run of the tests, and read by the others."""
    place = Exports.folder / f"{name}.json" if Exports.folder is not None else None
    if place is not None and place.exists():
        return json.loads(place.read_text(encoding="utf-8"))
    made = make()
    if place is not None:
        own = place.with_suffix(f".{os.getpid()}")
        own.write_text(json.dumps(made), encoding="utf-8")
        own.replace(place)  # at once, for others may be reading
    return made


@cache
def rules(game: str) -> Rules:
    """The rules of a game, with which matches are played."""
    return rules_from(content(game))


@cache
def loaded(game: str) -> cardwright.Rules:
    """The rules of a game as Python programs load them."""

    def held(_build: Build) -> Rules:
        return rules(game)  # which are made once

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardwright.api.rules_of", held)
        return cardwright.Rules(built(game))


@cache
def table(game: str, scenario: str) -> Table:
    """A game that is ready to be played from a scenario."""
    return with_rules(Table(reading(game), scenario))


def with_rules(made: Table) -> Table:
    """A table of a game of ``content/``, which is compiled once for all of its scenarios."""
    game = rules(made.build.files.id)
    assert isinstance(game.code, Code)
    made.code, made.scripts, game.code.watch = game.code, game.scripts, made.clock
    return made


# ---- in place of what commands use: each game of `content/` is read and compiled once, and any other each time
def read_once(folder: Path, day: str = "") -> Reading:
    own = folder.resolve().parent == CONTENT and not day
    return reading(folder.name) if own else read_rules(folder, day)


def rules_once(build: Build, watch: Callable[[], bool] | None = None) -> Rules:
    game = build.files.id
    if game not in GAMES or reading(game).build is not build:
        return rules_of(build, watch)
    rules(game).code.watch = watch
    return rules(game)
