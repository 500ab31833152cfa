"""Steps of automated figures to the core tree.

Job: steps become conditions in turn, with notes that say which was taken and why others were not; what the preferences
of a step leave open is decided by the ruleset's priority. Reads side tables, writes nothing back.
"""

from __future__ import annotations

from compiler.core import ir
from compiler.lowering.statements import StmtLowering
from dsl.meaning.types import Type, assignable
from dsl.syntax import ast


class AiLowering(StmtLowering):
    """Lowers everything that stands in an ability."""

    stepping = False
    paying = False

    def eligible(self, possible: ir.Expr) -> ir.Expr | None:
        """An automated figure chooses only among those with whom it can do what the step says, and so does who pays."""
        return possible if self.stepping or self.paying else None

    def cost(self, call: ast.Call) -> tuple[ir.Stmt, ...]:
        """A cost: what is chosen can be given, so that a choice never leaves it half paid."""
        self.paying = True
        try:
            return self.do(call, ())
        finally:
            self.paying = False

    def last_ranks(self, at: int, kind: Type) -> tuple[ir.Expr, ...]:
        """Within the steps of an automated figure, the rank of the ruleset's priority."""
        priority = self.vocab.functions.get(self.vocab.policy.get("priority", ""))
        if not self.stepping or priority is None:
            return ()
        if not assignable(kind, priority.params[0].type, self.vocab.ancestors):
            return ()
        return (ir.Apply(at, priority.name, (ir.Local(at, "it"),)),)

    def ai(self, node: ast.Ai) -> tuple[ir.Stmt, ...]:
        """The steps in turn; the first that holds and can do something is taken, and ends it unless it reads on."""
        at = self.at(node)
        taken = self.fresh("taken")
        self.stepping = True
        try:
            steps = tuple(self.ai_step(step, taken) for step in node.steps)
        finally:
            self.stepping = False
        return (ir.Let(at, None, taken, ir.Const(at, False)), *steps)

    def ai_step(self, step: ast.AiStep, taken: str) -> ir.Stmt:
        """Notes: `taken`; `failed`, its condition does not hold; `idle`, it holds, and nothing in it can be done."""
        at = self.at(step)
        text = _words(step.condition) if step.condition is not None else "otherwise"
        body: tuple[ir.Stmt, ...] = (ir.Note(at, "taken", text),)
        if not step.read_on:
            body += (ir.Let(at, None, taken, ir.Const(at, True)),)
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
        """Notes: `then`; `skipped`, it cannot be done."""
        at = self.at(then)
        ready = self.feasible((then,))
        part = (ir.Note(at, "then", _words(then)), *self.statements((then,)))
        return part if ready is None else (ir.If(at, ready, part, (ir.Note(at, "skipped", _words(then)),)),)


def _words(node: ast.Node) -> str:
    """The first line of what the author wrote; of rows above it nothing."""
    node = ast.plain(node)
    if isinstance(node, ast.CallBlock):
        node = node.call
    return " ".join(node.span.text.split("\n", 1)[0].split()).removesuffix(":")
