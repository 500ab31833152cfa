"""``cardwright schema``: the JSON Schemas that the files of a game point at: of its cards, and of each file format."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cardwright.cli.games import Reading, games_at, report_errors
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import GamePath, shown_path
from cardwright.cli.render import as_text
from dsl.diagnostics import Sink
from dsl.game.card_schema import card_schema_text
from dsl.game.game_files import RULESET, load_game_files
from dsl.reading import schemas
from dsl.reading.yaml_tree import plain
from dsl.writing import write_texts

_FORMATS = ("faces", "roster", "rulebook", "ruleset", "scenario", "tests", "words")


@click.command("schema")
@click.argument("games", nargs=-1, type=GamePath())
@click.option("--write", is_flag=True, help="Write schemas/generated/<game>.schema.json beside the games' folder.")
@click.option("--check", "compare", is_flag=True, help="Exit with 1 if a written schema is missing or out of date.")
def command(games: tuple[Path, ...], write: bool, compare: bool) -> int:
    """Make the JSON Schema of a game's cards, so that editors can complete and check them.

    GAMES are ids of games in content/, or folders; the default is all of content/. The schema is printed, unless an
    option says otherwise. `--write` also writes the schemas of the file formats where they differ from this version's.
    """
    if write and compare:
        raise click.UsageError("--write and --check exclude each other")
    code = CLEAN
    for folder in games_at(games):
        text, is_sound = _schema_text(folder)
        code = code if is_sound else FINDINGS
        if text is None:
            continue
        if write:
            _write({written_schema(folder): text} | _changed_formats(folder))
        elif compare:
            code = code if _is_current(written_schema(folder), text) else FINDINGS
            for path, format_text in _changed_formats(folder).items():
                code = code if _is_current(path, format_text) else FINDINGS
        else:
            show(as_json(json.loads(text)))
    return code


def written_schema(folder: Path) -> Path:
    """The path of a game's schema file, to which card files refer."""
    game = folder.absolute()
    return game.parent.parent / "schemas" / "generated" / f"{game.name}.schema.json"


def format_schemas(folder: Path) -> dict[Path, str]:
    """The schemas of file formats, by the places where a game's files look for them."""
    beside = written_schema(folder).parents[1]
    return {beside / f"{name}.schema.json": schemas.text(name) for name in _FORMATS}


def holds(path: Path, text: str) -> bool:
    """Whether a file is there and holds a text."""
    return path.is_file() and path.read_text(encoding="utf-8-sig", errors="replace") == text


def _changed_formats(folder: Path) -> dict[Path, str]:
    """The schemas of file formats that are missing or differ from those of this version."""
    return {path: text for path, text in format_schemas(folder).items() if not holds(path, text)}


def _schema_text(folder: Path) -> tuple[str | None, bool]:
    """The schema for the ruleset, or None, and whether all files of the game can be read; reports the errors."""
    sink, shown = Sink(), shown_path(folder)
    files = load_game_files(folder, sink, shown)
    if files is not None and files.ruleset is not None:
        is_sound = not report_errors(Reading(folder, shown, None, tuple(sink.sorted()), ()))
        return card_schema_text(plain(files.ruleset)), is_sound
    for fault in sink.sorted():
        if fault.span.source.path in (shown, f"{shown}/{RULESET}"):
            show(as_text(fault), err=True)
    return None, False


def _write(texts: dict[Path, str]) -> None:
    """Writes the generated schema, which is the first, and those beside it: all of them or none."""
    write_texts(texts, next(iter(texts)).parents[2])
    for path in texts:
        say(f"wrote {shown_path(path)}")


def _is_current(path: Path, text: str) -> bool:
    current = holds(path, text)
    state = "current" if current else "stale: write it anew with `cardwright schema --write`"
    say(f"{shown_path(path)}: {state}")
    return current
