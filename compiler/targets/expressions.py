"""Core expressions as text of a target.

Job: one walk over expressions for all targets; every choice of words is a row of the target. Input: nodes. Output:
`Printed` texts. Never knows which language it writes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, assert_never

from compiler.core import ir
from compiler.core.charges import Charges, few, is_small
from compiler.core.groups import Groups
from compiler.core.instructions import free_locals
from compiler.core.limits import with_limits
from compiler.targets.code_text import CodeText, filled, fixed, indented, joined, named, number
from compiler.targets.spec import Printed, Target

_KNOWN = (bool, int, str)


class PrinterContext(Protocol):
    """What the printers of expressions and statements must know of the export, and the two things that they add to it.

    ``function_ids`` gives the identifier of a game's function; `place` numbers a place of the content; ``remembering``
    takes the functions that are given to others.
    """

    target: Target
    charges: Charges
    remembering: Groups
    function_ids: dict[str, str]

    def place(self, at: int) -> int: ...
    def add_lasting(self, node: ir.Modifier) -> int: ...
    def add_until(self, node: ir.Span) -> int: ...
    def add_part(self, node: ir.Expr, names: Sequence[str], *, looping: bool) -> CodeText: ...


class ExpressionPrinter:
    """Prints expressions; ``printer`` knows the identifiers of the game's functions and the numbers of places."""

    def __init__(self, printer: PrinterContext) -> None:
        self.printer = printer
        self.target: Target = printer.target
        self.charges = printer.charges
        self.looping = False  # whether what is printed is done again and again
        self.nested = 0  # how many functions of the expression what is printed stands in

    # ---- small makers
    def told(self, node: ir.Expr) -> CodeText:
        """An expression where nothing binds: among arguments, after a return."""
        return self.expr(node).text

    def maybe(self, node: ir.Expr | None) -> CodeText:
        return self.told(node) if node is not None else self.target.none()

    def at(self, at: int) -> CodeText:
        return number(self.printer.place(at))

    def local(self, name: str) -> CodeText:
        return self.target.local(name)

    def array(self, items: list[CodeText]) -> CodeText:
        return self.target.array(items)

    def texts(self, items: tuple[str, ...]) -> CodeText:
        return self.array([self.target.text(i) for i in items])

    def mapping(self, pairs: tuple[tuple[str, ir.Expr], ...]) -> CodeText:
        return self.target.object([(name, self.given(value)) for name, value in pairs])

    def given(self, node: ir.Expr) -> CodeText:
        """A value of a mapping or a list in which none may stand."""
        return self.target.given(self.expr(node), is_something(node))

    def function(self, params: list[CodeText], body: CodeText) -> CodeText:
        """A function within an expression."""
        return self.target.expression("function", params=joined(", ", params), body=body).text

    def asked(self, name: str, *arguments: CodeText) -> Printed:
        return self.target.call("asked", list(arguments), function=named(name))

    def core(self, name: str, *arguments: CodeText) -> Printed:
        return self.target.call("core", list(arguments), function=named(name))

    # ---- work
    def over(self, source: Printed, work: int, at: int) -> Printed:
        """A collection that a loop walks over."""
        place = [self.at(at)] if self.looping else []
        weight = [number(work)] if work > 1 or place else []
        return self.asked("over", source.text, *weight, *place)

    @contextmanager
    def within(self, *, repeating: bool) -> Generator[None]:
        """What is printed stands in a function of the expression, which may be called again and again."""
        before = self.looping, self.nested
        self.looping, self.nested = self.looping or repeating, self.nested + 1
        yield
        self.looping, self.nested = before

    def apart(self, node: ir.Gather | ir.Bind) -> Printed:
        """An expression that stands too deep: a call of a function of its own, with the locals that it reads."""
        names = free_locals(node, ())
        called = self.printer.add_part(node, names, looping=self.looping)
        return self.target.call("call", [fixed("rt"), *map(self.local, names)], function=called)

    # ---- expressions
    def expr(self, node: ir.Expr) -> Printed:
        if isinstance(node, ir.Gather | ir.Bind) and self.nested == self.target.most_nested:
            return self.apart(node)
        match node:
            case ir.Const(value=value):
                return Printed(self.texts(value)) if isinstance(value, tuple) else self.target.plain(value)
            case ir.Local(name=name):
                return Printed(self.local(name))
            case ir.Get(owner=owner, field=name):
                return self.member(owner, name)
            case ir.Stat(owner=owner, stat=stat):
                return self.asked("stat", self.told(owner), self.target.text(stat))
            case ir.Card(id=id_):
                return self.target.expression("card", id=self.target.text(id_))
            case ir.Apply(function=function, arguments=arguments):
                called = self.target.reference(self.printer.function_ids[function])
                return self.target.call("call", [fixed("rt"), *map(self.told, arguments)], function=called)
            case ir.Core():
                return self.core_function(node)
            case ir.FunctionName(function=function):
                self.printer.remembering.walked[function] = None
                return Printed(self.target.function_name(self.printer.function_ids[function]))
            case ir.Op():
                return self.operation(node)
            case ir.Pick():
                return self.pick(node)
            case ir.Bind(name=name, value=value, body=body):
                with self.within(repeating=False):
                    inner = self.expr(body)
                return self.target.expression("bind", name=self.local(name), value=self.told(value), body=inner)
            case ir.Gather():
                return self.gather(node)
            case ir.Entities(kind=kind):
                return self.asked("of_kind", self.target.text(kind))
            case ir.Collection(items=items, ordered=ordered):
                given = self.array([self.told(i) for i in items])
                return Printed(given) if ordered or _are_distinct(items) else self.core("unique", given)
            case ir.Can(verb=verb, arguments=pairs):
                return self.asked("can", self.target.text(verb), self.mapping(pairs))
            case ir.Span():
                return self.span(node)
            case _:
                assert_never(node)

    def member(self, owner: ir.Expr, name: str) -> Printed:
        """A value of an entity or event, by a name that may be a word of the target's own."""
        row = "get_reserved" if self.target.by_key(name) else "get"
        return self.target.expression(row, owner=self.expr(owner), name=named(name), key=self.target.text(name))

    def core_function(self, node: ir.Core) -> Printed:
        arguments = [self.told(a) for a in node.arguments]
        if node.function == "game":
            return self.target.expression("game")
        if node.function == "has":
            return self.asked("has", *arguments)
        return self.core(node.function, fixed("rt"), *arguments)

    def pick(self, node: ir.Pick) -> Printed:
        holes = {
            "condition": self.expr(node.condition), "value": self.expr(node.value),
            "otherwise": self.expr(node.otherwise),
        }  # fmt: skip
        # A value that is certainly something needs less care in some languages.
        row = "pick_something" if self.target.has("pick_something") and is_something(node.value) else "pick"
        return self.target.expression(row, **holes)

    # ---- operators
    def operation(self, node: ir.Op) -> Printed:
        match node.operator, node.operands:
            case (("and" | "or"), operands):
                return self.chain(node.operator, operands)
            case "not", (ir.Op(operator="in", operands=(item, items)),) if self.target.has("not in"):
                return self.target.expression("not in", item=self.expr(item), items=self.collection(items))
            case "not", (ir.Op(operator="==" | "!=" as operator, operands=(left, right)),):
                return self.comparison("!=" if operator == "==" else "==", left, right)
            case (("not" | "neg"), (value,)):
                return self.target.expression(node.operator, value=self.expr(value))
            case "in", (item, items):
                return self.target.expression("in", item=self.expr(item), items=self.collection(items))
            case (("==" | "!="), (left, right)):
                return self.comparison(node.operator, left, right)
            case (("+" | "-" | "*"), (left, right)) if not is_small(node):
                function = {"+": "plus", "-": "minus", "*": "product"}[node.operator]
                return self.core(function, self.told(left), self.told(right))
            case _, (_, _):
                left, right = with_limits(*node.operands)
                return self.target.expression(node.operator, left=self.expr(left), right=self.expr(right))
            case _:
                raise AssertionError(node)  # operators have one or two operands

    def comparison(self, operator: str, left: ir.Expr, right: ir.Expr) -> Printed:
        """Whether two values are equal; a row of its own where the target's own equality does."""
        left, right = with_limits(left, right)
        row = operator
        if isinstance(right, ir.Const) and right.value is None:
            row = "is none" if operator == "==" else "is not none"
        elif any(isinstance(side, ir.Const) and isinstance(side.value, _KNOWN) for side in (left, right)):
            row = f"{operator} plain"
        return self.target.expression(row, left=self.expr(left), right=self.expr(right))

    def chain(self, operator: str, operands: tuple[ir.Expr, ...]) -> Printed:
        """`and` or `or` of many, over several lines where one would be too long."""
        row = self.target.row(operator)
        values = [self.expr(o) for o in _flat(operator, operands)]
        if self.target.has("operand"):
            values = [self.target.expression("operand", value=value) for value in values]
        texts = [value.inside(row.needs["value"]) for value in values]
        whole = joined(f" {row.text} ", texts)
        if "\n" not in whole and len(whole) <= 96:
            return Printed(whole, row.level)
        inner = joined(f"\n{row.text} ", texts)
        return Printed(filled("(\n$inner\n)", {"inner": indented(inner, self.target.indent)}))

    def collection(self, node: ir.Expr) -> Printed:
        """What is only asked for its members: a second copy answers nothing else."""
        if isinstance(node, ir.Collection):
            return Printed(self.array([self.told(i) for i in node.items]))
        return self.expr(node)

    # ---- over collections
    def gather(self, node: ir.Gather) -> Printed:
        is_same = node.value is not None and node.value == ir.Local(node.value.at, node.name)
        is_distinct = node.form == "set" and is_same and _is_set(node.source)
        source = self.expr(node.source)
        if not few(node.source):
            source = self.over(source, self.charges.per_round(node), node.at)
        if is_distinct and node.condition is None:
            return source
        form = "list" if is_distinct else node.form
        row = form + ("_if" if node.condition is not None and form not in ("some", "every") else "")
        if is_same and self.target.has(f"{row}_same"):
            row = f"{row}_same"
        with self.within(repeating=True):
            condition = self.expr(node.condition) if node.condition is not None else self.target.plain(True)
            value = self.expr(node.value) if node.value is not None else self.target.plain(1)
        return self.target.expression(row, name=self.local(node.name), source=source, condition=condition, value=value)

    def span(self, node: ir.Span) -> Printed:
        condition = self.target.none()
        if node.condition is not None:
            condition = self.target.plain(self.printer.add_until(node)).text
        return self.core(
            "duration",
            self.target.text(node.edge),
            self.target.plain(node.skip).text,
            self.texts(node.verbs),
            condition,
            self.mapping(node.keep),
        )


def is_something(node: ir.Expr) -> bool:
    """Whether a value is certainly neither none nor false."""
    match node:
        case ir.Const(value=value):
            return value is not None and value is not False
        case ir.Op(operator=operator):
            return operator in ("neg", "+", "-", "*")
        case ir.Stat() | ir.Collection() | ir.Entities() | ir.Card() | ir.Span():
            return True
        case ir.Gather(form=form):
            return form not in ("some", "every")
        case _:
            return False


def _flat(operator: str, operands: tuple[ir.Expr, ...]) -> Iterator[ir.Expr]:
    """The operands of a chain, those of chains within it among them."""
    for operand in operands:
        if isinstance(operand, ir.Op) and operand.operator == operator:
            yield from _flat(operator, operand.operands)
        else:
            yield operand


def _is_set(node: ir.Expr) -> bool:
    """Whether a collection has each of its items once."""
    return isinstance(node, ir.Entities) or (isinstance(node, ir.Gather) and node.form == "set")


def _are_distinct(items: tuple[ir.Expr, ...]) -> bool:
    """Whether the values are known now, and each is there once."""
    values = [item.value for item in items if isinstance(item, ir.Const)]
    return len(values) == len(items) == len(set(values))
