"""One match of many, played by agents.

Job: play a match to its end, and tell what it was. Input: rules and a task, which is plain data. Output: a row, which
is plain data, and notes. The same task gives the same row on every machine, unless an agent decides by the clock.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from cardwright.authoring.worth import sides, standings, winners
from cardwright.lab.agents import agent_of
from cardwright.lab.noting import Noted, Notes
from cardwright.lab.turn import Turn, player_asked
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.host import Rules
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.values import Choose, Fault

ENDED, FAULT, STOPPED, ENDLESS, CRASHED, BROKEN = "ended", "fault", "stopped", "endless", "crashed", "broken"
MOST = 20_000  # so many answers may a match have
Watch = Callable[[Match], None]


class Task(NamedTuple):
    """A match to be played. ``agents`` are for the sides, in their order; ``turned`` moves them on by so many sides.

    ``rosters`` are by the names of players; where there are none, the scenario's own are dealt.
    """

    scenario: str
    number: int
    seed: int
    agents: tuple[str, ...]
    turned: int = 0
    rosters: tuple[tuple[str, str], ...] = ()
    most: int = MOST


class WatchFailed(Exception):
    """Something that must always hold does not: raised by what watches a match."""


def seed_of(run: int, scenario: str, number: int) -> int:
    """The seed of a match, by the seed of the run; never of the process that plays it."""
    digest = sha256(f"{run} {scenario} {number}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def begun(rules: Rules, task: Task) -> Match:
    """The match of a task at its first request."""
    setup: dict[str, Any] = {"scenario": task.scenario}
    if task.rosters:
        setup["rosters"] = dict(task.rosters)
    return rules.new_game(setup, task.seed)


def play_match(rules: Rules, task: Task, watches: Sequence[Watch] = ()) -> tuple[dict[str, Any], Noted]:
    """Plays a match; ``watches`` are called before each decision, and end it by raising `WatchFailed`.

    A policy of the ruleset that passes a bound ends the match as a fault, as an action of the match does.
    """
    match = begun(rules, task)
    notes, course = Notes(match), _Course(task, [[seat] for seat in range(len(players_by_seat(match.game)))])
    try:
        course.seat_all(sides(match))
        end = _played(match, course, notes, watches)
        won = winners(match) if end[0] == ENDED else None
        stands = standings(match) if end[0] == ENDED else None
    except Fault as fault:
        end, won, stands = (FAULT, str(fault)), None, None
    row: dict[str, Any] = {
        "scenario": task.scenario, "number": task.number, "seed": task.seed, "turned": task.turned,
        "outcome": end[0], "message": end[1], "winners": won, "sides": course.sides,
        "agents": [course.agents[seat] for seat in sorted(course.agents)], "decisions": course.decisions,
        "lead_changes": course.lead_changes, "standing": stands,
        "events": match.game.events, "state": fingerprint(match.game),
    }  # fmt: skip
    if task.rosters:
        row["rosters"] = [name for _, name in task.rosters]
    if end[0] != ENDED:
        row["save"] = match.save()
    return row, notes.noted


def common_sides(rows: Iterable[Mapping[str, Any]]) -> list[list[int]]:
    """The sides of matches of one scenario; each player alone where a match deals who plays with whom."""
    seated = [row["sides"] for row in rows if row["sides"]]
    first: list[list[int]] = seated[0] if seated else []
    is_same = all(sides == first for sides in seated)
    return first if is_same else [[seat] for seat in sorted(seat for side in first for seat in side)]


class _Course:
    """What is counted while a match is played, by the numbers of the players."""

    def __init__(self, task: Task, teams: list[list[int]]) -> None:
        self.task, self.lead_changes = task, 0
        self.seat_all(teams)

    def seat_all(self, teams: list[list[int]]) -> None:
        """Each side gets its agent."""
        names, turned = self.task.agents, self.task.turned
        self.sides = teams
        self.agents = {seat: names[(n + turned) % len(names)] for n, side in enumerate(teams) for seat in side}
        self.decisions = [0] * len(self.agents)


def _played(match: Match, course: _Course, notes: Notes, watches: Sequence[Watch]) -> tuple[str, str]:
    """Plays a match to its end; how it ended, and the message."""
    task = course.task
    players = {seat: agent_of(name, seed_of(task.seed, name, seat)) for seat, name in course.agents.items()}
    lead = _leader(match, course.sides)
    while isinstance(match.request, Choose):
        try:
            for watch in watches:
                watch(match)
        except WatchFailed as failed:
            return BROKEN, str(failed)
        if len(match.answers) >= task.most:
            return ENDLESS, f"it did not end within {task.most} answers"
        seat = player_asked(match)
        course.decisions[seat] += 1
        notes.ask(match.request)
        match.skip()
        match.answer(players[seat].answer(Turn(match)))
        now = _leader(match, course.sides)
        if now is not None and now != lead:
            course.lead_changes += lead is not None
            lead = now
    assert match.result is not None
    return match.result["outcome"], match.result["message"]


def _leader(match: Match, teams: list[list[int]]) -> int | None:
    """The side that stands best, if there is one and the rules say so."""
    stands = standings(match)
    if stands is None or len(teams) < 2:
        return None
    best = [max(stands[seat] for seat in side) for side in teams]
    return best.index(max(best)) if best.count(max(best)) == 1 else None
