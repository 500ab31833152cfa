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


def _state_of(paths: Sequence[Path]) -> dict[str, int]:
    """When each file was changed: those of the games, and the settings in the working folder."""
    places = [game_around(path) or (path if path.is_dir() else path.parent) for path in paths or (CONTENT,)]
    walked = (found for place in places for found in os.walk(place))  # which passes over what went away meanwhile
    files = (Path(above, name) for above, _, names in walked for name in names if name.endswith(_ENDINGS))
    found: dict[str, int] = {}
    for file in (*files, *Path().glob("*.toml")):
        try:
            found[str(file)] = file.stat().st_mtime_ns
        except OSError:  # it went away meanwhile
            continue
    return found
