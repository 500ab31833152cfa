"""What all nodes of the core tree have: a place, and the nodes below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Node:
    at: int

    def children(self) -> list[Node]:
        below: list[Node] = []
        for name in _below(type(self)):
            _add_nodes(getattr(self, name), below)
        return below

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children())


_BELOW: dict[type[Node], tuple[str, ...]] = {}
_PLAIN = ("str", "int", "bool", "tuple[str, ...]")


def _below(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes. Cached, because every pass asks for each node."""
    if kind not in _BELOW:
        _BELOW[kind] = tuple(f.name for f in fields(kind) if f.type not in _PLAIN)
    return _BELOW[kind]


def without_places(value: Any) -> Any:
    """A value with its nodes as tuples, which are equal where the nodes differ in their places only."""
    if isinstance(value, Node):
        return (type(value), *(without_places(getattr(value, f.name)) for f in fields(value) if f.name != "at"))
    return tuple(map(without_places, cast(tuple[Any, ...], value))) if isinstance(value, tuple) else value


def _add_nodes(value: Any, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for item in cast(tuple[Any, ...], value):
            _add_nodes(item, found)
