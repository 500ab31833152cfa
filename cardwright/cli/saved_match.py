"""Matches that ``cardwright play`` saves or loads, and that ``cardwright debug`` plays again.

Job: load the match of a save file, play a match to its end, write its save. Input: rules, a path, the function that
answers. Output: a match; a file. What of a save did not fit is printed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cardwright.cli.json_input import read_object
from cardwright.cli.output import say
from compiler.interpreter import host
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import Decide
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose
from dsl.writing import write_text


def loaded(rules: host.Rules, path: Path, by: str | None) -> Match:
    """The match of a save; says what of it did not fit. The file stays as it is."""
    save: Any = read_object(path)
    try:
        match = rules.load(save, None, by)
    except HostError as refused:
        raise click.ClickException(f"`{path}`: {refused}") from refused
    for sentence in match.report:
        say(f"{path}: {sentence}")
    return match


def play_on(match: Match, players: list[str], decide: Decide) -> None:
    """Plays a match to its end; ``players`` are their names."""
    name_players(match.game, players)
    while isinstance(match.request, Choose):
        match.skip()
        match.answer(decide(match.game, match.request))


def name_players(game: State, names: list[str]) -> None:
    """Players are known by the names that the scenario gives them, by seat."""
    game.test_names = {player._id: name for player, name in zip(players_by_seat(game), names, strict=False)}


def write_save(path: Path, match: Match) -> None:
    write_text(path, json.dumps(match.save()) + "\n")
