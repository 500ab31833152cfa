"""From paths on the command line to games.

Job: find the games for the paths, build each, select the findings for the paths, and show the progress on a terminal.
Input: paths. Output: ``Reading``s in the order of their folders. Must never print diagnostics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardwright.cli.main import CLEAN
from cardwright.cli.output import doing, say
from cardwright.cli.paths import CONTENT, shown_path
from cardwright.cli.render import counted, place
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.game_files import find_games
from dsl.game.wanted_tests import ALL_TESTS, NO_TESTS, WantedTests

if TYPE_CHECKING:
    from compiler.build import Build


@dataclass(frozen=True, slots=True)
class Reading:
    """A game as read: its valid parts, the findings in the requested files, and those elsewhere in the game.

    ``size`` is the number of valid cards and of tests; ``waiting``, that of findings that wait until the game is whole.
    """

    folder: Path
    shown: str
    build: Build | None
    findings: tuple[Diagnostic, ...]
    elsewhere: tuple[Diagnostic, ...]
    size: tuple[int, int] | None = None
    waiting: int = 0

    @property
    def errors(self) -> list[Diagnostic]:
        """All errors of the game, including those outside the requested files."""
        return [fault for fault in (*self.findings, *self.elsewhere) if fault.severity is Severity.ERROR]


def hook_option(body: Callable[..., int]) -> Callable[..., int]:
    """The option with which a command leaves out files that belong to no game, as hooks of git pass them."""

    @click.option("--in-games", is_flag=True, help="Leave out files at PATHS that are in no game: for hooks of git.")
    @wraps(body)
    def command(paths: tuple[Path, ...], in_games: bool, **given: Any) -> int:
        wanted = tuple(path for path in paths if not (in_games and path.is_file() and not find_games((path,), Sink())))
        return body(wanted, **given) if wanted or not paths else CLEAN

    return command


def read_games(paths: Sequence[Path], tests: str | None = None, day: str = "") -> Iterator[Reading]:
    """Reads the games for the paths; the default is all of ``content/``.

    ``tests``: no tests are read but those in files at the paths whose name or path contains this text. ``day``: with
    the cards as they were on it.
    """
    requested = [path.absolute() for path in paths or (CONTENT,)]
    for folder in games_at(paths):
        yield read_game(folder, requested, tests, day)


def games_at(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The game folders for the paths; a path without a game ends the command with an error."""
    sink = Sink()
    if not paths and not CONTENT.exists():
        raise click.ClickException(f"there is no folder `{CONTENT}` here; `cardwright new NAME` creates a game in it")
    folders = find_games(paths or (CONTENT,), sink)
    for fault in sink.sorted():
        raise click.ClickException(fault.message + (f" ({fault.help})" if fault.help else ""))
    return folders


def read_rules(folder: Path, day: str = "") -> Reading:
    """Reads one game without its tests: what is needed to play it. ``day``: as for `read_games`."""
    return _read(folder, (), replace(NO_TESTS, day=day))


def read_game(folder: Path, requested: Sequence[Path] = (), tests: str | None = None, day: str = "") -> Reading:
    """Reads one game; its findings are those at or below the requested paths, or all if there are none.

    ``tests`` and ``day``: as for `read_games`.
    """
    wanted = wanted_tests(folder, requested, tests) if tests is not None else ALL_TESTS
    return _read(folder, requested, replace(wanted, day=day))


def _read(folder: Path, requested: Sequence[Path], wanted: WantedTests) -> Reading:
    # These imports are slow, and checks alone do not need them.
    from compiler.build import build_game
    from compiler.garbage_collection import program_spared

    shown = shown_path(folder)
    sink = Sink()
    with doing(f"reading {shown}"), program_spared():
        build = build_game(folder, sink, shown, wanted)
    within, others = split_findings(sink.sorted(), folder, shown, requested)
    size = (len(build.files.cards), len(build.files.tests)) if build is not None else None
    return Reading(folder, shown, build, within, others, size)


def requested_filter(folder: Path, requested: Sequence[Path]) -> Callable[[str], bool]:
    """A test whether a path in a game is at or below one of the ``requested`` paths; always true if there are none.

    Links in the game are not followed.
    """
    homes = (folder.absolute(), folder.resolve())
    wanted = [Path(place) for path in requested for place in (normpath(path.absolute()), path.resolve())]

    def is_requested(inside: str) -> bool:
        files = [Path(normpath(home / inside)) for home in homes]
        return not requested or any(file.is_relative_to(place) for file in files for place in wanted)

    return is_requested


def wanted_tests(folder: Path, requested: Sequence[Path], text: str) -> WantedTests:
    """The tests of a game that are asked for by the paths of a command, and by a text in their name or path.

    A file that is none of tests stands for its whole game.
    """
    home, shown = folder.resolve(), shown_path(folder)
    inside = [path.resolve().relative_to(home).parts for path in requested if path.resolve().is_relative_to(home)]
    is_whole = any(parts[:1] not in ((), ("tests",)) for parts in inside)
    is_requested = requested_filter(folder, () if is_whole else requested)
    return WantedTests(lambda path: is_requested(path.removeprefix(shown).lstrip("/")), text)


def split_findings(
    found: Sequence[Diagnostic], folder: Path, shown: str, requested: Sequence[Path]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The findings at or below a requested path, and those elsewhere in the game."""
    is_requested = requested_filter(folder, requested)
    within = [is_requested(fault.span.source.path.removeprefix(shown).lstrip("/")) for fault in found]
    return (
        tuple(fault for fault, here in zip(found, within, strict=True) if here),
        tuple(fault for fault, here in zip(found, within, strict=True) if not here),
    )


def elsewhere(reading: Reading) -> str:
    """The number of findings elsewhere in the game, and the place of the first error; empty if there are none."""
    if not reading.elsewhere:
        return ""
    first = next((fault for fault in reading.elsewhere if fault.severity is Severity.ERROR), None)
    where = f", the first at {place(first.span)}" if first is not None else ""
    return f"{counted(reading.elsewhere)} elsewhere in the game{where}"


def report_errors(reading: Reading) -> bool:
    """Whether a game has errors; says on stderr how many and shows the first. For commands that show no findings."""
    errors = reading.errors
    if errors:
        first = f"first {place(errors[0].span)}: {errors[0].message}"
        say(f"{reading.shown}: {counted(errors)}; {first}", err=True)
    return bool(errors)
