"""The core tree as text for people: one line for each node, with its role, class, place and plain values.

Job: show the core tree of a file. Input: a program and the path of a file. Output: lines such as
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from compiler.core import ir


def program_text(program: ir.Program, path: str) -> str:
    """Every part of a program that comes from a file, under the name of its table."""
    lines: list[str] = []
    for part in fields(program):
        held: Any = getattr(program, part.name)
        for node in _items(held):
            if isinstance(node, ir.Node) and program.spans[node.at].path == path:
                lines += [f"# {part.name}", *_lines("", node, program.spans, 0)]
    return "".join(line + "\n" for line in lines)


def _items(held: Any) -> tuple[Any, ...]:
    """The items of a table or tuple; empty for anything else."""
    return tuple(getattr(held, "values", tuple)()) or (_items_of(held) if isinstance(held, tuple) else ())


def _items_of(held: Any) -> tuple[Any, ...]:
    return tuple(held)


def _lines(role: str, node: ir.Node, spans: tuple[ir.Place, ...], depth: int) -> Iterator[str]:
    place = spans[node.at]
    own: list[str] = []
    below: list[tuple[str, ir.Node]] = []
    for f in fields(node):
        value: Any = getattr(node, f.name)
        inside = list(_below(f.name, value))
        below += inside
        plain = _plain(value) if inside else value
        if f.name != "at" and plain not in (None, (), ""):
            own.append(f" {f.name}={_own(plain)}")
    head = f"{role} " if role else ""
    yield f"{'  ' * depth}{head}({type(node).__name__} {place.line}:{place.column}{''.join(own)})"
    for name, child in below:
        yield from _lines(name, child, spans, depth + 1)


def _below(role: str, value: Any) -> Iterator[tuple[str, ir.Node]]:
    """The nodes in a field, each with its role; in a pair, the name is the role."""
    if isinstance(value, ir.Node):
        yield role, value
    elif isinstance(value, tuple):
        items = _items_of(value)
        for item in items[1:] if _is_named(items) else items:
            yield from _below(f"{role}.{items[0]}" if _is_named(items) else role, item)


def _is_named(items: tuple[Any, ...]) -> bool:
    """Whether a value is a pair of a name and a node."""
    return len(items) == 2 and isinstance(items[0], str) and items[0].isidentifier() and not isinstance(items[1], str)


def _plain(value: Any) -> tuple[Any, ...]:
    """Values that are not nodes, such as the texts of a message or the verbs of a pattern."""
    items = _items_of(value) if isinstance(value, tuple) else ()
    return () if _is_named(items) else tuple(item for item in items if not list(_below("", item)))


def _own(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_own, _items_of(value))) + "]"
    return repr(value)
