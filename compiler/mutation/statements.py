"""Changes of statements and of the bodies that hold them.

Job: list the changes of one node that holds or is a statement: a statement or option left out, two in another order,
another verb, a condition dropped, another direction of a change. Input: a node and what is known. Output: ``Step``s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from compiler.core import ir
from compiler.mutation.expressions import Scope, verbs_like
from compiler.mutation.steps import Step, binds, is_many, locals_of, true, without
from compiler.mutation.wording import shown

# Fields that are a condition on the rest of their node.
_CONDITIONS = (
    (ir.If, "condition", "condition"), (ir.Mode, "condition", "option"), (ir.Choose, "such_that", "filter"),
)  # fmt: skip
_BODIES = ("body", "otherwise", "costs")
_ASIDE = (ir.Mark, ir.Note)
_HOWS = {"add": "remove", "remove": "add"}


def changes_of_statement(node: ir.Node, scope: Scope, top: ir.Node) -> Iterator[Step]:
    for kind, name, sort in _CONDITIONS:
        if isinstance(node, kind) and id(getattr(node, name)) not in scope.unwritten:
            yield from dropped(getattr(node, name), sort)
    match node:
        case ir.Emit(verb=verb):
            for other in verbs_like(verb, scope):
                yield Step("verb", node, node, replace(node, verb=other), f"`{verb}` became `{other}`")
        case ir.Write(how=how) if how in _HOWS:
            yield Step("sign", node, node, replace(node, how=_HOWS[how]), f"`{how}` became `{_HOWS[how]}`")
        case ir.AddStatus(duration=duration) if duration is not None:
            yield Step("how long", node, node, replace(node, duration=None), "the duration was dropped")
        case ir.ChooseMode(modes=modes) if len(modes) > 1:
            for mode in modes:
                new = replace(node, modes=without(modes, mode))
                yield Step("option", mode, node, new, f"the option `{mode.label}` was left out")
        case ir.Lasting(modifiers=modifiers) if len(modifiers) > 1:
            for modifier in modifiers:
                fewer = replace(node, modifiers=without(modifiers, modifier))
                yield Step("modifier", modifier, node, fewer, "the modifier was left out")
        case ir.Offer(once=True):
            yield Step("limit", node, node, replace(node, once=False), "the offer is made again and again")
        case _:
            pass
    for name in _BODIES:
        body: Any = getattr(node, name, ())
        if is_many(body):
            yield from _of_body(node, name, body, top)


def dropped(condition: ir.Expr | None, sort: str = "condition") -> Iterator[Step]:
    """A condition that is left out; each part of an `and` is dropped where expressions are changed."""
    if condition is None or isinstance(condition, ir.Const):
        return
    if isinstance(condition, ir.Op) and condition.operator == "and":
        return
    said = f"the condition `{shown(condition)}` was dropped"
    yield Step(sort, condition, condition, true(condition.at), said)


def _of_body(node: Any, name: str, body: tuple[ir.Stmt, ...], top: ir.Node) -> Iterator[Step]:
    sort = "cost" if name == "costs" else "statement"
    for statement in body:
        if _can_go(statement, top):
            new: Any = replace(node, **{name: without(body, statement)})
            yield Step(sort, statement, node, new, f"`{_word(statement)}` was left out")
    units = _units(body)
    for (_, first), (_, second) in pairwise(units):
        if name != "costs" and _may_swap(first, second):  # costs are paid together, or not at all
            new = replace(node, **{name: _swapped(units, first)})
            said = f"`{_word(first)}` and `{_word(second)}` changed places"
            yield Step("order", first, node, new, said)


def _word(statement: ir.Stmt) -> str:
    """A statement in a few words."""
    match statement:
        case ir.Emit(verb=verb):
            return verb
        case ir.Write(field=field, how=how):
            return f"{how} {field}"
        case ir.If(condition=condition):
            return f"if {shown(condition)}"
        case ir.Primitive(name=name) | ir.Step(name=name) | ir.Let(name=name):
            return name
        case ir.AddStatus(status=status):
            return f"add {shown(status)}"
        case _:
            return type(statement).__name__.lower()


def _can_go(statement: ir.Stmt, top: ir.Node) -> bool:
    """Whether a statement can be left out, because nothing after it needs what it makes."""
    if isinstance(statement, _ASIDE):
        return False
    if isinstance(statement, ir.Let):
        return statement.owner is not None and isinstance(statement.owner, ir.Get)
    name = binds(statement)
    if not name:
        return not _sets_event(statement)
    inside = {id(n) for n in statement.walk()}
    return not any(isinstance(n, ir.Local) and n.name == name and id(n) not in inside for n in top.walk())


def _sets_event(statement: ir.Stmt) -> bool:
    """Whether a statement makes a value of the event, which later text may read."""
    return getattr(statement, "owner", None) is not None and not isinstance(statement, ir.Write)


def _units(body: tuple[ir.Stmt, ...]) -> list[tuple[tuple[ir.Stmt, ...], ir.Stmt]]:
    """The statements, each with the marks before it."""
    found: list[tuple[tuple[ir.Stmt, ...], ir.Stmt]] = []
    marks: tuple[ir.Stmt, ...] = ()
    for statement in body:
        if isinstance(statement, _ASIDE):
            marks = (*marks, statement)
        else:
            found.append(((*marks, statement), statement))
            marks = ()
    return found


def _swapped(units: list[tuple[tuple[ir.Stmt, ...], ir.Stmt]], first: ir.Stmt) -> tuple[ir.Stmt, ...]:
    place = next(i for i, (_, statement) in enumerate(units) if statement is first)
    order = [*units[:place], units[place + 1], units[place], *units[place + 2 :]]
    return tuple(statement for unit, _ in order for statement in unit)


def _may_swap(first: ir.Stmt, second: ir.Stmt) -> bool:
    """Whether the order can matter, and the second can do without the first."""
    if isinstance(first, ir.Let | ir.Prevent | ir.End) or isinstance(second, ir.Let | ir.Prevent | ir.End):
        return False
    if binds(first) or binds(second) or _sets_event(first) or _sets_event(second):
        return False
    found = {"target", *(node.target for node in first.walk() if isinstance(node, ir.Emit))}
    if not found.isdisjoint(locals_of(second)):  # of what the first has done
        return False
    both_write = isinstance(first, ir.Write) and isinstance(second, ir.Write)
    return not both_write or _reads(second, first.field) or _reads(first, second.field)  # type: ignore[union-attr]


def _reads(node: ir.Node, field: str) -> bool:
    return any(isinstance(n, ir.Get | ir.Stat) and field in (getattr(n, "field", ""), getattr(n, "stat", ""))
               for n in node.walk())  # fmt: skip


def is_counted(node: ir.Node, name: str) -> bool:
    """Whether numbers in a field are changed: the lower end of a choice of up to so many is nobody's number."""
    return not (isinstance(node, ir.Choose) and name == "least" and node.most is not None)
