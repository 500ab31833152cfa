"""The definitions of a game.

Job: check every definition, each after those that it needs. Input: a context whose vocabulary contains the definitions.
Output: entries of the side tables, and which texts of cards are live. Must never check cards.
"""

from __future__ import annotations

from dsl.checking.bodies import check_body
from dsl.checking.carriers import check_carrier, check_live
from dsl.checking.context import Context
from dsl.checking.headings import Live, check_heading
from dsl.checking.known import known_after
from dsl.checking.laid_statuses import check_added, check_locals
from dsl.checking.names import bind
from dsl.checking.queries import check_collection, check_noun
from dsl.checking.results import Facts
from dsl.checking.statements import check_block, check_statement, report_misplaced_step
from dsl.checking.statuses import check_members
from dsl.checking.tables import check_table
from dsl.meaning.resolve import Ref, Scope, noun_named, relative_self
from dsl.meaning.types import BOOL, INT, kind_of
from dsl.meaning.vocab import Param, Verb
from dsl.suggest import suggest
from dsl.syntax import ast

Definitions = tuple[tuple[ast.Item, tuple[str, ...]], ...]  # each with the rulebook rows above it


def check_definitions(cx: Context, some: Definitions | None = None, known: Live | None = None) -> Live:
    """Checks all definitions, each after those that it needs; returns which texts of cards are live.

    With ``some``, only those are checked; ``known`` is then what an earlier check of all returned.
    """
    live: Live = dict(known or {})
    definitions = cx.vocab.definitions if some is None else some
    for node, _ in definitions:
        if isinstance(node, ast.VerbDef):
            _verb(cx, node)
    for node, _ in definitions:
        _definition(cx, node, live)
    for node, _ in definitions:
        if isinstance(node, ast.HeadingDef):
            check_heading(cx, node, live)
    for node, rows in definitions:
        check_carrier(cx, node, rows)
    return live


def _definition(cx: Context, node: ast.Item, live: Live) -> None:
    match node:
        case ast.NounDef():
            _noun(cx, node)
        case ast.RelationDef(name=name, body=body) | ast.DefineDef(name=name, body=body):
            check_body(cx, body, _function_scope(cx, name.text), cx.vocab.functions[name.text].result)
        case ast.TableDef(name=name):
            check_table(cx, node, cx.vocab.functions[name.text], _function_scope(cx, name.text))
        case ast.StatDef():
            _stat(cx, node)
        case ast.WheneverDef():
            _whenever(cx, node)
        case ast.InvariantDef():
            _invariant(cx, node)
        case ast.RosterDef(name=name, body=body):
            _roster(cx, name.text, body)
        case ast.LiveDef():
            check_live(cx, node, live)
        case ast.EventsDef(members=members):
            for member in members:
                if member.text not in cx.vocab.verbs:
                    cx.sink.add(
                        "unknown-verb",
                        member.span,
                        f"no verb is named `{member.text}`",
                        help=suggest(member.text, cx.vocab.verbs),
                    )
        case ast.StatusesDef(members=members):
            check_members(cx, members)
        case _:
            pass


def _function_scope(cx: Context, name: str) -> Scope:
    return _params_scope(cx, cx.vocab.functions[name].params)


def _params_scope(cx: Context, params: tuple[Param, ...], form: str = "local") -> Scope:
    scope = Scope()
    for param in params:
        if param.default is not None:
            cx.need(param.default, Scope(), param.type)
        scope.declare(param.name, Ref(form, param.name), param.type, param.span)
    return scope


def _noun(cx: Context, node: ast.NounDef) -> None:
    noun = cx.vocab.nouns[node.name.text]
    base = noun_named(cx.vocab, node.base.text)
    if base is None or node.condition is None:
        return
    scope = Scope(subject=("it", base[1]))
    scope.declare("it", Ref("local", "it"), base[1])
    if noun.relative:
        scope.declare("self", Ref("local", "self"), relative_self(cx.vocab, base[1]))
    cx.condition(node.condition, scope)


def _stat(cx: Context, node: ast.StatDef) -> None:
    stat = cx.vocab.stats.get((node.kind.text, node.name.text))
    if stat is None or node.value is None:
        return
    scope = Scope(subject=("self", kind_of(stat.kind)))
    scope.declare("self", Ref("local", "self"), kind_of(stat.kind))
    given = cx.check(node.value, scope, INT)
    if not cx.fits(given, INT):
        cx.wrong(node.value, "a number", given)


