"""Core expressions to Python's syntax tree.

Job: one Python expression per core expression, with the place of the author's text. Names are made by one renamer, so
that no name of a game can meet a name of Python or of the runtime. Never makes text to be evaluated.
"""

from __future__ import annotations

import ast as py
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, assert_never

from compiler.core import ir
from compiler.core.charges import Charges, few, is_small
from compiler.core.groups import Groups
from compiler.core.identifiers import identifier
from compiler.core.limits import with_limits
from compiler.interpreter.values import LARGEST

_LOAD = py.Load()  # a sign, of which one is enough
_COMPARE: dict[str, type[py.cmpop]] = {
    "==": py.Eq, "!=": py.NotEq, "<": py.Lt, "<=": py.LtE, ">": py.Gt, ">=": py.GtE, "in": py.In,
}  # fmt: skip
_ARITHMETIC: dict[str, type[py.operator]] = {"+": py.Add, "-": py.Sub, "*": py.Mult}


class CodeContext(Protocol):
    """What the writers must know of the program that is compiled, and the two things that they add to it.

    ``function_ids`` gives the identifier of a game's function; ``marking``: rows of the rulebook are noted when
    they are executed; ``charges``: what each text costs; ``remembering``: in which group an answer is remembered;
    it takes the functions that are given to others.
    """

    program: ir.Program
    spans: Sequence[Any]
    classes: dict[str, Any]
    heirs: dict[str, tuple[str, ...]]
    function_ids: dict[str, str]
    marking: bool
    charges: Charges

    remembering: Groups

    def add_lasting(self, node: ir.Modifier) -> int: ...
    def add_until(self, node: ir.Span) -> int: ...


