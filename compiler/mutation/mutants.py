"""Mutants: small changes of the core tree that tests should detect.

Job: list the mutants of a program (a condition removed, a comparison changed, another entity, another number, another
duration or limit), and make the program of one mutant. Input: a program, and the kinds of entities by place. Output:
``Mutant``s in the order of the program, the same for the same program. Never runs anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from compiler.core import ir

SORTS = ("condition", "comparison", "who", "how much", "how long")
_TABLES = ("functions", "verbs", "abilities", "lives", "checks", "rosters")
# Fields that are a condition on the rest of their node.
_CONDITIONS = frozenset({
    (ir.If, "condition"), (ir.Mode, "condition"), (ir.Choose, "such_that"), (ir.Gather, "condition"),
    (ir.Require, "condition"), (ir.Ability, "condition"), (ir.Modifier, "condition"), (ir.Live, "condition"),
})  # fmt: skip
_DERIVED = frozenset({"feasible", "chooser", "message", "reads", "carrier"})  # derived from other fields
_MOVED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_ALWAYS = frozenset({"self", "this", "trigger", "ev"})  # locals that exist wherever the text runs

# A definition of a program: its table, and its name or position there.
Top = tuple[str, str | int]


@dataclass(frozen=True, slots=True)
class Mutant:
    """``old`` becomes ``new`` in the definition at ``top``; ``description`` is for people; ``id`` is reproducible."""

    id: str
    sort: str
    top: Top
    at: int
    description: str
    old: ir.Node
    new: ir.Node


def mutants(program: ir.Program, someone: Mapping[int, str]) -> list[Mutant]:
    """All mutants; ``someone`` gives the kind of the entity at a place of the span table."""
    found: list[Mutant] = []
    counts: Counter[str] = Counter()
    known: set[tuple[int, str]] = set()
    for top, node in definitions(program):
        for sort, old, new, description in _Changes(program, someone, node).all():
            if (id(old), description) in known:  # the same text may be lowered twice
                continue
            known.add((id(old), description))
            place = program.spans[old.at]
            key = f"{place.path}:{place.line}:{place.column}:{sort}"
            counts[key] += 1
            found.append(Mutant(f"{key}:{counts[key]}", sort, top, old.at, description, old, new))
    return found


def definitions(program: ir.Program) -> Iterator[tuple[Top, ir.Node]]:
    """Every definition that runs, with its place in the program."""
    for table in _TABLES:
        for name, node in _table_items(program, table).items():
            yield (table, name), node


def _table_items(program: ir.Program, table: str) -> dict[str | int, ir.Node]:
    """A table of the program by name or by position."""
    held: Any = getattr(program, table)
    pairs: Any = enumerate(held) if _is_many(held) else held.items()
    return dict(pairs)


def mutated(program: ir.Program, mutant: Mutant) -> ir.Program:
    """The program with the change of one mutant."""
    table, name = mutant.top
    held = _table_items(program, table)
    held[name] = _with(held[name], mutant.old, mutant.new)
    changed: Any = tuple(held.values()) if _is_many(getattr(program, table)) else held
    return replace(program, **{table: changed})


def _with(value: Any, old: ir.Node, new: ir.Node) -> Any:
    """A copy of a tree with one node replaced; the node is found by identity."""
    if value is old:
        return new
    if isinstance(value, ir.Node):
        given = {f.name: getattr(value, f.name) for f in fields(value)}
        made = {name: _with(held, old, new) for name, held in given.items()}
        return replace(value, **made) if any(made[name] is not given[name] for name in given) else value
    if _is_many(value):
        items = tuple(_with(item, old, new) for item in value)
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value
    return value


def _is_many(value: object) -> bool:
    return isinstance(value, tuple)


Step = tuple[str, ir.Node, ir.Node, str]


class _Changes:
    """The changes in one definition."""

    def __init__(self, program: ir.Program, someone: Mapping[int, str], top: ir.Node) -> None:
        self.program, self.someone, self.top = program, someone, top
        self.entities = list(self._people())

    def _people(self) -> Iterator[tuple[str, ir.Expr]]:
        """The entities that the definition names, if the name means the same everywhere in it."""
        for node in self.top.walk():
            if isinstance(node, ir.Emit):
                for _, value in node.arguments:
                    kind = self.someone.get(value.at)
                    names = {n.name for n in value.walk() if isinstance(n, ir.Local)}
                    if kind is not None and names <= _ALWAYS:
                        yield kind, value

    def all(self) -> Iterator[Step]:
        yield from self.changes_below(self.top, counting=True)

    def changes_below(self, node: ir.Node, *, counting: bool) -> Iterator[Step]:
        """The changes of a node and of all nodes below it. Numbers in a comparison are not changed separately."""
        match node:
            case ir.Op(operator=operator) if operator in _MOVED:
                moved = _MOVED[operator]
                turned = operator in ("==", "!=")  # the author may have written `is` or `is not`
                description = "the comparison was turned round" if turned else f"`{operator}` became `{moved}`"
                yield "comparison", node, replace(node, operator=moved), description
                counting = False
            case ir.Op(operator="and", operands=operands):
                for operand in operands:
                    yield "condition", operand, ir.Const(operand.at, True), "a condition was dropped"
            case ir.Emit():
                yield from self.other_entities(node)
            case ir.Const(value=int(number)) if counting and not isinstance(number, bool):
                yield "how much", node, replace(node, value=number + 1), f"{number} became {number + 1}"
            case ir.Span():
                yield from _durations(node)
            case ir.Ability() | ir.Live():
                yield from _limits(node)
            case _:
                pass
        unsaid = {"least"} if isinstance(node, ir.Choose) and node.most is not None else set[str]()  # not in `up to`
        for f in fields(node):
            if f.name not in _DERIVED | unsaid:
                yield from self.field(node, f.name, counting=counting)

    def field(self, node: ir.Node, name: str, *, counting: bool) -> Iterator[Step]:
        value: Any = getattr(node, name)
        is_condition = (type(node), name) in _CONDITIONS and isinstance(value, ir.Node)
        parted = isinstance(value, ir.Const) or (isinstance(value, ir.Op) and value.operator == "and")
        if is_condition and not parted:
            yield "condition", value, ir.Const(value.at, True), "a condition was dropped"
        for below in _nodes(value):
            yield from self.changes_below(below, counting=counting)

    def other_entities(self, node: ir.Emit) -> Iterator[Step]:
        """Replaces an entity by another that the definition names, once for each operand of a verb."""
        for name, value in node.arguments:
            kind = self.someone.get(value.at)
            other = next((e for k, e in self.entities if self.related(kind, k) and _shape(e) != _shape(value)), None)
            if other is not None:
                changed = tuple((n, other if n == name else v) for n, v in node.arguments)
                yield "who", node, replace(node, arguments=changed), f"`{name}` of {node.verb} became somebody else"

    def related(self, one: str | None, other: str) -> bool:
        """Whether two kinds have a common ancestor."""
        if one is None or one not in self.program.kinds or other not in self.program.kinds:
            return False
        return bool({*self.program.kinds[one].ancestors} & {*self.program.kinds[other].ancestors})


def _nodes(value: Any) -> Iterator[ir.Node]:
    if isinstance(value, ir.Node):
        yield value
    elif _is_many(value):
        for item in value:
            yield from _nodes(item)


def _shape(value: Any) -> Any:
    """An expression without its places."""
    if isinstance(value, ir.Node):
        return (type(value), *(_shape(getattr(value, f.name)) for f in fields(value) if f.name != "at"))
    return tuple(_shape(item) for item in value) if _is_many(value) else value


def _durations(node: ir.Span) -> Iterator[Step]:
    if node.verbs:
        edge = "start" if node.edge == "end" else "end"
        yield "how long", node, replace(node, edge=edge), f"until its {node.edge} became until its {edge}"
        skipped = "the next one" if not node.skip else "this one"
        yield "how long", node, replace(node, skip=not node.skip), f"the duration became that of {skipped}"


def _limits(node: ir.Ability | ir.Live) -> Iterator[Step]:
    if node.limits:
        yield "how long", node, replace(node, limits=()), f"`once per {node.limits[0]}` was dropped"
    if node.uses:
        yield "how much", node, replace(node, uses=node.uses + 1), f"`uses {node.uses}` became `uses {node.uses + 1}`"
