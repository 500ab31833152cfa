"""Copies of core trees with other expressions in place of locals.

Job: replace reads of locals. A modifier or duration lasts longer than the statement that creates it, so it reads locals
of that statement from ``env``. The condition on a choice reads the chosen value as a local. Conditions are joined.
Input and output: core nodes. Never changes a node.
"""

# Field values of nodes have many types. mypy checks this module; pyright cannot infer them:
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from compiler.core import ir


def keep_locals(node: Any, bound: frozenset[str]) -> tuple[Any, tuple[tuple[str, ir.Expr], ...]]:
    """Replaces reads of locals by reads of ``env``; returns the new tree, and the names and values that
    ``env`` needs.
    """
    keep: dict[str, ir.Expr] = {}

    def swap(local: ir.Local, inner: frozenset[str]) -> ir.Expr:
        if local.name in inner or local.name == "env":
            return local
        keep.setdefault(local.name, local)
        return ir.Get(local.at, ir.Local(local.at, "env"), local.name)

    return rewrite(node, bound, swap), tuple(keep.items())


def replace_local(node: Any, name: str, value: ir.Expr) -> Any:
    """The tree with an expression in place of a local."""
    return rewrite(node, frozenset(), lambda local, inner: value if local.name == name and name not in inner else local)


def rewrite(node: Any, bound: frozenset[str], swap: Callable[[ir.Local, frozenset[str]], ir.Expr]) -> Any:
    """A copy of a tree with its locals replaced; below a gathering or a named value, its name is added to ``bound``."""
    if isinstance(node, ir.Local):
        return swap(node, bound)
    if isinstance(node, tuple):
        return tuple(rewrite(item, bound, swap) for item in node)
    if not isinstance(node, ir.Node):
        return node
    outside = "source" if isinstance(node, ir.Gather) else "value" if isinstance(node, ir.Bind) else ""
    inner = bound | {node.name} if isinstance(node, ir.Gather | ir.Bind) else bound
    changes = {}
    for f in fields(node):
        value = getattr(node, f.name)
        # The source of a gathering cannot read the gathering's name, nor a named value its own.
        scope = bound if f.name == outside else inner
        changes[f.name] = rewrite(value, scope, swap)
    return type(node)(**changes)


def rewrite_get(node: Any, owner: str, name: str) -> Any:
    """Replaces reads of ``owner.name`` by reads of the local ``name``."""
    if (
        isinstance(node, ir.Get)
        and node.field == name
        and isinstance(node.owner, ir.Local)
        and node.owner.name == owner
    ):
        return ir.Local(node.at, name)
    if isinstance(node, tuple):
        return tuple(rewrite_get(item, owner, name) for item in node)
    if not isinstance(node, ir.Node):
        return node
    return type(node)(**{f.name: rewrite_get(getattr(node, f.name), owner, name) for f in fields(node)})


def conjunction(at: int, tests: list[ir.Expr]) -> ir.Expr:
    """Whether all of these hold."""
    if not tests:
        return ir.Const(at, True)
    return tests[0] if len(tests) == 1 else ir.Op(at, "and", tuple(tests))
