"""Patterns and durations: to which events a text reacts, and how long something lasts.

Job: check the conditions of a pattern, and declare the values of the event. Input: a pattern and its scope. Output:
``facts.patterns`` and references; the scope for the reaction. Must never check the body of the reaction.
"""

from __future__ import annotations

from typing import assert_never

from dsl.checking.context import Context
from dsl.checking.known import path_key
from dsl.checking.queries import check_filter, check_relative
from dsl.checking.results import PatternFacts, PatternTest
from dsl.diagnostics import Label, Sink
from dsl.meaning.resolve import Ref, Scope, field_type, noun_named
from dsl.meaning.types import (
    DURATION,
    Type,
    assignable,
    present,
)
from dsl.meaning.vocab import Param, Verb, Vocabulary
from dsl.suggest import listed, suggest
from dsl.syntax import ast
from dsl.syntax.habits import event_habit


def check_pattern(cx: Context, node: ast.Pattern, scope: Scope) -> Scope:
    """Checks a pattern; returns a scope with the values of the event."""
    verbs = cx.vocab.verbs_named(node.verb.text)
    if not verbs and node.verb.text in cx.vocab.events:
        return scope.inner(pattern=node)  # the unknown name is a member of the event class
    if not verbs:
        known = {*cx.vocab.verbs, *cx.vocab.events}
        cx.sink.add(
            "unknown-verb",
            node.verb.span,
            f"no event is named `{node.verb.text}`",
            help=event_habit(node.verb.span)
            or suggest(node.verb.text, known)
            or ("an event begins with its verb, and this is a value" if scope.find(node.verb.text) else "")
            or listed("events are verbs:", cx.vocab.verbs),
        )
        return scope.inner(pattern=node)
    cx.facts.refs[node.verb] = Ref("verb", node.verb.text)
    first = cx.vocab.verbs[verbs[0]]
    step = _step(cx.sink, node, first)
    shared = [p for p in first.params if all(_shares(cx.vocab, v, p) for v in verbs[1:])]
    tests = _pattern_tests(cx, node, first, shared, scope)
    cx.facts.patterns[node] = PatternFacts(verbs, step, tuple(tests))
    inside = scope.inner(pattern=node, known=_narrowed_by(cx, tests))
    for param in shared:
        inside.declare(param.name, Ref("trigger", param.name), param.type, param.span)
    if len(verbs) == 1:
        inside.declare("event", Ref("local", "trigger"), Type("event", first.name))
    return inside


def _narrowed_by(cx: Context, tests: list[PatternTest]) -> frozenset[str]:
    """What is known of the values of an event by the operands of its pattern: `by minion` says that it is one."""
    found: set[str] = set()
    for test in tests:
        given = cx.facts.types.get(test.operand.value)
        named = path_key(test.operand.value) if test.how == "noun" else ""
        if test.how == "equal" and given is not None and given.form == "kind":
            named = given.name
        for key in (test.param, f"event.{test.param}") if named else ():
            found |= {key, f"{key} is {named}"}
    return frozenset(found)


def trigger_scope(cx: Context, node: ast.Pattern, timing: str, scope: Scope) -> Scope:
    """The scope of a trigger's body: that of the pattern, and the values that the event has set by then."""
    inside = check_pattern(cx, node, scope)
    facts = cx.facts.patterns.get(node)
    if facts is not None and len(facts.verbs) == 1:
        verb = cx.vocab.verbs[facts.verbs[0]]
        reached = _reached(verb, facts.step, timing)
        for name, (type_, made_in) in verb.lets.items():
            if made_in <= reached:
                inside.declare(name, Ref("trigger", name), type_)
    if node.condition is not None:
        inside = inside.inner(known=cx.condition(node.condition, inside))
    return inside


def _reached(verb: Verb, step: str, timing: str) -> int:
    if step:
        position = verb.steps.index(step) + 1 if step in verb.steps else 0
        return position if timing in ("during", "after") else position - 1
    return len(verb.steps) if timing in ("during", "after") else 0


def _shares(vocab: Vocabulary, verb: str, param: Param) -> bool:
    other = vocab.verbs[verb].param(param.name)
    return other is not None and assignable(other.type, param.type, vocab.ancestors)


def require_whole_event(sink: Sink, node: ast.Pattern) -> None:
    """Reports a step in a pattern of a duration, prohibition or recharge; only abilities can react to steps."""
    if node.step is not None:
        sink.add(
            "unknown-step",
            node.step.span,
            f"a step cannot be meant here, only the whole `{node.verb.text}`",
            help=f"leave out `.{node.step.text}`",
        )


def _step(sink: Sink, node: ast.Pattern, verb: Verb) -> str:
    if node.step is None:
        return ""
    if node.step.text not in verb.steps:
        sink.add(
            "unknown-step",
            node.step.span,
            f"`{verb.name}` has no step `{node.step.text}`",
            labels=[Label(verb.span, "declared here")],
            help=suggest(node.step.text, verb.steps),
        )
    return node.step.text


