"""Lowering of tests for keywords, statuses and terrain, and of statements that name a status with its values.

Job: without values, ask the runtime by the name alone; with values, look for an instance that has all of them. Input:
nodes and the lowering of expressions. Output: core expressions and statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from compiler.core import ir
from compiler.lowering.losses import has_still, instances_still
from dsl.checking.queries import given_params, trait_call
from dsl.checking.results import Facts
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast


class Lowering(Protocol):
    """What is needed here of the lowering of expressions."""

    facts: Facts
    vocab: Vocabulary
    losses: frozenset[str]

    def at(self, node: ast.Node) -> int: ...
    def fresh(self, word: str) -> str: ...
    def expr(self, node: ast.Expr) -> ir.Expr: ...


def has(low: Lowering, at: int, owner: ir.Expr, node: ast.Expr) -> ir.Expr:
    """Whether something has a keyword, status or terrain; with values, whether one instance has all of them."""
    call = _named(low, node)
    members = _members(low, node)
    if members:
        return ir.Op(at, "or", tuple(ir.Core(at, "has", (owner, ir.Const(at, name))) for name in members))
    if call is None:
        return has_still(low, at, owner, low.expr(node))
    if not call.arguments:
        return has_still(low, at, owner, ir.Const(at, call.name.text))
    name = low.fresh("held")
    return ir.Gather(at, "some", name, *_with_values(low, owner, call, name), None)


def drop_from(low: Lowering, at: int, node: ast.Expr, bearer: ir.Expr) -> tuple[ir.Stmt, ...]:
    """Takes a status, or all of a class, off its bearer; with values, only those instances that have all of them."""
    call = _named(low, node)
    if call is not None and call.arguments:
        name = low.fresh("held")
        found = ir.Gather(at, "set", name, *_with_values(low, bearer, call, name), ir.Local(at, name))
        return (ir.Primitive(at, "drop", (found,)),)
    members = [call.name.text] if call is not None else _members(low, node)
    if not members:
        return (ir.Primitive(at, "drop_named", (low.expr(node), bearer)),)
    if len(members) == 1:
        return (ir.Primitive(at, "drop_named", (ir.Const(at, members[0]), bearer)),)
    whose = low.fresh("bearer")
    drops = (ir.Primitive(at, "drop_named", (ir.Const(at, name), ir.Local(at, whose))) for name in members)
    return (ir.Let(at, None, whose, bearer), *drops)


def copy_to(low: Lowering, at: int, node: ast.CopyStmt) -> tuple[ir.Stmt, ...]:
    """Gives each instance of a status to another bearer, with its values and what is left of its time."""
    call = _named(low, node.status)
    members: Sequence[str] = [call.name.text] if call is not None else _members(low, node.status)
    if not members:
        assert isinstance(node.status, ast.Path) and isinstance(node.status.head, ast.Ident)
        members = [node.status.head.text]
    source, target, held = low.fresh("source"), low.fresh("target"), low.fresh("held")
    lets = (
        ir.Let(at, None, source, low.expr(node.source)),
        ir.Let(at, None, target, low.expr(node.target)),
    )
    done: list[ir.Stmt] = [*lets]
    for name in members:
        found: ir.Expr = ir.Core(at, "instances", (ir.Local(at, source), ir.Const(at, name)))
        if call is not None and call.arguments:
            each = low.fresh("held")
            some = _with_values(low, ir.Local(at, source), call, each)
            found = ir.Gather(at, "set", each, *some, ir.Local(at, each))
        values = tuple(ir.Get(at, ir.Local(at, held), param.name) for param in low.vocab.traits[name].params)
        left = ir.Core(at, "remaining", (ir.Local(at, held),))
        added = ir.AddStatus(at, ir.Const(at, name), values, ir.Local(at, target), left)
        done.append(ir.Each(at, held, found, (added,)))
    return tuple(done)


def _members(low: Lowering, node: ast.Expr) -> tuple[str, ...]:
    """The members of the class of statuses that an expression names: `harmful`, `all harmful`."""
    head = node.noun if isinstance(node, ast.Query) else node.head if isinstance(node, ast.Path) else None
    ref = low.facts.refs.get(head) if isinstance(head, ast.Ident) else None
    return low.vocab.statuses[ref.name].members if ref is not None and ref.form == "statuses" else ()


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
    source = instances_still(low, at, owner, ir.Const(at, trait.name))
    return source, tests[0] if len(tests) == 1 else ir.Op(at, "and", tuple(tests))
