"""The head of a verb to a Python function.

Job: work out the values at a verb's head in turn, and give the first requirement that fails. Input: core statements
and requirements. Output: Python statements with the author's places. Never changes a game.
"""

from __future__ import annotations

import ast as py
from typing import Any

from compiler.callables.expressions import ExprWriter
from compiler.core import ir
from compiler.core.identifiers import identifier


class RequirementWriter(ExprWriter):
    """Writes heads; where ``lets`` is false, the values stay as they have become."""

    def requirements(self, head: tuple[Any, ...], at: int, *, lets: bool) -> list[py.stmt]:
        done: list[py.stmt] = self.spending(self.code.charges.body(head), at)
        for item in head:
            match item:
                case ir.Let(owner=owner, name=name, value=value) if lets:
                    done.append(self.located(self.store(owner, name, self.expr(value)), item.at))
                case ir.Require():
                    done += self.requirement(item)
                case ir.Mark(rows=rows) if self.code.marking:
                    done.append(self.mark(rows, item.at))
                case _:
                    pass
        return [*done, self.located(py.Return(self.constant(None)), at)]

    def requirement(self, node: ir.Require) -> list[py.stmt]:
        parts = [self.constant(p) if isinstance(p, str) else self.expr(p) for p in node.message]
        reason = py.Tuple(
            elts=[py.Tuple(elts=parts, ctx=py.Load()), self.constant(node.at), self.constant(node.rows)],
            ctx=py.Load(),
        )
        test = py.UnaryOp(op=py.Not(), operand=self.expr(node.condition))
        failed: py.stmt = self.located(py.If(test=test, body=[py.Return(reason)], orelse=[]), node.at)
        return [self.mark(node.rows, node.at), failed] if self.code.marking and node.rows else [failed]

    def store(self, owner: ir.Expr | None, name: str, value: py.expr) -> py.stmt:
        """Into a local, or a value of an event."""
        if owner is None:
            return self.setting(identifier(f"v_{name}"), value)
        target = py.Attribute(value=self.expr(owner), attr=identifier(name), ctx=py.Store())
        return py.Assign(targets=[target], value=value, lineno=1)
