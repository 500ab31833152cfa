"""Paths on the command line to games that are read.

Job: find the games that paths mean, build each, keep what concerns the paths, and show on a terminal how far it is.
Input: paths; output: ``Reading``s in the order of their folders. Must never print diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.paths import CONTENT, shown_path
from cli.render import counted, place
from cli.shown import say, status
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game_files import find_games

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
    with _progress(f"reading {shown}"):
        build = build_game(folder, sink, shown)
    found = sink.sorted()
    within = [concerns(fault, folder, shown, asked) for fault in found]
    return Reading(
        folder,
        shown,
        build,
        tuple(fault for fault, here in zip(found, within, strict=True) if here),
        tuple(fault for fault, here in zip(found, within, strict=True) if not here),
        (len(build.files.cards), len(build.files.tests)) if build is not None else None,
    )


def concerns(fault: Diagnostic, folder: Path, shown: str, asked: Sequence[Path]) -> bool:
    """Whether a finding stands at or below a path asked for."""
    inside = fault.span.source.path.removeprefix(shown).lstrip("/")
    return not asked or is_within(folder, inside, asked)


def is_within(folder: Path, inside: str, asked: Sequence[Path]) -> bool:
    """Whether a path within a game is one of those asked for, or below one; links in the game are not followed."""
    files = (normpath(folder.absolute() / inside), normpath(folder.resolve() / inside))
    wanted = [Path(place) for path in asked for place in (normpath(path.absolute()), path.resolve())]
    return any(Path(file).is_relative_to(place) for file in files for place in wanted)


def elsewhere(reading: Reading) -> str:
    """How many findings stand elsewhere in the game, and where the first error among them does; empty for none."""
    if not reading.elsewhere:
        return ""
    first = next((fault for fault in reading.elsewhere if fault.severity is Severity.ERROR), None)
    where = f", the first at {place(first.span)}" if first is not None else ""
    return f"{counted(reading.elsewhere)} elsewhere in the game{where}"


def tell_errors(reading: Reading) -> bool:
    """Whether a game has errors, for a command that shows none of them: how many and the first go to stderr."""
    errors = reading.errors
    if errors:
        first = f"first {place(errors[0].span)}: {errors[0].message}"
        say(f"{reading.shown}: {counted(errors)}; {first}", err=True)
    return bool(errors)


@contextmanager
def _progress(text: str) -> Iterator[None]:
    """A line on the terminal for as long as the work lasts; nothing where stderr is no terminal."""
    status(f"{text} …")
    try:
        yield
    finally:
        status("")
