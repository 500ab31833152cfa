"""``cardwright check``: read games, report every fault, and mend what can be mended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from cli.checking import checked_game
from cli.formats import FORMATS
from cli.games import Reading, games_at
from cli.main import CLEAN, FINDINGS
from cli.mending import difference, mended
from cli.paths import CONTENT
from dsl.diagnostics import Severity
from dsl.lint.baseline import as_baseline, new_findings, read_baseline
from dsl.lint.config import ConfigError
from dsl.writing import write_text

_ROUNDS = 10  # a fix may make room for another one; more rounds than these would mean that two undo each other


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for."""

    form: str
    fail_level: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    no_lint: bool
    baseline: Path | None
    write_baseline: bool
    diff: bool
    fix: bool
    unsafe_fixes: bool
    no_cache: bool


@click.command("check")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", help="How findings are shown.")
@click.option(
    "--fail-level",
    type=click.Choice([severity.value for severity in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="The mildest finding that makes the exit code 1.",
)
@click.option("--select", multiple=True, metavar="CODE", help="Run only these lints (a code, a group, all).")
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these lints out.")
@click.option("--no-lint", is_flag=True, help="Report what is wrong, and nothing that is only unlikely to be meant.")
@click.option("--baseline", type=click.Path(path_type=Path), help="Leave out the findings of this file.")
@click.option("--write-baseline", is_flag=True, help="Write the findings into the file of --baseline.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--fix", is_flag=True, help="Mend what can be mended without a doubt.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: mend by guesses too, such as near names.")
@click.option("--no-cache", is_flag=True, help="Check everything anew, and keep nothing for the next run.")
def command(paths: tuple[Path, ...], **given: Any) -> int:
    """Read games and report every fault.

    PATHS are folders that hold games, games, or files of a game; without any, content/ is read. A game is always read
    whole; only what is wrong at or below PATHS is shown. Lints run on games without errors, by `cardwright.toml`. What
    was found is kept in `.cardwright_cache` in each game, so that the next run checks only what an edit can concern.
    """
    options = Options(**given)
    try:
        readings = [_mended(folder, paths, options) for folder in games_at(paths)]
    except ConfigError as fault:
        raise click.ClickException(str(fault)) from fault
    if options.diff:
        text = "".join(difference(reading, unsafe=options.unsafe_fixes) for reading in readings)
        click.echo(text, nl=False)
        return FINDINGS if text else CLEAN
    if options.write_baseline:
        return _write_baseline(readings, options)
    readings = _without_known(readings, options.baseline)
    shown = FORMATS[options.form](readings)
    if shown:
        click.echo(shown)
    failing = set(Severity) if options.fail_level == Severity.WARNING.value else {Severity.ERROR}
    return FINDINGS if any(f.severity in failing for r in readings for f in r.findings) else CLEAN


def _mended(folder: Path, paths: Sequence[Path], options: Options) -> Reading:
    """A game as read, after its fixes where these are asked for."""
    made = 0
    reading = _read(folder, paths, options)
    for _ in range(_ROUNDS if options.fix and not options.diff else 0):
        count = mended(reading, unsafe=options.unsafe_fixes)
        made += count
        if not count:
            break
        reading = _read(folder, paths, options)
    if made:
        click.echo(f"{reading.shown}: {made} mended", err=True)
    return reading


def _read(folder: Path, paths: Sequence[Path], options: Options) -> Reading:
    asked = [path.absolute() for path in paths or (CONTENT,)]
    lints = None if options.no_lint else (options.select, options.ignore)
    return checked_game(folder, asked, lints, cache=not options.no_cache)


def _write_baseline(readings: Sequence[Reading], options: Options) -> int:
    if options.baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE")
    faults = [fault for reading in readings for fault in reading.findings]
    write_text(options.baseline, as_baseline(faults))
    click.echo(f"wrote {len(faults)} findings to {options.baseline.as_posix()}")
    return CLEAN


def _without_known(readings: list[Reading], baseline: Path | None) -> list[Reading]:
    """The readings without the findings of a baseline file."""
    if baseline is None:
        return readings
    try:
        known = read_baseline(baseline.read_text(encoding="utf-8-sig"))
    except (ValueError, KeyError, TypeError, json.JSONDecodeError) as fault:
        raise click.ClickException(f"`{baseline}` cannot be read as a baseline: {fault}") from fault
    return [replace(reading, findings=tuple(new_findings(reading.findings, known))) for reading in readings]
