"""The expressions of the core tree, interpreted: each node becomes a function of the running game and the names.

A function calls those of the parts of its node, which are found once; no text of a program is written. It shares the core
functions with compiled code, but not the translation of nodes to code.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, assert_never

from compiler.core import ir
from compiler.core.charges import few
from compiler.interpreter.core import CORE
from compiler.interpreter.entities import of_kind
from compiler.interpreter.legality import can
from compiler.interpreter.modifiers import has, stat
from compiler.interpreter.spending import over
from compiler.interpreter.values import Duration, Env, past

if TYPE_CHECKING:
    from tests.walker.walker import WalkingCode

Names = dict[str, Any]
Read = Callable[[Any, Names], Any]

OPERATORS: dict[str, Callable[..., Any]] = {
    "not": lambda a: not a,
    "neg": lambda a: -a,
    "+": lambda a, b: past(a + b),
    "-": lambda a, b: past(a - b),
    "*": lambda a, b: past(a * b),
    "==": lambda a, b: a == b,
    "!=": lambda a, b: not a == b,  # noqa: SIM201 - the negation of the other, whatever a value thinks
    "<": lambda a, b: a < b,
    "<=": lambda a, b: not b < a,
    ">": lambda a, b: b < a,
    ">=": lambda a, b: not a < b,
    "in": lambda a, b: a in b,
}


class Expressions:
    """The functions of the expressions of a program, each made when its node is first met."""

    def __init__(self, code: WalkingCode) -> None:
        self.code = code
        self.known: dict[int, Read] = {}

    def of(self, node: ir.Expr) -> Read:
        read = self.known.get(id(node))
        if read is None:
            read = self.known[id(node)] = self.read(node)
        return read

    def read(self, node: ir.Expr) -> Read:
        match node:
            case ir.Const(value=value):
                return lambda rt, names: value
            case ir.Local(name=name):
                return lambda rt, names: names[name]
            case ir.Get(field=field):
                owner = self.of(node.owner)
                get = attrgetter(field)
                return lambda rt, names: get(owner(rt, names))
            case ir.Op():
                return self.operation(node)
            case ir.Stat(stat=name):
                bearer = self.of(node.owner)
                return lambda rt, names: stat(rt, bearer(rt, names), name)
            case ir.Card(id=name):
                return lambda rt, names: rt.cards[name]
            case ir.Apply():
                return self.application(node)
            case ir.Core():
                return self.core(node)
            case ir.FunctionName(function=name):
                return lambda rt, names: self.function(name)
            case ir.Pick():
                condition, one, other = self.of(node.condition), self.of(node.value), self.of(node.otherwise)
                return lambda rt, names: one(rt, names) if condition(rt, names) else other(rt, names)
            case ir.Bind(name=name):
                bound, body = self.of(node.value), self.of(node.body)
                return lambda rt, names: body(rt, {**names, name: bound(rt, names)})
            case ir.Gather():
                return self.gather(node)
            case ir.Entities(kind=kind):
                return lambda rt, names: of_kind(rt, kind)
            case ir.Collection(ordered=ordered):
                held = self.all(node.items)
                return lambda rt, names: tuple(held(rt, names)) if ordered else once(held(rt, names))
            case ir.Can(verb=verb):
                pairs = self.pairs(node.arguments)
                return lambda rt, names: can(rt, verb, pairs(rt, names))
            case ir.Span():
                return self.span(node)
            case _:
                assert_never(node)

    # ---- parts
    def all(self, nodes: tuple[ir.Expr, ...]) -> Callable[[Any, Names], list[Any]]:
        reads = [self.of(node) for node in nodes]
        return lambda rt, names: [read(rt, names) for read in reads]

    def pairs(self, pairs: tuple[tuple[str, ir.Expr], ...]) -> Callable[[Any, Names], Names]:
        reads = [(name, self.of(node)) for name, node in pairs]
        return lambda rt, names: {name: read(rt, names) for name, read in reads}

    def function(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = self.code.space[self.code.function_ids[name]]
        return found

    # ---- forms
    def application(self, node: ir.Apply) -> Read:
        reads, space, name = [self.of(argument) for argument in node.arguments], self.code.space, node.function
        known_as = self.code.function_ids[name]
        if len(reads) == 1:
            (one,) = reads
            return lambda rt, names: space[known_as](rt, one(rt, names))
        return lambda rt, names: space[known_as](rt, *[read(rt, names) for read in reads])

    def core(self, node: ir.Core) -> Read:
        do: Callable[..., Any] = has if node.function == "has" else CORE[node.function]
        reads = [self.of(argument) for argument in node.arguments]
        if len(reads) == 1:
            (one,) = reads
            return lambda rt, names: do(rt, one(rt, names))
        if len(reads) == 2:
            left, right = reads
            return lambda rt, names: do(rt, left(rt, names), right(rt, names))
        return lambda rt, names: do(rt, *[read(rt, names) for read in reads])

    def operation(self, node: ir.Op) -> Read:
        if node.operator in ("and", "or"):
            return _joined(node.operator, [self.of(operand) for operand in node.operands])
        do, reads = OPERATORS[node.operator], [self.of(operand) for operand in node.operands]
        if len(reads) == 1:
            (one,) = reads
            return lambda rt, names: do(one(rt, names))
        left, right = reads
        return lambda rt, names: do(left(rt, names), right(rt, names))

    def span(self, node: ir.Span) -> Read:
        until = self.code.until_of(node.condition) if node.condition is not None else None
        keep = self.pairs(node.keep)
        return lambda rt, names: Duration(node.edge, node.skip, node.verbs, until, Env(keep(rt, names)))

    def gather(self, node: ir.Gather) -> Read:
        source, name = self.source(node), node.name
        holds = self.of(node.condition) if node.condition is not None else None
        if node.form in ("some", "every", "count"):
            return _judged(node.form, source, name, holds)
        assert node.value is not None
        value, form = self.of(node.value), node.form

        def gathered(rt: Any, names: Names) -> Any:
            inner, items, held = dict(names), list[Any](), list[Any]()
            for item in source(rt, names):
                inner[name] = item
                if holds is None or holds(rt, inner):
                    items.append(item)
                    held.append(value(rt, inner))
            return _result(form, items, held)

        return gathered

    def source(self, node: ir.Gather) -> Read:
        items = self.of(node.source)
        if few(node.source):
            return items
        charge, at = self.code.of_item(node), node.at
        return lambda rt, names: over(rt, items(rt, names), charge, at)


def _joined(operator: str, reads: list[Read]) -> Read:
    """Whether one of the operands holds, or all of them do."""
    if len(reads) == 2:
        left, right = reads
        if operator == "or":
            return lambda rt, names: bool(left(rt, names) or right(rt, names))
        return lambda rt, names: bool(left(rt, names) and right(rt, names))
    ends = operator == "or"

    def joined(rt: Any, names: Names) -> bool:
        for read in reads:
            if bool(read(rt, names)) is ends:
                return ends
        return not ends

    return joined


def _judged(form: str, source: Read, name: str, holds: Read | None) -> Read:
    """Whether some or every item meets a condition, or how many do."""

    def judged(rt: Any, names: Names) -> Any:
        inner, met = dict(names), 0
        for item in source(rt, names):
            inner[name] = item
            is_met = holds is None or bool(holds(rt, inner))
            if is_met and form == "some":
                return True
            if not is_met and form == "every":
                return False
            met += is_met
        return met if form == "count" else form == "every"

    return judged


def _result(form: str, items: list[Any], held: list[Any]) -> Any:
    """What a form makes of items and the value of each."""
    match form:
        case "with_lowest" | "with_highest":
            end = sorted(held)[-1 if form == "with_highest" else 0] if held else 0
            return tuple(item for item, value in zip(items, held, strict=True) if value == end)
        case "sum":
            return past(sum(held))
        case "highest" | "lowest":
            return 0 if not held else sorted(held)[-1 if form == "highest" else 0]
        case "set":
            return once(held)
        case "list":
            return tuple(held)
    raise AssertionError(form)


def once(held: list[Any]) -> tuple[Any, ...]:
    """Each value once, where it first stands; values that have no hash, too."""
    kept: list[Any] = []
    for item in held:
        if item not in kept:
            kept.append(item)
    return tuple(kept)
