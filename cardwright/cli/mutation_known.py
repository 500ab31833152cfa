"""What is known of the changes of a game, and what has to be tried.

Job: try mutants in several processes; believe what was found before wherever its digest is the same, or that of the
tests that noticed the change; elsewhere try first the tests that noticed it before. Input: a game and the mutants that
are asked for. Output: a verdict for each. Stores its results now and then, so that an interrupted run loses little.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from cardwright.cli.games import read_game
from cardwright.cli.mutation_digest import Digests
from cardwright.cli.mutation_examples import noticed_by_examples
from cardwright.cli.mutation_run import MutationRun, Verdict
from cardwright.cli.output import say, status
from compiler.mutation.mutants import Mutant
from dsl.incremental.store import Store, digest

_KEPT = "mutants"
_SELDOM = 30.0  # seconds between two lines that tell how far it is, where nobody sees a line change
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


def known_verdicts(run: MutationRun, how: Trying) -> dict[str, Verdict]:
    """What was found before of the mutants of a game, where it still holds."""
    stored = _stored(how)
    found = {mutant.key: _sound(mutant, stored, how) for mutant in run.mutants}
    return {key: verdict for key, verdict in found.items() if verdict is not None}


def _stored(how: Trying) -> dict[str, tuple[str, Verdict]]:
    kept = how.store.get(_KEPT) or {}
    return _unpacked(kept) if kept.get("tool") == _tool() else {}


def _sound(mutant: Mutant, stored: Found, how: Trying) -> Verdict | None:
    marks = how.digests.of(mutant), how.digests.blocks[mutant.owner]
    known = [held[mutant.key] for held in (stored, how.before) if mutant.key in held]
    sound = next((verdict for mark, verdict in known if mark in marks), None)
    if sound is None and mutant.key in stored:
        verdict = stored[mutant.key][1]
        if verdict.rests_on and verdict.rests_on == how.digests.of_witnesses(mutant, verdict):
            return verdict
    return sound


def verdicts(run: MutationRun, wanted: Sequence[Mutant], how: Trying) -> dict[str, tuple[str, Verdict]]:
    """The digest and the verdict of each mutant, by its key."""
    tool, stored = _tool(), _stored(how)
    found: dict[str, tuple[str, Verdict]] = {}
    waiting: list[tuple[int, str, tuple[str, ...]]] = []
    positions = {mutant.key: number for number, mutant in enumerate(run.mutants)}
    for mutant in wanted:
        own, sound = how.digests.of(mutant), _sound(mutant, stored, how)
        if sound is not None:
            sound.rests_on = how.digests.of_witnesses(mutant, sound)
            found[mutant.key] = own, sound
        else:
            known = [held[mutant.key][1] for held in (stored, how.before) if mutant.key in held]
            hints = tuple(name for v in known for name in (v.by, *v.rows.values()) if name)
            waiting.append((positions[mutant.key], own, hints))
    results = {**stored, **found}
    try:
        with _progress(len(waiting)) as report:
            for done, (number, mark, verdict) in enumerate(_tried(run, waiting, how), 1):
                key = run.mutants[number].key
                verdict.rests_on = how.digests.of_witnesses(run.mutants[number], verdict)
                found[key] = results[key] = mark, verdict
                report(done)
                if done % _OFTEN == 0:
                    how.store.put(_KEPT, _packed(results, tool))
        if len(found) == len(run.mutants):
            for key, verdict in noticed_by_examples(run, found).items():
                verdict.rests_on = how.digests.of_witnesses(run.mutants[positions[key]], verdict)
                found[key] = results[key] = found[key][0], verdict
    finally:
        how.store.put(_KEPT, _packed(results, tool))
    return found


def _tool() -> str:
    """A digest of the tool: of all that decides what becomes of a mutant."""
    sources = sorted((_ROOT / "compiler").rglob("*.py")) + sorted(Path(__file__).parent.glob("mutation_*.py"))
    return digest(*(part for path in sources for part in (path.name, path.read_bytes())))


def _packed(found: Found, tool: str) -> dict[str, Any]:
    return {"tool": tool, "verdicts": {key: [mark, asdict(verdict)] for key, (mark, verdict) in found.items()}}


def _unpacked(kept: Mapping[str, Any]) -> dict[str, tuple[str, Verdict]]:
    return {key: (mark, Verdict(**verdict)) for key, (mark, verdict) in kept["verdicts"].items()}


# ---- processes
_Item = tuple[int, str, tuple[str, ...]]


def _tried(run: MutationRun, waiting: Sequence[_Item], how: Trying) -> Iterator[tuple[int, str, Verdict]]:
    if how.jobs == 1 or len(waiting) < 2 * how.jobs:
        yield from ((n, mark, run.verdict(run.mutants[n], hints)) for n, mark, hints in waiting)
        return
    _run[:] = [run]  # for processes that are forked from this one
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    with context.Pool(how.jobs, _begin, (how.folder,)) as pool:
        yield from pool.imap_unordered(_try, waiting, chunksize=8)


def _begin(folder: Path) -> None:
    """Compiles the game in a new process that does not have it already."""
    if not _run:
        build = read_game(folder).build
        assert build is not None
        _run[:] = [MutationRun(build)]


def _try(item: _Item) -> tuple[int, str, Verdict]:
    (run,), (number, mark, hints) = _run, item
    return number, mark, run.verdict(run.mutants[number], hints)


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
