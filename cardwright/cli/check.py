"""``cardwright check``: checks games, reports all findings, and applies fixes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from cardwright.cli.apply_fixes import apply_fixes, difference
from cardwright.cli.checking import checked_game
from cardwright.cli.days import day_option
from cardwright.cli.formats import FORMATS, shown_as
from cardwright.cli.games import Reading, elsewhere, games_at, hook_option, report_errors
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say, show
from cardwright.cli.paths import CONTENT, GamePath, shown_path
from cardwright.cli.watch import watch_option, watching
from dsl.dataclass import dataclass
from dsl.diagnostics import Severity
from dsl.game.named_files import read_named
from dsl.lint.baseline import as_baseline, new_findings, read_baseline
from dsl.lint.config import CommandSettings, ConfigError, LintConfig, read_config
from dsl.writing import write_text

_ROUNDS = 10  # a fix may make another one possible; after so many rounds, two fixes probably undo each other


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command line."""

    form: str
    fail_level: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    no_lint: bool
    config: Path | None
    allow_rules: bool
    baseline: Path | None
    write_baseline: bool
    diff: bool
    fix: bool
    unsafe_fixes: bool
    no_cache: bool
    day: str


@click.command("check")
@click.argument("paths", nargs=-1, type=GamePath())
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="The output format.")
@click.option(
    "--fail-level",
    type=click.Choice([severity.value for severity in Severity]),
    default=Severity.ERROR.value,
    show_default=True,
    help="The lowest severity that makes the exit code 1.",
)
@click.option("--select", multiple=True, metavar="CODE", help="Run only these lints (a code, a group, all).")
@click.option("--ignore", multiple=True, metavar="CODE", help="Do not run these lints.")
@click.option("--no-lint", is_flag=True, help="Run no lints: report errors and warnings of the checker only.")
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Read the settings from this file, not from cardwright.toml; its patterns are relative to the working folder.",
)
@click.option(
    "--allow-rules",
    is_flag=True,
    help="Run the lint rules in Python that the settings name. They can do anything on this machine.",
)
@click.option("--baseline", type=click.Path(path_type=Path), help="Do not report the findings in this file.")
@click.option("--write-baseline", is_flag=True, help="Write the findings into the file of --baseline.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing it.")
@click.option("--fix", is_flag=True, help="Apply the safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also apply guesses, such as similar names.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
@day_option
@watch_option
@hook_option
def command(paths: tuple[Path, ...], watch: bool, **given: Any) -> int:
    """Check games and report all errors and lints.

    PATHS are games, folders that hold games, or files of a game; the default is content/. A game is always read as a
    whole. Only findings at or below PATHS are shown, but an error elsewhere in the game makes the exit code 1 too.
    Lints run on games without errors, with the settings of `cardwright.toml`. Results are stored in a cache, so that
    the next run checks only what has changed.
    """
    options = Options(**given)
    return watching(paths, lambda: _check(paths, options), again=watch)


def _check(paths: tuple[Path, ...], options: Options) -> int:
    folders = games_at(paths)
    try:
        configs = {folder: _config(folder, options) for folder in folders}
        for file in dict.fromkeys(config.file for config in configs.values() if config and config.file):
            say(f"settings: {shown_path(file)}", err=True)
        readings = [_fixed_reading(folder, paths, options, configs[folder]) for folder in folders]
    except ConfigError as fault:
        raise click.ClickException(str(fault)) from fault
    if options.diff:
        text = "".join(difference(reading, unsafe=options.unsafe_fixes) for reading in readings)
        show(text, nl=False)
        broken = [reading for reading in readings if report_errors(reading)]
        return FINDINGS if text or broken else CLEAN
    if options.write_baseline:
        return _write_baseline(readings, options)
    readings = _without_known(readings, options.baseline)
    shown = shown_as(options.form, readings)
    if shown:
        show(shown)
    if options.form != "text":  # the summary of this format contains it
        for reading in readings:
            if reading.elsewhere:
                say(f"{reading.shown}: {elsewhere(reading)}", err=True)
    failing = set(Severity) if options.fail_level == Severity.WARNING.value else {Severity.ERROR}
    return FINDINGS if any(r.errors or any(f.severity in failing for f in r.findings) for r in readings) else CLEAN


def _config(folder: Path, options: Options) -> LintConfig | None:
    """The lint configuration of a game, with the options of the command line."""
    if options.no_lint:
        return None
    settings = CommandSettings(options.config, options.allow_rules)
    return read_config(folder, settings).with_words(options.select, options.ignore)


def _fixed_reading(folder: Path, paths: Sequence[Path], options: Options, config: LintConfig | None) -> Reading:
    """A game as read, after its fixes if they were requested."""
    made = 0
    requested = [path.absolute() for path in paths or (CONTENT,)]
    reading = checked_game(folder, requested, config, cache=not options.no_cache, day=options.day)
    try:
        for _ in range(_ROUNDS if options.fix and not options.diff else 0):
            count = apply_fixes(reading, unsafe=options.unsafe_fixes)
            made += count
            if not count:
                break
            reading = checked_game(folder, requested, config, cache=not options.no_cache, day=options.day)
    finally:  # what was mended before a fault is mended
        if made:
            say(f"{reading.shown}: {made} mended", err=True)
    return reading


def _write_baseline(readings: Sequence[Reading], options: Options) -> int:
    if options.baseline is None:
        raise click.UsageError("--write-baseline needs --baseline FILE")
    faults = [fault for reading in readings for fault in reading.findings]
    write_text(options.baseline, as_baseline(faults))
    say(f"wrote {len(faults)} findings to {options.baseline.as_posix()}")
    return CLEAN


def _without_known(readings: list[Reading], baseline: Path | None) -> list[Reading]:
    """The readings without the findings of a baseline file."""
    if baseline is None:
        return readings
    try:
        known = read_baseline(read_named(baseline).decode("utf-8-sig"))
    except (ValueError, KeyError, TypeError, json.JSONDecodeError) as fault:
        raise click.ClickException(f"`{baseline}` cannot be read as a baseline: {fault}") from fault
    return [
        replace(
            reading,
            findings=tuple(new_findings(reading.findings, known)),
            elsewhere=tuple(new_findings(reading.elsewhere, known)),
        )
        for reading in readings
    ]
