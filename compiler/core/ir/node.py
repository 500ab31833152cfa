"""What all nodes of the core tree have: a place, and the nodes below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any, cast

from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    at: int

    def children(self) -> list[Node]:
        found: list[Node] = []
        _add_nodes(_parts_of(type(self))(self), found)
        return found

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children())


_PLAIN = ("str", "int", "bool", "tuple[str, ...]")
_PARTS: dict[type[Node], Callable[[Node], tuple[Any, ...]]] = {}


def _parts_of(kind: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    """What gives the fields of a class that can hold nodes. Cached, because every pass asks for each node."""
    if kind not in _PARTS:
        names = [f.name for f in fields(kind) if f.type not in _PLAIN]
        _PARTS[kind] = attrgetter(*names, "at", "at")  # with two more, which are no nodes, it is never a single value
    return _PARTS[kind]


def without_places(value: Any) -> Any:
    """A value with its nodes as tuples, which are equal where the nodes differ in their places only."""
    if isinstance(value, Node):
        return (type(value), *(without_places(getattr(value, f.name)) for f in fields(value) if f.name != "at"))
    return tuple(map(without_places, cast(tuple[Any, ...], value))) if isinstance(value, tuple) else value


def _add_nodes(items: tuple[Any, ...], found: list[Node]) -> None:
    for item in items:
        if isinstance(item, Node):
            found.append(item)
        elif item.__class__ is tuple:
            _add_nodes(item, found)
