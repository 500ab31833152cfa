"""Paths on the command line to games that are read.

Job: find the games that paths mean, build each, keep what concerns the paths, and show on a terminal how far it is.
Input: paths; output: ``Reading``s in the order of their folders. Must never print diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.paths import CONTENT, shown_path
from cli.shown import status
from dsl.diagnostics import Diagnostic, Sink
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
    return not asked or is_within(folder / inside, asked)


def is_within(file: Path, asked: Sequence[Path]) -> bool:
    """Whether a file is one of the paths, or below one."""
    return any(file.resolve().is_relative_to(path.resolve()) for path in asked)


@contextmanager
def _progress(text: str) -> Iterator[None]:
    """A line on the terminal for as long as the work lasts; nothing where stderr is no terminal."""
    status(f"{text} …")
    try:
        yield
    finally:
        status("")
