"""``cardwright simulate --watch``: plays matches until one breaks an invariant of the game, and keeps that one.

Job: watch the matches of a run one after the other; tell how far it is, and what is broken. Input: a game ready to be
played, a file. Output: the save of the first broken match, made short, and an exit code.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from cardwright.cli.lab_run import Refused, Table
from cardwright.cli.main import CLEAN, FINDINGS
from cardwright.cli.output import say, status
from cardwright.cli.saved_match import write_save
from cardwright.lab.one_match import ENDED
from cardwright.lab.watching import MOST_ATTEMPTS, Found, watched
from compiler.interpreter.invariants import sentence


def watch_matches(table: Table, path: Path) -> int:
    """Watches the matches of a run until one is broken; tells the exit code."""
    plan, outcomes = table.plan, Counter[str]()
    invariants = len(table.rules.code.rules["invariants"])
    if not invariants:
        raise Refused("the game declares no `invariant`, so there is nothing to watch")
    for number in range(plan.matches):
        for scenario in plan.scenarios:
            status(f"match {number + 1} of {plan.matches} of {scenario}")
            outcome, found = watched(table.rules, plan.task(scenario, number), _tell)
            outcomes[outcome] += 1
            if found is not None:
                status("")
                _report(scenario, number, found, path)
                return FINDINGS
    status("")
    say(f"{outcomes.total()} matches were watched, and no invariant of {invariants} is broken")
    others = {outcome: count for outcome, count in sorted(outcomes.items()) if outcome != ENDED}
    for outcome, count in others.items():
        say(f"{count} of them: {outcome}; `simulate` without `--watch` reports on them")
    return FINDINGS if others else CLEAN


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
