"""The base class of the surface tree.

Job: define `Node` with its span, its walk and its dump, and the three nodes that can stand anywhere. Input: a Span.
Output: the base of every class of `dsl.syntax.ast`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar, cast, overload

from dsl.source import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of the author's text."""

    span: Span

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in the order of the fields."""
        for name in _below(type(self)):
            value = getattr(self, name)
            if isinstance(value, Node):
                yield value
            elif _is_many(value):
                for item in value:
                    if isinstance(item, Node):
                        yield item

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        # Every pass walks every tree, so this repeats `children` without a generator for each node.
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            below: list[Node] = []
            for name in _below(type(node)):
                value = getattr(node, name)
                if isinstance(value, Node):
                    below.append(value)
                elif value and _is_many(value):
                    below += [item for item in value if isinstance(item, Node)]
            if below:
                below.reverse()
                stack += below


N = TypeVar("N", bound=Node, covariant=True)
M = TypeVar("M", bound=Node)

_BELOW: dict[type[Node], tuple[str, ...]] = {}


def _below(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes. Cached, because every pass asks for each node."""
    if kind not in _BELOW:
        _BELOW[kind] = tuple(f.name for f in fields(kind) if f.name != "span" and f.type not in ("str", "int", "bool"))
    return _BELOW[kind]


def _several(value: Any) -> tuple[Any, ...]:
    """The values in a field, as a tuple."""
    return value if _is_many(value) else (value,)


def _is_many(value: object) -> bool:
    return isinstance(value, tuple)


def dump(node: Any, indent: int = 0) -> str:
    """The tree as indented text, one node on each line: the format of the goldens of stage ``ast``."""
    pad = "  " * indent
    if not isinstance(node, Node):
        return f"{pad}{node!r}\n"
    line, column = node.span.line_column()
    head = f"{pad}({type(node).__name__} {line}:{column}"
    below = ""
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span" or value is None or value == ():
            continue
        if isinstance(value, (Node, tuple)):
            items = _several(value)
            below += f"{pad}  {field.name}:\n" + "".join(dump(item, indent + 2) for item in items)
        else:
            head += f" {field.name}={value!r}"
    return head + ")\n" + below


@dataclass(frozen=True, slots=True, eq=False)
class Ident(Node):
    """A name in the text."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Row(Node):
    """``@DC-MOVE-01``: a rulebook row, without the at sign."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Annotated(Node, Generic[N]):
    """``@DC-MOVE-01`` on the line above a node that implements the row."""

    rows: tuple[Row, ...]
    node: N


@overload
def plain(written: Annotated[M]) -> M: ...
@overload
def plain(written: M) -> M: ...
def plain(written: Any) -> Any:
    """A node without the rulebook rows above it."""
    return cast("Annotated[Any]", written).node if isinstance(written, Annotated) else written


def rows_above(written: Node) -> tuple[str, ...]:
    """The ids of the rulebook rows directly above a node."""
    return tuple(row.text for row in written.rows) if isinstance(written, Annotated) else ()
