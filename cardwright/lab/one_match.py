"""One match of many, played by agents.

Job: play a match to its end, and tell what it was. Input: rules and a task, which is plain data. Output: a row, which
is plain data, and notes. The same task gives the same row on every machine, unless an agent decides by the clock.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from cardwright.lab.agents import agent_of
from cardwright.lab.noting import Notes
from cardwright.lab.turn import Turn, player_asked
from cardwright.lab.worth import sides, standings, winners
from compiler.interpreter.host import Rules
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.values import Choose

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


def play_match(rules: Rules, task: Task, watches: Sequence[Watch] = ()) -> tuple[dict[str, Any], Notes]:
    """Plays a match; ``watches`` are called before each decision, and end it by raising `WatchFailed`."""
    match = begun(rules, task)
    notes, teams = Notes(match), sides(match)
    who = {seat: task.agents[(n + task.turned) % len(task.agents)] for n, side in enumerate(teams) for seat in side}
    players = {seat: agent_of(name, seed_of(task.seed, name, seat)) for seat, name in who.items()}
    asked = [0] * len(players)
    lead, changes = _leader(match, teams), 0
    outcome = message = ""
    while isinstance(match.request, Choose) and not outcome:
        try:
            for watch in watches:
                watch(match)
        except WatchFailed as failed:
            outcome, message = BROKEN, str(failed)
            break
        if len(match.answers) >= task.most:
            outcome, message = ENDLESS, f"it did not end within {task.most} answers"
            break
        seat = player_asked(match)
        asked[seat] += 1
        notes.ask(match.request)
        match.skip()
        match.answer(players[seat].answer(Turn(match)))
        now = _leader(match, teams)
        if now is not None and now != lead:
            changes += lead is not None
            lead = now
    if not outcome:
        assert match.result is not None
        outcome, message = match.result["outcome"], match.result["message"]
    return _row(match, task, (outcome, message), {
        "sides": teams, "agents": [who[seat] for seat in sorted(who)], "decisions": asked, "lead_changes": changes,
    }), notes  # fmt: skip


def _leader(match: Match, teams: list[list[int]]) -> int | None:
    """The side that stands best, if there is one and the rules say so."""
    stands = standings(match)
    if stands is None or len(teams) < 2:
        return None
    best = [max(stands[seat] for seat in side) for side in teams]
    return best.index(max(best)) if best.count(max(best)) == 1 else None


def _row(match: Match, task: Task, end: tuple[str, str], about: dict[str, Any]) -> dict[str, Any]:
    outcome, message = end
    row = {
        "scenario": task.scenario, "number": task.number, "seed": task.seed, "turned": task.turned,
        "outcome": outcome, "message": message, "winners": winners(match) if outcome == ENDED else None,
        **about, "standing": standings(match) if outcome == ENDED else None,
        "events": match.game.events, "state": fingerprint(match.game),
    }  # fmt: skip
    if task.rosters:
        row["rosters"] = [name for _, name in task.rosters]
    if outcome != ENDED:
        row["save"] = match.save()
    return row
