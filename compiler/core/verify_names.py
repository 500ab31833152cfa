"""Unbound locals: which locals a text of the core tree reads without binding them.

Job: list the texts of a program with the names that each is given, and follow their bindings. The name of a statement
is bound in the rest of its block and below; the name of a gathering in its condition and value. Input: core nodes.
Output: the unbound locals. Knows nothing about the meaning of names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from compiler.core import ir
from dsl.dataclass import dataclass

_ABILITY = ("self", "this", "trigger")
_MODIFIER = ("it", "then", "self", "this", "env")


@dataclass(frozen=True, slots=True)
class Text:
    """Nodes that run together, and the names that are bound at their beginning."""

    title: str
    nodes: tuple[ir.Node, ...]
    names: tuple[str, ...]


def texts(program: ir.Program) -> Iterator[Text]:
    """Every text of a program."""
    for function in program.functions.values():
        yield Text(f"function {function.name}", _given(function.body), function.params)
    for stat in program.stats:
        yield Text(f"stat {stat.name}", _given(stat.value), ("self",))
    for verb in program.verbs.values():
        for param in verb.params:
            yield Text(f"default {param.name} of {verb.name}", _given(param.default), ())
        yield Text(f"head of {verb.name}", verb.head, ("ev",))
        yield Text(f"verb {verb.name}", verb.body, ("ev", "target"))
    for check in program.checks:
        yield Text(check.name, _given(check.source), ())
        yield Text(check.name, check.body, ("target",))
    for invariant in program.invariants:
        yield Text(f"invariant {invariant.name}", (invariant.broken,), ())
        me = ("self",) if invariant.kind else ()
        yield Text(f"invariant {invariant.name}", tuple(value for _, value in invariant.told), me)
    for roster in program.rosters.values():
        yield Text(f"roster {roster.name}", roster.head, tuple(name for name, _ in roster.params))
    for live in program.lives:
        yield Text(f"live {live.kind}", (live.subject,), ("this",))
        through = tuple(value for _, value in live.through[1]) if live.through is not None else ()
        yield Text(f"live {live.kind}", (*_given(live.condition), *through), ("self", "this"))
        yield Text(f"live {live.kind}", (*live.requires, *live.costs), (*_ABILITY, "target"))
    for ability in program.abilities:
        yield from _ability(ability)


def _ability(ability: ir.Ability) -> Iterator[Text]:
    tests = (*_given(ability.condition), *_given(ability.chooser), *_given(ability.feasible), *ability.requires)
    recharged = ability.recharges[1] if ability.recharges is not None else None
    yield Text(ability.id, (*tests, *_given(recharged)), _ABILITY)
    yield Text(ability.id, ability.costs, (*_ABILITY, "target"))
    yield Text(ability.id, ability.body, (*_ABILITY, "target"))
    for modifier in ability.modifiers:
        yield Text(ability.id, (modifier,), _MODIFIER)


def _given(node: ir.Expr | None) -> tuple[ir.Node, ...]:
    return (node,) if node is not None else ()


def free_locals(text: Text) -> Iterator[ir.Local]:
    """The unbound locals of a text."""
    yield from _block(text.nodes, frozenset(text.names))


def _block(nodes: tuple[ir.Node, ...], names: frozenset[str]) -> Iterator[ir.Local]:
    for node in nodes:
        yield from _free(node, names)
        if isinstance(node, ir.Let | ir.Roll | ir.Reroll | ir.Create) and node.owner is None:
            names |= {node.name}


def _free(node: ir.Node, names: frozenset[str]) -> Iterator[ir.Local]:
    match node:
        case ir.Local(name=name):
            if name not in names:
                yield node
        case ir.Gather(name=name, source=source):
            yield from _free(source, names)
            for part in (*_given(node.condition), *_given(node.value)):
                yield from _free(part, names | {name})
        case ir.Bind(name=name):
            yield from _free(node.value, names)
            yield from _free(node.body, names | {name})
        case ir.Each(name=name):
            yield from _free(node.source, names)
            yield from _block(node.body, names | {name})
        case ir.Choose():
            yield from _choose(node, names)
        case ir.Span():
            yield from _block(tuple(value for _, value in node.keep), names)
            yield from _block(_given(node.condition), frozenset({"then", "env"}))
        case ir.Lasting():
            yield from _block((node.duration, *(value for _, value in node.keep)), names)
            yield from _block(node.modifiers, frozenset({"it", "then", "env"}))
        case _:
            for f in fields(node):
                yield from _part(getattr(node, f.name), names)


def _part(value: Any, names: frozenset[str]) -> Iterator[ir.Local]:
    """The nodes in a field, which holds a node, a block of nodes, or pairs of names and nodes."""
    if isinstance(value, ir.Node):
        yield from _free(value, names)
    elif isinstance(value, tuple):
        held: tuple[Any, ...] = value  # pyright: ignore[reportUnknownVariableType]
        yield from _block(tuple(item for item in held if isinstance(item, ir.Node)), names)
        for item in held:
            if isinstance(item, tuple):
                yield from _part(item, names)


def _choose(node: ir.Choose, names: frozenset[str]) -> Iterator[ir.Local]:
    outside = (node.options, node.player, *_given(node.least), *_given(node.most), *_given(node.owner))
    yield from _block(outside, names)
    yield from _block(node.ranks, names | {"it"})
    yield from _block(_given(node.such_that), names | {node.name})
    yield from _block(node.body, names if node.owner is not None else names | {node.name})
    yield from _block(node.otherwise, names)
