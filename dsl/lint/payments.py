"""Calls by a player or entity that may be refused, while the text around them goes on.

Job: find these calls in the trees of a context, for the rule about payments. Input: a LintContext. Output: calls. Does
not decide what is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dsl.syntax import ast

if TYPE_CHECKING:
    from dsl.lint.base import LintContext

_SILENT = (ast.NothingStmt, ast.RequireStmt)


def unanswered_calls(context: LintContext) -> Iterator[ast.Call]:
    """The calls with a written actor, of verbs with a requirement, that are followed by statements in their block."""
    for statements in context.blocks():
        for index, statement in enumerate(statements[:-1]):
            if not isinstance(statement, ast.CallStmt) or statement.stops:
                continue
            rest = [following for following in statements[index + 1 :] if not isinstance(following, _SILENT)]
            if rest and _has_actor(statement.call) and _may_be_refused(context, statement.call):
                yield statement.call


def _has_actor(call: ast.Call) -> bool:
    return any(argument.preposition == "by" for argument in call.arguments)


def _may_be_refused(context: LintContext, call: ast.Call) -> bool:
    verb = context.vocab.verbs.get(call.verb.text)
    if verb is None or not any(isinstance(ast.plain(s), ast.RequireStmt) for s in verb.node.body.statements):
        return False
    tested = (below for above in context.above(call) for below in conditions_of(above))
    return not any(isinstance(node, ast.CanTest) and node.call.verb.text == verb.name for node in tested)


def conditions_of(node: ast.Node) -> Iterator[ast.Node]:
    match node:
        case ast.IfStmt(condition=condition) | ast.WhileStmt(condition=condition):
            yield from condition.walk()
        case ast.Block(statements=statements):
            for statement in map(ast.plain, statements):
                if isinstance(statement, ast.RequireStmt):
                    yield from statement.condition.walk()
        case ast.Option(condition=condition) if condition is not None:
            yield from condition.walk()
        case (
            ast.Activation(headers=headers)
            | ast.Reaction(headers=headers)
            | ast.Trigger(headers=headers)
            | ast.Headed(headers=headers)
        ):
            for header in headers:
                if isinstance(header, ast.Requires):
                    yield from header.condition.walk()
        case _:
            return
