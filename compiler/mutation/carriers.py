"""Which rulebook rows a place of a program carries, and who owns it.

Job: give each node the rows of the nearest tag around it: a tag on a statement, requirement or modifier takes that part
out of what the tag on the whole definition claims. Input: a program. Output: rows by the identity of nodes; words.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from compiler.core import ir
from compiler.mutation.data import DataStep
from compiler.mutation.steps import is_many

Rows = tuple[str, ...]


def rows_below(program: ir.Program, top: tuple[str, str | int], node: ir.Node) -> dict[int, Rows]:
    """The rows of every node of a definition, by identity."""
    rows: Rows = getattr(node, "rows", ())
    if isinstance(node, ir.StatDecl):
        rows = program.data_rows.get(f"stat:{node.kind}.{node.name}", ())
    if isinstance(node, ir.Ability) and not rows:
        rows = _of_carrier(program, node.carrier)
    found: dict[int, Rows] = {}
    _spread(node, rows, found)
    return found


def _of_carrier(program: ir.Program, carrier: ir.Carrier) -> Rows:
    if carrier.form == "card":
        return program.cards[carrier.name].rows
    trait = program.traits.get(carrier.name)
    return trait.rows if trait is not None else ()


def _spread(node: ir.Node, rows: Rows, found: dict[int, Rows]) -> None:
    found[id(node)] = rows
    for f in fields(node):
        value: Any = getattr(node, f.name)
        if isinstance(value, ir.Node):
            _spread(value, _own(value) or rows, found)
        elif is_many(value):
            _spread_items(value, rows, found)


def _spread_items(items: tuple[Any, ...], rows: Rows, found: dict[int, Rows]) -> None:
    marked: Rows = ()
    for item in items:
        if isinstance(item, ir.Mark):
            marked = (*marked, *item.rows)
        elif isinstance(item, ir.Node):
            _spread(item, _own(item) or marked or rows, found)
            marked = ()
        elif is_many(item):
            _spread_items(item, rows, found)


def _own(node: ir.Node) -> Rows:
    found: Rows = getattr(node, "rows", ())
    return found


def rows_of_field(program: ir.Program, kind: str, step: DataStep) -> Rows:
    """The rows of a field, or else those of the kind that declares it."""
    ancestors = program.kinds[kind].ancestors
    for ancestor in ancestors:
        rows = program.data_rows.get(f"field:{ancestor}.{step.field}")
        if rows:
            return rows
    for ancestor in ancestors:
        rows = program.data_rows.get(f"kind:{ancestor}")
        if rows:
            return rows
    return ()


def owner_of(program: ir.Program, top: tuple[str, str | int]) -> str:
    """The card or definition that a change belongs to, in words."""
    table, name = top
    match table:
        case "abilities":
            carrier = program.abilities[int(name)].carrier
            return f"{carrier.form} {carrier.name}"
        case "lives":
            return f"live {program.lives[int(name)].kind}"
        case "checks":
            return "whenever"
        case "stats":
            stat = program.stats[int(name)]
            return f"stat {stat.name} of {stat.kind}"
        case _:
            return str(name).removesuffix("?")


def card_owner(card: ir.CardDecl) -> str:
    return f"card {card.id}"


def kind_owner(kind: ir.KindDecl) -> str:
    return f"kind {kind.name}"
