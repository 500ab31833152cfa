"""The bodies of functions: values with names, and cases.

Job: check the lines of a body from the top, each with what the lines above it tell; ask for a last line that applies
where no case does. Input: a context, a body and its scope. Output: types and names in the side tables. Must never check
a statement that acts: a function is pure.
"""

from __future__ import annotations

from dsl.checking.context import Context
from dsl.checking.known import known_if
from dsl.checking.names import bind
from dsl.meaning.resolve import Scope
from dsl.meaning.types import BOOL, Type
from dsl.syntax import ast


def check_body(cx: Context, body: ast.Expr | ast.FunctionBody, scope: Scope, result: Type) -> None:
    """Checks what a function gives: an expression, or the lines of a body."""
    if not isinstance(body, ast.FunctionBody):
        if result == BOOL:
            cx.condition(body, scope)
        else:
            cx.need(body, scope, result)
        return
    scope = scope.inner()
    for line in body.lines:
        if isinstance(line, ast.LetStmt):
            bind(cx, line.name, cx.check(line.value, scope), scope)
            continue
        known = frozenset[str]()
        if line.condition is not None:
            known = cx.condition(line.condition, scope)
        check_body(cx, line.value, scope.inner(known=known), result)
        if line.condition is not None:
            scope.known = scope.known | known_if(line.condition, False)
    _ends(cx, body)


def _ends(cx: Context, body: ast.FunctionBody) -> None:
    """Reports a body that may give nothing, and lines that are never reached."""
    last = body.lines[-1]
    cases = any(isinstance(line, ast.FunctionCase) and line.form == "when" for line in body.lines)
    for line, below in zip(body.lines, body.lines[1:], strict=False):
        if isinstance(line, ast.FunctionCase) and line.form != "when":
            cx.sink.add(
                "function-end", below.span, "the lines below the last value are never reached",
                help="write `when …:` before a value that is for one case only",
            )  # fmt: skip
            return
    if isinstance(last, ast.LetStmt):
        cx.sink.add(
            "function-end", last.span, "the body ends without a value", help="write the value on a last line"
        )  # fmt: skip
    elif last.form == "when":
        cx.sink.add(
            "function-end", last.span, "nothing says what the value is where no case holds",
            help="write `otherwise: …` as the last line",
        )  # fmt: skip
    elif cases and last.form == "value":
        cx.sink.add(
            "function-end", last.span, "this value stands below cases", help=f"write `otherwise: {_short(last)}`"
        )  # fmt: skip
    elif not cases and last.form == "otherwise":
        cx.sink.add(
            "function-end", last.span, "no case stands above this `otherwise`", help="write the value alone"
        )  # fmt: skip


def _short(case: ast.FunctionCase) -> str:
    text = case.value.span.text
    return text if len(text) <= 40 and "\n" not in text else "…"
