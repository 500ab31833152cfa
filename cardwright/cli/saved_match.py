"""Matches that ``cardwright play`` saves or loads, and that ``cardwright debug`` plays again.

Job: load the match of a save file, play a match to its end or once more, write its save. Input: rules, a path, the
function that answers. Output: a match; a file. What of a save did not fit is printed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cardwright.cli.json_input import read_object
from cardwright.cli.output import say
from cardwright.cli.told_turns import NotedTrace
from compiler.interpreter import host
from compiler.interpreter.chance import taken_as
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Decide, Driver, Minstd, go_on, start
from compiler.interpreter.happening import Happening
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


class PlayedAgain:
    """A match that is played again, by the answers since its start or since the snapshot from which it went on.

    ``built`` is called when the game is built, before anything happens that a player could see.
    """

    def __init__(self, match: Match, built: Callable[[State], None]) -> None:
        self.match, self.built = match, built
        begun = match if match.origin is None else Match.restored(match.rules, match.origin, match.limits)
        self.request = begun.request if begun is not match else None
        self.driver = Driver(lambda _game, _request: [], match.seed) if begun is match else begun.driver
        self.game = match.new_game() if begun is match else begun.game
        self.given = match.started

    def play(self) -> None:
        """Plays as far as the match was played. A fault that ended the match is raised again."""
        match, game = self.match, self.game
        is_built = match.origin is not None and match.origin["opening"] is not None
        if is_built:
            self.built(game)
        request = start(game, match.first_frame) if match.origin is None else self.request
        while request is not None or not is_built:
            if request is None:
                is_built = True
                self.built(game)
                request = start(game, lambda: Happening(match.rules.code.program.start, {}))
            elif isinstance(request, Choose) or match.asks_chance:
                for at, seed in match.reseeded:
                    if at == self.given:
                        self.driver.generator = Minstd(seed)
                if self.given == len(match.answers):
                    return
                answer = taken_as(request, match.answers[self.given])
                self.given += 1
                if isinstance(request, Choose) and isinstance(game.trace, NotedTrace):
                    game.trace.asked(request, answer)
                request = go_on(game, answer)
            else:
                request = go_on(game, self.driver.answer(game, request))


def name_players(game: State, names: list[str]) -> None:
    """Players are known by the names that the scenario gives them, by seat."""
    game.test_names = {player._id: name for player, name in zip(of_kind(game, "player"), names, strict=False)}


def write_save(path: Path, match: Match) -> None:
    write_text(path, json.dumps(match.save()) + "\n")
