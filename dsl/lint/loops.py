"""The calls that verbs and abilities always make.

Job: find these calls in one tree, for the rule about loops and for the summaries of files. Input: trees and the side
tables. Output: calls by verb. Does not decide what is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from dsl.checking.results import Carrier, PatternTest
from dsl.lint.ranges import Range, Reasoner
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

if TYPE_CHECKING:
    from dsl.lint.base import LintContext


# What a condition may consist of whose answer is the same each time that the same things are asked about.
_STEADY = (
    ast.Comparison, ast.InTest, ast.AndAlso, ast.OrElse, ast.Negation, ast.Path, ast.Ident, ast.IntLiteral, ast.Minus,
    ast.ListLiteral,
)  # fmt: skip
_THEMSELVES = frozenset({"self", "this", "target"})


def certain_calls(context: LintContext, block: ast.Block) -> list[tuple[ast.Node, str]]:
    """The calls that a block makes in every case, and that are never refused when they are made again."""
    return [found for found in _certain_calls(block) if _stays_legal(context, found[0])]


def _certain_calls(block: ast.Block) -> list[tuple[ast.Node, str]]:
    found: list[tuple[ast.Node, str]] = []
    for written in block.statements:
        statement = ast.plain(written)
        match statement:
            case ast.CallStmt(stops=True):
                return found
            case ast.CallStmt(call=call) if not any(isinstance(n, ast.Query) for n in call.walk()):
                found.append((call, call.verb.text))
            case ast.StepStmt(body=body):
                found += _certain_calls(body)
            case ast.PreventStmt() | ast.EndStmt() | ast.ChooseStmt(body=None):
                return found
            case _:
                pass
    return found


def may_go_on(context: LintContext, verb: ast.VerbDef) -> bool:
    """Whether nothing in the verb ends a loop: it does not end early, and what it requires does not change."""
    requirements = [node for node in verb.walk() if isinstance(node, ast.RequireStmt)]
    ends = any(isinstance(node, ast.EndStmt) for node in verb.walk())
    return not ends and all(_is_steady(context, node.condition) for node in requirements)


def _is_steady(context: LintContext, condition: ast.Expr) -> bool:
    """Whether a condition reads only values of the event, constants, and printed fields that no modifier changes."""
    vocab = context.vocab
    stats = {name for _, name in vocab.stats}
    for node in condition.walk():
        if not isinstance(node, _STEADY):
            return False
        ref = context.facts.refs.get(node)
        names = [field.text for field in node.fields] if isinstance(node, ast.Path) else []
        names += [ref.name] if ref is not None and ref.form == "field" else []
        fields = [kind.fields[name] for name in names for kind in vocab.kinds.values() if name in kind.fields]
        if len(fields) < len(names) or not all(field.printed and field.name not in stats for field in fields):
            return False
        if ref is not None and ref.form not in ("event", "field", "constant"):
            return False
    return True


def _stays_legal(context: LintContext, call: ast.Node) -> bool:
    """Whether a call that was legal once is legal each time: what is required of it does not change."""
    binding = context.facts.bindings.get(call) if isinstance(call, ast.Call) else None
    if binding is None or not may_go_on(context, context.vocab.verbs[binding.verb].node):
        return False
    given = dict(binding.operands)
    required = [n.condition for n in context.vocab.verbs[binding.verb].node.walk() if isinstance(n, ast.RequireStmt)]
    asked = {below.text for condition in required for below in condition.walk() if isinstance(below, ast.Ident)}
    if not all(_is_passed_on(context, operand) for param, operand in given.items() if param in asked):
        return False
    numbers = {p: Range(o.value, o.value) for p, o in given.items() if isinstance(o, ast.IntLiteral)}
    reasoner = Reasoner(context.facts, numbers)
    return all(reasoner.verdict(condition) is not False for condition in required)


def _is_passed_on(context: LintContext, operand: ast.Expr) -> bool:
    """Whether an operand is the same in each round: a literal, who acts, or a value that the event was given."""
    if not isinstance(operand, ast.Path) or operand.fields or not isinstance(operand.head, ast.Ident):
        return isinstance(operand, ast.IntLiteral)
    ref, name = context.facts.refs.get(operand.head), operand.head.text
    if name in _THEMSELVES or (ref is not None and ref.form == "constant"):
        return True
    is_own = ref is not None and ref.form in ("event", "trigger")
    return is_own and not any(name in verb.lets for verb in context.vocab.verbs.values())


# ---- events whose values are `self`


def event_key(verb: str, values: Mapping[str, str]) -> str:
    """An event by its verb, and by the parameters whose value is a certain `self`."""
    return " ".join([verb, *(f"{param}={mark}" for param, mark in sorted(values.items()))])


def self_mark(context: LintContext, carrier: Carrier | None) -> str:
    """Who `self` is in a text: two texts with the same mark may both have the same. Empty: not known."""
    if carrier is None or carrier.self_type.form != "kind":
        return ""
    if carrier.form == "card" and carrier.self_type == carrier.this_type:
        return carrier.name
    return context.vocab.ancestors(carrier.self_type.name)[-1]


def watched_event(context: LintContext, trigger: ast.Trigger, mark: str) -> str:
    """The events that a trigger answers always: all of its verbs, or those with `self` in it. Empty: none of both."""
    pattern, facts = trigger.pattern, context.facts.patterns.get(trigger.pattern)
    if trigger.headers or pattern.condition is not None or facts is None:
        return ""
    of_self = [test.param for test in facts.tests if test.how == "equal" and unparse(test.operand) == "self"]
    if len(of_self) < len(pattern.operands) + len(pattern.arguments) or (of_self and not mark):
        return ""
    return event_key(pattern.verb.text, dict.fromkeys(of_self, mark))


def events_done(context: LintContext, call: ast.Node, values: Mapping[str, str]) -> list[str]:
    """The events that a call is, by each choice of its operands among those whose text has a known value."""
    binding = context.facts.bindings.get(call) if isinstance(call, ast.Call) else None
    if binding is None:
        return []
    known = {param: values[text] for param, operand in binding.operands if (text := unparse(operand)) in values}
    choices = (chosen for count in range(len(known) + 1) for chosen in combinations(sorted(known), count))
    return [event_key(binding.verb, {param: known[param] for param in chosen}) for chosen in choices]


def self_triggering_calls(context: LintContext, trigger: ast.Trigger) -> Iterator[ast.Call]:
    """The calls that an ability always makes and reacts to: they pass what its pattern tests for, or has tested."""
    facts, condition = context.facts.patterns.get(trigger.pattern), trigger.pattern.condition
    if facts is None or trigger.headers or (condition is None and not facts.tests):
        return
    changed = {unparse(node.place) for node in trigger.walk() if isinstance(node, ast.SetStmt)}
    for call, name in certain_calls(context, trigger.body):
        binding = context.facts.bindings.get(call) if isinstance(call, ast.Call) else None
        if binding is None or name not in facts.verbs:
            continue
        given = dict(binding.operands)
        met = all(_is_met(context, test, given.get(test.param), changed) for test in facts.tests)
        if met and (condition is None or _holds_again(context, condition, given, changed)):
            assert isinstance(call, ast.Call)
            yield call


def _is_met(context: LintContext, test: PatternTest, given: ast.Expr | None, changed: set[str]) -> bool:
    """Whether a call meets a test of the pattern that it answers: it passes what is asked for, or, unchanged, the value
    that has met the test, if the answer stays the same.
    """
    if test.how == "equal" and given is not None and unparse(given) == unparse(test.operand):
        return True
    asked, refs = test.operand.value, context.facts.refs
    kind = refs.get(asked.head) if isinstance(asked, ast.Path) else None
    stays = test.how == "equal" or (kind is not None and kind.form == "kind")
    passed = refs.get(given.head) if isinstance(given, ast.Path) and not given.fields else None
    is_own = passed is not None and (passed.form, passed.name) == ("trigger", test.param)
    return is_own and stays and not test.operand.filters and test.param not in changed


def _holds_again(context: LintContext, asked: ast.Expr, given: Mapping[str, ast.Expr], changed: set[str]) -> bool:
    """Whether a condition that held of an event holds of a call within it: the call passes what is asked for, or all
    that it reads is passed on.
    """
    asked = asked.head if isinstance(asked, ast.Path) and not asked.fields else asked
    if isinstance(asked, ast.AndAlso):
        return all(_holds_again(context, part, given, changed) for part in (asked.left, asked.right))
    if isinstance(asked, ast.IsTest) and not asked.negated and isinstance(asked.left, ast.Path):
        passed, is_same = given.get(unparse(asked.left)), unparse(asked.right)
        if passed is not None and unparse(passed) == is_same and is_same in _THEMSELVES:
            return True
    read = {node.text for node in asked.walk() if _form_of(context, node) == "trigger" and isinstance(node, ast.Ident)}
    kept = all((value := given.get(name)) is not None and unparse(value) == name for name in read)
    forms = {_form_of(context, node) for node in asked.walk()}
    steady = forms <= {"", "trigger", "constant"} and all(isinstance(node, _STEADY) for node in asked.walk())
    return bool(read) and kept and steady and not read & changed


def _form_of(context: LintContext, node: ast.Node) -> str:
    ref = context.facts.refs.get(node)
    return ref.form if ref is not None else ""
