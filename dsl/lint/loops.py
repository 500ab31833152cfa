"""The calls that verbs and abilities always make.

Job: find these calls in one tree, for the rule about loops and for the summaries of files. Input: trees and the side
tables. Output: calls by verb. Does not decide what is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.syntax import ast
from dsl.syntax.unparse import unparse

if TYPE_CHECKING:
    from dsl.lint.base import LintContext


def certain_calls(block: ast.Block) -> list[tuple[ast.Node, str]]:
    """The calls that a block makes in every case."""
    found: list[tuple[ast.Node, str]] = []
    for written in block.statements:
        statement = ast.plain(written)
        match statement:
            case ast.CallStmt(stops=True):
                return found
            case ast.CallStmt(call=call) if not any(isinstance(n, ast.Query) for n in call.walk()):
                found.append((call, call.verb.text))
            case ast.StepStmt(body=body):
                found += certain_calls(body)
            case ast.PreventStmt() | ast.EndStmt() | ast.ChooseStmt(body=None):
                return found
            case _:
                pass
    return found


def is_never_refused(verb: ast.VerbDef) -> bool:
    """Whether the verb is never refused and never ends early."""
    return not any(isinstance(node, ast.RequireStmt | ast.EndStmt) for node in verb.walk())


def is_unlimited(trigger: ast.Trigger) -> bool:
    """Whether the trigger reacts to every event of its verbs."""
    pattern = trigger.pattern
    asks = pattern.operands or pattern.arguments or pattern.condition is not None or trigger.headers
    return trigger.timing != "instead" and not asks


def self_triggering_calls(context: LintContext, trigger: ast.Trigger) -> Iterator[ast.Call]:
    """The calls that an ability always makes and reacts to: its pattern tests for the operands that the call passes."""
    facts = context.facts.patterns.get(trigger.pattern)
    asks = trigger.headers or trigger.pattern.condition is not None or trigger.timing == "instead"
    if facts is None or asks or not facts.tests:
        return
    for call, name in certain_calls(trigger.body):
        binding = context.facts.bindings.get(call) if isinstance(call, ast.Call) else None
        if binding is None or name not in facts.verbs or not is_never_refused(context.vocab.verbs[name].node):
            continue
        given = {param: unparse(operand) for param, operand in binding.operands}
        asked = {test.param: unparse(test.operand) for test in facts.tests if test.how == "equal"}
        if len(asked) == len(facts.tests) and all(given.get(param) == text for param, text in asked.items()):
            assert isinstance(call, ast.Call)
            yield call
