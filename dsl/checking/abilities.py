"""Abilities: passives, triggers, reactions, activations and the steps of automated figures.

Job: check the abilities of a card, a kind or a trait. Input: an ability and its scope. Output: entries of the side
tables. Must never depend on the carrier of the ability: the scope defines `self` and `this`.
"""

from __future__ import annotations

from typing import assert_never

from dsl.checking.calls import check_call, check_frame
from dsl.checking.choosers import check_chooser
from dsl.checking.context import Context
from dsl.checking.modifiers import check_modifiers
from dsl.checking.patterns import require_whole_event, trigger_scope
from dsl.checking.statements import check_block, check_statements
from dsl.meaning.resolve import Scope
from dsl.syntax import ast


def check_ability(cx: Context, node: ast.Item, scope: Scope) -> None:
    """Checks one ability; ``scope`` is the scope of its carrier."""
    match node:
        case ast.Annotated(node=inner):
            check_ability(cx, inner, scope)
        case ast.Passive(condition=condition, modifiers=modifiers):
            known = cx.condition(condition, scope) if condition is not None else frozenset[str]()
            check_modifiers(cx, modifiers, scope.inner(known=known))
        case ast.Trigger():
            refuse_always(cx, node.headers, "a trigger always happens by itself", "leave it out")
            _answer(cx, node, scope)
        case ast.Reaction():
            _answer(cx, node, scope)
            check_chooser(cx, node, None, scope)
            _limits_of_always(cx, node)
        case ast.Activation(headers=headers, body=body):
            refuse_always(cx, headers, "nothing happens that an activation could answer by itself", "write a trigger")
            known = check_headers(cx, headers, scope)
            check_block(cx, body, scope.inner(known=known))
            check_chooser(cx, node, None, scope)
        case ast.Ai(steps=steps):
            _ai(cx, steps, scope)
        case _:
            raise AssertionError(node)


def _answer(cx: Context, node: ast.Trigger | ast.Reaction, scope: Scope) -> None:
    """Checks an ability that reacts to an event."""
    timing = node.timing
    inside = trigger_scope(cx, node.pattern, timing, scope)
    known = check_headers(cx, node.headers, inside)
    check_block(cx, node.body, inside.inner(known=known))
    for below in node.body.walk() if timing in ("during", "after") else ():
        if isinstance(below, ast.PreventStmt):
            cx.sink.add(
                "outside-event",
                below.span,
                f"`prevent` is too late {timing} the event",
                help="write `before` or `instead of` in its first line",
            )


def check_headers(cx: Context, headers: tuple[ast.Header, ...], scope: Scope) -> frozenset[str]:
    """Checks the headers of an ability; returns what is known after them."""
    known: frozenset[str] = frozenset()
    for header in headers:
        match header:
            case ast.Costs(calls=calls):
                for call in calls:
                    check_call(cx, call, scope.inner(known=known))
            case ast.Requires(condition=condition, message=message):
                known |= cx.condition(condition, scope)
                cx.message(message, scope)
            case ast.Limit(frame=frame):
                check_frame(cx, frame)
            case ast.Recharges(pattern=pattern):
                require_whole_event(cx.sink, pattern)
                trigger_scope(cx, pattern, "after", scope)
            case ast.Always(condition=condition):
                cx.condition(condition, scope)
            case ast.Uses(count=count):
                cx.bounded(count, header.span)
            case ast.TimingClass():
                pass
            case _:
                assert_never(header)
    return known


def refuse_always(cx: Context, headers: tuple[ast.Header, ...], why: str, help: str) -> None:
    """Reports `always if` where a reaction cannot happen by itself."""
    for header in headers:
        if isinstance(header, ast.Always):
            cx.sink.add("misplaced-always", header.span, why, help=help)


def _limits_of_always(cx: Context, node: ast.Reaction) -> None:
    """Reports a second `always if`, and a limit beside one: those who are asked and those who are not count apart."""
    always = [header for header in node.headers if isinstance(header, ast.Always)]
    refuse_always(cx, tuple(always[1:]), "the reaction says already who always takes it", "join the conditions by `or`")
    for header in node.headers if always else ():
        if isinstance(header, ast.Limit | ast.Uses | ast.Recharges):
            told = "a reaction that some always take has no count of its uses"
            help = "keep in a field whether it was used, and ask for it in `requires`"
            cx.sink.add("misplaced-always", header.span, told, help=help)


def _ai(cx: Context, steps: tuple[ast.AiStep, ...], scope: Scope) -> None:
    """Checks the steps of an AI: some step must apply in every situation, and each step must be reachable."""
    closed = False
    for step in steps:
        if closed:
            cx.sink.add("unreachable-step", step.span, "the step above applies in every situation")
        inside = scope.inner()
        if step.condition is not None:
            inside.known = cx.condition(step.condition, inside)
        check_statements(cx, (*step.body, *step.thens), inside)
        closed = closed or (step.condition is None and not step.read_on)
    if steps and not closed:
        cx.sink.add(
            "open-situation",
            steps[-1].span,
            "there are situations in which no step applies",
            help="end with `otherwise:`, with `nothing` in it where nothing is to be done",
        )
