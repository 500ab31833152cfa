"""Core expressions as the bodies of Python functions.

Job: write a pure function so that its quantifiers run as plain loops that return as soon as the answer is known; a
generator for each `some` would cost more than what it asks. Input: a core expression and the names already taken.
Output: Python statements of which each way ends in a return.
"""

from __future__ import annotations

import ast as py
from collections.abc import Callable

from compiler.callables.expressions import ExprWriter
from compiler.core import ir
from compiler.core.charges import few
from compiler.core.identifiers import identifier

# What is done where an answer is known; made anew for every place.
Answer = Callable[[], list[py.stmt]]
# Python knows no more than 20 loops in loops; each has a name, so that the names tell how many there are.
_MOST_LOOPS = 16


class LoopWriter(ExprWriter):
    """Writes bodies. A loop's variable is a local of the whole function, so that a name that is taken stays inside."""

    def answer(self, node: ir.Expr, taken: frozenset[str]) -> list[py.stmt]:
        """Statements that return the value of an expression."""
        match node:
            case ir.Pick(condition=condition, value=value, otherwise=otherwise):
                test = py.If(test=self.expr(condition), body=self.answer(value, taken), orelse=[])
                return [self.located(test, node.at), *self.answer(otherwise, taken)]
            case ir.Bind(name=name, value=value, body=body) if name not in taken:
                kept = self.located(self.setting(identifier(f"v_{name}"), self.expr(value)), node.at)
                return [kept, *self.answer(body, taken | {name})]
            case ir.Gather(form="some" | "every") | ir.Op(operator="and" | "or" | "not") if _has_loop(node, taken):
                early = _is_early(node)
                told, untold = self.returning(early, node.at), self.returning(not early, node.at)
                return [*self.jump(node, early, told, taken), *untold()]
            case ir.Gather(form="count" | "sum") if node.name not in taken and node.name != "found_":
                return self.adding(node, taken)
            case _:
                return [self.located(py.Return(self.expr(node)), node.at)]

    def returning(self, value: bool, at: int) -> Answer:
        return lambda: [self.located(py.Return(self.constant(value)), at)]

    def adding(self, node: ir.Gather, taken: frozenset[str]) -> list[py.stmt]:
        with self.binding(node), self.repeating():
            value = self.expr(node.value) if node.value is not None else self.constant(1)
        total = py.Name(id="v_found_", ctx=py.Store())
        add: py.stmt = py.AugAssign(target=total, op=py.Add(), value=value)
        start = py.Assign(targets=[total], value=self.constant(0), lineno=1)
        found: py.expr = self.name("v_found_")
        if node.value is not None:
            found = self.core("past", found)
        loop = self.walk(node, lambda: self.once(node, add, taken))
        return [self.located(s, node.at) for s in (start, *loop, py.Return(found))]

    def once(self, node: ir.Gather, add: py.stmt, taken: frozenset[str]) -> list[py.stmt]:
        """Adds for an item that passes, once: what goes on below an answer must not come to another one."""
        condition = node.condition
        if condition is None:
            return [add]
        taken |= {node.name}
        with self.binding(node), self.repeating():
            if isinstance(condition, ir.Gather) and _is_loop(condition, taken) and _is_innermost(condition, taken):
                told = [add, py.Break()] if condition.form == "some" else [add]
                return self.jump(condition, True, lambda: told, taken)
            return [py.If(test=self.expr(condition), body=[add], orelse=[])]

    def inside(self, node: ir.Gather, on: bool, answer: Answer, taken: frozenset[str]) -> list[py.stmt]:
        """What a loop does with each: the answer where its condition is ``on``."""
        if node.condition is None:
            return answer()
        with self.binding(node), self.repeating():
            return self.jump(node.condition, on, answer, taken | {node.name})

    def walk(self, node: ir.Gather, body: Answer, orelse: list[py.stmt] | None = None) -> list[py.stmt]:
        """A loop over what is held in a local first, for its length is charged."""
        target, held = py.Name(id=identifier(f"v_{node.name}"), ctx=py.Store()), identifier(f"v_over_{node.name}_")
        if few(node.source):
            few_of = py.For(target=target, iter=self.walked(node.source), body=body(), orelse=orelse or [], lineno=1)
            return [self.located(few_of, node.at)]
        many = py.Assign(targets=[py.Name(id=held, ctx=py.Store())], value=self.walked(node.source), lineno=1)
        work, length = self.code.charges.per_round(node), self.core("length", self.name(held))
        if work > 1:
            length = py.BinOp(left=length, op=py.Mult(), right=self.constant(work))
        look = [self.looked(node.at)] if self.looping else []
        loop = py.For(target=target, iter=self.name(held), body=body(), orelse=orelse or [], lineno=1)
        return [self.located(s, node.at) for s in (many, self.charged(length), *look, loop)]

    def jump(self, node: ir.Expr, on: bool, answer: Answer, taken: frozenset[str]) -> list[py.stmt]:
        """Statements that answer where the truth of an expression is ``on``, and else go on below."""
        match node:
            case ir.Gather(form=form) if _is_loop(node, taken) and (form == "some") is on:
                return self.walk(node, lambda: self.inside(node, on, answer, taken))
            case ir.Gather(form=form, condition=condition) if (
                _is_loop(node, taken) and condition is not None and not _has_loop(condition, taken)
            ):
                return self.walk(node, lambda: self.inside(node, not on, lambda: [py.Break()], taken), answer())
            case ir.Op(operator="not", operands=(inner,)) if _has_loop(inner, taken):
                return self.jump(inner, not on, answer, taken)
            case ir.Op(operator="and" | "or" as operator, operands=operands) if _has_loop(node, taken):
                if (operator == "or") is on:
                    return [s for o in operands for s in self.jump(o, on, answer, taken)]
                *first, last = operands
                held = ir.Op(node.at, operator, tuple(first)) if len(first) > 1 else first[0]
                test = self.expr(held) if on else py.UnaryOp(op=py.Not(), operand=self.expr(held))
                return [self.located(py.If(test=test, body=self.jump(last, on, answer, taken), orelse=[]), node.at)]
            case _:
                test = self.expr(node) if on else py.UnaryOp(op=py.Not(), operand=self.expr(node))
                return [self.located(py.If(test=test, body=answer(), orelse=[]), node.at)]


def _is_early(node: ir.Expr) -> bool:
    """The truth that is known before all has been asked."""
    match node:
        case ir.Gather(form=form):
            return form == "some"
        case ir.Op(operator="not", operands=(inner,)):
            return not _is_early(inner)
        case ir.Op(operator="and"):
            return False
        case _:
            return True


def _is_loop(node: ir.Expr, taken: frozenset[str]) -> bool:
    if len(taken) >= _MOST_LOOPS:
        return False
    return isinstance(node, ir.Gather) and node.form in ("some", "every") and node.name not in taken


def _is_innermost(node: ir.Gather, taken: frozenset[str]) -> bool:
    """Whether its condition can be written without another loop."""
    return node.condition is None or not _has_loop(node.condition, taken | {node.name})


def _has_loop(node: ir.Expr, taken: frozenset[str]) -> bool:
    """Whether a quantifier stands where it can be a loop."""
    if isinstance(node, ir.Op) and node.operator in ("and", "or", "not"):
        return any(_has_loop(o, taken) for o in node.operands)
    return _is_loop(node, taken)