def _pattern_tests(cx: Context, node: ast.Pattern, verb: Verb, shared: list[Param], scope: Scope) -> list[PatternTest]:
    tests: list[PatternTest] = []
    free = [p for p in free_params(verb, {a.preposition for a in node.arguments}) if p in shared]
    for index, operand in enumerate(node.operands):
        tests += _pattern_test(cx, operand, free[index] if index < len(free) else None, verb, scope)
    for argument in node.arguments:
        param = next((p for p in shared if p.preposition == argument.preposition), None)
        if param is not None and any(test.param == param.name for test in tests):
            told = f"`{argument.preposition}` stands twice in what is answered"
            cx.sink.add("extra-operand", argument.span, told, help="ask for more in `where …`")
            continue
        tests += _pattern_test(cx, argument.operand, param, verb, scope)
    return tests


def _pattern_test(
    cx: Context, operand: ast.PatternOperand, param: Param | None, verb: Verb, scope: Scope
) -> list[PatternTest]:
    if param is None:
        taken = ", ".join(f"`{p.preposition or p.name}`" for p in verb.taken)
        cx.sink.add(
            "extra-operand",
            operand.span,
            f"`{verb.name}` has nothing of this kind to watch",
            labels=[Label(verb.span, "declared here")],
            help=f"it has {taken}" if taken else "",
        )
        return []
    inside = scope.inner(subject=("it", present(param.type)))
    inside.declare("it", Ref("local", "it"), present(param.type))
    for filter_ in operand.filters:
        check_filter(cx, filter_, inside)
    name = path_key(operand.value)
    noun = noun_named(cx.vocab, name) if name and "." not in name and scope.find(name) is None else None
    if noun is not None and param.type.form not in ("status", "keyword"):
        head = operand.value.head if isinstance(operand.value, ast.Path) else None
        assert isinstance(head, ast.Ident)
        cx.facts.refs[head] = noun[0]
        check_relative(cx, head, scope)
        if not cx.fits(noun[1], present(param.type)) and not cx.fits(present(param.type), noun[1]):
            cx.wrong(operand, str(param.type), noun[1])
        return [PatternTest(param.name, "noun", operand)]
    given = cx.check(operand.value, scope, param.type)
    if given.is_collection and not param.type.is_collection:
        if not cx.fits(given.element, present(param.type)):
            cx.wrong(operand, str(param.type), given)
        return [PatternTest(param.name, "member", operand)]
    if not cx.fits(present(given), param.type) and not cx.fits(present(param.type), present(given)):
        is_card = given.form == "card" and present(param.type).form == "kind"
        cx.wrong(operand, str(param.type), given, f"write `where {param.name}.card is {name}`" if is_card else "")
    return [PatternTest(param.name, "equal", operand)]


def check_duration(cx: Context, node: ast.Duration, scope: Scope) -> None:
    """Checks a duration: until an event, for a stored duration, or while a condition holds."""
    match node:
        case ast.UntilEvent(edge=edge, pattern=pattern):
            require_whole_event(cx.sink, pattern)
            later, scope = cx.later(scope)
            trigger_scope(later, pattern, "before" if edge == "start" else "after", scope)
        case ast.UntilValue(value=value) if _is_event(cx, path_key(value), scope):
            name = path_key(value)
            help = f"write `until end of {name}` or `until start of {name}`"
            cx.sink.add("wrong-operand", value.span, f"`{name}` is an event, and no duration", help=help)
        case ast.UntilValue(value=value):
            cx.need(value, scope, DURATION)
        case ast.WhileTrue(condition=condition):
            later, scope = cx.later(scope)
            later.condition(condition, scope)
        case _:
            assert_never(node)


def _is_event(cx: Context, name: str, scope: Scope) -> bool:
    """Whether a name stands for an event, and for no value and no field."""
    subject = scope.nearest_subject()
    is_field = subject is not None and field_type(cx.vocab, subject[1], name) is not None
    return bool(cx.vocab.verbs_named(name)) and scope.find(name) is None and not is_field


def free_params(verb: Verb, prepositions: set[str]) -> list[Param]:
    """The parameters for operands without a preposition, in order; `to target` is last, as in `attack one enemy`."""
    free = [p for p in verb.params if not p.preposition]
    return free + [p for p in verb.params if p.name == "target" and p.preposition and p.preposition not in prepositions]


def bound_operands(call: ast.Call, verb: Verb) -> tuple[dict[str, ast.Expr], list[ast.Argument | ast.Expr]]:
    """The operand of each parameter, in the order of the text, and what is the operand of none."""
    bound: dict[str, ast.Expr] = {}
    surplus: list[ast.Argument | ast.Expr] = []
    free = free_params(verb, {a.preposition for a in call.arguments})
    for index, operand in enumerate(call.operands):
        if index < len(free):
            bound[free[index].name] = operand
        else:
            surplus.append(operand)
    for argument in call.arguments:
        param = next((p for p in verb.params if p.preposition == argument.preposition), None)
        if param is None or param.name in bound:
            surplus.append(argument)
        else:
            bound[param.name] = argument.operand
    return bound, surplus
