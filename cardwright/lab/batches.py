"""Batches of matches: what a process is given to do at a time, and what it gives back.

Job: divide a run into batches of matches, play one, and add up what was noted. Input: rules, the plan of a run. Output:
plain data, which is the same whoever plays it. Sums of batches are in no order, so that they can be added as they come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardwright.lab.noting import Noted
from cardwright.lab.one_match import CRASHED, ENDED, MOST, Task, play_match, seed_of
from cardwright.lab.watching import judged
from compiler.interpreter.host import Rules

SIZE = 8  # matches; a batch is meant to take some seconds
Sums = dict[str, Any]
Seating = tuple[tuple[str, str], ...]  # by the name of a player, that of a roster


class Plan(NamedTuple):
    """A run: in each scenario so many matches. Matches that differ only in who sits where have one seed.

    ``rosters`` are, by scenario, the ways to seat rosters that are tried in turn; empty: as dealt.
    """

    scenarios: tuple[str, ...]
    matches: int
    seed: int
    agents: tuple[str, ...]
    rosters: tuple[tuple[str, tuple[Seating, ...]], ...] = ()
    most: int = MOST
    is_watched: bool = False  # invariants are judged before each decision, and nothing is noted

    def task(self, scenario: str, number: int) -> Task:
        """A match of the run. First the agents change sides, then the rosters players."""
        seatings = dict(self.rosters).get(scenario, ((),))
        ways = len(self.agents) * len(seatings)
        turned, seating = number % len(self.agents), seatings[number % ways // len(self.agents)]
        return Task(
            scenario, number, seed_of(self.seed, scenario, number // ways), self.agents, turned,
            seating, self.most,
        )  # fmt: skip

    def batches(self) -> Iterator[tuple[str, int, int]]:
        """The batches: a scenario, the first match, and the one after the last."""
        for start in range(0, self.matches, SIZE):
            for scenario in self.scenarios:
                yield scenario, start, min(start + SIZE, self.matches)


def play_batch(rules: Rules, plan: Plan, batch: tuple[str, int, int]) -> Sums:
    """What became of the matches of a batch."""
    scenario, start, end = batch
    sums = nothing()
    for number in range(start, end):
        if plan.is_watched:
            sums["rows"].append(judged(rules, plan.task(scenario, number))[0])
            continue
        row, notes = play_match(rules, plan.task(scenario, number))
        sums["rows"].append(row)
        add_notes(sums, row, notes)
    return sums


def nothing() -> Sums:
    return {"rows": [], "verbs": {}, "abilities": {}, "offered": {}, "cards": {}}


def crashed(plan: Plan, scenario: str, number: int) -> Sums:
    """The batch of one match that ended the process which played it."""
    task = plan.task(scenario, number)
    row: dict[str, Any] = {
        "scenario": scenario, "number": number, "seed": task.seed, "turned": task.turned, "outcome": CRASHED,
        "message": "the process that played it ended", "winners": None, "sides": [], "agents": [], "decisions": [],
        "lead_changes": 0, "standing": None, "events": 0, "state": "",
    }  # fmt: skip
    return {**nothing(), "rows": [row]}


def add_notes(sums: Sums, row: Mapping[str, Any], notes: Noted) -> None:
    """Adds what was noted of a match. Of a card: in how many matches something became of it, and how many were won."""
    for part in ("verbs", "abilities"):
        for name, count in getattr(notes, part).items():
            sums[part][name] = sums[part].get(name, 0) + count
    for name in notes.offered:
        sums["offered"][name] = sums["offered"].get(name, 0) + 1
    won = row["winners"] if row["outcome"] == ENDED else None
    for card, by_what in notes.cards.items():
        cells = sums["cards"].setdefault(card, {})
        for what, by_seat in by_what.items():
            for seat, count in by_seat.items():
                key = f"{row['scenario']} {seat} {what}"
                cell = cells.setdefault(key, [0, 0, 0, 0])
                cell[0] += count
                cell[1] += 1
                if won is not None and won:
                    cell[2] += 1
                    cell[3] += seat in won


def added(batches: Sequence[Sums]) -> Sums:
    """All batches together, whatever their order."""
    total = nothing()
    for sums in batches:
        total["rows"] += sums["rows"]
        for part in ("verbs", "abilities", "offered"):
            for name, count in sums[part].items():
                total[part][name] = total[part].get(name, 0) + count
        for card, cells in sums["cards"].items():
            kept = total["cards"].setdefault(card, {})
            for key, cell in cells.items():
                kept[key] = [a + b for a, b in zip(kept.get(key, (0, 0, 0, 0)), cell, strict=True)]
    total["rows"].sort(key=_place)
    return total


def _place(row: Mapping[str, Any]) -> tuple[str, int]:
    return row["scenario"], row["number"]
