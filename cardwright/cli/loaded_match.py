"""A saved match that the command plays on: ``cardwright play GAME --load FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cardwright.authoring.exported import exported
from cardwright.cli.json_input import read_object
from cardwright.cli.limits import Clock
from cardwright.cli.output import say
from compiler.build import Build
from compiler.callables.code import Code
from compiler.interpreter import host
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Decide
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Choose
from compiler.targets.export import hashes_of


def rules_of(build: Build, clock: Clock) -> host.Rules:
    """The rules of a build, which end with its time."""
    content = exported(build)
    code = Code(content.program)
    code.watch = clock
    return host.Rules(code, content.scenarios, hashes_of(content), content.deals)


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
    """Plays a match to its end. Players are known by the names that the scenario gives them, by seat."""
    named = zip(of_kind(match.game, "player"), players, strict=False)
    match.game.test_names = {player._id: name for player, name in named}
    while isinstance(match.request, Choose):
        match.skip()
        answer = decide(match.game, match.request)
        match.driver.log.answers.append(answer)  # between the rolls, draws and shuffles that the driver gave
        match.answer(answer)
