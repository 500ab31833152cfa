"""The folder of games, and paths in messages. Must not import anything slow: commands that read no game use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

CONTENT = Path("content")


def named_place(path: Path) -> Path:
    """A path as people give it to a command: the bare name of a game stands for its folder in ``content/``."""
    named = CONTENT / path
    return named if not path.exists() and len(path.parts) == 1 and named.is_dir() else path


class GamePath(click.Path):
    """The type of an argument that is a game by its name, or a path."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that a word of the command line stands for."""
        return named_place(Path(super().convert(value, param, ctx)))


def shown_path(path: Path) -> str:
    """A path for messages: relative to the working folder if it is below it."""
    from dsl.reading.files import visible

    absolute, here = path.absolute(), Path.cwd()
    return visible((absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix())
