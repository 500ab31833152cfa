"""What a change is, and small helpers over core nodes.

Job: hold one change of a tree; compare and walk trees. Input and output: core nodes. Never decides which changes there
are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from compiler.core import ir

# What is changed, in the order in which reports count it.
SORTS = (
    "requirement", "condition", "cost", "limit", "trigger", "modifier", "statement", "option", "comparison", "sign",
    "number", "and, or", "who", "how long", "when", "verb", "order", "value", "filter", "row", "default", "printed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """``old`` becomes ``new`` (None: the whole definition is left out). ``about`` is the node that people see changed:
    its place, and whose rulebook rows count.
    """

    sort: str
    about: ir.Node
    old: ir.Node
    new: ir.Node | None
    description: str


def shape(value: Any) -> Any:
    """A tree without its places."""
    if isinstance(value, ir.Node):
        return (type(value), *(shape(getattr(value, f.name)) for f in fields(value) if f.name != "at"))
    return tuple(map(shape, _items(value))) if is_many(value) else value


def is_many(value: object) -> bool:
    return isinstance(value, tuple)


def _items(value: Any) -> tuple[Any, ...]:
    return tuple(value)


def nodes_in(value: Any) -> Iterator[ir.Node]:
    """The nodes in the value of a field, not those below them."""
    if isinstance(value, ir.Node):
        yield value
    elif is_many(value):
        for item in _items(value):
            yield from nodes_in(item)


def locals_of(node: Any) -> set[str]:
    """The locals that a tree reads."""
    return {n.name for below in nodes_in(node) for n in below.walk() if isinstance(n, ir.Local)}


def changed(value: Any, old: ir.Node, new: ir.Node) -> Any:
    """A copy of a tree with one node replaced, wherever the same text was lowered to the same node."""
    if isinstance(value, ir.Node):
        if value is old or (value.at == old.at and value == old):
            return new
        given = {f.name: getattr(value, f.name) for f in fields(value)}
        made = {name: changed(held, old, new) for name, held in given.items()}
        return replace(value, **made) if any(made[name] is not given[name] for name in given) else value
    if is_many(value):
        items = tuple(changed(item, old, new) for item in _items(value))
        return items if any(a is not b for a, b in zip(items, _items(value), strict=True)) else value
    return value


def without(items: tuple[Any, ...], gone: object) -> tuple[Any, ...]:
    return tuple(item for item in items if item is not gone)


def binds(node: ir.Node) -> str:
    """The local that a statement makes for those after it; empty if it makes none."""
    match node:
        case ir.Let(owner=None, name=name) | ir.Choose(owner=None, name=name) | ir.Roll(owner=None, name=name):
            return name
        case ir.Create(owner=None, name=name) | ir.Reroll(owner=None, name=name):
            return name
        case _:
            return ""


def true(at: int) -> ir.Const:
    return ir.Const(at, True)


def number(node: object) -> int | None:
    """The value of a constant number; None for anything else."""
    value = node.value if isinstance(node, ir.Const) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def other_dice(dice: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """The last one of the sort that the game declares before it (before the first comes the last); where it declares no
    other, one die more.

    Games declare dice from the weakest on: a die has a face that the one before it lacks, so that a test can tell them.
    """
    last = dice[-1]
    if last not in known or len(known) == 1:
        return (*dice, last)
    return (*dice[:-1], known[known.index(last) - 1])
