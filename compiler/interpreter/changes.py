"""Changes of fields and lists.

Job: set fields within their bounds, put into lists and take out of them, each noted in the journal. Reads the bounds
of fields; changes the fields of entities, the lists of the state, and which fields state checks are due for.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.spending import count_change, joined, sifted
from compiler.interpreter.state import State
from compiler.interpreter.values import Fault, Missing, label, past


def write(rt: State, owner: Any, name: str, value: Any) -> None:
    """Sets a field; a number stops at the bounds that its field declares."""
    old = value_before(owner, name)
    limits = rt.limits.get((getattr(owner, "_kind", ""), name))
    value = value if limits is None else stopped(value, *limits)
    if old is value or (old == value and type(old) is type(value)):
        return
    if type(value) is int:
        past(value)
    if name == "size" and rt.grid is not None and getattr(owner, "_figure", False) and owner.at is not None:
        raise Fault(f"the size of {label(owner)} cannot change while it stands on {owner.at}: lift it first")
    count_change(rt)
    rt.note(name, setattr, owner, name, old)
    setattr(owner, name, value)
    touch(rt, name)
    if rt.eyes:
        tell(rt, "change", owner, name, old)


def stopped(value: Any, least: int | None, most: int | None) -> Any:
    """A number as the bounds of its field leave it; none has no bounds."""
    if type(value) is not int:
        return value
    value = value if least is None else max(value, least)
    return value if most is None else min(value, most)


def add(rt: State, owner: Any, name: str, value: Any) -> None:
    old = value_before(owner, name)
    write(rt, owner, name, joined(rt, old, value) if isinstance(old, tuple) else past(old + value))


def lessen(rt: State, owner: Any, name: str, value: Any) -> None:
    old = value_before(owner, name)
    if isinstance(old, tuple):
        write(rt, owner, name, sifted(rt, old, value, False))
    else:
        write(rt, owner, name, past(old - value))


def tell(rt: State, what: str, *about: Any) -> None:
    """Tells those who watch the match what happened; what is only tried does not happen."""
    if rt.eyes and not rt.dry_run:
        for eye in rt.eyes:
            eye.see(what, *about)


def touch(rt: State, name: str) -> None:
    """A field was written: state checks that read it are due."""
    if name in rt.code.checked_fields or "*" in rt.code.checked_fields:
        rt.dirty.add(name)


def insert(rt: State, part: str, items: list[Any], item: Any, position: int | None = None) -> None:
    """Puts something into a list, which is (of) a part of the state."""
    where = len(items) if position is None else position
    items.insert(where, item)
    rt.note(part, items.pop, where)


def extract(rt: State, part: str, items: list[Any], item: Any) -> int:
    position = next(i for i, held in enumerate(items) if held is item or held == item)
    items.pop(position)
    rt.note(part, items.insert, position, item)
    return position


def value_before(owner: Any, name: str) -> Any:
    """The value that is about to be changed."""
    if owner is None:
        raise Missing(f"`{name}` of none cannot be set")
    return getattr(owner, name)


def put_back(held: dict[Any, int], key: Any, old: int | None) -> None:
    """Takes back a count, for the journal."""
    if old is None:
        held.pop(key, None)
    else:
        held[key] = old
