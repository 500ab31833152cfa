"""``cardwright coverage``: lists which rulebook rows are implemented, and shown by a test that passes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import click

from cardwright.cli.faults import fault_message
from cardwright.cli.games import Reading, read_games, report_errors
from cardwright.cli.limits import Clock, time_limit
from cardwright.cli.main import CLEAN, FAULT, FINDINGS
from cardwright.cli.output import as_json, say, show
from cardwright.cli.paths import CONTENT
from cardwright.cli.test import run_tests


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rows of one game: carried, shown by a test, excused by reason, and missing."""

    game: str
    rows: tuple[str, ...]
    carried: frozenset[str]
    shown: frozenset[str]
    excused: dict[str, str]
    missing: tuple[str, ...]
    unshown: tuple[str, ...]
    broken: tuple[tuple[str, Exception], ...] = ()  # tests that ended with a fault of ours

    def as_data(self) -> dict[str, object]:
        return {
            "game": self.game,
            "rows": len(self.rows),
            "carried": len(self.carried),
            "shown": len(self.shown),
            "excused": dict(sorted(Counter(self.excused.values()).items())),
            "not_shown": list(self.unshown),
            "missing": list(self.missing),
        }


@click.command("coverage")
@click.argument("games", nargs=-1)
@time_limit
@click.option("--strict", is_flag=True, help="Exit with 1 if a row is missing or not shown.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
def command(games: tuple[str, ...], strict: bool, form: str, time_limit: float) -> int:
    """List which rulebook rows the GAMES implement (default: all of content/).

    A row is carried if a definition, card or field names it. It is shown if that code was run by a test that passed.
    """
    paths = [Path(g) if Path(g).exists() else CONTENT / g for g in games]
    found, broken, clock = [], False, Clock(time_limit)
    for reading in read_games(paths):
        broken = report_errors(reading) or broken
        measured = measure(reading, clock)
        if measured is not None:
            found.append(measured)
    if form == "json":
        show(as_json([c.as_data() for c in found]))
    else:
        for coverage in found:
            _show(coverage)
    for name, error in (broken_off for c in found for broken_off in c.broken):
        show(f"{name}: {fault_message(error)}", err=True)
    if any(c.broken for c in found):
        return FAULT
    lacking = any(c.missing or c.unshown for c in found)
    return FINDINGS if broken or (strict and lacking) else CLEAN


def measure(reading: Reading, clock: Clock | None = None) -> Coverage | None:
    """The coverage of a game; None if there is no game."""
    if reading.build is None:
        return None
    book = reading.build.rulebook
    outcomes = run_tests(reading, clock=clock)
    passed = [outcome for outcome in outcomes if outcome.passed]
    shown = {row for outcome in passed for row in outcome.rows}
    shown |= {row for outcome in passed for row in outcome.named} & book.examples
    carried = frozenset(book.carried) & frozenset(book.rows)
    excused = {row: excuse.reason for row, excuse in book.excused.items() if row in book.rows}
    missing = tuple(row for row in book.rows if row not in carried and row not in excused)
    unshown = tuple(row for row in book.rows if row in carried and row not in shown)
    broken = tuple((outcome.name, outcome.broken) for outcome in outcomes if outcome.broken is not None)
    return Coverage(
        reading.folder.name, tuple(book.rows), carried, frozenset(shown) & carried, excused, missing, unshown, broken
    )


def _show(coverage: Coverage) -> None:
    reasons = ", ".join(f"{n} {reason}" for reason, n in sorted(Counter(coverage.excused.values()).items()))
    say(
        f"{coverage.game}: {len(coverage.rows)} rows, {len(coverage.carried)} carried, {len(coverage.shown)} shown, "
        f"{len(coverage.excused)} excused{f' ({reasons})' if reasons else ''}, {len(coverage.missing)} missing"
    )
    for title, rows in (("carried, not shown", coverage.unshown), ("missing", coverage.missing)):
        if rows:
            say(f"  {title}: {' '.join(rows)}")
