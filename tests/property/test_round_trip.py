"""What is printed reads back as the same tree: `parse(unparse(tree)) == tree`, for trees of every class."""

from __future__ import annotations

import sys
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.parse import parse_abilities, parse_expression, parse_line, parse_rules, parse_statements
from dsl.syntax.unparse import unparse

NOWHERE = Source("tree", "").whole()
NAMES = st.sampled_from(["alpha", "beta", "gamma", "delta_2", "w"])
TEXTS = st.text(alphabet="abc XYZ.,:#'-ёж…", max_size=8)
SIMPLE = tuple(
    c
    for c in get_args(ast.PlainStatement)
    if not {"body", "otherwise", "options", "modifiers", "rows"} & {f.name for f in fields(c)}
)
QUANTIFIERS = ["one", "the", "all", "any", "no", "count", "nearest", "farthest", "random"]
PREPOSITIONS = st.sampled_from(
    "to from on with by at into onto toward away for against using dealing of".split()  # noqa: SIM905
)
SIGNS = st.sampled_from([1, -1])
DEPTH = 3


def nodes(kind: type[ast.Node], depth: int, **given_fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Nodes of a class, each field by its type; ``depth`` bounds what hangs below."""
    hints = get_type_hints(kind, {**vars(ast), **vars(sys.modules[kind.__module__]), "Span": Span})
    values = {f.name: by_type(hints[f.name], depth - 1) for f in fields(kind)[1:] if f.name not in given_fields}
    return st.builds(kind, span=st.just(NOWHERE), **values, **given_fields)


def by_type(hint: Any, depth: int) -> st.SearchStrategy[Any]:
    if get_origin(hint) is tuple:
        return some(by_type(get_args(hint)[0], depth))
    if get_origin(hint) in (Union, UnionType):
        members = [m for m in get_args(hint) if m is not type(None)]
        found = family(tuple(members), depth)
        return st.none() | found if type(None) in get_args(hint) else found
    if get_origin(hint) is ast.Annotated:
        return annotated(by_type(get_args(hint)[0], depth))
    if hint in (str, int, bool):
        return {str: TEXTS, int: st.integers(0, 40), bool: st.booleans()}[hint]
    return one(hint, depth)


def some(items: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    return st.lists(items, min_size=least, max_size=2).map(tuple)


@cache
def family(members: tuple[Any, ...], depth: int) -> st.SearchStrategy[Any]:
    if ast.Path in members and ast.FunctionBody in members:
        return expressions(depth) if depth <= 0 else expressions(depth) | one(ast.FunctionBody, depth)
    if ast.Path in members and ast.IntLiteral in members:
        return expressions(depth)
    if ast.Query not in members and ast.CallStmt in members:
        return statements(depth)
    return st.deferred(lambda: st.one_of([by_type(m, depth) for m in members]))


@cache
def one(kind: Any, depth: int) -> st.SearchStrategy[Any]:
    rule = RULES.get(kind)
    return st.deferred(lambda: rule(depth) if rule is not None else nodes(kind, depth))


@cache
def expressions(depth: int, quotes: bool = True) -> st.SearchStrategy[Any]:
    # The parser always gives names and calls as the head of a path.
    leaves = [ast.IntLiteral, ast.DiceLiteral, ast.BoolLiteral, ast.NoneLiteral] + [ast.TextLiteral] * quotes
    names = nodes(ast.Path, 0, head=one(ast.Ident, 0))
    if depth <= 0 or not quotes:
        return st.one_of(names, *[one(kind, 0) for kind in leaves])
    heads = {ast.Ident, ast.FunctionCall, ast.Comprehension}
    return st.deferred(lambda: st.one_of(names, *[one(k, depth) for k in get_args(ast.Expr) if k not in heads]))


@cache
def statements(depth: int) -> st.SearchStrategy[Any]:
    kinds = get_args(ast.PlainStatement) if depth > 0 else SIMPLE
    plain = st.deferred(lambda: st.one_of([one(k, depth) for k in kinds]))
    return st.one_of(plain, plain, plain, annotated(plain))


def annotated(plain: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return nodes(ast.Annotated, 1, rows=some(one(ast.Row, 0), 1), node=plain)


def items(union: Any, depth: int, least: int = 1) -> st.SearchStrategy[Any]:
    plain = family(get_args(union), depth)
    return some(plain | annotated(plain), least)


def abilities(depth: int, least: int) -> st.SearchStrategy[Any]:
    return items(ast.Ability, depth, least)


def choices(depth: int) -> st.SearchStrategy[Any]:
    bare = nodes(ast.ChooseStmt, depth, body=st.none(), otherwise=st.none())
    return bare if depth <= 0 else bare | nodes(ast.ChooseStmt, depth, body=one(ast.Block, depth - 1))


def simple(depth: int) -> st.SearchStrategy[Any]:
    bound = nodes(ast.ChooseStmt, depth, body=st.none(), otherwise=st.none())
    return st.deferred(lambda: st.one_of(bound, *[one(k, depth) for k in SIMPLE]))


def messages(depth: int) -> st.SearchStrategy[Any]:
    text = TEXTS.filter(bool)
    whole = st.tuples(text) | st.tuples(text, expressions(depth, False), text) | st.tuples(expressions(depth, False))
    return nodes(ast.Message, depth, parts=whole | st.just(()))


def pieces(_depth: int) -> st.SearchStrategy[Any]:
    words = nodes(ast.LinePiece, 0, form=st.just("word"), text=st.sampled_from(["range", "Fort", "and", "d6"]))
    numbers = nodes(ast.LinePiece, 0, form=st.just("number"), text=st.integers(0, 40).map(str))
    return words | numbers | nodes(ast.LinePiece, 0, form=st.just("sign"), text=st.sampled_from(list("(),;:.+-/")))


def lines(_depth: int) -> st.SearchStrategy[Any]:
    return nodes(ast.Line, 0, pieces=st.lists(pieces(0), min_size=1, max_size=8).map(tuple))


def filters(depth: int) -> st.SearchStrategy[Any]:
    near = nodes(ast.Filter, depth, form=st.just("within"), range=expressions(depth - 1))
    forms = st.sampled_from(["adjacent", "in", "having", "without", "other"])
    return near | nodes(ast.Filter, depth, form=forms, range=st.none())


def preferences(depth: int) -> st.SearchStrategy[Any]:
    named = st.sampled_from(["most", "highest", "lowest"])
    absent = st.none()
    return st.one_of(
        nodes(ast.Preference, depth, form=named, name=one(ast.Ident, 0), value=absent),
        nodes(ast.Preference, depth, form=st.sampled_from(["nearest", "farthest"]), name=absent, value=absent),
        nodes(ast.Preference, depth, form=timing("having", "without"), name=absent, value=expressions(depth - 1)),
    )


def queries(depth: int) -> st.SearchStrategy[Any]:
    plain = nodes(ast.Query, depth, quantifier=st.sampled_from(QUANTIFIERS), limit=st.just(0))
    return plain | nodes(ast.Query, depth, quantifier=st.just("up"), limit=st.integers(1, 9))


def called(depth: int) -> st.SearchStrategy[Any]:
    """The call of a statement: only there a result has a name."""
    return one(ast.Call, depth) | nodes(ast.Call, depth, result=one(ast.Ident, 0))


def live_lines(depth: int) -> st.SearchStrategy[Any]:
    return nodes(ast.LiveDef, depth, each=st.none(), subject=expressions(depth)) | nodes(
        ast.LiveDef, depth, each=one(ast.LiveEach, depth), subject=st.none()
    )


def arithmetic(depth: int) -> st.SearchStrategy[Any]:
    return nodes(ast.Arithmetic, depth, operator=st.sampled_from(list("+-*/")))


def function_cases(depth: int) -> st.SearchStrategy[Any]:
    value = expressions(depth - 1) if depth <= 0 else expressions(depth - 1) | one(ast.FunctionBody, depth - 1)
    return (
        nodes(ast.FunctionCase, depth, form=st.just("when"), condition=expressions(depth - 1), value=value)
        | nodes(ast.FunctionCase, depth, form=st.just("otherwise"), condition=st.none(), value=value)
        | nodes(ast.FunctionCase, depth, form=st.just("value"), condition=st.none(), value=expressions(depth - 1))
    )


def function_lines(depth: int) -> st.SearchStrategy[Any]:
    return st.deferred(lambda: one(ast.LetStmt, depth) | one(ast.FunctionCase, depth))


def timing(*words: str) -> st.SearchStrategy[str]:
    return st.sampled_from(words)


TIMINGS = ("before", "after", "instead")


def headings(depth: int) -> st.SearchStrategy[Any]:
    """Definitions of headings: their abilities have no body."""
    body = nodes(ast.Block, 0, statements=st.just(()))
    made = (
        nodes(ast.Trigger, depth - 1, body=body, timing=timing(*TIMINGS)),
        nodes(ast.Reaction, depth - 1, body=body, timing=timing(*TIMINGS, "during")),
        nodes(ast.Activation, depth - 1, body=body),
    )
    return nodes(ast.HeadingDef, depth, ability=st.one_of(made))


ROWS = st.sampled_from(["AB-C-01", "X-MOVE-2"])
FORMS = timing("plain", "optional", "card", "set", "list", "set-card", "list-card")
EDGES = timing("start", "end")

RULES: dict[Any, Any] = {
    ast.Ident: lambda d: nodes(ast.Ident, d, text=NAMES),
    ast.Row: lambda d: nodes(ast.Row, d, text=ROWS),
    ast.TypeRef: lambda d: nodes(ast.TypeRef, d, form=FORMS),
    ast.Param: lambda d: nodes(ast.Param, d, preposition=PREPOSITIONS | st.sampled_from(["", "until"])),
    ast.FunctionBody: lambda d: nodes(ast.FunctionBody, d, lines=some(function_lines(d - 1), 1)),
    ast.FunctionCase: lambda d: function_cases(d),
    ast.RelationDef: lambda d: nodes(ast.RelationDef, d) | nodes(ast.RelationDef, d, body=one(ast.FunctionBody, d - 1)),
    ast.InvariantDef: lambda d: (
        nodes(ast.InvariantDef, d, noun=st.none() | one(ast.Ident, 0))
        | nodes(ast.InvariantDef, d, body=one(ast.FunctionBody, d - 1))
    ),
    ast.DefineDef: lambda d: nodes(ast.DefineDef, d) | nodes(ast.DefineDef, d, body=one(ast.FunctionBody, d - 1)),
    ast.VerbDef: lambda d: nodes(ast.VerbDef, d, word=timing("verb", "flow")),
    ast.EventsDef: lambda d: nodes(ast.EventsDef, d, members=some(one(ast.Ident, 0), 1)),
    ast.StatusesDef: lambda d: nodes(ast.StatusesDef, d, members=some(one(ast.Ident, 0), 1)),
    ast.TableDef: lambda d: nodes(ast.TableDef, d, rows=st.none() | some(one(ast.TableRow, d - 1), 1)),
    ast.KeywordDef: lambda d: nodes(ast.KeywordDef, d, abilities=abilities(d - 1, 0)),
    ast.StatusDef: lambda d: nodes(ast.StatusDef, d, abilities=abilities(d - 1, 0)),
    ast.EveryDef: lambda d: nodes(ast.EveryDef, d, abilities=abilities(d - 1, 1)),
    ast.HeadingDef: headings,
    ast.RosterDef: lambda d: nodes(ast.RosterDef, d, params=some(one(ast.Param, d - 1), 1)),
    ast.LiveDef: live_lines,
    ast.Passive: lambda d: nodes(ast.Passive, d, modifiers=items(ast.Modifier, d - 1)),
    ast.LastingStmt: lambda d: nodes(ast.LastingStmt, d, modifiers=items(ast.Modifier, d - 1)),
    ast.Adjust: lambda d: nodes(ast.Adjust, d, sign=SIGNS),
    ast.Override: lambda d: nodes(ast.Override, d, bound=timing("", "least", "most")),
    ast.PatternArgument: lambda d: nodes(ast.PatternArgument, d, preposition=PREPOSITIONS),
    ast.Argument: lambda d: nodes(ast.Argument, d, preposition=PREPOSITIONS),
    ast.Trigger: lambda d: nodes(ast.Trigger, d, timing=timing(*TIMINGS)),
    ast.Reaction: lambda d: nodes(ast.Reaction, d, timing=timing(*TIMINGS, "during")),
    ast.Call: lambda d: nodes(ast.Call, d, result=st.none()),
    ast.CallStmt: lambda d: nodes(ast.CallStmt, d, call=called(d - 1)),
    ast.CallBlock: lambda d: nodes(ast.CallBlock, d, call=called(d - 1)),
    ast.Costs: lambda d: nodes(ast.Costs, d, calls=some(one(ast.Call, d - 1), 1)),
    ast.Ai: lambda d: nodes(ast.Ai, d, steps=some(one(ast.AiStep, d - 1), 1)),
    ast.AiStep: lambda d: nodes(ast.AiStep, d, body=some(statements(d - 1), 1), thens=some(simple(d - 1))),
    ast.Block: lambda d: nodes(ast.Block, d, statements=some(statements(d), 1)),
    ast.ChangeStmt: lambda d: nodes(ast.ChangeStmt, d, sign=SIGNS),
    ast.Message: messages,
    ast.Line: lines,
    ast.LinePiece: pieces,
    ast.OfferStmt: lambda d: nodes(ast.OfferStmt, d, classes=some(one(ast.Ident, 0), 1)),
    ast.PutStmt: lambda d: nodes(ast.PutStmt, d, end=timing("top", "bottom", "before", "after")),
    ast.ChooseStmt: choices,
    ast.Amount: lambda d: (
        nodes(ast.Amount, d, form=timing("at_most", "exactly"), limit=expressions(d - 1), least=st.none())
        | nodes(ast.Amount, d, form=timing("between"), limit=expressions(d - 1), least=expressions(d - 1))
        | nodes(ast.Amount, d, form=timing("any_number", "random"), limit=st.none(), least=st.none())
    ),
    ast.ChooseOne: lambda d: nodes(ast.ChooseOne, d, options=some(one(ast.Option, d - 1), 1)),
    ast.UntilEvent: lambda d: nodes(ast.UntilEvent, d, edge=EDGES),
    ast.DiceLiteral: lambda d: nodes(ast.DiceLiteral, d, text=timing("d6", "2d20")),
    ast.FunctionCall: lambda d: nodes(
        ast.FunctionCall, d, arguments=some(expressions(d - 1) | one(ast.NamedArgument, d - 1))
    ),
    ast.BestOf: lambda d: nodes(ast.BestOf, d, measures=some(one(ast.Measure, d - 1), 1)),
    ast.Measure: lambda d: nodes(ast.Measure, d, form=timing("lowest", "highest")),
    ast.Quantified: lambda d: nodes(ast.Quantified, d, word=timing("some", "every")),
    ast.Comparison: lambda d: nodes(ast.Comparison, d, operator=timing("==", "!=", "<=", ">=", "<", ">")),
    ast.Arithmetic: arithmetic,
    ast.Query: queries,
    ast.Filter: filters,
    ast.Preference: preferences,
}


def shape(value: Any) -> Any:
    """A tree without its places."""
    if isinstance(value, ast.Node):
        return (type(value).__name__, *[shape(getattr(value, f.name)) for f in fields(value)[1:]])
    return tuple(map(shape, value)) if isinstance(value, tuple) else value


def read_back(text: str, how: str) -> Any:
    sink = Sink()
    source = Source("printed", text)
    span = source.span(0, len(text))
    if how == "expression":
        found: Any = (parse_expression(span, sink),)
    elif how == "line":
        found = (parse_line(span, sink),)
    elif how == "rules":
        found = parse_rules(source, sink)
    else:
        found = {"ability": parse_abilities, "statement": parse_statements}[how](span, 0, sink)
    assert not sink.items, [(str(d.span), d.message, d.help) for d in sink.items]
    return found


def round_trips(node: ast.Node, how: str) -> None:
    text = unparse(node)
    found = read_back(text, how)
    assert shape(found) == shape((node,)), text
    assert unparse(found[0]) == text


PHASES = [Phase.explicit, Phase.generate]
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
FAMILIES = [
    *[("rules", kind) for kind in get_args(ast.Definition)],
    *[("ability", kind) for kind in get_args(ast.Ability)],
    *[("statement", kind) for kind in get_args(ast.PlainStatement)],
    ("line", ast.Line),
    *[("expression", k) for k in get_args(ast.Expr) if k not in (ast.Ident, ast.FunctionCall, ast.Comprehension)],
]


@pytest.mark.parametrize(("how", "kind"), FAMILIES, ids=lambda value: getattr(value, "__name__", value))
def test_round_trip(how: str, kind: type[ast.Node]) -> None:
    @settings(max_examples=40, phases=PHASES, suppress_health_check=SLOW)
    @given(one(kind, DEPTH))
    def check(node: ast.Node) -> None:
        round_trips(node, how)

    check()


def test_strategies_build_every_class() -> None:
    every = {c for c in vars(ast).values() if isinstance(c, type) and issubclass(c, ast.Node)} - {ast.Node}
    built: set[type] = set()
    for _, kind in FAMILIES:

        @settings(max_examples=30, suppress_health_check=SLOW)
        @given(one(kind, DEPTH))
        def collect(node: ast.Node) -> None:
            built.update(type(below) for below in node.walk())

        collect()
    assert built == every
