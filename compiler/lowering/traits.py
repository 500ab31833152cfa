"""Lowering of tests for keywords, statuses and terrain, and of statements that name a status with its values.

Job: without values, ask the runtime by the name alone; with values, look for an instance that has all of them. Input:
nodes and the lowering of expressions. Output: core expressions and statements.
"""

from __future__ import annotations

from typing import Protocol

from compiler.core import ir
from dsl.checking.queries import given_params, trait_call
from dsl.checking.results import Facts
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast


class Lowering(Protocol):
    """What is needed here of the lowering of expressions."""

    facts: Facts
    vocab: Vocabulary

    def at(self, node: ast.Node) -> int: ...
    def fresh(self, word: str) -> str: ...
    def expr(self, node: ast.Expr) -> ir.Expr: ...


def has(low: Lowering, at: int, owner: ir.Expr, node: ast.Expr) -> ir.Expr:
    """Whether something has a keyword, status or terrain; with values, whether one instance has all of them."""
    call = _named(low, node)
    if call is None:
        return ir.Core(at, "has", (owner, low.expr(node)))
    if not call.arguments:
        return ir.Core(at, "has", (owner, ir.Const(at, call.name.text)))
    name = low.fresh("held")
    return ir.Gather(at, "some", name, *_with_values(low, owner, call, name), None)


def drop_from(low: Lowering, at: int, node: ast.Expr, bearer: ir.Expr) -> ir.Stmt:
    """Takes a status off its bearer; with values, only those instances that have all of them."""
    call = _named(low, node)
    if call is None:
        return ir.Primitive(at, "drop_named", (low.expr(node), bearer))
    if not call.arguments:
        return ir.Primitive(at, "drop_named", (ir.Const(at, call.name.text), bearer))
    name = low.fresh("held")
    found = ir.Gather(at, "set", name, *_with_values(low, bearer, call, name), ir.Local(at, name))
    return ir.Primitive(at, "drop", (found,))


def _named(low: Lowering, node: ast.Expr) -> ast.FunctionCall | None:
    call = trait_call(node)
    return call if call is not None and low.facts.refs[call.name].form == "trait" else None


def _with_values(low: Lowering, owner: ir.Expr, call: ast.FunctionCall, name: str) -> tuple[ir.Expr, ir.Expr]:
    """The instances of a keyword or status, and the condition that one of them has these values."""
    at, trait = low.at(call), low.vocab.traits[call.name.text]
    tests: list[ir.Expr] = []
    for param, argument in zip(given_params(trait, call), call.arguments, strict=True):
        value = low.expr(argument.value if isinstance(argument, ast.NamedArgument) else argument)
        tests.append(ir.Op(at, "==", (ir.Get(at, ir.Local(at, name), param), value)))
    source = ir.Core(at, "instances", (owner, ir.Const(at, trait.name)))
    return source, tests[0] if len(tests) == 1 else ir.Op(at, "and", tuple(tests))
