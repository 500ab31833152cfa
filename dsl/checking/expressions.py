"""The types of expressions, and the meaning of their names.

Job: find the type of every expression and the meaning of its names, or report errors; create the context through which
the other parts check expressions. Input: a node and its scope. Output: the type; entries of the side tables.
Expressions are pure, so a query that chooses is an error. Must never run anything.
"""

from __future__ import annotations

from typing import assert_never

from dsl.checking.calls import check_call
from dsl.checking.context import Context, short
from dsl.checking.functions import check_function_call
from dsl.checking.known import known_if, path_key
from dsl.checking.names import check_name, check_path, die_or_square
from dsl.checking.queries import (
    check_collection,
    check_comprehension,
    check_list,
    check_place,
    check_quantified,
    check_query,
    check_range,
    check_relative,
    check_those_of,
    check_trait,
    measures,
)
from dsl.checking.results import Facts
from dsl.diagnostics import Label, Sink
from dsl.meaning.resolve import (
    Ref,
    Scope,
    constants_named,
    noun_named,
)
from dsl.meaning.types import (
    BOOL,
    DICE,
    INT,
    NONE,
    SQUARE,
    TEXT,
    UNKNOWN,
    Type,
    joined,
    kind_of,
    present,
    set_of,
)
from dsl.syntax import ast

_Test = (
    ast.CanTest
    | ast.OrElse
    | ast.AndAlso
    | ast.Negation
    | ast.Quantified
    | ast.Comparison
    | ast.IsTest
    | ast.HasTest
    | ast.InTest
    | ast.AdjacentTest
    | ast.WithinTest
)


def context_of(facts: Facts, sink: Sink) -> Context:
    """A context that checks expressions with this module."""
    return Context(facts, facts.vocab, sink, check_expression)


def check_expression(cx: Context, node: ast.Expr, scope: Scope, expected: Type | None) -> Type:
    """The type of an expression of any class; `Context.check` also stores it."""
    match node:
        case ast.IntLiteral(value=value):
            cx.bounded(value, node.span)
            return INT
        case ast.DiceLiteral(text=text):
            return die_or_square(cx, node, text, expected)
        case ast.TextLiteral():
            return TEXT
        case ast.BoolLiteral():
            return BOOL
        case ast.NoneLiteral():
            return NONE
        case ast.ListLiteral():
            return check_list(cx, node, scope, expected)
        case ast.Ident():
            return check_name(cx, node, scope, expected)
        case ast.Path():
            return check_path(cx, node, scope, expected)
        case ast.FunctionCall():
            return check_function_call(cx, node, scope)
        case ast.Comprehension():
            return check_comprehension(cx, node, scope)
        case ast.Ternary():
            return _ternary(cx, node, scope, expected)
        case ast.Arithmetic():
            return _arithmetic(cx, node, scope, expected)
        case ast.Minus(operand=operand):
            cx.need(operand, scope, INT)
            return INT
        case ast.Range():
            return check_range(cx, node, scope)
        case ast.RandomOf(source=source):
            check_collection(cx, source, scope)
            help = "write `choose random … from …`, or `random of …` as operand of a verb"
            cx.sink.add("choice-in-expression", node.span, "`random of` is a choice", help=help)
            return UNKNOWN
        case ast.BestOf():
            return check_those_of(cx, node, scope)
        case ast.Query():
            return check_query(cx, node, scope)
        case _:
            _test(cx, node, scope)
            return BOOL


# ---- tests


def _test(cx: Context, node: _Test, scope: Scope) -> None:
    """Checks an expression whose type is bool."""
    match node:
        case ast.CanTest(call=call):
            check_call(cx, call, scope, trying=True)
        case ast.OrElse(left=left, right=right):
            cx.condition(left, scope)
            cx.condition(right, scope.inner(known=known_if(left, False)), _both(left, right))
        case ast.AndAlso(left=left, right=right):
            cx.condition(left, scope)
            cx.condition(right, scope.inner(known=known_if(left)))
        case ast.Negation(operand=operand):
            cx.condition(operand, scope)
        case ast.Quantified():
            check_quantified(cx, node, scope)
        case ast.Comparison():
            _comparison(cx, node, scope)
        case ast.IsTest():
            _is(cx, node, scope)
        case ast.HasTest():
            _has(cx, node, scope)
        case ast.InTest():
            _in(cx, node, scope)
        case ast.AdjacentTest(left=left, right=right):
            check_place(cx, left, scope)
            check_place(cx, right, scope)
            measures(cx, node, "adjacent")
        case ast.WithinTest(left=left, range=range_, right=right):
            check_place(cx, left, scope)
            cx.need(range_, scope, INT)
            check_place(cx, right, scope)
            measures(cx, node)
        case _:
            assert_never(node)


