"""Core statements to Python's syntax tree.

Job: the body of a generator that does what the statements say: requests are yielded, events go through the runtime.
Input: core statements. Output: Python statements with the author's places. Never decides the order of events.
"""

from __future__ import annotations

import ast as py
from typing import Any

from compiler.callables.expressions import CodeContext, ExprWriter
from compiler.core import ir
from compiler.core.identifiers import identifier


class StmtWriter(ExprWriter):
    """``paying``: a call that is not done is a cost not paid. ``step`` is the one that `prevent` stops. ``lets``:
    whether the values at a verb's head are worked out."""

    def __init__(self, code: CodeContext, *, paying: bool = False, step: str = "", lets: bool = True) -> None:
        super().__init__(code)
        self.paying, self.step, self.lets = paying, step, lets

    def generator(self, body: tuple[ir.Stmt, ...], at: int) -> list[py.stmt]:
        """A generator's body: `target` is none at first, and it is a generator even when nothing is asked."""
        reads_target = any(isinstance(n, ir.Local) and n.name == "target" for s in body for n in s.walk())
        start = [self.assign("v_target", self.constant(None))] if reads_target else []
        never: py.stmt = py.If(test=self.constant(False), body=[py.Expr(py.Yield(value=None))], orelse=[])
        work = self.spending(1 + self.code.charges.text(body), at) if body else []
        return [*(self.located(s, at) for s in (*start, never)), *work, *self.block(body)]

    def requirements(self, head: tuple[Any, ...], at: int) -> list[py.stmt]:
        """Lets are worked out in turn; the first requirement that fails is given back."""
        done: list[py.stmt] = self.spending(self.code.charges.body(head), at)
        for item in head:
            match item:
                case ir.Let() if self.lets:
                    done += self.statement(item)
                case ir.Require(condition=condition, message=message, rows=rows, at=place):
                    if self.code.marking and rows:
                        done.append(self.mark(rows, place))
                    parts = [self.constant(p) if isinstance(p, str) else self.expr(p) for p in message]
                    reason = py.Tuple(
                        elts=[py.Tuple(elts=parts, ctx=py.Load()), self.constant(place), self.constant(rows)],
                        ctx=py.Load(),
                    )
                    test = py.UnaryOp(op=py.Not(), operand=self.expr(condition))
                    done.append(self.located(py.If(test=test, body=[py.Return(reason)], orelse=[]), place))
                case ir.Mark():
                    done += self.statement(item)
                case _:
                    pass
        return [*done, self.located(py.Return(self.constant(None)), at)]

    def block(self, body: tuple[ir.Stmt, ...]) -> list[py.stmt]:
        done: list[py.stmt] = []
        for statement in body:
            done += [self.located(s, statement.at) for s in self.statement(statement)]
        return done or [py.Pass()]

    # ---- small makers
    def assign(self, name: str, value: py.expr) -> py.stmt:
        return py.Assign(targets=[py.Name(id=identifier(name), ctx=py.Store())], value=value, lineno=1)

    def store(self, owner: ir.Expr | None, name: str, value: py.expr) -> py.stmt:
        """Into a local, or a value of an event."""
        if owner is None:
            return self.assign(f"v_{name}", value)
        target = py.Attribute(value=self.expr(owner), attr=identifier(name), ctx=py.Store())
        return py.Assign(targets=[target], value=value, lineno=1)

    def wait(self, method: str, *arguments: py.expr) -> py.expr:
        return py.YieldFrom(value=self.call(self.runtime(method), *arguments))

    def do(self, method: str, *arguments: py.expr) -> list[py.stmt]:
        return [py.Expr(self.call(self.runtime(method), *arguments))]

    # ---- statements
    def statement(self, node: ir.Stmt) -> list[py.stmt]:
        at = self.constant(node.at)
        match node:
            case ir.Let(owner=owner, name=name, value=value):
                return [self.store(owner, name, self.expr(value))]
            case ir.Write(owner=owner, field=field, how=how, value=value):
                method = {"set": "write", "add": "add", "remove": "lessen"}[how]
                return self.do(method, self.expr(owner), self.constant(field), self.expr(value))
            case ir.Emit():
                return self.emit(node)
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                orelse = self.block(otherwise) if otherwise else []
                return [py.If(test=self.expr(condition), body=self.block(body), orelse=orelse)]
            case ir.Each(name=name, source=source):
                return [self.loop(f"v_{name}", self.core("tuple", self.expr(source)), self.again(node))]
            case ir.Repeat(times=times):
                return [self.loop("v_", self.call(self.runtime("rounds"), self.expr(times), at), self.again(node))]
            case ir.While(bound=bound):
                return [self.loop("v_", self.call(self.runtime("rounds"), self.expr(bound), at), self.again(node))]
            case ir.Choose():
                return self.choose(node)
            case ir.ChooseMode():
                return self.choose_mode(node)
            case ir.Roll(owner=owner, name=name, dice=dice):
                return [self.store(owner, name, self.wait("roll", self.expr(dice), at))]
            case ir.Reroll(owner=owner, name=name, dice=dice):
                held = self.member(self.expr(owner), name) if owner else self.name(f"v_{name}")
                return [self.store(owner, name, self.wait("reroll", held, self.expr(dice), at))]
            case ir.Step(name=name, body=body):
                opened = self.wait("step_open", self.name("v_ev"), self.constant(name))
                closed = py.Expr(self.wait("step_close", self.name("v_ev"), self.constant(name)))
                return [py.If(test=opened, body=[*self.block(body), closed], orelse=[])]
            case _:
                return self.act(node)

    def act(self, node: ir.Stmt) -> list[py.stmt]:
        """Statements that only call the runtime."""
        at = self.constant(node.at)
        match node:
            case ir.Prevent():
                return self.do("prevent", self.name("v_trigger"), self.constant(self.step))
            case ir.End(frame=frame):
                return self.do("end_frame", self.constant(frame))
            case ir.Resolve(subject=subject):
                if subject is not None:
                    return [py.Expr(self.wait("resolve_ai", self.expr(subject)))]
                return [py.Expr(self.wait("resolve", self.name("v_ev")))]
            case ir.Offer(classes=classes, player=player, subject=subject, once=once):
                about = self.expr(subject) if subject is not None else self.constant(None)
                return [
                    py.Expr(self.wait("offer", self.constant(classes), self.expr(player), about, self.constant(once)))
                ]
            case ir.Create(owner=owner, name=name, kind=kind, card=card, values=values):
                origin = self.expr(card) if card is not None else self.constant(None)
                made = self.call(self.runtime("create"), self.constant(kind), origin, self.mapping(values, node.at))
                return [self.store(owner, name, made)]
            case ir.Primitive(name="shuffle", arguments=arguments):
                return [py.Expr(self.wait("shuffle", *(self.expr(a) for a in arguments), at))]
            case ir.Primitive(name=name, arguments=arguments):
                return self.do(name, *(self.expr(a) for a in arguments))
            case ir.AddStatus(status=status, values=values, target=target, duration=duration):
                given = py.Tuple(elts=[self.expr(v) for v in values], ctx=py.Load())
                lasts = self.expr(duration) if duration is not None else self.constant(None)
                return self.do("begin_status", self.expr(status), given, self.expr(target), lasts)
            case ir.Lasting(duration=duration, modifiers=modifiers, keep=keep):
                indexes = tuple(self.code.add_lasting(m) for m in modifiers)
                return self.do("lasting", self.expr(duration), self.constant(indexes), self.mapping(keep, node.at))
            case ir.Mark(rows=rows):
                return [self.mark(rows, node.at)] if self.code.marking else []
            case ir.Note(form=form, text=text):
                return self.do("consider", self.constant(form), self.constant(text), at)
            case _:
                raise AssertionError(node)  # `statement` names the rest

    def again(self, node: ir.Each | ir.Repeat | ir.While) -> list[py.stmt]:
        """A round of a loop."""
        done = self.spending(self.code.charges.per_round(node), node.at)
        with self.repeating():
            if isinstance(node, ir.While):
                test = py.UnaryOp(op=py.Not(), operand=self.expr(node.condition))
                done.append(self.located(py.If(test=test, body=[py.Break()], orelse=[]), node.at))
            return [*done, *self.block(node.body)]

    def loop(self, name: str, over: py.expr, body: list[py.stmt]) -> py.stmt:
        return py.For(target=py.Name(id=identifier(name), ctx=py.Store()), iter=over, body=body, orelse=[], lineno=1)

    def emit(self, node: ir.Emit) -> list[py.stmt]:
        event = self.wait("emit", self.constant(node.verb), self.mapping(node.arguments, node.at))
        if not (node.target or node.body or self.paying):
            return [py.Expr(event)]
        done: list[py.stmt] = [self.assign("v_done", event)]
        if self.paying:
            done += [py.Expr(self.core("paid", self.name("v_done")))]
        if node.target:
            target = self.member(self.name("v_done"), node.target)
            done.append(self.assign("v_target", target))
        if node.body:
            was_done = self.member(self.name("v_done"), "_done")
            done.append(py.If(test=was_done, body=self.block(node.body), orelse=[]))
        return done

    def choose(self, node: ir.Choose) -> list[py.stmt]:
        none = self.constant(None)
        amount = py.Tuple(
            elts=[self.expr(e) if e is not None else none for e in (node.least, node.most)], ctx=py.Load()
        )
        such_that = rank = none
        with self.repeating():
            if node.such_that is not None:
                such_that = self.function((f"v_{node.name}",), self.expr(node.such_that))
            if node.ranks:
                ranks = py.Tuple(elts=[self.expr(r) for r in node.ranks], ctx=py.Load())
                rank = self.function(("v_it",), ranks)
        judge = py.Tuple(elts=[such_that, rank], ctx=py.Load())
        options = self.expr(node.options)
        if node.how != "yes":
            options = self.over(options, self.code.charges.option(node), node.at)
        picked = self.wait(
            "choose",
            self.constant(node.how),
            options,
            amount,
            self.expr(node.player),
            judge,
            self.constant(node.at),
        )
        held = f"v_chosen_{node.at}_"
        test = py.Compare(left=self.name(held), ops=[py.IsNot()], comparators=[none])
        bind = self.located(self.store(node.owner, node.name, self.name(held)), node.at)
        missed: list[py.stmt] = self.block(node.otherwise) if node.otherwise else []
        if self.paying:
            missed = [self.located(py.Expr(self.core("paid", none)), node.at)]
        return [self.assign(held, picked), py.If(test=test, body=[bind, *self.block(node.body)], orelse=missed)]

    def choose_mode(self, node: ir.ChooseMode) -> list[py.stmt]:
        modes = py.Tuple(
            elts=[py.Tuple(elts=[self.constant(m.label), self.expr(m.condition) if m.condition is not None
                                 else self.constant(True)], ctx=py.Load()) for m in node.modes],
            ctx=py.Load(),
        )  # fmt: skip
        held = f"v_mode_{node.at}_"
        picked = self.wait("choose_mode", self.expr(node.player), modes, self.constant(node.at))
        branches: list[py.stmt] = []
        for index, mode in reversed(list(enumerate(node.modes))):
            test = py.Compare(left=self.name(held), ops=[py.Eq()], comparators=[self.constant(index)])
            branches = [self.located(py.If(test=test, body=self.block(mode.body), orelse=branches), mode.at)]
        return [self.assign(held, picked), *branches]
