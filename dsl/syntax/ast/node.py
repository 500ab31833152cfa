"""The base class of the surface tree.

Job: define `Node` with its span, its walk and its dump, and the three nodes that can stand anywhere. Input: a Span.
Output: the base of every class of `dsl.syntax.ast`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast, overload

from dsl.dataclass import dataclass
from dsl.source import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of the author's text."""

    span: Span

    def children(self) -> list[Node]:
        """The nodes directly below this one, in the order of the fields."""
        return _BELOW[type(self)](self)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            below = _BELOW[type(node)](node)
            if below:
                below.reverse()
                stack += below


N = TypeVar("N", bound=Node, covariant=True)
M = TypeVar("M", bound=Node)


class _Below(dict[type[Node], Callable[[Node], list[Node]]]):
    """By class, what lists the nodes below a node."""

    def __missing__(self, kind: type[Node]) -> Callable[[Node], list[Node]]:
        names = [f.name for f in fields(kind) if f.name != "span" and f.type not in ("str", "int", "bool")]
        parts = attrgetter(*names, *("span" for _ in range(2 - len(names))))  # never a single value

        def below(node: Node) -> list[Node]:
            found: list[Node] = []
            for value in parts(node):
                if isinstance(value, Node):
                    found.append(value)
                elif value.__class__ is tuple:
                    found += [item for item in value if isinstance(item, Node)]
            return found

        self[kind] = below if names else lambda _node: []
        return self[kind]


_BELOW = _Below()


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
