"""The work of a running game, counted and bounded.

Job: count down what is done: calls, rounds of loops, events, changes, by size where size matters. The count is part of
the rules: the same in every engine, with or without what an engine remembers, so that all tell the same fault at the
same place (``docs/language.md``, "Bounds"). What is remembered costs what it cost to work out. Whoever runs the game
may look in from time to time (``watch``) and stop it.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.interpreter.values import Bounds, Exhausted, Stopped

SLICE = 50_000  # so much work is done between two looks of a watch
EVENT, CHANGE, TRY = 20, 5, 10  # the work of an event or request, of a change, and of one way through a trial
MOST_NESTED = 20  # stats and questions (`can`, costs on trial) that are asked inside of each other
_ROUNDS = 10_000
_MOST_REMEMBERED = 200_000  # answers; more are worked out again
FRAMES = 4_000  # of Python: no less than what `Bounds.depth` and the depth of functions allow at most


class Spending:
    """``work`` is what may still be done; below ``floor`` somebody looks."""

    code: Any

    def __init__(self) -> None:
        self.bounds = Bounds()
        self.watch: Callable[[], bool] | None = None  # whether the game is to stop
        self.work = self.bounds.work
        self.floor = self.work - SLICE
        self.most = 0  # what the dearest stretch so far has needed
        self.known: dict[Any, Any] = {}  # what was worked out of the state as it now is
        self.remembered: dict[tuple[Any, ...], Any] = {}  # answers that follow from the board alone
        self.steps = self.changes = self.nested = 0

    def limit(self, limits: Mapping[str, Any]) -> None:
        """What a host allows: `work` for each answer, and `watch`, which it is asked from time to time."""
        self.bounds.work = limits.get("work") or self.bounds.work
        self.watch = limits.get("watch", self.watch)

    def refill(self) -> None:
        """Somebody has answered, or something new begins: all work may be done again."""
        self.most = max(self.most, self.bounds.work - self.work)
        left = self.work - self.floor  # until somebody looks, however many answers come before
        self.work = self.bounds.work
        self.floor = max(self.work - max(left, 0), 0)

    def _look_later(self) -> None:
        self.floor = max(self.work - SLICE, 0)

    def look(self, at: int) -> None:
        """The work is at its end, or it is time to ask whether the game shall go on."""
        if self.work < 0:
            raise Exhausted(f"more than {self.bounds.work} units of work were needed{self.shown_place(at)}", max(at, 0))
        if self.watch is not None and self.watch():
            raise Stopped("the host has stopped the game")
        for known in (self.known, self.remembered):
            if len(known) > _MOST_REMEMBERED:
                known.clear()
        self._look_later()

    def shown_place(self, at: int) -> str:
        if at < 0:
            return ""
        place = self.code.spans[at]
        return f", at {place.path.rsplit('/', 1)[-1]}:{place.line}"

    # ---- what is counted
    def spend(self, work: int, at: int) -> None:
        """Work at a place of the author's text."""
        self.work -= work
        if self.work < self.floor:
            self.look(at)

    def over(self, items: Any, work: int = 1, at: int = -1) -> Any:
        """A collection that a loop walks over, with so much work for each of it; ``at`` only for a loop in a loop."""
        self.work -= len(items) * work
        if at >= 0 and self.work < self.floor:
            self.look(at)
        return items

    def rounds(self, count: int, at: int) -> range:
        """How often a loop runs."""
        if count > _ROUNDS:
            raise Exhausted(f"a loop of more than 10,000 rounds{self.shown_place(at)}", at)
        return range(max(count, 0))

    def sifted(self, items: Any, others: Any, wanted: bool) -> tuple[Any, ...]:
        """What of a collection is in another, or is not."""
        self.work -= len(items) + len(others)
        held: Any = tuple(others) if len(others) < 8 else frozenset(others)
        return tuple(x for x in items if (x in held) is wanted)

    def sized(self, items: Any) -> Any:
        """A collection that was made."""
        size = len(items)
        self.work -= size
        if size > self.bounds.size:
            raise Exhausted(f"a collection of more than {self.bounds.size}")
        return items

    def changed(self, size: int = 0) -> None:
        """Something of the state changes, in a collection of a size."""
        self.work -= CHANGE + size
        self.changes += 1
        if self.changes > self.bounds.changes:
            raise Exhausted(f"more than {self.bounds.changes} changes were made")

    def count_step(self, at: int) -> None:
        self.steps += 1
        if self.steps > self.bounds.steps:
            raise Exhausted(f"more than {self.bounds.steps} steps were taken")
        self.spend(EVENT, at)
