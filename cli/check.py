"""``cardwright check``: read games and report every fault."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.games import Reading, read_games
from cli.main import CLEAN, FINDINGS
from cli.render import as_data, as_text, counted
from dsl.diagnostics import Severity


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How findings are shown.")
@click.option(
    "--fail-level",
    type=click.Choice([severity.value for severity in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="The mildest finding that makes the exit code 1.",
)
def command(paths: tuple[Path, ...], form: str, fail_level: str) -> int:
    """Read games and report every fault.

    PATHS are folders that hold games, games, or files of a game; without any, content/ is read. A game is always read
    whole; only what is wrong at or below PATHS is shown.
    """
    readings = list(read_games(paths))
    click.echo(_as_json(readings) if form == "json" else _as_text(readings))
    failing = set(Severity) if fail_level == Severity.WARNING.value else {Severity.ERROR}
    return FINDINGS if any(f.severity in failing for r in readings for f in r.findings) else CLEAN


def _as_json(readings: list[Reading]) -> str:
    faults = [fault for reading in readings for fault in reading.findings]
    return json.dumps(as_data([r.folder.name for r in readings], faults), indent=2, ensure_ascii=False)


def _as_text(readings: list[Reading]) -> str:
    blocks = [as_text(fault) for reading in readings for fault in reading.findings]
    blocks.append("\n".join(_summary(reading) for reading in readings))
    return "\n\n".join(blocks)


def _summary(reading: Reading) -> str:
    """One line a game: how large it is and how much is wrong with it."""
    found = counted(reading.findings) or "no findings"
    elsewhere = f" ({counted(reading.elsewhere)} elsewhere in the game)" if reading.elsewhere else ""
    if reading.build is None:
        return f"{reading.shown}: {found}{elsewhere}"
    files = reading.build.files
    holds = ", ".join(
        f"{len(entries)} {word}{'' if len(entries) == 1 else 's'}"
        for entries, word in ((files.cards, "card"), (files.tests, "test"))
    )
    return f"{reading.shown}: {holds}: {found}{elsewhere}"
