"""Reads `bodies_*.txt` and lowers each body to rows: `[op, place, operands…]`; labels are row numbers.

Flat: each statement becomes rows. Cut: only statements that may wait do; the others stay whole, as rows of `native`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OPS = (
    *("let", "put", "do", "unless", "jump", "each", "next", "emit", "emitted"),
    *("choose", "chosen", "roll", "rolled", "step", "close", "end", "stop"),
)
JUMPS = ("unless", "jump", "next", "emitted", "chosen")
Row = list[Any]


@dataclass
class Body:
    """``form``: verb, before, after or whenever; ``event``: the verb or step that an ability answers."""

    name: str
    form: str
    event: str
    params: list[str]
    condition: ast.expr | None
    statements: list[ast.stmt]


def read() -> list[Body]:
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("bodies_*.txt"))]
    return [_body(node) for text in texts for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


def _body(node: ast.FunctionDef) -> Body:
    params = [a.arg for a in node.args.args]
    if node.decorator_list:
        given: Any = node.decorator_list[0]
        event = given.args[0].value if len(given.args) > 1 else ""
        return Body(node.name, given.func.id, event, params, given.args[-1], node.body)
    all_of: list[Any] = [s.value.args[0] for s in node.body if isinstance(s, ast.Expr) and _called(s) == "require"]
    condition = ast.BoolOp(ast.And(), all_of) if len(all_of) > 1 else all_of[0] if all_of else None
    return Body(node.name, "verb", "", params, condition, node.body[len(all_of) :])


def _called(node: Any) -> str:
    """What a statement or block's head calls: require, choose, roll, do, step, end; empty for others."""
    value = node.items[0].context_expr if isinstance(node, ast.With) else getattr(node, "value", None)
    found = value.func if isinstance(value, ast.Call) else value
    if isinstance(found, ast.Attribute) and isinstance(found.value, ast.Name):
        return found.value.id if isinstance(node, ast.Expr | ast.With) else ""
    return found.id if isinstance(found, ast.Name) and isinstance(value, ast.Call) else ""


def waits(node: ast.stmt) -> bool:
    return any(_called(n) in ("choose", "roll", "do", "step", "end") for n in ast.walk(node))


class Lowering:
    """Rows of one body; ``native`` tells which statements stay whole."""

    def __init__(self, native: Callable[[ast.stmt], bool]) -> None:
        self.native, self.rows = native, list[Row]()

    def add(self, op: str, node: Any, *operands: Any) -> Row:
        self.rows.append([op, node.lineno, *operands])
        return self.rows[-1]

    def block(self, body: list[ast.stmt]) -> Lowering:
        for node in body:
            if self.native(node) and not isinstance(node, ast.Pass):
                self.add("native", node, node)
            elif not isinstance(node, ast.Pass):
                self.statement(node)
        return self

    def statement(self, node: Any) -> None:
        match node:
            case ast.If():
                skip = self.add("unless", node, node.test, None)
                self.block(node.body)
                if node.orelse:
                    leave = self.add("jump", node, None)
                    skip[-1] = len(self.rows)
                    self.block(node.orelse)
                    skip = leave
                skip[-1] = len(self.rows)
            case ast.While():
                top = len(self.rows)
                leave = self.add("unless", node, node.test, None)
                self.block(node.body)
                self.add("jump", node, top)
                leave[-1] = len(self.rows)
            case ast.For():
                self.add("each", node, f"in_{node.lineno}", node.iter)
                top = len(self.rows)
                leave = self.add("next", node, f"in_{node.lineno}", node.target.id, None)
                self.block(node.body)
                self.add("jump", node, top)
                leave[-1] = len(self.rows)
            case ast.With():
                self.opened(node, node.items[0].context_expr, node.items[0].optional_vars)
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name)], value=value):
                given = (owner, name, value) if owner.id in ("ev", "trigger") else (node,)
                self.add("put" if len(given) > 1 else "do", node, *given)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if _called(node) == "roll":
                    self.add("roll", node, value.args[0])
                    self.add("rolled", node, name)
                else:
                    self.add("let", node, name, value)
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=verb), keywords=given)):
                self.add("emit", node, verb, given)
            case ast.Expr(value=ast.Attribute(attr=verb)):
                self.add("end", node, verb)
            case _:
                raise AssertionError(ast.dump(node))

    def opened(self, node: ast.With, head: Any, name: Any) -> None:
        if _called(node) == "step":
            self.add("step", node, head.attr)
            self.block(node.body).add("close", node, head.attr)
            return
        if _called(node) == "choose":
            self.add("choose", node, head.args[0])
            skip = self.add("chosen", node, name.id, None)
        else:
            self.add("emit", node, head.func.attr, head.keywords)
            skip = self.add("emitted", node, None)
        self.block(node.body)
        skip[-1] = len(self.rows)


def finished(rows: list[Row]) -> list[Row]:
    """With the end of the body; a jump to a jump goes where that one does."""
    rows = [*rows, ["stop", 0]]
    for row in rows:
        while row[0] in JUMPS and rows[row[-1]][0] == "jump":
            row[-1] = rows[row[-1]][-1]
    return rows


def lowered(body: Body, form: str) -> list[Row]:
    return finished(
        Lowering((lambda _: False) if form == "flat" else (lambda n: not waits(n))).block(body.statements).rows
    )
