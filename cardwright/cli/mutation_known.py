"""What is known of the changes of a game, and what has to be tried.

Job: try mutants in several processes; believe what was found before wherever its digest is the same, or that of the
tests on which the verdict rests; elsewhere try first the tests that noticed it before. Input: a game and the mutants
that are asked for. Output: a verdict for each. Stores its results now and then, so that an interrupted run loses
little.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from cardwright.cli.games import read_game
from cardwright.cli.mutation_digest import Digests
from cardwright.cli.mutation_examples import noticed_by_examples
from cardwright.cli.mutation_run import NOTHING_SETTLED, SURVIVED, MutationRun, Settled, Verdict
from cardwright.cli.output import say, status
from cardwright.cli.processes import Processes, answering
from compiler.mutation.mutants import Mutant
from dsl.dataclass import dataclass
from dsl.incremental.store import Store, digest

_KEPT = "mutants"
_SELDOM = 30.0  # seconds between two lines that tell how far it is, where nobody sees a line change
_AT_ONCE = 8  # mutants that a process is given at a time
_OFTEN = 200  # results are stored after so many mutants
_ROOT = Path(__file__).parents[2]
_run: list[MutationRun] = []  # of this process

# What was found before: for each change its digest and verdict.
Found = Mapping[str, tuple[str, Verdict]]


@dataclass(frozen=True, slots=True)
class Trying:
    """Where and how mutants are tried; ``before``: what a proof file says of them, with the digest of their block."""

    folder: Path
    store: Store
    jobs: int
    before: Found
    digests: Digests


class _Known:
    """What was found before. ``missed``: by the name of a list, the digests of tests that did not notice a change."""

    def __init__(self, how: Trying) -> None:
        kept = how.store.get(_KEPT) or {}
        is_ours = kept.get("tool") == _tool()
        self.how = how
        self.stored = _unpacked(kept) if is_ours else {}
        self.missed: dict[str, frozenset[str]] = {
            name: frozenset(tests) for name, tests in (kept["missed"] if is_ours else {}).items()
        }
        self.missed_now = digest(*sorted(how.digests.tests))
        self.missed[self.missed_now] = frozenset(how.digests.tests)

    def sound(self, mutant: Mutant) -> Verdict | None:
        """The verdict, where it still holds."""
        how, key = self.how, mutant.key
        marks = how.digests.of(mutant), how.digests.blocks[mutant.owner]
        known = [held[key] for held in (self.stored, how.before) if key in held]
        found = next((verdict for mark, verdict in known if mark in marks), None)
        if found is None:
            found = self.unshaken(mutant)
            if found is not None and found.faults is not None and not self.all_settled(mutant, found):
                return None
        return self.marked(mutant, found) if found is not None else None

    def unshaken(self, mutant: Mutant) -> Verdict | None:
        """The stored verdict, if what it rests on is as it was: new tests may notice what was missed."""
        verdict = self.stored[mutant.key][1] if mutant.key in self.stored else None
        if verdict is None or not verdict.rests_on:
            return None
        return verdict if verdict.rests_on == self.how.digests.of_witnesses(mutant, verdict) else None

    def settled(self, mutant: Mutant, verdict: Verdict | None) -> Settled:
        """The tests that are known not to notice a change, by a verdict that is unshaken."""
        if verdict is None or verdict.faults is None:
            return NOTHING_SETTLED
        missed, digests = self.missed[verdict.missed_by], self.how.digests
        faults: dict[str, dict[bool, str]] = {}
        for name, thorough, outcome in verdict.faults:
            faults.setdefault(name, {})[thorough] = outcome
        named = ((number, digests.run.tests[number].name) for number in digests.run.touching(mutant))
        return {number: faults.get(name, {}) for number, name in named if digests.tests[number] in missed}

    def all_settled(self, mutant: Mutant, verdict: Verdict) -> bool:
        """Whether there is no test of a change but those that its verdict knows, and all that it names are there."""
        settled, run = self.settled(mutant, verdict), self.how.digests.run
        names = {run.tests[number].name for number in settled}
        return (
            bool(settled)
            and settled.keys() >= set(run.touching(mutant))
            and names >= {name for name, *_ in verdict.faults or ()}
        )

    def hints(self, mutant: Mutant) -> tuple[str, ...]:
        known = [held[mutant.key][1] for held in (self.stored, self.how.before) if mutant.key in held]
        return tuple(name for v in known for name in (v.by, *v.rows.values()) if name)

    def marked(self, mutant: Mutant, verdict: Verdict) -> Verdict:
        """A verdict of this run, with what it rests on."""
        if verdict.outcome == SURVIVED:
            verdict.faults = []  # a proof file does not say so
        verdict.rests_on = self.how.digests.of_witnesses(mutant, verdict)
        verdict.missed_by = self.missed_now if verdict.faults is not None else ""
        return verdict

    def put(self, results: Found) -> None:
        """Stores what was found, with the lists that are still named."""
        named = {verdict.missed_by for _, verdict in results.values()}
        missed = {name: sorted(tests) for name, tests in self.missed.items() if name in named}
        verdicts = {key: [mark, asdict(verdict)] for key, (mark, verdict) in results.items()}
        self.how.store.put(_KEPT, {"tool": _tool(), "missed": missed, "verdicts": verdicts})


def known_verdicts(run: MutationRun, how: Trying) -> dict[str, Verdict]:
    """What was found before of the mutants of a game, where it still holds."""
    known = _Known(how)
    found = {mutant.key: known.sound(mutant) for mutant in run.mutants}
    return {key: verdict for key, verdict in found.items() if verdict is not None}


def verdicts(run: MutationRun, wanted: Sequence[Mutant], how: Trying) -> dict[str, tuple[str, Verdict]]:
    """The digest and the verdict of each mutant, by its key."""
    known = _Known(how)
    found: dict[str, tuple[str, Verdict]] = {}
    waiting: list[_Item] = []
    positions = {mutant.key: number for number, mutant in enumerate(run.mutants)}
    for mutant in wanted:
        own, sound = how.digests.of(mutant), known.sound(mutant)
        if sound is not None:
            found[mutant.key] = own, sound
        else:
            settled = known.settled(mutant, known.unshaken(mutant))
            waiting.append(_Item(positions[mutant.key], own, known.hints(mutant), settled))
    results = {**known.stored, **found}
    try:
        with _progress(len(waiting)) as report:
            for done, (number, mark, verdict) in enumerate(_tried(run, waiting, how), 1):
                mutant = run.mutants[number]
                found[mutant.key] = results[mutant.key] = mark, known.marked(mutant, verdict)
                report(done)
                if done % _OFTEN == 0:
                    known.put(results)
        if len(found) == len(run.mutants):
            for key, verdict in noticed_by_examples(run, found).items():
                found[key] = results[key] = found[key][0], known.marked(run.mutants[positions[key]], verdict)
    finally:
        known.put(results)
    return found


def _tool() -> str:
    """A digest of the tool: of all that decides what becomes of a mutant."""
    sources = sorted((_ROOT / "compiler").rglob("*.py")) + sorted(Path(__file__).parent.glob("mutation_*.py"))
    return digest(*(part for path in sources for part in (path.name, path.read_bytes())))


def _unpacked(kept: Mapping[str, Any]) -> dict[str, tuple[str, Verdict]]:
    return {key: (mark, Verdict(**verdict)) for key, (mark, verdict) in kept["verdicts"].items()}


# ---- processes
class _Item(NamedTuple):
    """A mutant by its number, its digest, the tests to be tried first, and those that are known not to notice it."""

    number: int
    mark: str
    hints: tuple[str, ...]
    settled: Settled


def _tried(run: MutationRun, waiting: Sequence[_Item], how: Trying) -> Iterator[tuple[int, str, Verdict]]:
    if how.jobs == 1 or len(waiting) < 2 * how.jobs:
        yield from (_judged(run, item) for item in waiting)
        return
    run.compile()
    _run[:] = [run]  # for processes that are forked from this one
    processes = Processes(how.jobs, answering, try_one, _prepare, how.folder)
    try:
        yield from processes.shared(waiting, _AT_ONCE)
    finally:
        processes.close()


def _prepare(folder: Path) -> None:
    """Compiles the game in a new process that does not have it already."""
    if not _run:
        build = read_game(folder).build
        assert build is not None
        _run[:] = [MutationRun(build)]


def try_one(item: _Item) -> tuple[int, str, Verdict]:
    """What becomes of a mutant, in a process that has the game."""
    (run,) = _run
    return _judged(run, item)


def _judged(run: MutationRun, item: _Item) -> tuple[int, str, Verdict]:
    return item.number, item.mark, run.verdict(run.mutants[item.number], item.hints, item.settled)


@contextmanager
def _progress(total: int) -> Generator[Callable[[int], None]]:
    """Shows on stderr how far it is, and how much time is left: constantly on a terminal, now and then elsewhere."""
    is_terminal, begun = sys.stderr.isatty(), monotonic()
    told = [begun]

    def report(done: int) -> None:
        now = monotonic()
        left = (now - begun) / done * (total - done)
        line = f"{done} of {total} changes, about {_minutes(left)} left"
        if is_terminal:
            status(line)
        elif now - told[0] >= _SELDOM:
            told[0] = now
            say(line, err=True)

    try:
        yield report
    finally:
        status("")


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
