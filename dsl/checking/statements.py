"""Statements: calls, choices, changes, and where each is allowed.

Job: check statements in order; each sees the values and facts of those before it. Input: a block or a statement, and
its scope. Output: entries of the side tables; new local values in the scope. Must never run anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from dsl.checking.calls import bind_result, bind_target, check_call, check_frame, check_single
from dsl.checking.changes import check_change, check_entity
from dsl.checking.choosers import PLAYER, check_chooser, default_chooser
from dsl.checking.context import Context
from dsl.checking.known import known_after, known_if
from dsl.checking.laid_statuses import check_locals
from dsl.checking.modifiers import check_modifiers
from dsl.checking.names import bind
from dsl.checking.patterns import check_duration
from dsl.checking.queries import check_collection
from dsl.diagnostics import Sink
from dsl.meaning.bounds import ROUNDS, WORK, integer_literal
from dsl.meaning.resolve import Scope
from dsl.meaning.types import INT, set_of
from dsl.syntax import ast


def check_block(cx: Context, block: ast.Block, scope: Scope) -> None:
    """Checks the statements of a block in a new scope."""
    check_statements(cx, block.statements, scope.inner())
    check_locals(cx, block.statements)


def check_statements(cx: Context, statements: tuple[ast.Statement, ...], scope: Scope) -> None:
    """Checks statements in order; each sees the values and facts of those before it."""
    for statement in statements:
        check_statement(cx, statement, scope)
        scope.known = scope.known | known_after(statement)
    last = ast.plain(statements[-1]) if statements else None
    if isinstance(last, ast.CallStmt) and last.stops:
        told = "nothing stands after it in its block, so there is nothing to stop"
        cx.sink.add(
            "idle-stop", last.span, told, help="leave `or stop` out, or write `or else:` with what is done then"
        )


def check_statement(cx: Context, node: ast.Statement, scope: Scope) -> None:
    """Checks a statement of any class; its new values are then in ``scope``."""
    match node:
        case ast.Annotated(node=inner):
            check_statement(cx, inner, scope)
        case ast.CallStmt() | ast.CallElse():
            _called(cx, node, scope)
        case ast.LetStmt(name=name, value=value):
            given = cx.check(value, scope)
            bind(cx, name, given, scope)
        case ast.RequireStmt():
            _require(cx, node, scope)
        case ast.PreventStmt():
            _prevent(cx.sink, node, scope)
        case ast.EndStmt(frame=frame):
            check_frame(cx, frame, scope.enclosing_verb())
        case ast.ResolveStmt(subject=subject) if subject is not None:
            check_entity(cx, subject, scope)
        case ast.ResolveStmt():
            if scope.enclosing_verb() is None:
                cx.sink.add("outside-event", node.span, "`resolve` is used only in a verb that abilities go through")
        case ast.NothingStmt():
            pass
        case ast.OfferStmt():
            _offer(cx, node, scope)
        case ast.CallBlock() | ast.IfStmt() | ast.EachStmt() | ast.RepeatStmt() | ast.WhileStmt() | ast.MayStmt() | ast.MayOften():  # fmt: skip  # noqa: E501
            _with_body(cx, node, scope)
        case ast.ChooseStmt():
            _choose(cx, node, scope)
        case ast.ChooseOne(player=player, options=options):
            check_chooser(cx, node, player, scope)
            for option in options:
                cx.label(option)
                known = cx.condition(option.condition, scope) if option.condition else frozenset[str]()
                check_block(cx, option.body, scope.inner(known=known))
        case ast.StepStmt():
            _step_of_verb(cx, node, scope)
        case ast.LastingStmt(duration=duration, modifiers=modifiers):
            check_duration(cx, duration, scope)
            later, scope = cx.later(scope)
            check_modifiers(later, modifiers, scope)
        case _:
            check_change(cx, node, scope)


def _called(cx: Context, node: ast.CallStmt | ast.CallElse, scope: Scope) -> None:
    """Checks a call without a block for when it is carried out."""
    stops = isinstance(node, ast.CallStmt) and node.stops
    check_call(cx, node.call, scope)
    if stops or node.call.result is not None or isinstance(node, ast.CallElse):
        check_single(cx, node.call)
    if isinstance(node, ast.CallElse):
        check_block(cx, node.otherwise, scope)
    bind_target(cx.vocab, node.call, scope)
    bind_result(cx, node.call, scope, is_sure=stops)


def _with_body(
    cx: Context,
    node: ast.CallBlock | ast.IfStmt | ast.EachStmt | ast.RepeatStmt | ast.WhileStmt | ast.MayStmt | ast.MayOften,
    scope: Scope,
) -> None:
    """Checks a statement with a body: a condition, a loop or an option."""
    match node:
        case ast.CallBlock(call=call, body=body, otherwise=otherwise):
            check_call(cx, call, scope)
            if otherwise is not None or call.result is not None:
                check_single(cx, call)
            if otherwise is not None:
                check_block(cx, otherwise, scope)
            bind_target(cx.vocab, call, scope)
            inside = scope.inner()
            bind_target(cx.vocab, call, inside)
            bind_result(cx, call, inside, is_sure=True)
            check_block(cx, body, inside)
        case ast.IfStmt(condition=condition, body=body, otherwise=otherwise):
            known = cx.condition(condition, scope)
            check_block(cx, body, scope.inner(known=known))
            if otherwise is not None:
                check_block(cx, otherwise, scope.inner(known=known_if(condition, False)))
        case ast.EachStmt(name=name, source=source, body=body):
            element = check_collection(cx, source, scope)

            def one_more(cx: Context) -> None:
                inside = scope.inner()
                bind(cx, name, element, inside)
                check_block(cx, body, inside)

            _check_rounds(cx, body, scope, one_more)
        case ast.RepeatStmt(times=times, body=body):
            rounds = _rounds(cx, times, scope)
            _check_rounds(cx, body, scope, lambda cx: check_block(cx, body, scope.inner(rounds=rounds)))
        case ast.WhileStmt(condition=condition, bound=bound, body=body):
            _rounds(cx, bound, scope)  # the loop may end earlier
            _check_rounds(cx, body, scope, lambda cx: _while(cx, condition, body, scope))
        case ast.MayStmt(player=player, body=body):
            check_chooser(cx, node, player, scope)
            check_block(cx, body, scope)
        case ast.MayOften():
            _may_often(cx, node, scope)
        case _:
            assert_never(node)


def _may_often(cx: Context, node: ast.MayOften, scope: Scope) -> None:
    check_chooser(cx, node, node.player, scope)
    _check_rounds(cx, node.body, scope, lambda cx: _while(cx, node.condition, node.body, scope))


def _while(cx: Context, condition: ast.Expr | None, body: ast.Block, scope: Scope) -> None:
    """Checks a round for as long as a condition holds."""
    known = cx.condition(condition, scope) if condition is not None else frozenset[str]()
    check_block(cx, body, scope.inner(known=known))


def _check_rounds(cx: Context, body: ast.Block, scope: Scope, one_more: Callable[[Context], None]) -> None:
    """Checks a loop. What a round may change is not known in the next one: rounds are tried until no less is known."""
    before = None
    is_changed = any(isinstance(node, ast.SetStmt) for node in body.walk())
    while is_changed and not cx.is_trial and before != scope.all_known():
        before = scope.all_known()
        one_more(replace(cx, sink=Sink(), is_trial=True))
    one_more(cx)


def _rounds(cx: Context, times: ast.Expr, scope: Scope) -> int:
    """The number of rounds of a loop, if it is a literal; reports it if all enclosing loops together exceed
    the limit.
    """
    cx.need(times, scope, INT)
    many = integer_literal(times)
    if many is None:
        return 1
    if many > ROUNDS:
        cx.sink.add("out-of-bounds", times.span, f"a loop has at most {ROUNDS:,} rounds")
        return 1
    before = scope.all_rounds()
    if before <= WORK < before * many:
        told = f"these loops make {before * many:,} rounds, and a run may do {WORK:,} units of work"
        cx.sink.add("out-of-bounds", times.span, told)
    return max(many, 0)


def _require(cx: Context, node: ast.RequireStmt, scope: Scope) -> None:
    cx.condition(node.condition, scope)
    cx.message(node.message, scope)
    if scope.enclosing_verb() is None:
        cx.sink.add(
            "outside-event",
            node.span,
            "a requirement stands at the head of a verb",
            help="in an ability write `requires …` in its first line, or use `if`",
        )


def _choose(cx: Context, node: ast.ChooseStmt, scope: Scope) -> None:
    element = check_collection(cx, node.source, scope)
    for number in (node.amount.least, node.amount.limit) if node.amount is not None else ():
        if number is not None:
            cx.need(number, scope, INT)
    at_random = node.amount is not None and node.amount.form == "random"
    if at_random:
        _by_chance(cx, node)
    else:
        check_chooser(cx, node, node.player, scope)
        if cx.facts.types[node.source].form == "list":  # chance alone counts what it holds twice
            cx.note_set(node.source, set_of(element))
    given = element if node.amount is None or at_random else set_of(element)
    inside = scope if node.body is None else scope.inner()
    bind(cx, node.name, given, inside)
    if node.such_that is not None:
        cx.condition(node.such_that, inside)
    if node.body is not None:
        check_block(cx, node.body, inside)
    if node.otherwise is not None:
        check_block(cx, node.otherwise, scope)


def _by_chance(cx: Context, node: ast.ChooseStmt) -> None:
    """Reports what a random choice cannot have: a player who decides, and a condition on what is chosen."""
    if node.player is not None:
        cx.sink.add("extra-operand", node.player.span, "chance chooses, so no player does", help="leave `by` out")
    if node.such_that is not None:
        help = "write the condition into the collection: `choose random … from all … where …`"
        cx.sink.add("extra-operand", node.such_that.span, "a random choice has no `such that`", help=help)


def _offer(cx: Context, node: ast.OfferStmt, scope: Scope) -> None:
    cx.need(node.player, scope, PLAYER)
    if node.subject is not None:
        given = check_entity(cx, node.subject, scope)
        if given.form == "kind" and all(default_chooser(cx.vocab, kind) is None for kind in cx.vocab.heirs(given.name)):
            told = f"nobody decides for {given}, so nothing of it is ever offered"
            help = "offer the abilities of players or of what has a `controller`, or leave `for` out"
            cx.sink.add("wrong-operand", node.subject.span, told, help=help)


def _prevent(sink: Sink, node: ast.PreventStmt, scope: Scope) -> None:
    if scope.enclosing_pattern() is None:
        sink.add(
            "outside-event",
            node.span,
            "there is no event to prevent here",
            help="use `prevent` in an ability that reacts to an event",
        )


def _step_of_verb(cx: Context, node: ast.StepStmt, scope: Scope) -> None:
    if scope.enclosing_verb() is None:
        report_misplaced_step(cx, node)
    check_statements(cx, node.body.statements, scope)


def report_misplaced_step(cx: Context, node: ast.StepStmt) -> None:
    """Reports a step that is not directly in a verb."""
    cx.sink.add(
        "outside-event",
        node.name.span,
        f"the step `{node.name.text}` is not directly in a verb",
        help="make a verb of it, and call that",
    )