def _whenever(cx: Context, node: ast.WheneverDef) -> None:
    scope = Scope()
    if node.each is not None:
        element = check_collection(cx, node.each.source, scope)
        bind(cx, node.each.name, element, scope)
    known = cx.condition(node.condition, scope)
    check_block(cx, node.body, scope.inner(known=known))


def _invariant(cx: Context, node: ast.InvariantDef) -> None:
    scope = Scope()
    if node.noun is not None:
        found = check_noun(cx, node.noun, scope)
        if found.form not in ("kind", "unknown"):
            cx.wrong(node.noun, "a kind or noun of entities", found, "say it of the whole game, with `every … in …`")
            return
        scope = Scope(subject=("self", found))
        scope.declare("self", Ref("local", "self"), found)
    check_body(cx, node.body, scope, BOOL)


def _roster(cx: Context, name: str, body: ast.Block) -> None:
    roster = cx.vocab.rosters[name]
    scope = _params_scope(cx, roster.params)
    for param in roster.params:
        if param.default is not None:
            message = f"nothing reads this default: a list of cards gives `{param.name}` itself"
            cx.sink.add("unread-value", param.default.span, message, help="leave it out, with its `=`")
    for statement in body.statements:
        inner = ast.plain(statement)
        if isinstance(inner, ast.RequireStmt):
            cx.condition(inner.condition, scope)
            cx.message(inner.message, scope)
        elif isinstance(inner, ast.LetStmt):
            check_statement(cx, inner, scope)
        else:
            cx.sink.add("outside-event", inner.span, "a roster holds only `require` and `let` lines")


def _verb(cx: Context, node: ast.VerbDef) -> None:
    verb = cx.vocab.verbs[node.name.text]
    scope = _params_scope(cx, verb.params, "event")
    scope.verb = verb
    acting = False
    for statement in node.body.statements:
        _verb_line(cx, statement, verb, scope, acting)
        acting = acting or not _prelude(statement)
        scope.known = scope.known | known_after(statement)
    check_locals(cx, _without_steps(node.body.statements))
    for param in verb.params:
        if param.default is not None:
            check_added(cx, param.default, param, verb)


def _without_steps(statements: tuple[ast.Statement, ...]) -> list[ast.Statement]:
    """The statements of a verb in order, with those of its steps, whose names reach to the end of the verb."""
    plain = [ast.plain(statement) for statement in statements]
    return [inner for one in plain for inner in (one.body.statements if isinstance(one, ast.StepStmt) else [one])]


def _verb_line(cx: Context, statement: ast.Statement, verb: Verb, scope: Scope, acting: bool) -> None:
    inner = ast.plain(statement)
    if isinstance(inner, ast.RequireStmt) and acting:
        cx.sink.add(
            "require-too-late",
            inner.span,
            "a requirement stands after the verb has begun to act",
            help="move it to the head of the verb, or use `if`",
        )
    for below in inner.walk():
        if isinstance(below, ast.RequireStmt) and below is not inner:
            cx.sink.add(
                "require-too-late",
                below.span,
                "a requirement stands inside a block",
                help="a requirement stands at the head of the verb; use `if` here",
            )
        if isinstance(below, ast.StepStmt) and below is not inner:
            report_misplaced_step(cx, below)
    check_statement(cx, inner, scope)
    _record_lets(cx.facts, inner, verb)


def _record_lets(facts: Facts, node: ast.Node, verb: Verb) -> None:
    """Sets the types of the values that triggers may read."""
    for below in [node, *(node.body.statements if isinstance(node, ast.StepStmt) else ())]:
        plain = ast.plain(below)
        named = plain.call if isinstance(plain, ast.CallStmt | ast.CallElse) else plain
        name = getattr(named, "result" if isinstance(named, ast.Call) else "name", None)
        if isinstance(name, ast.Ident) and name.text in verb.lets and name in facts.types:
            verb.lets[name.text] = (facts.types[name], verb.lets[name.text][1])


def _prelude(statement: ast.Statement) -> bool:
    inner = ast.plain(statement)
    return isinstance(inner, ast.RequireStmt | ast.LetStmt)
