"""The work of a running game, counted and bounded.

Job: count down what is done: calls, rounds of loops, events, changes, by size where size matters. The count is part of
the rules: the same in every engine, with or without what an engine remembers, so that all tell the same fault at the
same place (``docs/language.md``, "Bounds"). What is remembered costs what it cost to work out. Whoever runs the game
may look in from time to time (``watch``) and stop it. Reads the bounds; changes ``work``, ``floor`` and the counts of
steps and changes, and clears what is remembered where it has grown too large.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping
from itertools import filterfalse
from typing import Any

from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.values import Divergent, Exhausted, Stopped

SLICE = 50_000  # so much work is done between two looks of a watch
EVENT, CHANGE, TRY = 20, 5, 10  # the work of an event or request, of a change, and of one way through a dry run
MOST_NESTED = 20  # stats and questions (`can`, costs in a dry run) that are asked inside of each other
_ROUNDS = 10_000
_MOST_REMEMBERED = 200_000  # answers; more are worked out again
MOST_PYTHON_FRAMES = 4_000  # no less than what `Bounds.depth` and the depth of functions allow at most


def set_limits(rt: State, limits: Mapping[str, Any]) -> None:
    """What a host allows: `work` for each answer, and `watch`, which it is asked from time to time."""
    rt.bounds.work = limits.get("work") or rt.bounds.work
    rt.watch = limits.get("watch", rt.watch)


def refill(rt: State) -> None:
    """Somebody has answered, or something new begins: all work may be done again."""
    rt.most = max(rt.most, rt.bounds.work - rt.work)
    left = rt.work - rt.floor  # until somebody looks, however many answers come before
    rt.work = rt.bounds.work
    rt.floor = max(rt.work - max(left, 0), 0)


def look_later(rt: State) -> None:
    rt.floor = max(rt.work - SLICE, 0)


def look(rt: State, at: int) -> None:
    """The work is at its end, or it is time to ask whether the game shall go on."""
    if rt.work < 0:
        raise Exhausted(f"more than {rt.bounds.work} units of work were needed{shown_place(rt, at)}", max(at, 0))
    if rt.watch is not None and rt.watch():
        raise Stopped("the host has stopped the game")
    if sum(map(len, rt.known.values())) > _MOST_REMEMBERED:
        rt.known, rt.is_own = nothing_known(), True
    look_later(rt)


def shown_place(rt: State, at: int) -> str:
    if at < 0:
        return ""
    place = rt.code.spans[at]
    return f", at {place.path.rsplit('/', 1)[-1]}:{place.line}"


def spend(rt: State, work: int, at: int) -> None:
    """Work at a place of the author's text."""
    rt.work -= work
    if rt.work < rt.floor:
        look(rt, at)


def over(rt: State, items: Any, work: int = 1, at: int = -1) -> Any:
    """A collection that a loop walks over, with so much work for each of it; ``at`` only for a loop in a loop."""
    rt.work -= len(items) * work
    if at >= 0 and rt.work < rt.floor:
        look(rt, at)
    return items


def rounds(rt: State, count: int, at: int) -> range:
    """How often a loop runs."""
    if count > _ROUNDS:
        raise Divergent(f"a loop of more than 10,000 rounds{shown_place(rt, at)}", at)
    return range(max(count, 0))


def sifted(rt: State, items: Any, others: Any, wanted: bool) -> tuple[Any, ...]:
    """What of a collection is in another, or is not."""
    rt.work -= len(items) + len(others)
    held: Any = tuple(others) if len(others) < 8 else frozenset(others)
    return tuple((filter if wanted else filterfalse)(held.__contains__, items))


def sized(rt: State, items: Any) -> Any:
    """A collection that was made."""
    size = len(items)
    rt.work -= size
    if size > rt.bounds.size:
        raise Exhausted(f"a collection of more than {rt.bounds.size}")
    return items


def joined(rt: State, items: Any, others: Any) -> tuple[Any, ...]:
    """What is in either, each once."""
    return unique(sized(rt, (*items, *others)))


def count_change(rt: State, size: int = 0) -> None:
    """Something of the state changes, in a collection of a size."""
    rt.work -= CHANGE + size
    rt.changes += 1
    if rt.changes > rt.bounds.changes:
        raise Exhausted(f"more than {rt.bounds.changes} changes were made")


def count_step(rt: State, at: int) -> None:
    rt.steps += 1
    if rt.steps > rt.bounds.steps:
        raise Exhausted(f"more than {rt.bounds.steps} steps were taken")
    spend(rt, EVENT, at)


def unique(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items in order, each once."""
    return tuple(dict.fromkeys(items))
