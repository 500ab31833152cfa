"""What all nodes of the core tree have: a place, and the nodes below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Node:
    at: int

    def children(self) -> list[Node]:
        return _BELOW[self.__class__](self)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            below = _BELOW[node.__class__](node)
            if below:
                below.reverse()
                stack += below


_PLAIN = ("str", "int", "bool", "tuple[str, ...]")


class _Below(dict[type[Node], Callable[[Node], list[Node]]]):
    """By class, what lists the nodes below a node. Every pass asks for each node."""

    def __missing__(self, kind: type[Node]) -> Callable[[Node], list[Node]]:
        names = [f.name for f in fields(kind) if f.name != "at" and f.type not in _PLAIN]
        parts = attrgetter(*names, *("at" for _ in range(2 - len(names))))  # never a single value

        def below(node: Node) -> list[Node]:
            found: list[Node] = []
            for value in parts(node):
                if isinstance(value, Node):
                    found.append(value)
                elif value.__class__ is tuple and value:
                    _add_nodes(value, found)
            return found

        self[kind] = below if names else lambda _node: []
        return self[kind]


_BELOW = _Below()


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