def _pair(cx: Context, left: ast.Expr, right: ast.Expr, scope: Scope) -> tuple[Type, Type]:
    """Checks both sides of a comparison; a constant that several enums have takes its type from the other side."""
    if isinstance(left, ast.Path) and not left.fields and isinstance(left.head, ast.Ident):
        plain = scope.find(left.head.text) is None and constants_named(cx.vocab, left.head.text)
        if plain:
            b = cx.check(right, scope)
            return cx.check(left, scope, b), b
    a = cx.check(left, scope)
    return a, cx.check(right, scope, a)


def _both(left: ast.Expr, right: ast.Expr) -> str:
    """The help for `x == 2 or 3` and `x is 2 or 3`, where the second value is compared with nothing."""
    if isinstance(left, ast.IsTest) and not left.negated:
        sign = "is"
    elif isinstance(left, ast.Comparison) and left.operator == "==":
        sign = "=="
    else:
        return ""
    one, value, other = (short(node.span.text) for node in (left.left, left.right, right))
    return f"write `{one} {sign} {value} or {one} {sign} {other}`, or `{one} in [{value}, {other}]`"


def _comparison(cx: Context, node: ast.Comparison, scope: Scope) -> None:
    a, b = _pair(cx, node.left, node.right, scope)
    if node.operator in ("==", "!="):
        _comparable(cx, node, a, b, scope)
        return
    for side, given in ((node.left, a), (node.right, b)):
        if given.form == "optional":
            cx.maybe_none(side.span)
        elif given.form not in ("int", "unknown"):
            cx.wrong(side, "a number", given)


def _comparable(cx: Context, node: ast.Comparison | ast.IsTest, a: Type, b: Type, scope: Scope) -> None:
    if "zone" in (a.form, b.form) and "unknown" not in (a.form, b.form):
        cx.sink.add(
            "not-comparable",
            node.span,
            "a zone cannot be compared",
            help="compare `size(…)`, or test `… in …`",
        )
    elif _lacks_values(cx, node):
        pass
    elif joined(present(a), present(b), cx.vocab.ancestors) is None and "none" not in (a.form, b.form):
        cx.sink.add("not-comparable", node.span, f"{a} can never be {b}", help=_field_test(node, a, b, scope))
    elif scope.is_known(path_key(node.left)):
        pass  # the value may have become none
    elif "none" in (a.form, b.form) and not {"optional", "unknown"} & {a.form, b.form} and a.form != b.form:
        side, given = (node.left, a) if b.form == "none" else (node.right, b)
        cx.sink.add("not-comparable", node.span, f"{given} is never none", help=_never_none(side, given))


def _never_none(side: ast.Expr, given: Type) -> str:
    """The help for a value that is asked whether it is none, and never is."""
    text = short(side.span.text)
    if given.is_collection:
        return f"what holds nothing is asked by `size({text}) == 0`"
    is_field = isinstance(side, ast.Path) and side.fields
    declared = f"; what may be none is declared so: `{given.name or given}?`" if is_field else ""
    return f"leave this out{declared}"


def _lacks_values(cx: Context, node: ast.Comparison | ast.IsTest) -> bool:
    """Reports a list of names that is compared with what a card prints, where one of them is printed with values."""
    for listed, other in ((node.left, node.right), (node.right, node.left)):
        if not isinstance(listed, ast.ListLiteral) or not isinstance(other, ast.Path) or not other.fields:
            continue
        *before, last = other.fields
        owner = cx.facts.types.get(before[-1] if before else other.head)
        field = cx.vocab.field_of(owner.name, last.text) if owner is not None else None
        for item in listed.items if field is not None and field.printed else ():
            ref = cx.facts.refs.get(item.head) if isinstance(item, ast.Path) else None
            trait = cx.vocab.traits.get(ref.name) if ref is not None and ref.form == "trait" else None
            if trait is not None and trait.params:
                name, whole = trait.name, short(other.span.text)
                told = f"`{name}` is printed with its values, so that no list of names is equal to `{whole}`"
                help = f"ask for each of them: `{name} in {whole}`"
                cx.sink.add("not-comparable", item.span, told, help=help, labels=[Label(trait.span, "it has values")])
                return True
    return False


def _is(cx: Context, node: ast.IsTest, scope: Scope) -> None:
    right = node.right
    name = path_key(right)
    left = cx.check(node.left, scope)
    if name and "." not in name and scope.find(name) is None and isinstance(right, ast.Path):
        noun = noun_named(cx.vocab, name)
        is_trait = name in cx.vocab.traits and not cx.fits(present(left), kind_of(name))
        if noun is not None and not is_trait:
            _is_noun(cx, node, noun, left, scope)
            return
    given = cx.check(right, scope, left)
    if given.form in ("status", "keyword") and present(left).form != given.form:
        help = f"write `{short(node.left.span.text)} {'lacks' if node.negated else 'has'} {name}`"
        cx.sink.add("wrong-operand", right.span, f"`{name}` is a {given.form}", help=help)
        return
    _comparable(cx, node, left, given, scope)


