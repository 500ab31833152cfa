"""``cardwright mutate``: finds small changes of a game that its content tests would not notice."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click

from cardwright.cli.checking import opened_store
from cardwright.cli.games import Reading, games_at, read_game
from cardwright.cli.limits import time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.mutation_run import NOTICED, UNTOUCHED, MutationRun
from cardwright.cli.output import as_json, say, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.render import as_text
from compiler.mutation.mutants import SORTS, Mutant
from dsl.diagnostics import Severity
from dsl.game.game_files import GameFolder
from dsl.incremental.store import digest
from dsl.visible import in_one_line

FORMAT = 1
_KEPT = "mutants"
_SELDOM = 200
_OFTEN = 25  # results are stored after so many mutants, so that an interrupted run loses little
_ROOT = Path(__file__).parents[2]
_run: list[MutationRun] = []  # of this process


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command line."""

    wanted: str
    limit: int | None
    seed: int
    jobs: int
    form: str
    fail_under: float
    no_cache: bool
    time_limit: float


@click.command("mutate")
@click.argument("game", type=GamePath())
@click.option("-k", "wanted", metavar="TEXT", default="", help="Only changes whose owner or file contains this text.")
@click.option("--limit", type=click.IntRange(1), help="Try only so many changes, chosen at random with the seed.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed for --limit.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--fail-under", type=click.FloatRange(0, 100), default=100.0, show_default=True, metavar="PERCENT",
    help="The percentage that must be noticed for exit code 0.",
)  # fmt: skip
@time_limit
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache.")
def command(game: Path, **given: Any) -> int:
    """Make many small changes to GAME, and list those that no content test notices.

    Changes are: a condition is removed, a comparison is moved by one, an operand is another entity, a number is one
    higher, a duration or limit is different. Only tests that run the changed code are run. Results are cached until the
    content changes, so that an interrupted run continues where it stopped.

    Exit codes: 0 enough changes were noticed, 1 too few were, 2 the game cannot be read or a test of it fails.
    """
    options = Options(**given)
    folders = games_at([game])
    if len(folders) != 1:
        raise click.ClickException(f"`{game}` holds {len(folders)} games: name one")
    reading = read_game(folders[0])
    errors = [fault for fault in reading.findings if fault.severity is Severity.ERROR]
    if errors or reading.build is None or reading.build.program is None:
        for fault in errors[:1]:
            show(as_text(fault), err=True)
        raise click.ClickException(f"{reading.shown} cannot be read" if errors else "no game")
    run = MutationRun(reading.build, options.time_limit)
    status("")
    if run.failing:
        names = ", ".join(f"`{test.name}`" for test in run.failing[:3])
        many = len(run.failing)
        count = "1 test fails" if many == 1 else f"{many} tests fail"
        raise click.ClickException(f"{count} before anything is changed: {names}")
    chosen = _chosen(run, options)
    outcomes = _outcomes(reading, run, chosen, options)
    shown = _as_json if options.form == "json" else _as_text
    show(shown(reading.shown, run, [(mutant, outcomes[mutant.id]) for mutant in chosen]))
    noticed = sum(outcomes[mutant.id] == NOTICED for mutant in chosen)
    return FINDINGS if chosen and 100.0 * noticed / len(chosen) < options.fail_under else CLEAN


def _chosen(run: MutationRun, options: Options) -> list[Mutant]:
    found = [m for m in run.mutants if options.wanted in run.owner(m) or options.wanted in run.place(m).path]
    if options.limit is None or options.limit >= len(found):
        return found
    drawn = set(Random(options.seed).sample(range(len(found)), options.limit))
    return [mutant for number, mutant in enumerate(found) if number in drawn]


# ---- trying
def _outcomes(reading: Reading, run: MutationRun, chosen: Sequence[Mutant], options: Options) -> dict[str, str]:
    """The outcome of each mutant by id; stored outcomes are reused."""
    store = opened_store(reading.folder, enabled=not options.no_cache)
    content = _content(reading.folder)
    kept = store.get(_KEPT) or {}
    known: dict[str, str] = dict(kept.get("outcomes", {})) if kept.get("content") == content else {}
    positions = [n for n, m in enumerate(run.mutants) if m.id not in known]
    wanted = {mutant.id for mutant in chosen}
    waiting = [n for n in positions if run.mutants[n].id in wanted]
    done = 0
    with _progress(len(waiting)) as report:
        try:
            for number, outcome in _tried(run, reading.folder, waiting, options.jobs):
                known[run.mutants[number].id] = outcome
                done += 1
                report(done)
                if done % _OFTEN == 0:
                    store.put(_KEPT, {"content": content, "outcomes": known})
        finally:
            if done:
                store.put(_KEPT, {"content": content, "outcomes": known})
    return known


