"""``cardwright diff``: lists what plays differently between two versions of games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from cardwright.authoring.differences import GameDifference, compared
from cardwright.cli.diff_formats import as_data, as_markdown, as_text
from cardwright.cli.games import games_at
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import as_json, show
from cardwright.cli.paths import CONTENT
from cardwright.cli.render import counted
from cardwright.cli.revisions import Argument, folder_of, parse_argument
from compiler.build import Build, build_game
from dsl.diagnostics import Severity, Sink
from dsl.meaning.lexicon import LANGUAGES


@click.command("diff")
@click.argument("old")
@click.argument("new", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text")
@click.option(
    "--fail-on",
    type=click.Choice(["play", "breaking"]),
    default="play",
    show_default=True,
    help="What makes the exit code 1: any change in play, or only what breaks saves and engines.",
)
@click.option(
    "--lang",
    "--language",
    type=click.Choice(LANGUAGES),
    help="Also say in this language what is different for players.",
)
def command(old: str, new: str | None, form: str, fail_on: str, lang: str | None) -> int:
    """List what plays differently in NEW than in OLD.

    Each is a game by its name, a folder (one game, or several), a revision of git (`HEAD~3`), or a folder in a revision
    (`main:content/x`). A revision alone means the folder of the other side, else content/. Without NEW, OLD is compared
    with the current files.

    Exit codes: 0 no change in play (with --fail-on breaking: nothing breaks), 1 there is one, 2 a side cannot be read.
    """
    new = new if new is not None else old.partition(":")[2] or CONTENT.as_posix()
    before, after = parse_argument(old, new), parse_argument(new, old)
    with ExitStack() as stack:
        left, right = (_games(place, stack.enter_context(folder_of(place))) for place in (before, after))
        found = [compared(name, left.get(name), right.get(name), lang) for name in sorted({*left, *right})]
    show(_FORMATS[form]((old, new), found))
    failing = any(game.breaking if fail_on == "breaking" else game.plays_otherwise for game in found)
    return FINDINGS if failing else CLEAN


def _as_json(sides: Sequence[str], games: Iterable[GameDifference]) -> str:
    return as_json(as_data(sides, games))


_FORMATS: dict[str, Callable[[Sequence[str], Iterable[GameDifference]], str]] = {
    "text": as_text,
    "json": _as_json,
    "markdown": as_markdown,
}


def _games(place: Argument, folder: Path) -> dict[str, Build]:
    """The games of a side. Raises an error if one has errors, because it could not be compared."""
    found: dict[str, Build] = {}
    for game in games_at([folder]):
        sink = Sink()
        shown = os.path.normpath(Path(place.path) / os.path.relpath(game.resolve(), folder.resolve()))
        build = build_game(game, sink, Path(shown).as_posix())
        errors = [fault for fault in sink.sorted() if fault.severity is Severity.ERROR]
        if errors or build is None:
            first = errors[0]
            raise click.ClickException(f"{place.text}: {counted(errors)}; first {first.span}: {first.message}")
        if game.name in found:
            raise click.ClickException(f"{place.text}: two games are named `{game.name}`")
        found[game.name] = build
    return found
