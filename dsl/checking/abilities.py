"""Abilities: passives, triggers, reactions, activations and the steps of automated figures.

Job: check the abilities of a card, a kind or a trait. Input: an ability and its scope. Output: entries of the side
tables. Must never depend on the carrier of the ability: the scope defines `self` and `this`.
"""

from __future__ import annotations

from dsl.checking.choosers import check_chooser
from dsl.checking.context import Context
from dsl.checking.headings import check_always, check_headed, check_headers
from dsl.checking.laid_statuses import check_locals, note_answer
from dsl.checking.modifiers import check_modifiers
from dsl.checking.patterns import trigger_scope
from dsl.checking.statements import check_block, check_statements
from dsl.meaning.resolve import Scope
from dsl.syntax import ast

_FOR_SELF = "declare a `controller` for its kind, or give the ability to players: `every player:`"


def check_ability(cx: Context, node: ast.Item, scope: Scope) -> None:
    """Checks one ability; ``scope`` is the scope of its carrier."""
    if isinstance(node, ast.Reaction | ast.Activation | ast.Headed):
        cx.label(node)
    match node:
        case ast.Annotated(node=inner):
            check_ability(cx, inner, scope)
        case ast.Passive(condition=condition, modifiers=modifiers):
            known = cx.condition(condition, scope) if condition is not None else frozenset[str]()
            check_modifiers(cx, modifiers, scope.inner(known=known))
        case ast.Trigger():
            check_always(cx, node, node.headers)
            _answer(cx, node, scope)
        case ast.Reaction():
            _answer(cx, node, scope)
            check_chooser(cx, node, None, scope, _FOR_SELF)
            check_always(cx, node, node.headers)
        case ast.Activation(headers=headers, body=body):
            check_always(cx, node, headers)
            known = check_headers(cx, headers, scope)
            check_block(cx, body, scope.inner(known=known))
            check_chooser(cx, node, None, scope, _FOR_SELF)
        case ast.Headed():
            _headed(cx, node, scope)
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
    note_answer(cx, node.pattern.verb, node.pattern, node.body)
    _in_time(cx, timing, node.body)


def _headed(cx: Context, node: ast.Headed, scope: Scope) -> None:
    """Checks an ability whose heading the game names."""
    found = check_headed(cx, node, scope)
    if found is None:
        return
    heading, inside = found
    known = check_headers(cx, node.headers, inside)
    check_block(cx, node.body, inside.inner(known=known))
    ability = heading.node.ability
    if not isinstance(ability, ast.Trigger):
        check_chooser(cx, node, None, scope, _FOR_SELF)
    if not isinstance(ability, ast.Activation):
        note_answer(cx, node.heading.name, ability.pattern, node.body)
        _in_time(cx, ability.timing, node.body)


def _in_time(cx: Context, timing: str, body: ast.Block) -> None:
    """Reports a `prevent` that comes too late."""
    for below in body.walk() if timing in ("during", "after") else ():
        if isinstance(below, ast.PreventStmt):
            cx.sink.add(
                "outside-event",
                below.span,
                f"`prevent` is too late {timing} the event",
                help="write `before` or `instead of` in its first line",
            )


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
        check_locals(cx, (*step.body, *step.thens))
        closed = closed or (step.condition is None and not step.read_on)
    if steps and not closed:
        cx.sink.add(
            "open-situation",
            steps[-1].span,
            "there are situations in which no step applies",
            help="end with `otherwise:`, with `nothing` in it where nothing is to be done",
        )