def _content(folder: Path) -> str:
    """A digest of everything that influences the outcomes: the files of the game, and the tool."""
    files = [part for path, data in GameFolder(folder, "").everything() for part in (path, data)]
    sources = sorted((_ROOT / "compiler").rglob("*.py"))
    return digest(*files, *(part for path in sources for part in (path.name, path.read_bytes())))


def _tried(run: MutationRun, folder: Path, waiting: Sequence[int], jobs: int) -> Iterator[tuple[int, str]]:
    if jobs == 1 or len(waiting) < 2 * jobs:
        yield from ((number, run.outcome(run.mutants[number])) for number in waiting)
        return
    _run[:] = [run]  # for processes that are forked from this one
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    with context.Pool(jobs, _begin, (folder,)) as pool:
        yield from pool.imap_unordered(_try, waiting, chunksize=4)


def _begin(folder: Path) -> None:
    """Compiles the game in a new process that does not have it already."""
    if not _run:
        build = read_game(folder).build
        assert build is not None
        _run[:] = [MutationRun(build)]


def _try(number: int) -> tuple[int, str]:
    (run,) = _run
    return number, run.outcome(run.mutants[number])


@contextmanager
def _progress(total: int) -> Generator[Callable[[int], None]]:
    """Shows the progress on stderr: constantly on a terminal, now and then elsewhere."""
    is_terminal = sys.stderr.isatty()

    def report(done: int) -> None:
        if is_terminal:
            status(f"{done} of {total}")
        elif done % _SELDOM == 0:
            say(f"{done} of {total}", err=True)

    try:
        yield report
    finally:
        status("")


# ---- showing
def _as_text(shown: str, run: MutationRun, outcomes: Sequence[tuple[Mutant, str]]) -> str:
    counts = Counter(outcome for _, outcome in outcomes)
    noticed, total = counts[NOTICED], len(outcomes)
    lines: list[str] = []
    for owner, survivors in _by_owner(run, outcomes).items():
        lines.append(f"{owner}: {len(survivors)} not noticed")
        for mutant, outcome in survivors:
            place = run.place(mutant)
            why = " (no test runs it)" if outcome == UNTOUCHED else ""
            at = f"{place.path}:{place.line}:{place.column}"
            lines += [f"  {at}: {mutant.description}{why}", f"    {run.line(mutant)}"]
    by_sort = ", ".join(f"{sort} {_share(outcomes, sort)}" for sort in SORTS if _share(outcomes, sort))
    percent = 100.0 * noticed / total if total else 100.0
    untouched = f", {counts[UNTOUCHED]} where no test runs" if counts[UNTOUCHED] else ""
    lines.append(f"{shown}: {noticed} of {total} changes noticed ({percent:.1f} %){untouched}")
    return "\n".join(map(in_one_line, [*lines, f"  {by_sort}"] if by_sort else lines))


def _share(outcomes: Iterable[tuple[Mutant, str]], sort: str) -> str:
    found = [outcome for mutant, outcome in outcomes if mutant.sort == sort]
    return f"{found.count(NOTICED)} of {len(found)}" if found else ""


def _by_owner(run: MutationRun, outcomes: Iterable[tuple[Mutant, str]]) -> dict[str, list[tuple[Mutant, str]]]:
    found: dict[str, list[tuple[Mutant, str]]] = {}
    for mutant, outcome in outcomes:
        if outcome != NOTICED:
            found.setdefault(run.owner(mutant), []).append((mutant, outcome))
    return dict(sorted(found.items()))


def _as_json(shown: str, run: MutationRun, outcomes: Sequence[tuple[Mutant, str]]) -> str:
    counts = Counter(outcome for _, outcome in outcomes)
    data = {
        "format": FORMAT,
        "game": shown,
        "mutants": len(outcomes),
        "noticed": counts[NOTICED],
        "untouched": counts[UNTOUCHED],
        "survivors": [
            {
                "owner": owner,
                "sort": mutant.sort,
                "file": run.place(mutant).path,
                "line": run.place(mutant).line,
                "column": run.place(mutant).column,
                "change": mutant.description,
                "touched": outcome != UNTOUCHED,
            }
            for owner, survivors in _by_owner(run, outcomes).items()
            for mutant, outcome in survivors
        ],
    }
    return as_json(data)
