"""Matches that are watched: before each decision, and at the end, the invariants of the game are judged.

Job: play matches until an invariant is broken, and make that match as short as it gets. Input: rules and tasks. Output:
the broken match with what it breaks, or None. The same task gives the same match on every machine: shrinking is bounded
by matches that are tried, never by time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from cardwright.lab.one_match import BROKEN, ENDED, Task, WatchFailed, play_match
from compiler.interpreter.answers import answers_of
from compiler.interpreter.host import Rules
from compiler.interpreter.invariants import Broken, sentence
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Choose
from dsl.dataclass import dataclass

MOST_ATTEMPTS = 2_000  # so many matches are tried to make one shorter
_FIRST = 4  # of each decision so many of the first answers are tried, passing among them
Tell = Callable[[int, int], None]  # told how many were tried, and how many answers the shortest has
Script = list[list[int]]


@dataclass(slots=True)
class Found:
    """A match that breaks an invariant, at a decision or at its end; ``first``: so many answers it had before."""

    match: Match
    broken: Broken
    first: int
    attempts: int


class Watch:
    """Watches a match that `play_match` plays, and keeps it."""

    def __init__(self) -> None:
        self.match: Match | None = None

    def __call__(self, match: Match) -> None:
        self.match = match
        for broken in match.invariants():
            raise WatchFailed(sentence(broken))


def watched(rules: Rules, task: Task, tell: Tell | None = None, most: int = MOST_ATTEMPTS) -> tuple[str, Found | None]:
    """Plays a match; tells its outcome, and the shortest match that was found to break the same invariant."""
    row, match, broken = judged(rules, task)
    if match is None or not broken:
        return row["outcome"], None
    return BROKEN, Shrinking(match, broken[0], tell, most).found()


def judged(rules: Rules, task: Task) -> tuple[dict[str, Any], Match | None, list[Broken]]:
    """Plays a match, with what it breaks before a decision, or at its end."""
    watch = Watch()
    row, _ = play_match(rules, task, (watch,))
    match = watch.match
    broken = match.invariants() if match is not None and row["outcome"] in (BROKEN, ENDED) else []
    if broken:
        row["outcome"] = BROKEN
    return row, match, broken


class Shrinking:
    """Makes a broken match shorter: leaves answers out, passes or takes a first answer instead, halves at a time.

    The answers before a change are taken back, one change after the other from the end to the beginning, and what comes
    after it is played on a clone. Where an answer is not legal any more, the match passes or takes the first one.
    """

    def __init__(self, match: Match, broken: Broken, tell: Tell | None, most: int) -> None:
        self.best, self.name = match, broken["name"]
        self.first, self.tell, self.most, self.attempts = len(match.answers), tell, most, 0

    def found(self) -> Found:
        size = max(self.length // 2, 1)
        while self.attempts < self.most:
            before = self.best
            self.shorten(size)
            if size == 1 and self.best is before:
                break
            size = max(size // 2, 1)
        return Found(self.best, _broken(self.best, self.name)[0], self.first, self.attempts)

    @property
    def length(self) -> int:
        return len(self.best.answers)

    def shorten(self, size: int) -> None:
        """Changes so many answers at a time, the last ones first."""
        base = self.best.replayed(self.length)
        at = self.length
        while at > 0 and self.attempts < self.most:
            at = max(min(at, self.length) - size, 0)
            if len(base.answers) > at:
                base.undo(len(base.answers) - at)
            for script in self.scripts(base, at, size):
                if self.attempts < self.most and self.takes(base, script):
                    break

    def scripts(self, base: Match, at: int, size: int) -> Iterator[Script]:
        """The answers from a place on, with so many of them left out, and with others instead."""
        told: Script = self.best.answers[at:]
        yield told[size:]
        if isinstance(base.request, Choose):
            for answer in islice(answers_of(base.request), _FIRST if size == 1 else 1):
                if answer != told[0]:
                    yield [answer, *([] for _ in told[1:size]), *told[size:]]

    def takes(self, base: Match, script: Script) -> bool:
        """Whether a match breaks the invariant earlier when it is played so; it is then the best."""
        self.attempts += 1
        if self.tell is not None:
            self.tell(self.attempts, self.length)
        room = self.length - 1 - len(base.answers)
        match = base.clone()
        for answer in script[: max(room, 0)]:
            if not isinstance(match.request, Choose):
                return False
            _give(match, match.request, answer)
            if _broken(match, self.name):
                self.best = match
                return True
        return False


def _give(match: Match, request: Choose, answer: list[int]) -> None:
    """Gives an answer, or, where it is not legal, the first one that is: an offer is passed."""
    match.skip()
    try:
        match.answer(answer)
    except HostError:
        match.answer(next(answers_of(request)))


def _broken(match: Match, name: str) -> list[Broken]:
    """How a match breaks an invariant; what a fault has taken back breaks none."""
    if match.result is not None and match.result["outcome"] != ENDED:
        return []
    return [broken for broken in match.invariants() if broken["name"] == name]
