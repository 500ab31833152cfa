"""Invariants: what must hold whenever somebody decides, and which of them do not hold now.

Job: judge the invariants of a game between two steps of it. Input: a running game. Output: what is broken, as data that
JSON can hold. It may tell what is hidden: it is for authors and tests, never for a player. Judging costs the game no
work, marks no rows and changes nothing.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.interpreter.game import place_of
from compiler.interpreter.spending import look_later
from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.values import label

Broken = dict[str, Any]


def broken_invariants(rt: State) -> list[Broken]:
    """What does not hold now: ``name``, ``place``, ``rows``, the entity ``of`` (or empty), and ``values`` it reads.

    In the order of the rules, and for each entity apart, oldest first.
    """
    kept = rt.work, rt.floor, rt.marked, rt.known, rt.is_own
    if rt.marked is not None:  # what is worked out here marks nothing, so who marks works it out again
        rt.known, rt.is_own = nothing_known(), True
    rt.work, rt.marked = rt.bounds.work, None
    look_later(rt)
    try:
        return [told for row in rt.code.rules["invariants"] for told in _broken(rt, row)]
    finally:
        rt.work, rt.floor, rt.marked, known, is_own = kept
        if rt.marked is not None:
            rt.known, rt.is_own = known, is_own


class Judge:
    """Judges a run at each decision: ``found`` is what breaks, first told first; what was broken before it is not."""

    def __init__(self) -> None:
        self.known: set[tuple[str, str]] = set()
        self.found: list[Broken] = []

    def begin(self, rt: State) -> None:
        """What does not hold in a position that somebody made is not held against what follows."""
        self.known.update(map(_key, broken_invariants(rt)))

    def look(self, rt: State) -> None:
        for broken in broken_invariants(rt):
            if _key(broken) not in self.known:
                self.known.add(_key(broken))
                self.found.append(broken)


def _key(broken: Broken) -> tuple[str, str]:
    return broken["name"], broken["of"]


def _broken(rt: State, row: Mapping[str, Any]) -> Iterator[Broken]:
    found = row["broken"](rt)
    for given in [(one,) for one in found] if row["kind"] else [()] * found:
        yield {
            "name": row["name"],
            "place": place_of(rt, row["at"]),
            "rows": list(row["rows"]),
            "of": label(given[0]) if given else "",
            "values": {told["name"]: label(told["value"](rt, *given)) for told in row["told"]},
        }


def sentence(broken: Broken) -> str:
    """What is broken as a line for people."""
    values = ", ".join(f"{name} is {value}" for name, value in broken["values"].items())
    subject = f" by {broken['of']}" if broken["of"] else ""
    return f"the invariant `{broken['name']}` is broken{subject}" + (f": {values}" if values else "")