def _field_test(node: ast.Comparison | ast.IsTest, left: Type, right: Type, scope: Scope) -> str:
    """The help for `self is tapped`, where `tapped` is a field that is yes or no, and for `self is CARD`."""
    field = path_key(node.right)
    if left.form == "kind" and right.form == "card":
        middle = node.operator if isinstance(node, ast.Comparison) else "is not" if node.negated else "is"
        return f"write `{short(node.left.span.text)}.card {middle} {short(node.right.span.text)}`"
    if left.form != "kind" or right != BOOL or not field.isidentifier() or scope.find(field) is not None:
        return ""
    no = "not " if isinstance(node, ast.IsTest) and node.negated else ""
    return f"write `{no}{short(node.left.span.text)}.{field}`"


def _is_noun(cx: Context, node: ast.IsTest, noun: tuple[Ref, Type], left: Type, scope: Scope) -> None:
    """Checks ``x is NOUN``: whether an entity belongs to a noun or kind."""
    ident = node.right.head if isinstance(node.right, ast.Path) else None
    assert isinstance(ident, ast.Ident)
    cx.facts.refs[ident] = noun[0]
    cx.facts.types[node.right] = noun[1]
    check_relative(cx, ident, scope)
    fits = cx.fits(present(left), noun[1]) or cx.fits(noun[1], present(left))
    if not fits:
        cx.sink.add("not-comparable", node.span, f"{left} can never be `{ident.text}`, which is {noun[1]}")


def _has(cx: Context, node: ast.HasTest, scope: Scope) -> None:
    owner = present(cx.check(node.left, scope, SQUARE))
    if owner.form not in ("kind", "card", "square", "unknown"):
        cx.wrong(node.left, "an entity or a square", owner)
    check_trait(cx, node.right, owner, scope)


def _in(cx: Context, node: ast.InTest, scope: Scope) -> None:
    element = check_collection(cx, node.right, scope)
    given = present(cx.check(node.left, scope, element))
    if element.form == "keyword" and path_key(node.left) in cx.vocab.traits and _is_printed(cx, node.right):
        name, held = node.left.span.text, short(node.right.span.text)
        told = f"`{held}` holds what is printed, and `{name}` may be gained or lost, too"
        cx.sink.add("not-comparable", node.span, told, help=f"test an entity: `… has {name}`")
    elif joined(given, element, cx.vocab.ancestors) is None:
        zone, card = short(node.right.span.text), short(node.left.span.text)
        of_card = given.form == "card" and element.form == "kind"
        help = f"of what was made from it write `any {given.name} in {zone} where card is {card}`" if of_card else ""
        cx.sink.add("not-comparable", node.span, f"{given} is never in {cx.facts.types[node.right]}", help=help)


def _is_printed(cx: Context, held: ast.Expr) -> bool:
    """Whether a path leads to a printed field."""
    fields = list(held.fields) if isinstance(held, ast.Path) else []
    if not isinstance(held, ast.Path) or not fields:
        return False
    owner = present(cx.facts.types.get(fields[-2] if len(fields) > 1 else held.head, UNKNOWN))
    field = cx.vocab.field_of(owner.name, fields[-1].text) if owner.form in ("kind", "card") else None
    return field is not None and field.printed


# ---- other values


def _ternary(cx: Context, node: ast.Ternary, scope: Scope, expected: Type | None) -> Type:
    known = cx.condition(node.condition, scope)
    value = cx.check(node.value, scope.inner(known=known), expected)
    other = cx.check(node.otherwise, scope.inner(known=known_if(node.condition, False)), expected)
    found = joined(value, other, cx.vocab.ancestors)
    if found is None:
        cx.wrong(node.otherwise, str(value), other)
    else:
        cx.note_set(node, found)
    return found or UNKNOWN


def _arithmetic(cx: Context, node: ast.Arithmetic, scope: Scope, expected: Type | None) -> Type:
    is_list = expected is not None and expected.form == "list"  # then a literal is one, too
    left = cx.check(node.left, scope, expected if is_list else None)
    if node.operator == "/":
        cx.sink.add(
            "unrounded-division",
            node.span,
            "a division must say how it is rounded",
            help=f"write `round_down({node.span.text})`, `round_up(…)` or `round_near(…)`",
        )
        cx.check(node.right, scope)
        return INT
    right = cx.check(node.right, scope, left)
    if left.form == "dice" and node.operator == "+":
        return _dice_sum(cx, node, right)
    if left.is_collection and node.operator in "+-":
        found = joined(
            set_of(left.element), set_of(right.element if right.is_collection else right), cx.vocab.ancestors
        )
        if found is None:
            cx.wrong(node.right, str(left), right)
        return Type(left.form, inner=left.inner) if left.form == "list" else found or UNKNOWN
    for side, given in ((node.left, left), (node.right, right)):
        if given.form == "optional":
            cx.maybe_none(side.span)
        elif given.form not in ("int", "unknown"):
            cx.wrong(side, "a number", given)
    return INT


def _dice_sum(cx: Context, node: ast.Arithmetic, right: Type) -> Type:
    if right.form not in ("dice", "unknown"):
        cx.wrong(node.right, "a dice", right, "add a number to what was rolled: `total(r) + 2`")
    return DICE
