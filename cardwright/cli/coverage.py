"""``cardwright coverage``: lists which rulebook rows are carried, shown and proven."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from cardwright.cli.checking import opened_store
from cardwright.cli.faults import fault_message
from cardwright.cli.games import Reading, read_games, report_errors
from cardwright.cli.limits import EACH, Clock, time_limit
from cardwright.cli.main import CLEAN, FAULT, FINDINGS
from cardwright.cli.mutation_run import MutationRun, Verdict
from cardwright.cli.output import as_json, say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.row_levels import LEVELS, Coverage, Row, broad_carriers, coverage_of, level_of
from cardwright.cli.rows_data import rows_data
from cardwright.cli.test import run_tests
from compiler.mutation.mutants import Mutant
from dsl.dataclass import dataclass
from dsl.game.game_files import PROOF
from dsl.visible import in_one_line
from dsl.writing import write_text

Changes = Sequence[tuple[Mutant, Verdict | None]]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command line."""

    time_limit: float
    strict: bool
    level: str
    rows: bool
    form: str
    jobs: int
    page: Path | None
    no_cache: bool


@click.command("coverage")
@click.argument("games", nargs=-1, type=GamePath())
@time_limit
@click.option("--strict", is_flag=True, help="The same as --level proven.")
@click.option("--level", type=click.Choice(LEVELS), help="Exit with 1 if a row is neither excused nor at this level.")
@click.option("--rows", is_flag=True, help="List each row: what carries it, its tests, and the changes of it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option("--page", type=click.Path(path_type=Path), help="Write a page (HTML) of one game: the book's rows beside "
              "the rules that carry them and the tests that prove them.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores")
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache, nor read the proof file.")
def command(games: tuple[Path, ...], **given: Any) -> int:
    """List which rulebook rows the GAMES implement (default: all of content/).

    A row is carried if a definition, card or field names it; run, if a passing test executes that; shown, if such a
    test names the row; proven, if each change that `mutate` makes to what carries it is noticed by a test that names
    it, or is excused as equivalent in rulebook.yaml. With --strict, changes that the proof file of a game does not
    know, or whose definition or tests are others now, are tried; without it they count as not proven.
    """
    options = Options(**{**given, "level": "proven" if given["strict"] else given["level"] or ""})
    found, told, broken, clock = list[Coverage](), list[dict[str, object]](), False, Clock(options.time_limit)
    for reading in read_games(games):
        broken = report_errors(reading) or broken
        measured = measure(reading, clock, options)
        if measured is not None:
            found.append(measured)
            told.append({**measured.as_data(), **({"book": rows_data(reading, measured)} if options.rows else {})})
            if options.page is not None:
                _write_page(reading, measured, options.page)
    if options.form == "json":
        show(as_json(told))
    else:
        for coverage in found:
            _show(coverage, options)
    for name, error in (broken_off for c in found for broken_off in c.broken):
        show(f"{name}: {fault_message(error)}", err=True)
    if any(c.broken for c in found):
        return FAULT
    lacking = bool(options.level) and any(c.lacks(options.level) for c in found)
    return FINDINGS if broken or lacking else CLEAN


def measure(reading: Reading, clock: Clock | None = None, options: Options | None = None) -> Coverage | None:
    """The coverage of a game; None if there is no game."""
    if reading.build is None:
        return None
    run = _run(reading, options, clock) if options is not None else None
    outcomes = [r.outcome for r in run.records] if run is not None else run_tests(reading, clock=clock, marking=True)
    passed = all(outcome.passed for outcome in outcomes)
    changes = _changes(reading, run, options) if options is not None and run is not None and passed else None
    made = coverage_of(reading.folder.name, reading.build.rulebook, outcomes, changes)
    if reading.build.program is not None:
        made.broad = tuple(broad_carriers(reading.build.program, outcomes))
    return made


def _run(reading: Reading, options: Options, clock: Clock | None) -> MutationRun | None:
    """The tests with what they execute; None where nothing can be known of changes: without a rulebook, or where
    neither `proven` is asked for nor a proof file is there.
    """
    assert reading.build is not None
    if reading.build.program is None or not reading.build.rulebook.rows:
        return None
    if options.level != "proven" and not (reading.folder / PROOF).is_file():
        return None
    run = MutationRun(reading.build, options.time_limit or EACH, clock)
    status("")
    return run


def _changes(reading: Reading, run: MutationRun, options: Options) -> Changes:
    """The changes with what is known of them; what has to be tried is tried only where `proven` is asked for."""
    from cardwright.cli.mutation_digest import Digests
    from cardwright.cli.mutation_known import Trying, known_verdicts, verdicts
    from cardwright.cli.proof_file import read_proof

    cached = not options.no_cache
    before, store = read_proof(reading.folder) if cached else {}, opened_store(reading.folder, enabled=cached)
    how = Trying(reading.folder, store, options.jobs, before, Digests(run))
    if options.level == "proven":
        found = verdicts(run, run.mutants, how)
        return [(mutant, found[mutant.key][1]) for mutant in run.mutants]
    known = known_verdicts(run, how)
    return [(mutant, known.get(mutant.key)) for mutant in run.mutants]


def _write_page(reading: Reading, coverage: Coverage, path: Path) -> None:
    from cardwright.cli.proof_page import proof_page

    write_text(path, proof_page(reading, coverage, path))


# ---- showing
def _show(coverage: Coverage, options: Options) -> None:
    reasons = ", ".join(f"{n} {reason}" for reason, n in sorted(Counter(coverage.excused.values()).items()))
    say(
        f"{coverage.game}: {len(coverage.rows)} rows, {len(coverage.carried)} carried, {len(coverage.shown)} shown, "
        f"{len(coverage.proven)} proven, {len(coverage.excused)} excused{f' ({reasons})' if reasons else ''}"
    )
    for name, message in coverage.failing:
        say(f"  the test `{in_one_line(name)}` fails, so that it shows nothing: {in_one_line(message)}")
    if coverage.untried:
        say(f"  {coverage.untried} changes were not tried: `cardwright mutate --write`, or --strict")
    level = options.level or "run"
    lists = [("missing", coverage.missing), ("carried, not run", coverage.below("run"))]
    if level in ("shown", "proven"):
        lists.append(("run, not shown", tuple(r for r in coverage.below("shown") if r in coverage.run)))
    if level == "proven":
        lists.append(("shown, not proven", tuple(r for r in coverage.below("proven") if r in coverage.shown)))
    for title, rows in lists:
        if rows:
            say(f"  {title}: {' '.join(rows)}")
    for line in coverage.broad if options.rows or level == "proven" else ():
        say(f"  {in_one_line(line)}")
    for change, why in coverage.stale:
        say(f"  excused as equivalent, and {why}: {in_one_line(change)}")
    if options.rows:
        for row in coverage.told.values():
            for line in _row_lines(coverage, row):
                say(in_one_line(line))


def _row_lines(coverage: Coverage, row: Row) -> Iterator[str]:
    yield f"  {row.id}: {level_of(coverage, row.id)}"
    yield from (f"    carried by {owner}" for owner in dict.fromkeys(change.mutant.owner for change in row.changes))
    yield from (f"    test: {test}" for test in row.tests)
    noticed = sum(bool(change.by) for change in row.changes)
    if row.changes:
        yield f"    {noticed} of {len(row.changes)} changes noticed by a test that names it"
    for change in row.changes:
        if not change.by:
            why = f"equivalent: {change.excuse}" if change.excuse else change.outcome
            why = "noticed, but by no test that names the row" if why == "noticed" else why
            yield f"      {change.mutant.key}: {why}"
