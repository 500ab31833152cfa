"""Paths on the command line to games that are read.

Job: find the games that paths mean, build each, keep what concerns the paths, and show on a terminal how far it is.
Input: paths; output: ``Reading``s in the order of their folders. Must never print diagnostics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright.cli.output import doing, say
from cardwright.cli.paths import CONTENT, shown_path
from cardwright.cli.render import counted, place
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.game_files import find_games

if TYPE_CHECKING:
    from compiler.build import Build


@dataclass(frozen=True, slots=True)
class Reading:
    """A game as read: what is sound of it, and what is wrong with the asked-for files and with the others.

    ``size`` is how many sound cards and tests it has.
    """

    folder: Path
    shown: str
    build: Build | None
    findings: tuple[Diagnostic, ...]
    elsewhere: tuple[Diagnostic, ...]
    size: tuple[int, int] | None = None

    @property
    def errors(self) -> list[Diagnostic]:
        """All errors of the game: one that stands elsewhere than what is asked for is one too."""
        return [fault for fault in (*self.findings, *self.elsewhere) if fault.severity is Severity.ERROR]


def read_games(paths: Sequence[Path]) -> Iterator[Reading]:
    """Read every game that the paths mean (all of ``content/`` where there are none)."""
    asked = [path.absolute() for path in paths or (CONTENT,)]
    for folder in games_at(paths):
        yield read_game(folder, asked)


def games_at(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders of the games that the paths mean; a path that means none ends the command."""
    sink = Sink()
    folders = find_games(paths or (CONTENT,), sink)
    for fault in sink.sorted():
        raise click.ClickException(fault.message + (f" ({fault.help})" if fault.help else ""))
    return folders


def read_game(folder: Path, asked: Sequence[Path] = ()) -> Reading:
    """Read one game; findings are those at or below a path asked for, or all where none is."""
    from compiler.build import build_game  # a game that is only checked is not compiled

    shown = shown_path(folder)
    sink = Sink()
    with doing(f"reading {shown}"):
        build = build_game(folder, sink, shown)
    within, others = divided(sink.sorted(), folder, shown, asked)
    size = (len(build.files.cards), len(build.files.tests)) if build is not None else None
    return Reading(folder, shown, build, within, others, size)


def asked_for(folder: Path, asked: Sequence[Path]) -> Callable[[str], bool]:
    """A test of a path within a game: whether it is one of ``asked`` or below one, or ``asked`` is empty.

    Links in the game are not followed.
    """
    homes = (folder.absolute(), folder.resolve())
    wanted = [Path(place) for path in asked for place in (normpath(path.absolute()), path.resolve())]

    def is_asked_for(inside: str) -> bool:
        files = [Path(normpath(home / inside)) for home in homes]
        return not asked or any(file.is_relative_to(place) for file in files for place in wanted)

    return is_asked_for


def divided(
    found: Sequence[Diagnostic], folder: Path, shown: str, asked: Sequence[Path]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The findings at or below a path asked for, and those elsewhere in the game."""
    is_asked_for = asked_for(folder, asked)
    within = [is_asked_for(fault.span.source.path.removeprefix(shown).lstrip("/")) for fault in found]
    return (
        tuple(fault for fault, here in zip(found, within, strict=True) if here),
        tuple(fault for fault, here in zip(found, within, strict=True) if not here),
    )


def elsewhere(reading: Reading) -> str:
    """How many findings stand elsewhere in the game, and where the first error among them does; empty for none."""
    if not reading.elsewhere:
        return ""
    first = next((fault for fault in reading.elsewhere if fault.severity is Severity.ERROR), None)
    where = f", the first at {place(first.span)}" if first is not None else ""
    return f"{counted(reading.elsewhere)} elsewhere in the game{where}"


def report_errors(reading: Reading) -> bool:
    """Whether a game has errors, for a command that shows none of them: how many and the first go to stderr."""
    errors = reading.errors
    if errors:
        first = f"first {place(errors[0].span)}: {errors[0].message}"
        say(f"{reading.shown}: {counted(errors)}; {first}", err=True)
    return bool(errors)
