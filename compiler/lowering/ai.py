"""Lowering of AI steps.

Job: turn steps into nested conditions with notes about which step was taken and why others were not. The ruleset's
priority decides between targets that the preferences of a step leave equal. Reads side tables, changes nothing in them.
"""

from __future__ import annotations

from compiler.core import ir
from compiler.lowering.statements import StmtLowering
from dsl.meaning.types import Type, assignable
from dsl.meaning.vocab import Verb
from dsl.syntax import ast
from dsl.syntax.unparse import in_one_line


class AiLowering(StmtLowering):
    """Lowers everything in an ability."""

    stepping = False

    def may_refuse(self, verb: Verb) -> bool:
        """An automated figure asks before every call."""
        return self.stepping or super().may_refuse(verb)

    def last_ranks(self, at: int, kind: Type) -> tuple[ir.Expr, ...]:
        """In the steps of an AI, the rank by the ruleset's priority."""
        priority = self.vocab.functions.get(self.vocab.policy.get("priority", ""))
        if not self.stepping or priority is None:
            return ()
        if not assignable(kind, priority.params[0].type, self.vocab.ancestors):
            return ()
        return (ir.Apply(at, priority.name, (ir.Local(at, "it"),)),)

    def ai(self, node: ast.Ai) -> tuple[ir.Stmt, ...]:
        """The steps in order. The first that applies and can do something is taken; it ends the AI unless it
        reads on.
        """
        at = self.at(node)
        taken = self.fresh("taken")
        self.stepping = True
        try:
            steps = tuple(self.ai_step(step, taken) for step in node.steps)
        finally:
            self.stepping = False
        return (ir.Let(at, None, taken, ir.Const(at, False)), *steps)

    def ai_step(self, step: ast.AiStep, taken: str) -> ir.Stmt:
        """Notes: `taken`; `failed`: its condition is false; `idle`: its condition is true, but it can do nothing."""
        at = self.at(step)
        text = _words(step.condition) if step.condition is not None else "otherwise"
        body: tuple[ir.Stmt, ...] = (ir.Note(at, "taken", text),)
        if not step.read_on:
            body += (ir.Let(at, None, taken, ir.Const(at, True)),)
        with self.earlier.scope():
            body += self.statements(step.body)
            for then in step.thens:
                body += self.ai_then(then)
        possible = self.feasible((*step.body, *step.thens))
        if possible is not None:
            body = (ir.If(at, possible, body, (ir.Note(at, "idle", text),)),)
        if step.condition is not None:
            body = (ir.If(at, self.expr(step.condition), body, (ir.Note(at, "failed", text),)),)
        return ir.If(at, ir.Op(at, "not", (ir.Local(at, taken),)), body, ())

    def ai_then(self, then: ast.Statement) -> tuple[ir.Stmt, ...]:
        """Notes: `then`; `skipped`: it cannot be done."""
        at = self.at(then)
        ready = self.feasible((then,))
        match ast.plain(then):
            case ast.CallStmt(call=asked) | ast.CallBlock(call=asked, otherwise=None):
                needed = self.earlier.needed(asked)
            case other:
                needed = self.earlier.needed(other)
        with self.earlier.having(needed):  # `ready` asks for them
            part = (ir.Note(at, "then", _words(then)), *self.statements((then,)))
        return part if ready is None else (ir.If(at, ready, part, (ir.Note(at, "skipped", _words(then)),)),)


def _words(node: ast.Node) -> str:
    """What a step asks or does, without rulebook rows, and without what follows a call."""
    node = ast.plain(node)
    return in_one_line(node.call if isinstance(node, ast.CallBlock | ast.CallElse) else node)
