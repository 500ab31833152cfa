"""The folder of games, and paths in messages. Imports nothing slow, for commands that read no game."""

from __future__ import annotations

from pathlib import Path

CONTENT = Path("content")


def shown_path(path: Path) -> str:
    """A path for messages: relative to the working folder if it is below it."""
    from dsl.reading.files import visible

    absolute, here = path.absolute(), Path.cwd()
    return visible((absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix())
