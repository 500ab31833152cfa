"""Core statements as lines of a target.

Job: one walk over statements for all targets. Input: nodes. Output: lines, each with the place it was made from. Knows
which locals a body sets, for languages that declare them. Never decides the order of events.
"""

from __future__ import annotations

from typing import Any

from compiler.core import ir
from compiler.targets.code_text import CodeText, number
from compiler.targets.expressions import ExpressionPrinter, PrinterContext
from compiler.targets.spec import Line, Printed


class StatementPrinter(ExpressionPrinter):
    """``paying``: a call that is not done is a cost not paid. ``step`` is the one that `prevent` stops. ``lets``:
    whether the values at a verb's head are worked out."""

    def __init__(self, printer: PrinterContext, *, paying: bool = False, step: str = "", lets: bool = True) -> None:
        super().__init__(printer)
        self.paying, self.step, self.lets = paying, step, lets
        self.locals: dict[CodeText, None] = {}
        self.reads_target = False  # whether the body asks for the target of an event that it has done

    # ---- bodies
    def generator(self, body: tuple[ir.Stmt, ...], at: int) -> list[Line]:
        """A generator's body; `target` is none at first."""
        self.reads_target = any(isinstance(n, ir.Local) and n.name == "target" for s in body for n in s.walk())
        start = self.assign("target", self.target.none(), at) if self.reads_target else []
        work = self.spending(1 + self.charges.text(body), at) if body else []
        made = self.sequence(body)
        return [*self.target.block("generator start", at), *start, *work, *made]

    def spending(self, work: int, at: int) -> list[Line]:
        """The charge of a body that begins; none for a light one."""
        return self.do(self.method("spend", number(work), self.at(at)), at) if work else []

    def answer(self, node: ir.Expr) -> list[Line]:
        """The lines that return the value of an expression; a choice between values is a choice between lines."""
        if isinstance(node, ir.Pick):
            return [*self.when(node.condition, self.answer(node.value), node.at), *self.answer(node.otherwise)]
        return self.target.block("return", node.at, value=self.told(node))

    def requirements(self, head: tuple[Any, ...], at: int) -> list[Line]:
        """Lets are worked out in turn; the first requirement that fails is given back."""
        done = self.spending(self.charges.body(head), at)
        for item in head:
            if isinstance(item, ir.Let) and self.lets:
                done += self.statement(item)
            elif isinstance(item, ir.Require):
                parts = [self.target.text(p) if isinstance(p, str) else self.given(p) for p in item.message]
                reason = self.array([self.array(parts), self.at(item.at), self.texts(item.rows)])
                failed = self.target.block("return", item.at, value=reason)
                done += self.when(ir.Op(item.at, "not", (item.condition,)), failed, item.at)
        return [*done, *self.target.block("return", at, value=self.target.none())]

    def block(self, body: tuple[ir.Stmt, ...], at: int) -> list[Line]:
        return self.sequence(body) or self.target.block("empty", at)

    def sequence(self, body: tuple[ir.Stmt, ...]) -> list[Line]:
        return [line for statement in body for line in self.statement(statement)]

    # ---- small makers
    def when(self, condition: ir.Expr, body: list[Line], at: int) -> list[Line]:
        return self.branches([(self.told(condition), body)], [], at)

    def branches(self, cases: list[tuple[CodeText, list[Line]]], otherwise: list[Line], at: int) -> list[Line]:
        """A chain of conditions; the first that holds decides."""
        block, done = self.target.block, list[Line]()
        for position, (condition, body) in enumerate(cases):
            done += block("if" if position == 0 else "else if", at, body, condition=condition)
        if otherwise:
            done += block("else", at, otherwise)
        return [*done, *block("end if", at)]

    def assign(self, name: str, value: CodeText, at: int) -> list[Line]:
        self.locals[self.local(name)] = None
        return self.target.block("assign", at, place=self.local(name), value=value)

    def store(self, owner: ir.Expr | None, name: str, value: CodeText, at: int) -> list[Line]:
        """Into a local, or a value of an event."""
        if owner is None:
            return self.assign(name, value, at)
        row = "assign_reserved" if name in self.target.reserved else "assign"
        place = self.member(owner, name).text
        holder = self.expr(owner).inside(self.target.row("get").needs.get("owner", 0))
        return self.target.block(row, at, place=place, value=value, owner=holder, key=self.target.text(name))

    def wait(self, method: str, *arguments: CodeText) -> Printed:
        """A call that may ask."""
        return self.target.expression("wait", call=self.method(method, *arguments))

    def do(self, call: Printed, at: int) -> list[Line]:
        return self.target.block("do", at, call=call.text)

    # ---- statements
    def statement(self, node: ir.Stmt) -> list[Line]:
        match node:
            case ir.Let(owner=owner, name=name, value=value):
                return self.store(owner, name, self.told(value), node.at)
            case ir.Write(owner=owner, field=field, how=how, value=value):
                method = {"set": "write", "add": "add", "remove": "lessen"}[how]
                written = self.method(method, self.told(owner), self.target.text(field), self.told(value))
                return self.do(written, node.at)
            case ir.Emit():
                return self.emit(node)
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                orelse = self.block(otherwise, node.at) if otherwise else []
                return self.branches([(self.told(condition), self.block(body, node.at))], orelse, node.at)
            case ir.Each(name=name, source=source):
                inner = self.again(node)
                return self.target.block("each", node.at, inner, name=self.local(name), source=self.told(source))
            case ir.Repeat() | ir.While():
                return self.repeat(node)
            case ir.Choose():
                return self.choose(node)
            case ir.ChooseMode():
                return self.choose_mode(node)
            case ir.Step(name=name, body=body):
                return self.do_step(name, body, node.at)
            case ir.Roll(owner=owner, name=name, dice=dice):
                return self.store(owner, name, self.wait("roll", self.told(dice), self.at(node.at)).text, node.at)
            case ir.Reroll(owner=owner, name=name, dice=dice):
                held = self.member(owner, name).text if owner is not None else self.local(name)
                rolled = self.wait("reroll", held, self.told(dice), self.at(node.at))
                return self.store(owner, name, rolled.text, node.at)
            case ir.Create(owner=owner, name=name, kind=kind, card=card, values=values):
                made = self.method("create", self.target.text(kind), self.maybe(card), self.mapping(values))
                return self.store(owner, name, made.text, node.at)
            case ir.Mark():
                return []
            case _:
                return self.do(self.act(node), node.at)

    def act(self, node: ir.Stmt) -> Printed:
        """Statements that only call the runtime."""
        match node:
            case ir.Prevent():
                return self.method("prevent", self.local("trigger"), self.target.text(self.step))
            case ir.End(frame=frame):
                return self.method("end_frame", self.target.text(frame))
            case ir.Resolve(subject=subject):
                if subject is not None:
                    return self.wait("resolve_ai", self.told(subject))
                return self.wait("resolve", self.local("ev"))
            case ir.Offer(classes=classes, player=player, subject=subject, once=once):
                only = self.target.plain(once).text
                return self.wait("offer", self.texts(classes), self.told(player), self.maybe(subject), only)
            case ir.Primitive(name="shuffle", arguments=arguments):
                return self.wait("shuffle", *map(self.told, arguments), self.at(node.at))
            case ir.Primitive(name=name, arguments=arguments):
                return self.method(name, *map(self.told, arguments))
            case ir.AddStatus(status=status, values=values, target=target, duration=duration):
                given = self.array([self.given(v) for v in values])
                return self.method("begin_status", self.told(status), given, self.told(target), self.maybe(duration))
            case ir.Lasting(duration=duration, modifiers=modifiers, keep=keep):
                positions = self.array([number(self.printer.add_lasting(m)) for m in modifiers])
                return self.method("lasting", self.told(duration), positions, self.mapping(keep))
            case ir.Note(form=form, text=text):
                return self.method("consider", self.target.text(form), self.target.text(text), self.at(node.at))
            case _:
                raise AssertionError(node)  # `statement` names the rest

    def repeat(self, node: ir.Repeat | ir.While) -> list[Line]:
        """A loop with a bound."""
        rounds = self.method("rounds", self.told(_times_of(node)), self.at(node.at))
        return self.target.block("repeat", node.at, self.again(node), times=rounds.text)

    def again(self, node: ir.Each | ir.Repeat | ir.While) -> list[Line]:
        """A round of a loop; of a `while`, it begins with its condition."""
        done = self.spending(self.charges.per_round(node), node.at)
        with self.repeating():
            if isinstance(node, ir.While):
                stop = self.target.block("break", node.at)
                done += self.when(ir.Op(node.at, "not", (node.condition,)), stop, node.at)
            return [*done, *self.sequence(node.body)]

    def do_step(self, name: str, body: tuple[ir.Stmt, ...], at: int) -> list[Line]:
        event, step = self.local("ev"), self.target.text(name)
        opened = self.wait("step_open", event, step)
        closed = self.do(self.wait("step_close", event, step), at)
        return self.branches([(opened.inside(0), [*self.sequence(body), *closed])], [], at)

    def emit(self, node: ir.Emit) -> list[Line]:
        event = self.wait("emit", self.target.text(node.verb), self.mapping(node.arguments))
        asks_target = bool(node.target) and self.reads_target
        if not (asks_target or node.body or self.paying):
            return self.do(event, node.at)
        done, local = self.assign("done", event.text, node.at), ir.Local(node.at, "done")
        if self.paying:
            done += self.do(self.core("paid", self.local("done")), node.at)
        if asks_target:
            done += self.assign("target", self.member(local, node.target).text, node.at)
        if node.body:
            done += self.branches([(self.member(local, "_done").text, self.block(node.body, node.at))], [], node.at)
        return done

    def choose(self, node: ir.Choose) -> list[Line]:
        none = self.target.none()
        such_that = rank = none
        options = self.expr(node.options)
        if node.how != "yes":
            options = self.over(options, self.charges.option(node), node.at)
        with self.repeating():
            if node.such_that is not None:
                such_that = self.function([self.local(node.name)], self.told(node.such_that))
            if node.ranks:
                rank = self.function([self.local("it")], self.array([self.told(r) for r in node.ranks]))
        picked = self.wait(
            "choose",
            self.target.text(node.how),
            options.text,
            self.array([self.maybe(node.least), self.maybe(node.most)]),
            self.told(node.player),
            self.array([such_that, rank]),
            self.at(node.at),
        )
        held = f"chosen_{self.at(node.at)}_"
        start = self.assign(held, picked.text, node.at)
        found = self.target.expression("is not none", left=self.local(held), right=none)
        bind = self.store(node.owner, node.name, self.local(held), node.at)
        missed = self.block(node.otherwise, node.at) if node.otherwise else []
        if self.paying:
            missed = self.do(self.core("paid", none), node.at)
        return [*start, *self.branches([(found.text, [*bind, *self.sequence(node.body)])], missed, node.at)]

    def choose_mode(self, node: ir.ChooseMode) -> list[Line]:
        modes = [
            self.array([self.target.text(m.label), self.told(m.condition or ir.Const(m.at, True))]) for m in node.modes
        ]
        held = f"mode_{self.at(node.at)}_"
        picked = self.wait("choose_mode", self.told(node.player), self.array(modes), self.at(node.at))
        start = self.assign(held, picked.text, node.at)
        cases: list[tuple[CodeText, list[Line]]] = []
        for position, mode in enumerate(node.modes):
            test = self.target.expression("== plain", left=self.local(held), right=number(position))
            cases.append((test.text, self.block(mode.body, mode.at)))
        return [*start, *self.branches(cases, [], node.at)]


def _times_of(node: ir.Repeat | ir.While) -> ir.Expr:
    return node.times if isinstance(node, ir.Repeat) else node.bound
