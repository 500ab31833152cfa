"""``cardwright mutate``: finds small changes of a game that its content tests would not notice."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import click

from cardwright.cli.checking import opened_store
from cardwright.cli.games import Reading, games_at, read_game
from cardwright.cli.limits import time_limit
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.mutation_digest import Digests
from cardwright.cli.mutation_known import Trying, verdicts
from cardwright.cli.mutation_run import NOTICED, OUTCOMES, UNTOUCHED, MutationRun, Verdict
from cardwright.cli.options import Measure
from cardwright.cli.output import as_json, pieces, show, status
from cardwright.cli.paths import GamePath
from cardwright.cli.proof_file import proof_text, read_proof, write_proof
from cardwright.cli.render import as_text, columns
from cardwright.cli.revisions import folder_of, parse_argument
from compiler.mutation.mutants import SORTS, Mutant
from dsl.dataclass import dataclass
from dsl.diagnostics import Severity
from dsl.visible import in_one_line

FORMAT = 2
_WHY = {UNTOUCHED: "no test runs it", "faulty": "a test ends in a fault", "endless": "it needs too much work",
        "stopped": "it was stopped"}  # fmt: skip

Judged = Sequence[tuple[Mutant, Verdict]]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command line."""

    wanted: str
    since: str
    limit: int | None
    seed: int
    jobs: int
    form: str
    fail_under: float
    no_cache: bool
    time_limit: float
    write: bool


@click.command("mutate")
@click.argument("game", type=GamePath())
@click.option("-k", "wanted", metavar="TEXT", default="", help="Only changes whose owner or file contains this text.")
@click.option("--since", metavar="REVISION", default="", help="Only what was touched since a revision of git.")
@click.option("--limit", type=click.IntRange(1), help="Try only so many changes, chosen at random with the seed.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed for --limit.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--fail-under", type=Measure(0, 100), default=100.0, show_default=True, metavar="PERCENT",
    help="The percentage that must be noticed for exit code 0.",
)  # fmt: skip
@time_limit
@click.option("--no-cache", is_flag=True, help="Neither read nor write the cache, nor read the proof file.")
@click.option("--write", is_flag=True, help="Write the proof file of the game, proof.txt.")
def command(game: Path, **given: Any) -> int:
    """Make many small changes to GAME, and list those that no content test notices.

    Changes are: a requirement, condition, cost, limit, trigger, modifier, statement or option is left out; another
    comparison, sign, number, duration, moment, verb, value, order, or somebody else who is meant. Only tests that
    execute the changed line are run. Noticed means that a test failed on what it says. Results are remembered until
    the definition changes, or the tests on which they rest, so that an interrupted run continues where it stopped.

    Exit codes: 0 enough changes were noticed, 1 too few were, 2 the game cannot be read or a test of it fails.
    """
    options = Options(**given)
    if options.write and (options.wanted or options.since or options.limit):
        raise click.ClickException("the proof file holds all changes: --write goes with no choice of them")
    reading, run = opened_run(game, options.time_limit, options.jobs)
    chosen = _chosen(run, options, reading.folder)
    found = verdicts_for(reading, run, chosen, options.jobs, cached=not options.no_cache)
    if options.write:
        write_proof(reading.folder, proof_text(chosen, found, Digests(run).blocks))
    judged = [(m, found[m.key][1]) for m in chosen if found[m.key][1].outcome in OUTCOMES]
    shown = _as_json if options.form == "json" else _as_text
    show(shown(reading.shown, run, judged, len(chosen) - len(judged)))
    noticed = sum(verdict.outcome == NOTICED for _, verdict in judged)
    return FINDINGS if judged and 100.0 * noticed / len(judged) < options.fail_under else CLEAN


def opened_run(game: Path, limit: float, jobs: int) -> tuple[Reading, MutationRun]:
    """One game whose tests pass; anything else ends the command with an error."""
    folders = games_at([game])
    if len(folders) != 1:
        raise click.ClickException(f"`{game}` holds {len(folders)} games: name one")
    reading = read_game(folders[0])
    return reading, started(reading, limit, jobs)


def started(reading: Reading, limit: float, jobs: int) -> MutationRun:
    errors = [fault for fault in reading.findings if fault.severity is Severity.ERROR]
    if errors or reading.build is None or reading.build.program is None:
        for fault in errors[:1]:
            show(as_text(fault), err=True)
        raise click.ClickException(f"{reading.shown} cannot be read" if errors else "no game")
    run = MutationRun(reading.build, limit, jobs=jobs)
    status("")
    for record in run.failing:
        if record.outcome.broken is not None:
            raise record.outcome.broken
    if run.failing:
        names = ", ".join(f"`{record.test.name}`" for record in run.failing[:3])
        many = len(run.failing)
        count = "1 test fails" if many == 1 else f"{many} tests fail"
        raise click.ClickException(f"{count} before anything is changed: {names}")
    return run


