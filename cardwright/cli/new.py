"""``cardwright new``: creates a small game."""

from __future__ import annotations

import os
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

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command("new")
@click.argument("name")
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), default=CONTENT, help="The folder that holds games."
)
def command(name: str, into: Path) -> None:
    """Create a small game in content/NAME. It has no findings, and its tests pass.

    The JSON Schemas that its files name, for editors, are written beside the folder of games where they are not there.
    """
    if not _NAME.fullmatch(name):
        spelt = re.sub(r"[\s-]+", "_", name.strip().lower())
        like = f", such as `{spelt}`" if _NAME.fullmatch(spelt) else ""
        told = f"`{name}` names no game: take lower-case letters, digits and `_`, a letter first{like}"
        raise click.UsageError(told)
    folder = into / name
    if folder.exists():
        raise click.UsageError(f"there is a `{folder.as_posix()}` already")
    words = {"id": name, "title": name.replace("_", " ").title()}
    template = dict(template_of(files("cardwright.cli").joinpath("template"), PurePosixPath()))
    texts = {str(inside): Template(text).substitute(words) for inside, text in template.items()}
    from cardwright.cli.schema import holds, written_schema  # the imports are slow

    named = _schemas(folder, texts["ruleset.yaml"])
    missing = {path: text for path, text in named.items() if not os.path.lexists(path)}
    stale = [path for path, text in named.items() if path not in missing and not holds(path, text)]
    inside_it = {inside: text.encode("utf-8") for inside, text in texts.items()}
    write_folder(inside_it, folder, {path: text.encode("utf-8") for path, text in missing.items()})
    for inside in texts:
        say(f"wrote {shown_path(folder / inside)}")
    if missing:
        say(f"wrote {shown_path(written_schema(folder).parents[1])}: JSON Schemas for editors")
    game = folder.as_posix()
    for path in stale:
        say(f"{shown_path(path)} is of another version or game: `cardwright schema {game} --write` writes it anew")
    say(f"next: cardwright check {game}, cardwright test {game}, cardwright play {game}")


def _schemas(folder: Path, ruleset: str) -> dict[Path, str]:
    """The schemas that the first lines of a game's files name, by their places: those of formats, and of its cards."""
    from cardwright.cli.schema import format_schemas, written_schema
    from dsl.diagnostics import Sink
    from dsl.game.card_schema import card_schema_text
    from dsl.reading.yaml_tree import parse_yaml, plain
    from dsl.source import Source

    read = parse_yaml(Source("ruleset.yaml", ruleset), Sink())
    assert read is not None  # the template's own
    return {written_schema(folder): card_schema_text(plain(read)), **format_schemas(folder)}


def template_of(folder: Traversable, inside: PurePosixPath) -> Iterator[tuple[PurePosixPath, str]]:
    """Every file of the template: its place in the game and its text, sorted.

    The ruleset's name has a suffix, which is left out, so that the template itself is no game.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from template_of(entry, inside / entry.name)
        else:
            yield inside / entry.name.removesuffix(".template"), entry.read_text(encoding="utf-8")
