"""``--watch``: a command that runs again whenever a file of its games changes.

Job: look at the files every half second, and run when one differs. Input: paths, and what is run. Output: the exit code
of the run, if it runs once only; otherwise it ends by an interruption.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from time import sleep

import click

from cardwright.cli.output import say
from cardwright.cli.paths import CONTENT
from dsl.game.game_files import game_around

watch_option = click.option(
    "--watch", is_flag=True, help="Run again whenever a file of the games changes, until interrupted."
)
_PAUSE = 0.5  # seconds between two looks at the files
_ENDINGS = (".yaml", ".rules", ".toml")


def watching(paths: Sequence[Path], run: Callable[[], int], *, again: bool) -> int:
    """Runs; with ``again``, anew after each change of a file at the paths, in the games around them, or of settings."""
    while True:
        if not again:
            return run()
        seen = _state_of(paths)
        try:
            run()
        except click.ClickException as fault:  # settings, or a folder, in the middle of an edit
            say(f"Error: {fault.format_message()}", err=True)
        while _state_of(paths) == seen:
            sleep(_PAUSE)
        say("")


def _state_of(paths: Sequence[Path]) -> dict[str, tuple[int, int]]:
    """What there is, in the games and of settings in the working folder, and when what is read of it was changed.

    Of what nothing reads the name is enough: it is a finding as long as it is there.
    """
    places = [game_around(path) or (path if path.is_dir() else path.parent) for path in paths or (CONTENT,)]
    found: dict[str, tuple[int, int]] = {}
    for place in places:
        for above, folders, names in os.walk(place):  # which passes over what went away meanwhile
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in (*folders, *(name for name in names if not name.startswith("."))):
                file = Path(above, name)
                found[str(file)] = _changed(file, follow=False) if name.endswith(_ENDINGS) else (0, 0)
    return found | {str(file): _changed(file, follow=True) for file in Path().glob("*.toml")}


def _changed(file: Path, *, follow: bool) -> tuple[int, int]:
    try:
        seen = file.stat(follow_symlinks=follow)
    except OSError:  # it went away meanwhile
        return 0, 0
    return seen.st_mtime_ns, seen.st_mode
