"""Pure functions as lines of a target.

Job: one walk for all targets over what a function gives: an expression, or the first requirement that fails. Input:
nodes. Output: lines, each with the place it was made from. Knows which locals a function sets, for languages that
declare them.
"""

from __future__ import annotations

from typing import Any

from compiler.core import ir
from compiler.targets.code_text import CodeText, named, number
from compiler.targets.expressions import ExpressionPrinter, PrinterContext
from compiler.targets.spec import Line


class FunctionPrinter(ExpressionPrinter):
    """Prints the bodies of functions."""

    def __init__(self, printer: PrinterContext) -> None:
        super().__init__(printer)
        self.locals: dict[CodeText, None] = {}

    def spending(self, work: int, at: int) -> list[Line]:
        """The charge of a function that begins; none for a light one."""
        if not work:
            return []
        return self.target.block("do", at, call=self.asked("spend", number(work), self.at(at)).text)

    def answer(self, node: ir.Expr) -> list[Line]:
        """The lines that return the value of an expression; a choice between values is a choice between lines,
        and a named value a line of its own."""
        if isinstance(node, ir.Pick):
            return [*self.when(node.condition, self.answer(node.value), node.at), *self.answer(node.otherwise)]
        if isinstance(node, ir.Bind):
            value = self.target.block("take", node.at, place=self.local(node.name), value=self.told(node.value))
            return [*value, *self.answer(node.body)]
        return self.target.block("return", node.at, value=self.told(node))

    def requirements(self, head: tuple[Any, ...], at: int, *, lets: bool) -> list[Line]:
        """Lets are worked out in turn, unless their values stay; the first requirement that fails is given back."""
        done = self.spending(self.charges.body(head), at)
        for item in head:
            if isinstance(item, ir.Let) and lets:
                done += self.store(item.owner, item.name, self.told(item.value), item.at)
            elif isinstance(item, ir.Require):
                parts = [self.target.text(p) if isinstance(p, str) else self.given(p) for p in item.message]
                reason = self.array(
                    [self.array(parts), self.target.plain(self.printer.place(item.at)).text, self.texts(item.rows)]
                )
                failed = self.target.block("return", item.at, value=reason)
                done += self.when(ir.Op(item.at, "not", (item.condition,)), failed, item.at)
        return [*done, *self.target.block("return", at, value=self.target.none())]

    def when(self, condition: ir.Expr, body: list[Line], at: int) -> list[Line]:
        """Lines that are carried out where a condition holds."""
        begin = self.target.block("if", at, body, condition=self.told(condition))
        return [*begin, *self.target.block("end if", at)]

    def store(self, owner: ir.Expr | None, name: str, value: CodeText, at: int) -> list[Line]:
        """Into a local, or a value of an event."""
        if owner is None:
            self.locals[self.local(name)] = None
            return self.target.block("assign", at, place=self.local(name), value=value)
        row = "assign_reserved" if self.target.by_key(name) else "assign"
        place = self.member(owner, name).text
        key = self.target.text(name)
        holder = self.expr(owner).inside(self.target.row("get").needs.get("owner", 0))
        return self.target.block(row, at, place=place, value=value, owner=holder, name=named(name), key=key)
