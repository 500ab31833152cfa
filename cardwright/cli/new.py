"""``cardwright new``: creates a small game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from string import Template

import click

from cardwright.cli.output import say
from cardwright.cli.paths import CONTENT, shown_path
from dsl.writing import write_folder


@click.command("new")
@click.argument("name")
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), default=CONTENT, help="The folder that holds games."
)
def command(name: str, into: Path) -> None:
    """Create a small game in content/NAME. It has no findings, and its tests pass."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise click.UsageError(f"`{name}` names no game: take lower-case letters, digits and `_`, a letter first")
    folder = into / name
    if folder.exists():
        raise click.UsageError(f"there is a `{folder.as_posix()}` already")
    words = {"id": name, "title": name.replace("_", " ").title()}
    template = dict(template_of(files("cardwright.cli").joinpath("template"), PurePosixPath()))
    texts = {str(inside): Template(text).substitute(words) for inside, text in template.items()}
    write_folder({inside: text.encode("utf-8") for inside, text in texts.items()}, folder)
    for inside in texts:
        say(f"wrote {shown_path(folder / inside)}")
    game = folder.as_posix()
    say(f"next: cardwright schema {game} --write, then cardwright check {game}")


def template_of(folder: Traversable, inside: PurePosixPath) -> Iterator[tuple[PurePosixPath, str]]:
    """Every file of the template: its place in the game and its text, sorted.

    The ruleset's name has a suffix, which is left out, so that the template itself is no game.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from template_of(entry, inside / entry.name)
        else:
            yield inside / entry.name.removesuffix(".template"), entry.read_text(encoding="utf-8")
