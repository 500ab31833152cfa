"""The folder of games, and paths in messages. Must not import anything slow: commands that read no game use it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

CONTENT = Path("content")
_NAME = re.compile(r"\w+")


def named_place(path: Path) -> Path:
    """A path as people give it to a command: the bare name of a game stands for its folder in ``content/``."""
    named = CONTENT / path
    is_name = len(path.parts) == 1 and not path.suffix and not os.path.lexists(path)
    return named if is_name and CONTENT.is_dir() else path


class GamePath(click.Path):
    """The type of an argument that is a game by its name, or a path."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that a word of the command line stands for."""
        return named_place(Path(str(super().convert(value, param, ctx))))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Paths, and the names of the games in ``content/``."""
        from dsl.game.game_files import RULESET

        games = sorted(file.parent.name for file in CONTENT.glob(f"*/{RULESET}"))
        names = [CompletionItem(name) for name in games if name.startswith(incomplete) and _NAME.fullmatch(name)]
        return [*super().shell_complete(ctx, param, incomplete), *names]


def shown_path(path: Path) -> str:
    """A path for messages: relative to the working folder if it is below it."""
    from dsl.reading.files import visible

    absolute, here = path.absolute(), Path.cwd()
    return visible((absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix())
