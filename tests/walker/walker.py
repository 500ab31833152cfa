"""A second implementation of the core tree: it interprets the nodes instead of compiling them.

``WalkingCode`` replaces ``Code``: it keeps the nodes and evaluates them each time. It shares the runtime and
the core functions with compiled code, but not the translation of nodes to code, so a fault of the compiler appears as a
difference between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, assert_never

from compiler.callables.code import Code
from compiler.core import ir
from compiler.interpreter.changes import add, lessen, write
from compiler.interpreter.choices import Rolling, Shuffling, choose, choose_mode
from compiler.interpreter.durations import begin_effect, begin_status
from compiler.interpreter.entities import create
from compiler.interpreter.events import end_frame, prevent
from compiler.interpreter.frames import RESULT, BodyCode, Frame
from compiler.interpreter.happening import Happening, StepClosing, StepOpening
from compiler.interpreter.marks import consider, mark
from compiler.interpreter.offering import Offering
from compiler.interpreter.operations import OPERATIONS, PRIMITIVES
from compiler.interpreter.spending import over, rounds, spend
from compiler.interpreter.using import Acting, Resolving
from compiler.interpreter.values import Event, Fault, Unpaid
from tests.walker.expressions import Expressions, Names

Run = Generator[Any, Any, Any]
Looped = ir.Gather | ir.Each | ir.Repeat | ir.While


class WalkingCode(Code):
    """A program whose functions interpret their nodes."""

    def __init__(self, program: ir.Program, **how: Any) -> None:
        self.position_of: dict[int, int] = {}
        self.found: dict[Any, tuple[Any, int]] | None = None
        self.expressions = Expressions(self)
        super().__init__(program, **how)

    def pure(self, name: str, params: tuple[str, ...], node: ir.Expr, rows: tuple[str, ...] = ()) -> str:
        charge, known, read, id_ = self.charges.body((node,)), self.expressions.known, self.expressions.of, id(node)
        named = tuple(param.removeprefix("v_") for param in params)

        def evaluate(rt: Any, *given: Any) -> Any:
            if self.marking and rows:
                mark(rt, rows)
            spend(rt, charge, node.at)
            return (known.get(id_) or read(node))(rt, dict(zip(named, given, strict=True)))

        return self.keep(name, evaluate)

    def body_of(self, name: str, params: tuple[str, ...], body: tuple[ir.Stmt, ...], at: int, **how: Any) -> Any:
        self.note_lasting(body)

        charge = 1 + self.charges.text(body) if body else 0

        def run(rt: Any, v: Names) -> Run:
            if body:
                spend(rt, charge, at)
            yield from Walk(self, rt, **how).block(body, dict(v))

        # Rows of modes are behind the end: they are not carried out, and tell tests which names there are.
        modes = [n for statement in body for n in statement.walk() if isinstance(n, ir.ChooseMode)]
        named = [("modes", n.at, tuple(m.label for m in n.modes), None) for n in modes]
        return {"name": name, "rows": (("walk", at, run), ("return", at), *named)}

    def body(self, row: Any) -> BodyCode:
        made = super().body(row)
        made.link({**OPERATIONS, "walk": lambda rt, v, row, value: Walking(row[2](rt, v))})
        return made

    def requirement(self, name: str, params: tuple[str, ...], head: tuple[Any, ...], at: int, **how: Any) -> str:
        charge = self.charges.body(head)

        def first_failed(rt: Any, *given: Any) -> Any:
            spend(rt, charge, at)
            return Walk(self, rt, **how).requirements(head, _bound(params, given))

        return self.keep(name, first_failed)

    def mapping(self, name: str, params: tuple[str, ...], pairs: tuple[tuple[str, ir.Expr], ...], at: int) -> str:
        charge = self.charges.body(value for _, value in pairs)

        def values(rt: Any, *given: Any) -> Names:
            spend(rt, charge, at)
            return Walk(self, rt).pairs(pairs, _bound(params, given))

        return self.keep(name, values)

    def write_function(self, function: ir.Function) -> None:
        def apply(rt: Any, *given: Any) -> Any:
            if body is None:
                raise Fault(f"`{function.name}` is unknown in the source", function.at)
            spend(rt, charge, function.at)
            if marked:
                mark(rt, marked)
            return (known.get(id_) or read(body))(rt, dict(zip(params, given, strict=True)))

        charge, body, params = self.charges.function(function.name), function.body, function.params
        marked, known = function.rows if self.marking else (), self.expressions.known
        read, id_ = self.expressions.of, id(body)
        self.space[self.function_ids[function.name]] = self.once_in_a_question(apply)

    def once_in_a_question(self, apply: Callable[..., Any]) -> Callable[..., Any]:
        """A function that is not asked the same again while the outermost one is worked out, when nothing can change.

        Nothing is kept from one question to the next, as compiled code does; nor in dry runs, which do change the state.
        """

        def asked(rt: Any, *given: Any) -> Any:
            if rt.dry_run or rt.refusals is not None:
                return apply(rt, *given)
            if self.found is None:
                self.found = {}
                try:
                    return apply(rt, *given)
                finally:
                    self.found = None
            key = (apply, *given)
            known = self.found.get(key)
            if known is None or known[1] > rt.work:
                before = rt.work
                value = apply(rt, *given)
                self.found[key] = known = value, before - rt.work
            else:
                rt.work -= known[1]
            return known[0]

        return asked

    def of_item(self, node: Looped | ir.Choose) -> int:
        """The charge of a loop's round or of an option, found once for each node."""
        if not hasattr(self, "charge_of"):
            self.charge_of: dict[int, int] = {}
        if id(node) not in self.charge_of:
            charges = self.charges
            self.charge_of[id(node)] = charges.option(node) if isinstance(node, ir.Choose) else charges.per_round(node)
        return self.charge_of[id(node)]

    def keep(self, name: str, function: Callable[..., Any]) -> str:
        identifier = self.names.fresh(name)
        self.space[identifier] = function
        return identifier

    def until_of(self, condition: ir.Expr) -> int:
        """The position of the condition of a duration, which is found when it is first met."""
        if id(condition) not in self.position_of:

            def holds(rt: Any, then: Any, env: Any) -> Any:
                return Walk(self, rt).value(condition, {"then": then, "env": env})

            self.position_of[id(condition)] = len(self.untils)
            self.untils.append(holds)
        return self.position_of[id(condition)]

    def note_lasting(self, body: tuple[ir.Stmt, ...]) -> None:
        """Gives every lasting modifier of a text its position."""
        if not hasattr(self, "lasting_of"):
            self.lasting_of: dict[int, tuple[int, ...]] = {}
        for statement in body:
            for node in statement.walk():
                if isinstance(node, ir.Lasting) and id(node) not in self.lasting_of:
                    self.lasting_of[id(node)] = tuple(self.add_lasting(m) for m in node.modifiers)
                if isinstance(node, ir.Span) and node.condition is not None:
                    self.add_until(node)  # what it reads is to be known; it is met by `until_of`


