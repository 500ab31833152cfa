"""Mutants: small changes of a game that tests should notice.

Job: list the mutants of a program, each with the rulebook rows that its place carries, and make the definition of one.
Input: a program, and what is known of it beside its tree. Output: ``Mutant``s in the order of the program, the same for
the same program; none whose definition is as it was. Never runs anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from compiler.core import ir
from compiler.mutation.carriers import card_owner, kind_owner, owner_of, rows_below, rows_of_field
from compiler.mutation.data import DataStep, changes_of_card, changes_of_kind
from compiler.mutation.definitions import changes_of_definition
from compiler.mutation.expressions import Scope, changes_of_expression, people_of
from compiler.mutation.facts import Known
from compiler.mutation.statements import changes_of_statement, is_counted
from compiler.mutation.steps import SORTS, Step, changed, is_many, nodes_in, shape
from compiler.mutation.unwritten import unwritten

__all__ = ["SORTS", "Mutant", "Top", "changed_definition", "definitions", "mutants"]

_TABLES = ("functions", "stats", "verbs", "abilities", "lives", "checks", "rosters")
_DERIVED = frozenset({"feasible", "chooser", "message", "reads", "carrier"})  # derived from other fields
_ALWAYS = frozenset({"self", "this", "trigger", "ev"})  # locals that exist wherever the text runs
_COMPARED = frozenset({"==", "!=", "<", "<=", ">", ">="})

# A definition of a program: its table, and its name or position there.
Top = tuple[str, str | int]


@dataclass(frozen=True, slots=True)
class Mutant:
    """In the definition at ``top``, ``old`` becomes ``new`` (None: the definition is left out; data is new as a whole).

    ``key`` names the change for as long as its line is as it is; ``rows`` are those that the changed place carries.
    ``at`` is a place of the span table, -1 for data.
    """

    key: str
    sort: str
    owner: str
    top: Top
    at: int
    line: str
    description: str
    rows: tuple[str, ...]
    old: Any
    new: Any


def mutants(program: ir.Program, known: Known) -> list[Mutant]:
    """All mutants of a program."""
    found: list[Mutant] = []
    counts: Counter[str] = Counter()
    for draft in (*_of_trees(program, known), *_of_data(program, known)):
        owner, line, description = draft[2], draft[5], draft[6]
        words = " | ".join(part for part in (owner, line, description) if part)
        counts[words] += 1
        key = words if counts[words] == 1 else f"{words} ({counts[words]})"
        found.append(Mutant(key, *draft[1:]))
    return found


def changed_definition(program: ir.Program, mutant: Mutant) -> Any:
    """What stands at the place of the mutant's definition; None if nothing does."""
    if mutant.old is None or mutant.new is None:
        return mutant.new
    table, name = mutant.top
    held: Any = getattr(program, table)
    return changed(held[name], mutant.old, mutant.new)


def reads_no_more(mutant: Mutant) -> bool:
    """Whether what a mutant changes reads nothing of the state that it did not read before, for certain."""
    if mutant.old is None or mutant.new is None:
        return True
    known = {_told(node) for node in mutant.old.walk()}
    return mutant.sort != "order" and all(_is_plain(node) or _told(node) in known for node in mutant.new.walk())


def _is_plain(node: ir.Node) -> bool:
    return isinstance(node, ir.Op) or (isinstance(node, ir.Const) and not isinstance(node.value, str))


def _told(node: ir.Node) -> Any:
    """A node without its place and without the nodes below it, apart from the local whose value it reads."""
    owner = shape(node.owner) if isinstance(node, ir.Get) and isinstance(node.owner, ir.Local) else None
    held = [(f.name, getattr(node, f.name)) for f in fields(node) if f.name != "at"]
    return type(node), owner, *((name, value) for name, value in held if value and not [*nodes_in(value)])


# ---- trees
def definitions(program: ir.Program) -> Iterator[tuple[Top, ir.Node]]:
    """Every definition that runs, with its place in the program."""
    for table in _TABLES:
        held: Any = getattr(program, table)
        pairs: Any = enumerate(held) if is_many(held) else held.items()
        for name, node in pairs:
            yield (table, name), node


def _of_trees(program: ir.Program, known: Known) -> Iterator[Any]:
    for top, node in definitions(program):
        seen: set[tuple[ir.Node, ir.Node | None, str]] = set()
        owner, rows = owner_of(program, top), rows_below(program, top, node)
        for step in _steps(program, known, node):
            if (step.old, step.new, step.description) in seen:  # the same text may be lowered twice
                continue
            seen.add((step.old, step.new, step.description))
            if step.new is not None and shape(step.new) == shape(step.old):  # nothing was changed
                continue
            carried = rows.get(id(step.about), rows[id(node)])
            at = step.about.at
            line = known.line(at).lstrip()
            yield "", step.sort, owner, top, at, line, step.description, carried, step.old, step.new


def _steps(program: ir.Program, known: Known, top: ir.Node) -> Iterator[Step]:
    always = _ALWAYS | frozenset(top.params) if isinstance(top, ir.Function) else _ALWAYS
    scope = Scope(program, known, people_of(top, program, known, always), unwritten(top))
    yield from _below(top, scope, top, counting=True)


def _below(node: ir.Node, scope: Scope, top: ir.Node, *, counting: bool) -> Iterator[Step]:
    """The changes of a node and of all nodes below it. Numbers in a comparison are not changed separately."""
    yield from changes_of_definition(node, scope)
    yield from changes_of_statement(node, scope, top)
    yield from changes_of_expression(node, scope, counting=counting)
    if isinstance(node, ir.Op) and node.operator in _COMPARED:
        counting = False
    for f in fields(node):
        if f.name in _DERIVED or (f.name == "options" and isinstance(node, ir.Choose) and node.how == "yes"):
            continue  # nobody wrote it
        if isinstance(node, ir.ParamDecl):  # its default names nobody of the verb
            scope = replace(scope, people=())
        for below in nodes_in(getattr(node, f.name)):
            if id(below) in scope.unwritten:
                continue
            yield from _below(below, scope, top, counting=counting and is_counted(node, f.name))


# ---- data
def _of_data(program: ir.Program, known: Known) -> Iterator[Any]:
    for card in program.cards.values():
        types = known.fields.get(card.kind, {})
        for step in changes_of_card(card, program, types):
            yield _draft(
                step, card_owner(card), ("cards", card.id), card.rows or rows_of_field(program, card.kind, step)
            )
    for kind in program.kinds.values():
        inherited = {n for above in kind.ancestors[1:] for n in known.fields.get(above, {})}
        own = {n: t for n, t in known.fields.get(kind.name, {}).items() if n not in inherited}
        for step in changes_of_kind(kind, own, program):
            yield _draft(step, kind_owner(kind), ("kinds", kind.name), rows_of_field(program, kind.name, step))


def _draft(step: DataStep, owner: str, top: Top, rows: tuple[str, ...]) -> Any:
    return "", step.sort, owner, top, -1, "", step.description, rows, None, step.new
