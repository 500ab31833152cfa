"""What was worked out of the state, remembered in groups.

Job: keep answers with the work that they took, for as long as what they read stays as it is. Reads nothing of the game
itself; changes what is remembered. A group holds the answers of one function, stat, trait or text; which groups a
change empties is told by the rules (``Linked.readers``).
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler.interpreter.state import State
from compiler.interpreter.values import Env, Event, Zone

_CHANGING = frozenset({Event, Env, Zone})  # what is in them may change, and who is given one need not name it


def may_change(value: Any) -> bool:
    """Whether what a value holds may become another while no named part of the state changes."""
    kind = value.__class__
    return kind in _CHANGING or (kind is tuple and bool(value) and value[0].__class__ in _CHANGING)


def known_now(rt: State, function: Callable[..., Any], *values: Any) -> Any:
    """The answer of a function that is given such a value: it is remembered until anything changes."""
    key = (function, *values)
    found = rt.known[0].get(key)
    if found is None or found[1] > rt.work:
        before = rt.work
        value = function(rt, *values)
        rt.known[0][key] = value, before - rt.work
        return value
    rt.work -= found[1]
    return found[0]


def charged(rt: State, group: int, key: Any, work: Callable[..., Any]) -> Any:
    """What a group keeps under a key; knowing it costs what it cost to work out."""
    found = rt.known[group].get(key)
    if found is None or found[1] > rt.work:
        before = rt.work
        value = work(rt)
        rt.known[group][key] = value, before - rt.work
        return value
    rt.work -= found[1]
    return found[0]


def remembering(group: int, opened: tuple[int, ...]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes functions look their answers up in a group, and work them out where they must. ``opened``: the positions of
    values that may change while no named part of the state does.
    """

    def looking_up(function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(rt: State, *values: Any) -> Any:
            found = rt.known[group].get(values)
            if found is None or found[1] > rt.work:
                for position in opened:
                    if may_change(values[position]):
                        return known_now(rt, function, *values)
                before = rt.work
                value = function(rt, *values)
                rt.known[group][values] = value, before - rt.work
                return value
            rt.work -= found[1]
            return found[0]

        return asked

    return looking_up
