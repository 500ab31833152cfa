"""``cardwright simulate --watch``: plays matches until one breaks an invariant of the game, and keeps that one.

Job: watch the matches of a run; tell how far it is, and what is broken. Input: a game ready to be
played, a file. Output: the save of the first broken match, made short, and an exit code.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from cardwright.cli.lab_run import Refused, Table
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say, status
from cardwright.cli.saved_match import write_save
from cardwright.lab.one_match import BROKEN, ENDED
from cardwright.lab.watching import MOST_ATTEMPTS, Found, watched
from compiler.interpreter.invariants import sentence
from dsl.counts import numbered


def watch_matches(table: Table, path: Path) -> int:
    """Watches the matches of a run until one is broken; tells the exit code."""
    invariants = len(table.rules.code.rules["invariants"])
    if not invariants:
        raise Refused("the game declares no `invariant`, so there is nothing to watch")
    table = replace(table, plan=table.plan._replace(is_watched=True))
    outcomes, broken = _watched(table)
    if broken is not None:
        scenario, number = broken
        _, found = watched(table.rules, table.plan.task(scenario, number), _tell)
        status("")
        assert found is not None
        _report(scenario, number, found, path)
        return FINDINGS
    played = numbered(outcomes.total(), "match was", "matches were")
    say(f"{played} watched, and no invariant of {invariants} is broken")
    others = {outcome: count for outcome, count in sorted(outcomes.items()) if outcome != ENDED}
    for outcome, count in others.items():
        say(f"{count} of them: {outcome}; `simulate` without `--watch` reports on them")
    return FINDINGS if others else CLEAN


def _watched(table: Table) -> tuple[Counter[str], tuple[str, int] | None]:
    """How many matches ended how, and the first that is broken in the order of the run, whatever plays it."""
    batches = list(table.plan.batches())
    left = [end - start for _, start, end in batches]
    outcomes, found, first = Counter[str](), None, len(batches)
    for (scenario, start, end), sums in table.told(batches):
        outcomes.update(row["outcome"] for row in sums["rows"])
        place = next(n for n, (name, low, high) in enumerate(batches) if name == scenario and low <= start < high)
        left[place] -= end - start
        broken = min((row["number"] for row in sums["rows"] if row["outcome"] == BROKEN), default=None)
        if broken is not None and (found is None or (place, broken) < (first, found[1])):
            first, found = place, (scenario, broken)
        if found is not None and not any(left[: first + 1]):
            break
    return outcomes, found


def _tell(attempts: int, answers: int) -> None:
    status(f"making the broken match shorter: {attempts} of at most {MOST_ATTEMPTS} tried, {answers} answers left")


def _report(scenario: str, number: int, found: Found, path: Path) -> None:
    broken, answers = found.broken, len(found.match.answers)
    write_save(path, found.match)
    say(f"{broken['place']}: {sentence(broken)}")
    if broken["rows"]:
        say(f"  it stands for {', '.join(broken['rows'])}")
    say(f"  match {number + 1} of {scenario}, after {found.first} answers; the shortest found has {answers}")
    say(f"  saved in {path}: `cardwright play {found.match.rules.code.program.game} --load {path}` goes on from there")
