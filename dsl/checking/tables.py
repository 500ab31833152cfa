"""Tables: every case has a row, and every row is reachable.

Job: find gaps and unreachable rows by testing the rows with all values that can make a difference. Tables over numbers
compare sums of parameters with constants, so values near these constants show every behaviour. Input: a table, its
declaration and a scope with its parameters. Output: diagnostics. Must never run content.
"""

from __future__ import annotations

from itertools import product

from dsl.checking.context import Context
from dsl.diagnostics import Label, Sink
from dsl.meaning.resolve import Scope
from dsl.meaning.vocab import Function, Vocabulary
from dsl.syntax import ast

_MOST_CASES = 60_000


def check_table(cx: Context, node: ast.TableDef, function: Function, scope: Scope) -> None:
    """Checks types, gaps and overlaps. A table with ``unknown`` instead of rows may be declared, but not read."""
    if node.rows is None:
        return
    for index, row in enumerate(node.rows):
        if row.case is not None:
            cx.condition(row.case, scope)
        elif index < len(node.rows) - 1:
            cx.sink.add(
                "table-overlap",
                node.rows[index + 1].span,
                "the rows below `otherwise` are never reached",
                help="let `otherwise` be the last row",
            )
        cx.need(row.value, scope, function.result)
    if all(row.case is not None for row in node.rows[:-1]):
        _reachable(cx.vocab, cx.sink, node, function)


def _reachable(vocab: Vocabulary, sink: Sink, node: ast.TableDef, function: Function) -> None:
    rows = node.rows or ()
    has_rest = bool(rows) and rows[-1].case is None
    domains = [_domain(vocab, p.type.form, p.type.name, node) for p in function.params]
    total = 1
    for domain in domains:
        total *= max(len(domain or ()), 1)
    if any(d is None for d in domains) or total > _MOST_CASES:
        if not has_rest:
            _unproved(sink, node, function)
        return
    reached: set[int] = set()
    for values in product(*[d or () for d in domains]):
        env = dict(zip([p.name for p in function.params], values, strict=True))
        hit = _first_row(rows, env)
        if hit is _OPAQUE:
            if not has_rest:
                _unproved(sink, node, function)
            return
        if hit is None:
            shown = ", ".join(f"{k} = {v}" for k, v in env.items())
            sink.add(
                "table-gap",
                node.name.span,
                f"`{function.name}` has no row for {shown}",
                help="add a row for it, or end with `otherwise:`",
            )
            return
        reached.add(int(hit))  # type: ignore[call-overload]
    first = next(iter(rows), None)
    for index, row in enumerate(rows):
        if index not in reached and row.case is not None and first is not None:
            sink.add(
                "table-overlap",
                row.span,
                "this row is never reached: the rows above cover all its cases",
                labels=[Label(first.span, "the rows are tried from here")],
            )


def _unproved(sink: Sink, node: ast.TableDef, function: Function) -> None:
    sink.add(
        "table-gap",
        node.name.span,
        f"`{function.name}` may have no row for some case",
        help="end it with an `otherwise:` row",
    )


_OPAQUE = object()


def _first_row(rows: tuple[ast.TableRow, ...], env: dict[str, object]) -> object:
    for index, row in enumerate(rows):
        if row.case is None:
            return index
        value = _value(row.case, env)
        if value is _OPAQUE:
            return _OPAQUE
        if value:
            return index
    return None


def _domain(vocab: Vocabulary, form: str, name: str, node: ast.TableDef) -> list[object] | None:
    """The values of a parameter that can make a difference; None if there are too many or they are not known."""
    if form == "bool":
        return [False, True]
    if form == "enum":
        return list(vocab.enums[name].values)
    if form != "int":
        return None
    numbers = sorted({n.value for row in node.rows or () for n in row.walk() if isinstance(n, ast.IntLiteral)} | {0})
    reach = max(numbers) + 2
    return list(range(-reach, reach + 1)) if reach <= 40 else None


def _value(node: ast.Expr, env: dict[str, object]) -> object:
    """The value of a table's case for plain values; _OPAQUE if it depends on more than the parameters."""
    match node:
        case ast.IntLiteral(value=value) | ast.BoolLiteral(value=value):
            return value
        case ast.Path(head=ast.Ident(text=text), fields=()):
            return env.get(text, text)
        case ast.Minus(operand=operand):
            inner = _value(operand, env)
            return -inner if isinstance(inner, int) else _OPAQUE
        case ast.Negation(operand=operand):
            inner = _value(operand, env)
            return _OPAQUE if inner is _OPAQUE else not inner
        case ast.AndAlso(left=left, right=right) | ast.OrElse(left=left, right=right):
            a, b = _value(left, env), _value(right, env)
            if _OPAQUE in (a, b):
                return _OPAQUE
            return (a and b) if isinstance(node, ast.AndAlso) else (a or b)
        case ast.Comparison(left=left, operator=operator, right=right):
            return _compared(_value(left, env), operator, _value(right, env))
        case ast.IsTest(left=left, negated=negated, right=right):
            return _compared(_value(left, env), "!=" if negated else "==", _value(right, env))
        case ast.Arithmetic(left=left, operator=operator, right=right):
            a, b = _value(left, env), _value(right, env)
            if not isinstance(a, int) or not isinstance(b, int):
                return _OPAQUE
            return {"+": a + b, "-": a - b, "*": a * b}.get(operator, _OPAQUE)
        case ast.InTest(left=left, negated=negated, right=ast.ListLiteral(items=items)):
            a, members = _value(left, env), [_value(i, env) for i in items]
            return _OPAQUE if a is _OPAQUE or _OPAQUE in members else (a in members) != negated
        case _:
            return _OPAQUE


def _compared(a: object, operator: str, b: object) -> object:
    if a is _OPAQUE or b is _OPAQUE:
        return _OPAQUE
    if operator in ("==", "!="):
        return (a == b) == (operator == "==")
    if not isinstance(a, int) or not isinstance(b, int):
        return _OPAQUE
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]