def _bound(params: tuple[str, ...], given: tuple[Any, ...]) -> Names:
    return {param.removeprefix("v_"): value for param, value in zip(params, given, strict=True)}


class Walking(Frame):
    """A walk over statements as a frame: it is a generator of frames that are to be done, and is sent their results."""

    __slots__ = ("code", "steps", "v")

    def __init__(self, steps: Run) -> None:
        self.steps, self.v = steps, Names()
        self.code = BodyCode("", ())

    def run(self, rt: Any, value: Any) -> Any:
        try:
            told = self.steps.send(value)
        except StopIteration:
            return None
        if isinstance(told, tuple):  # a choice, whose row has the condition on what is chosen
            self.pc, self.code.rows = 1, (told,)
            made = (choose if len(told) == 6 else choose_mode)(rt, self.v, told, None)
            if made is not RESULT:
                return made
            result, rt.result = rt.result, None
            return self.run(rt, result)
        return told

    def catch(self, rt: Any, stop: Any) -> bool:
        self.steps.close()
        return False


class Walk:
    """One interpretation. ``paying``, ``step`` and ``lets`` are the settings that a writer gets for a text."""

    def __init__(self, code: WalkingCode, rt: Any, *, paying: bool = False, step: str = "", lets: bool = True) -> None:
        self.code, self.rt = code, rt
        self.paying, self.step, self.lets = paying, step, lets

    # ---- expressions
    def value(self, node: ir.Expr, names: Names) -> Any:
        return self.code.expressions.of(node)(self.rt, names)

    def values(self, nodes: tuple[ir.Expr, ...], names: Names) -> list[Any]:
        return [self.value(node, names) for node in nodes]

    def pairs(self, pairs: tuple[tuple[str, ir.Expr], ...], names: Names) -> dict[str, Any]:
        return {name: self.value(node, names) for name, node in pairs}

    def maybe(self, node: ir.Expr | None, names: Names) -> Any:
        return None if node is None else self.value(node, names)

    # ---- requirements
    def requirements(self, head: tuple[Any, ...], names: Names) -> Any:
        for item in head:
            if isinstance(item, ir.Let) and self.lets:
                self.store(item.owner, item.name, self.value(item.value, names), names)
            elif isinstance(item, ir.Mark) and self.code.marking:
                mark(self.rt, item.rows)
            elif isinstance(item, ir.Require):
                if self.code.marking and item.rows:
                    mark(self.rt, item.rows)
                if not self.value(item.condition, names):
                    message = tuple(p if isinstance(p, str) else self.value(p, names) for p in item.message)
                    return message, item.at, item.rows
        return None

    # ---- statements
    def block(self, body: tuple[ir.Stmt, ...], names: Names) -> Run:
        for statement in body:
            yield from self.statement(statement, names)

    def store(self, owner: ir.Expr | None, name: str, value: Any, names: Names) -> None:
        if owner is None:
            names[name] = value
        else:
            setattr(self.value(owner, names), name, value)

    def statement(self, node: ir.Stmt, names: Names) -> Run:
        rt = self.rt
        match node:
            case ir.Let():
                self.store(node.owner, node.name, self.value(node.value, names), names)
            case ir.Write():
                change = {"set": write, "add": add, "remove": lessen}[node.how]
                change(rt, self.value(node.owner, names), node.field, self.value(node.value, names))
            case ir.If():
                yield from self.block(node.body if self.value(node.condition, names) else node.otherwise, names)
            case ir.Each():
                for item in tuple(self.value(node.source, names)):
                    spend(rt, self.code.of_item(node), node.at)
                    names[node.name] = item
                    yield from self.block(node.body, names)
            case ir.Repeat() | ir.While():
                yield from self.loop(node, names)
            case ir.Step():
                if (yield StepOpening(names["ev"], node.name)):
                    yield from self.block(node.body, names)
                    yield StepClosing(names["ev"], node.name)
            case ir.Prevent():
                prevent(rt, names["trigger"], self.step)
            case ir.End():
                end_frame(rt, node.frame)
            case ir.Mark():
                if self.code.marking:
                    mark(rt, node.rows)
            case ir.Note():
                consider(rt, node.form, node.text, node.at)
            case ir.AddStatus():
                values = tuple(self.values(node.values, names))
                lasts = self.maybe(node.duration, names)
                begin_status(rt, self.value(node.status, names), values, self.value(node.target, names), lasts)
            case ir.Lasting():
                kept = self.pairs(node.keep, names)
                begin_effect(rt, self.value(node.duration, names), self.code.lasting_of[id(node)], kept)
            case _:
                yield from self.request(node, names)

    def loop(self, node: ir.Repeat | ir.While, names: Names) -> Run:
        times = self.value(node.times if isinstance(node, ir.Repeat) else node.bound, names)
        for _ in rounds(self.rt, times, node.at):
            spend(self.rt, self.code.of_item(node), node.at)
            if isinstance(node, ir.While) and not self.value(node.condition, names):
                break
            yield from self.block(node.body, names)

    def request(
        self,
        node: ir.Emit
        | ir.Choose
        | ir.ChooseMode
        | ir.Roll
        | ir.Reroll
        | ir.Resolve
        | ir.Offer
        | ir.Create
        | ir.Primitive,
        names: Names,
    ) -> Run:
        """Statements that may send a request, create entities or move them."""
        rt = self.rt
        match node:
            case ir.Emit():
                yield from self.emit(node, names)
            case ir.Choose():
                yield from self.choose(node, names)
            case ir.ChooseMode():
                able = tuple(m.condition is None or self.value(m.condition, names) for m in node.modes)
                player, labels = self.value(node.player, names), tuple(m.label for m in node.modes)
                chosen = yield (None, node.at, labels, lambda _rt, _v: (player, able))
                if chosen >= 0:
                    yield from self.block(node.modes[chosen].body, names)
            case ir.Roll():
                rolled = yield Rolling(self.value(node.dice, names), node.at)
                self.store(node.owner, node.name, rolled, names)
            case ir.Reroll():
                held = names[node.name] if node.owner is None else getattr(self.value(node.owner, names), node.name)
                dice = self.value(node.dice, names)
                again = tuple(d for d in (dice if isinstance(dice, tuple) else (dice,)) if d is not None)
                rolled = yield Rolling(tuple(d.die for d in again), node.at, held, again)
                self.store(node.owner, node.name, rolled, names)
            case ir.Resolve(subject=None):
                yield Resolving(names["ev"])
            case ir.Resolve():
                yield Acting(self.maybe(node.subject, names))
            case ir.Offer():
                player, about = self.value(node.player, names), self.maybe(node.subject, names)
                yield Offering(node.classes, node.once, player, about)
            case ir.Create():
                made = create(rt, node.kind, self.maybe(node.card, names), self.pairs(node.values, names))
                self.store(node.owner, node.name, made, names)
            case ir.Primitive(name="shuffle"):
                yield Shuffling(*self.values(node.arguments, names), node.at)
            case ir.Primitive():
                PRIMITIVES[node.name](rt, *self.values(node.arguments, names))
            case _:
                assert_never(node)

    def emit(self, node: ir.Emit, names: Names) -> Run:
        event: Event = yield Happening(node.verb, self.pairs(node.arguments, names))
        if self.paying and not event._done:
            raise Unpaid
        if node.target:
            names[node.target] = event.target
        if node.result and event._done:
            names[node.result[0]] = getattr(event, node.result[1])
        if event._done:
            yield from self.block(node.body, names)

    def choose(self, node: ir.Choose, names: Names) -> Run:
        def such_that(_rt: Any, _v: Names, chosen: Any) -> Any:
            assert node.such_that is not None
            return self.value(node.such_that, {**names, node.name: chosen})

        def rank(_rt: Any, _v: Names, it: Any) -> tuple[Any, ...]:
            return tuple(self.values(node.ranks, {**names, "it": it}))

        options = self.value(node.options, names)
        if node.how != "yes":
            options = over(self.rt, options, self.code.of_item(node), node.at)
        asked = options, self.maybe(node.least, names), self.maybe(node.most, names), self.value(node.player, names)
        judge = (such_that if node.such_that is not None else None, rank if node.ranks else None)
        chosen = yield (None, node.at, node.how, lambda _rt, _v: asked, *judge)
        if chosen is not None:
            self.store(node.owner, node.name, chosen, names)
            yield from self.block(node.body, names)
        elif self.paying:
            raise Unpaid
        else:
            yield from self.block(node.otherwise, names)