def verdicts_for(
    reading: Reading, run: MutationRun, wanted: Sequence[Mutant], jobs: int, *, cached: bool
) -> dict[str, tuple[str, Verdict]]:
    """The digest and verdict of each mutant, by its key."""
    before = read_proof(reading.folder) if cached else {}
    store = opened_store(reading.folder, enabled=cached)
    return verdicts(run, wanted, Trying(reading.folder, store, jobs, before, Digests(run)))


def _chosen(run: MutationRun, options: Options, folder: Path) -> list[Mutant]:
    found = [m for m in run.mutants if options.wanted in m.owner or options.wanted in _path(run, m)]
    if options.since:
        found = _touched_since(run, found, options, folder)
    if options.limit is None or options.limit >= len(found):
        return found
    drawn = set(Random(options.seed).sample(range(len(found)), options.limit))
    return [mutant for number, mutant in enumerate(found) if number in drawn]


def _path(run: MutationRun, mutant: Mutant) -> str:
    return run.program.spans[mutant.at].path if mutant.at >= 0 else ""


def _touched_since(run: MutationRun, found: Sequence[Mutant], options: Options, folder: Path) -> list[Mutant]:
    """The changes whose definition or tests are others than in a revision; a test that is gone counts, too."""
    place = parse_argument(f"{options.since}:{folder}", str(folder))
    with folder_of(place) as before:
        build = read_game(before).build if before.is_dir() else None
        if build is None or build.program is None:
            return list(found)
        old = MutationRun(build, jobs=options.jobs)
        known = {mutant.key: digest for mutant, digest in _digests(old)}
    return [mutant for mutant, digest in _digests(run, found) if known.get(mutant.key) != digest]


def _digests(run: MutationRun, wanted: Sequence[Mutant] | None = None) -> Iterable[tuple[Mutant, str]]:
    digests = Digests(run)
    return ((mutant, digests.of(mutant)) for mutant in (run.mutants if wanted is None else wanted))


# ---- showing
def _as_text(shown: str, run: MutationRun, judged: Judged, uncounted: int) -> str:
    counts = Counter(verdict.outcome for _, verdict in judged)
    noticed, total = counts[NOTICED], len(judged)
    lines: list[str] = []
    for owner, survivors in _by_owner(judged).items():
        lines.append(f"{owner}: {len(survivors)} not noticed")
        for mutant, verdict in survivors:
            why = f" ({_WHY[verdict.outcome]})" if verdict.outcome in _WHY else ""
            lines.append(f"  {_at(run, mutant)}{mutant.description}{why}")
            lines += [f"    {mutant.line}", _below(run, mutant)] if mutant.line else []
    by_sort = ", ".join(f"{sort} {_share(judged, sort)}" for sort in SORTS if _share(judged, sort))
    percent = 100.0 * noticed / total if total else 100.0
    told = [f"{shown}: {noticed} of {total} changes noticed ({percent:.1f} %)"]
    told += [f"{counts[UNTOUCHED]} where no test runs"] if counts[UNTOUCHED] else []
    told += [f"{uncounted} that are no sound game are not counted"] if uncounted else []
    lines.append(", ".join(told))
    return "\n".join(map(in_one_line, [*lines, f"  {by_sort}"] if by_sort else lines))


def _at(run: MutationRun, mutant: Mutant) -> str:
    if mutant.at < 0:
        return ""
    place = run.program.spans[mutant.at]
    return f"{place.path}:{place.line}:{place.column}: "


def _below(run: MutationRun, mutant: Mutant) -> str:
    """A sign below the place of the line at which the change stands."""
    whole, column = run.known.line(mutant.at), run.program.spans[mutant.at].column
    before = pieces(whole)[: column - 1]
    indent = len(whole) - len(whole.lstrip())
    return " " * (4 + sum(map(columns, before)) - indent) + "^"


def _share(judged: Judged, sort: str) -> str:
    found = [verdict.outcome for mutant, verdict in judged if mutant.sort == sort]
    return f"{found.count(NOTICED)} of {len(found)}" if found else ""


def _by_owner(judged: Judged) -> dict[str, list[tuple[Mutant, Verdict]]]:
    found: dict[str, list[tuple[Mutant, Verdict]]] = {}
    for mutant, verdict in judged:
        if verdict.outcome != NOTICED:
            found.setdefault(mutant.owner, []).append((mutant, verdict))
    return dict(sorted(found.items()))


def _as_json(shown: str, run: MutationRun, judged: Judged, uncounted: int) -> str:
    counts = Counter(verdict.outcome for _, verdict in judged)
    data = {
        "format": FORMAT,
        "game": shown,
        "mutants": len(judged),
        "noticed": counts[NOTICED],
        "untouched": counts[UNTOUCHED],
        "uncounted": uncounted,
        "survivors": [
            {
                "owner": owner,
                "sort": mutant.sort,
                "file": _path(run, mutant),
                "line": run.program.spans[mutant.at].line if mutant.at >= 0 else 0,
                "column": run.program.spans[mutant.at].column if mutant.at >= 0 else 0,
                "change": mutant.description,
                "outcome": verdict.outcome,
            }
            for owner, survivors in _by_owner(judged).items()
            for mutant, verdict in survivors
        ],
    }
    return as_json(data)