class ExprWriter:
    """Writes expressions; ``code`` knows the identifiers of the game's functions."""

    def __init__(self, code: CodeContext) -> None:
        self.code = code
        self.kinds_of: dict[str, str] = {}  # the kind of each variable of a loop over all entities of it
        self.looping = False  # whether what is written is done again and again
        self.in_source = False  # whether it stands where a loop within an expression begins

    # ---- small makers
    def located(self, node: Any, at: int) -> Any:
        place = self.code.spans[at]
        node.lineno = node.end_lineno = place.line
        node.col_offset = node.end_col_offset = max(place.column - 1, 0)
        return node

    def name(self, text: str) -> py.expr:
        return py.Name(id=identifier(text), ctx=_LOAD)

    def member(self, owner: py.expr, name: str) -> py.expr:
        return py.Attribute(value=owner, attr=identifier(name), ctx=_LOAD)

    def field(self, name: str) -> py.expr:
        """A value of the running game (``compiler/interpreter/calls.py`` lists them)."""
        return py.Attribute(value=self.name("rt"), attr=name, ctx=_LOAD)

    def asked(self, function: str, *arguments: py.expr) -> py.expr:
        """A call of a function of the running game (``compiler/interpreter/calls.py`` lists them)."""
        return self.call(self.name(function), self.name("rt"), *arguments)

    def constant(self, value: Any) -> py.expr:
        return py.Constant(value=value)

    def call(self, function: py.expr, *arguments: py.expr) -> py.expr:
        return py.Call(func=function, args=list(arguments), keywords=[])

    def core(self, function: str, *arguments: py.expr) -> py.expr:
        return self.call(self.name(f"c_{function}"), *arguments)

    def mark(self, rows: tuple[str, ...], at: int) -> py.stmt:
        done: py.stmt = self.located(py.Expr(self.asked("mark", self.constant(rows))), at)
        return done

    def remembered(self, function: ir.Function, work: str) -> list[py.stmt]:
        """A body that looks its answer up among what is known, and works it out by another function where it must."""
        arguments = [self.name(f"v_{p}") for p in function.params]
        key, found = self.name("v_key_"), self.name("v_found_")
        group = self.constant(self.code.remembering.of["function"][function.name])
        known = py.Subscript(value=self.field("known"), slice=group, ctx=_LOAD)
        look = self.call(py.Attribute(value=known, attr="get", ctx=_LOAD), key)
        value, cost = (py.Subscript(value=found, slice=self.constant(i), ctx=_LOAD) for i in (0, 1))
        absent = py.Compare(left=found, ops=[py.Is()], comparators=[self.constant(None)])
        dear = py.Compare(left=cost, ops=[py.Gt()], comparators=[self.field("work")])
        spent = py.BinOp(left=self.name("v_before_"), op=py.Sub(), right=self.field("work"))
        keep = py.Subscript(value=known, slice=key, ctx=py.Store())
        now = py.Return(self.asked("known_now", self.name(work), *arguments))
        opened = [function.params[i] for i in self.code.remembering.open_params(function)]
        open_ = [self.core("may_change", self.name(f"v_{p}")) for p in opened]
        anew: list[py.stmt] = [
            py.If(test=py.BoolOp(op=py.Or(), values=[*open_, self.constant(False)]), body=[now], orelse=[]),
            self.setting("v_before_", self.field("work")),
            self.setting("v_value_", self.call(self.name(work), self.name("rt"), *arguments)),
            py.Assign(targets=[keep], value=py.Tuple(elts=[self.name("v_value_"), spent], ctx=_LOAD), lineno=0),
            py.Return(self.name("v_value_")),
        ]
        body: list[py.stmt] = [
            self.setting("v_key_", arguments[0] if len(arguments) == 1 else py.Tuple(elts=arguments, ctx=_LOAD)),
            self.setting("v_found_", look),
            py.If(test=py.BoolOp(op=py.Or(), values=[absent, dear]), body=anew if open_ else anew[1:], orelse=[]),
            self.charged(cost),
            py.Return(value),
        ]
        return [self.located(s, function.at) for s in body]

    def setting(self, name: str, value: py.expr) -> py.stmt:
        return py.Assign(targets=[py.Name(id=name, ctx=py.Store())], value=value, lineno=0)

    # ---- work
    def charged(self, work: py.expr) -> py.stmt:
        target = py.Attribute(value=self.name("rt"), attr="work", ctx=py.Store())
        return py.AugAssign(target=target, op=py.Sub(), value=work)

    def looked(self, at: int) -> py.stmt:
        """Asks whether there is work left."""
        test = py.Compare(left=self.field("work"), ops=[py.Lt()], comparators=[self.field("floor")])
        return py.If(test=test, body=[py.Expr(self.asked("look", self.constant(at)))], orelse=[])

    def spending(self, work: int, at: int) -> list[py.stmt]:
        """The charge of a body that begins; none for a light one."""
        if not work:
            return []
        return [self.located(s, at) for s in (self.charged(self.constant(work)), self.looked(at))]

    def over(self, source: py.expr, work: int, at: int) -> py.expr:
        """A collection that a loop walks over."""
        place = [self.constant(at)] if self.looping else []
        weight = [self.constant(work)] if work > 1 or place else []
        return self.asked("over", source, *weight, *place)

    @contextmanager
    def repeating(self) -> Generator[None]:
        """Inside, what is written is done again and again."""
        before, self.looping = self.looping, True
        yield
        self.looping = before

    def unknown(self, name: str, at: int) -> py.stmt:
        done: py.stmt = self.located(py.Expr(self.core("unknown", self.constant(name), self.constant(at))), at)
        return done

    def mapping(self, pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> py.expr:
        keys: list[py.expr | None] = [self.constant(k) for k, _ in pairs]
        made: py.expr = self.located(py.Dict(keys=keys, values=[self.expr(v) for _, v in pairs]), at)
        return made

    def function(self, params: tuple[str, ...], body: py.expr) -> py.expr:
        arguments = py.arguments(
            posonlyargs=[], args=[py.arg(arg=identifier(p)) for p in params], kwonlyargs=[], kw_defaults=[], defaults=[]
        )
        return py.Lambda(args=arguments, body=body)

    # ---- expressions
    def expr(self, node: ir.Expr) -> py.expr:
        made: py.expr = self.located(self._expr(node), node.at)
        return made

    def _expr(self, node: ir.Expr) -> py.expr:
        match node:
            case ir.Const(value=value):
                return self.constant(value)
            case ir.Local(name=name):
                return self.name(f"v_{name}")
            case ir.Get(owner=owner, field=field):
                return self.member(self.expr(owner), field)
            case ir.Stat(owner=owner, stat=stat):
                return self.asked("stat", self.expr(owner), self.constant(stat))
            case ir.Card(id=id_):
                return py.Subscript(value=self.field("cards"), slice=self.constant(id_), ctx=_LOAD)
            case ir.Apply(function=function, arguments=arguments):
                identifier = self.code.function_ids[function]
                return self.call(self.name(identifier), self.name("rt"), *(self.expr(a) for a in arguments))
            case ir.Core(function=function, arguments=arguments):
                return (
                    self._direct(node) or self._rounded(node) or self._core(function, [self.expr(a) for a in arguments])
                )
            case ir.FunctionName(function=function):
                self.code.remembering.walked[function] = None
                return self.name(self.code.function_ids[function])
            case ir.Op():
                return self._op(node)
            case ir.Pick(condition=condition, value=value, otherwise=otherwise):
                return py.IfExp(test=self.expr(condition), body=self.expr(value), orelse=self.expr(otherwise))
            case ir.Bind(name=name, value=value, body=body):
                return self.call(self.function((f"v_{name}",), self.expr(body)), self.expr(value))
            case ir.Gather():
                return self._gather(node)
            case ir.Entities(kind=kind):
                return self.asked("of_kind", self.constant(kind))
            case ir.Collection(items=items, ordered=ordered):
                given = self._items(items)
                return given if ordered or _are_distinct(items) else self.core("unique", given)
            case ir.Can(verb=verb, arguments=pairs):
                return self.asked("can", self.constant(verb), self.mapping(pairs, node.at))
            case ir.Span():
                return self._span(node)
            case _:
                assert_never(node)

    def _items(self, items: tuple[ir.Expr, ...]) -> py.expr:
        return py.Tuple(elts=[self.expr(i) for i in items], ctx=_LOAD)

    def _core(self, function: str, values: list[py.expr]) -> py.expr:
        if function == "has":
            return self.asked("has", *values)
        return self.core(function, self.name("rt"), *values)

    def _direct(self, node: ir.Core) -> py.expr | None:
        """What is read so often that a call would cost more than the reading, such as the place of a square."""
        match node:
            case ir.Core(function="game"):
                return self.field("game")
            case ir.Core(function="has", arguments=(owner, ir.Const(value=str(name)))) if (
                name in self.code.program.terrain
            ):
                held = py.Attribute(value=self.field("terrain_of"), attr="get", ctx=_LOAD)
                terrain = self.call(held, self.expr(owner), self.constant(()))
                return py.Compare(left=self.constant(name), ops=[py.In()], comparators=[terrain])
            case ir.Core(function="footprint", arguments=(figure, square)):
                laid = self.asked("footprint", self.expr(figure), self.expr(square))
                return py.BoolOp(op=py.Or(), values=[laid, self.constant(())])
            case ir.Core(function="column" | "row" as function, arguments=(square,)):
                return py.Attribute(value=self.expr(square), attr=function, ctx=_LOAD)
            case ir.Core(function="measure", arguments=(shape, ir.Const(value=str(name)))):
                return py.Attribute(value=self.expr(shape), attr=name, ctx=_LOAD)
            case ir.Core(function="abs" | "min" | "max" | "size" as function, arguments=arguments):
                plain = {"abs": "absolute", "min": "least_of", "max": "most_of", "size": "length"}[function]
                return self.core(plain, *(self.expr(a) for a in arguments))
            case ir.Core(function="in_play", arguments=(ir.Local(name=name),)) if name in self.kinds_of:
                return self._in_play(name)
            case _:
                return None

    def _in_play(self, name: str) -> py.expr:
        """Whether one of the entities of a kind, which are all alive, takes part."""
        stands = {self.code.classes[kind]._stands for kind in self.code.heirs[self.kinds_of[name]]}
        if len(stands) > 1:
            return self.core("in_play", self.name("rt"), self.name(f"v_{name}"))
        where, test = ("at", py.IsNot()) if stands == {True} else ("_zone", py.Is())
        place = py.Attribute(value=self.name(f"v_{name}"), attr=where, ctx=_LOAD)
        return py.Compare(left=place, ops=[test], comparators=[self.constant(None)])

    @contextmanager
    def binding(self, node: ir.Gather) -> Generator[None]:
        """Inside, the variable of a loop is known to be of the kind that the loop goes over."""
        before = self.kinds_of
        self.kinds_of = {name: kind for name, kind in before.items() if name != node.name}
        if isinstance(node.source, ir.Entities) and node.source.kind != "square":
            self.kinds_of[node.name] = node.source.kind
        yield
        self.kinds_of = before

    def _rounded(self, node: ir.Core) -> py.expr | None:
        """A division by a known number, as Python's own; others go through the core, which knows of zero."""
        if not node.function.startswith("round_"):
            return None
        above, below, to = node.arguments
        if not (isinstance(below, ir.Const) and isinstance(below.value, int) and 1 < below.value < 2**53):
            return None  # only a quotient that is smaller than what is divided is within the bound of numbers for sure
        if not (isinstance(to, ir.Const) and to.value == 1):
            return None
        value, divisor = self.expr(above), below.value
        match node.function:
            case "round_down":
                return py.BinOp(left=value, op=py.FloorDiv(), right=self.constant(divisor))
            case "round_up":
                whole = py.BinOp(
                    left=py.UnaryOp(op=py.USub(), operand=value), op=py.FloorDiv(), right=self.constant(divisor)
                )
                return py.UnaryOp(op=py.USub(), operand=whole)
            case _:
                double = py.BinOp(left=value, op=py.Mult(), right=self.constant(2))
                raised = py.BinOp(left=double, op=py.Add(), right=self.constant(divisor))
                return py.BinOp(left=raised, op=py.FloorDiv(), right=self.constant(2 * divisor))

    def _op(self, node: ir.Op) -> py.expr:
        values = [self.expr(o) for o in node.operands]
        last = node.operands[-1]
        if node.operator == "in" and isinstance(last, ir.Collection):
            values[-1] = self._items(last.items)  # a second copy answers nothing else
        match node.operator:
            case "and" | "or":
                return py.BoolOp(op=py.And() if node.operator == "and" else py.Or(), values=values)
            case "not":
                inner = node.operands[0]
                if isinstance(inner, ir.Op) and inner.operator == "in":
                    item, items = (self.expr(o) for o in inner.operands)
                    return py.Compare(left=item, ops=[py.NotIn()], comparators=[items])
                return py.UnaryOp(op=py.Not(), operand=values[0])
            case "neg":
                return py.UnaryOp(op=py.USub(), operand=values[0])
            case "==" | "!=" if isinstance(node.operands[1], ir.Const) and node.operands[1].value is None:
                test: py.cmpop = py.Is() if node.operator == "==" else py.IsNot()
                return py.Compare(left=values[0], ops=[test], comparators=[values[1]])
            case operator if operator in _COMPARE:
                left, right = (self.expr(o) for o in with_limits(*node.operands))
                return py.Compare(left=left, ops=[_COMPARE[operator]()], comparators=[right])
            case operator:
                return self.bounded(py.BinOp(left=values[0], op=_ARITHMETIC[operator](), right=values[1]), node)

    def bounded(self, made: py.BinOp, node: ir.Op) -> py.expr:
        """A number that was worked out, unless it is past what every engine can hold."""
        if is_small(node):
            return made
        if self.in_source:  # where a name cannot be set
            return self.core("past", made)
        kept: py.expr = py.NamedExpr(target=py.Name(id="v_number_", ctx=py.Store()), value=made)
        fits = py.Compare(
            left=self.constant(-LARGEST), ops=[py.Lt(), py.Lt()], comparators=[kept, self.constant(LARGEST)]
        )
        number = self.name("v_number_")
        return py.IfExp(test=fits, body=number, orelse=self.core("past", number))

    def _gather(self, node: ir.Gather) -> py.expr:
        before, self.in_source = self.in_source, True
        source = self.walked(node.source)
        if not few(node.source):
            source = self.over(source, self.code.charges.per_round(node), node.at)
        self.in_source = before
        with self.binding(node), self.repeating():
            condition = self.expr(node.condition) if node.condition is not None else None
            value = self.expr(node.value) if node.value is not None else self.constant(1)
        if node.form in ("some", "every"):
            test = condition or self.constant(True)
            return self.core("any" if node.form == "some" else "all", self._loop(node, source, test, None))
        if node.form in ("with_lowest", "with_highest"):
            value = py.Tuple(elts=[self.name(f"v_{node.name}"), value], ctx=_LOAD)
            return self.core(node.form, self._loop(node, source, value, condition))
        loop = self._loop(node, source, value, condition)
        if node.form == "count":
            return self.core("sum_of", loop)
        is_same = node.value is not None and node.value == ir.Local(node.value.at, node.name)
        if node.form == "set" and is_same and isinstance(node.source, ir.Entities):
            return self.core("tuple", loop)  # entities are each once
        return self.core({"set": "unique", "list": "tuple"}.get(node.form, f"{node.form}_of"), loop)

    def walked(self, source: ir.Expr) -> py.expr:
        """A collection that is only walked over, while nothing changes."""
        if isinstance(source, ir.Core) and source.function == "standing_on":
            get = py.Attribute(value=self.field("standing"), attr="get", ctx=_LOAD)
            return self.call(get, self.expr(source.arguments[0]), self.constant(()))
        return self.expr(source)

    def _loop(self, node: ir.Gather, source: py.expr, value: py.expr, condition: py.expr | None) -> py.expr:
        target = py.Name(id=identifier(f"v_{node.name}"), ctx=py.Store())
        over = py.comprehension(
            target=target, iter=source, ifs=[condition] if condition is not None else [], is_async=0
        )
        return py.GeneratorExp(elt=value, generators=[over])

    def _span(self, node: ir.Span) -> py.expr:
        condition: py.expr = self.constant(None)
        if node.condition is not None:
            condition = self.constant(self.code.add_until(node))
        return self.core(
            "duration",
            self.constant(node.edge),
            self.constant(node.skip),
            self.constant(node.verbs),
            condition,
            self.mapping(node.keep, node.at),
        )


def _are_distinct(items: tuple[ir.Expr, ...]) -> bool:
    """Whether the values are known now, and each is there once."""
    values = [item.value for item in items if isinstance(item, ir.Const)]
    return len(values) == len(items) == len(set(values))
