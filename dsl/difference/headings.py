"""Abilities with named headings, written out.

Job: put the heading, with its values, in place of its name, so that two states of a text are compared by what they
mean. Input: trees and the side tables. Output: trees without `Headed`. Never changes a node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, cast

from dsl.checking.results import Facts
from dsl.syntax import ast

Opened = ast.Trigger | ast.Reaction | ast.Activation


def written_out(node: ast.Node, facts: Facts) -> ast.Node:
    """The tree with its headings written out."""
    found: ast.Node = _changed(node, lambda below: _ability(below, facts))
    return found


def _ability(node: ast.Node, facts: Facts) -> ast.Node | None:
    heading = facts.headings.get(node) if isinstance(node, ast.Headed) else None
    if heading is None or not isinstance(node, ast.Headed):
        return None
    ability = heading.node.ability
    given = node.heading.arguments
    values = [*given, *(param.default for param in heading.params[len(given) :])]
    named = {param.name: value for param, value in zip(heading.params, values, strict=True)}
    valued: Opened = _changed(ability, lambda below: _value(below, named))
    whole: Opened = replace(valued, headers=(*valued.headers, *node.headers), body=node.body)
    return replace(whole, label=node.label) if node.label and not isinstance(whole, ast.Trigger) else whole


def _value(node: ast.Node, named: dict[str, ast.Expr | None]) -> ast.Node | None:
    head = node.head if isinstance(node, ast.Path) else None
    value = named.get(head.text) if isinstance(head, ast.Ident) else None
    if value is None or not isinstance(node, ast.Path):
        return None
    return replace(value, fields=(*value.fields, *node.fields)) if isinstance(value, ast.Path) else value


def _changed(node: Any, change: Callable[[ast.Node], ast.Node | None]) -> Any:
    """A copy of a tree; ``change`` gives what stands in place of a node, or None."""
    if isinstance(node, tuple):
        return tuple(_changed(item, change) for item in cast(tuple[Any, ...], node))
    if not isinstance(node, ast.Node):
        return node
    instead = change(node)
    if instead is not None:
        return instead
    held = {f.name: getattr(node, f.name) for f in fields(node)}
    found = {name: _changed(value, change) for name, value in held.items()}
    same = all(found[name] is held[name] or found[name] == held[name] for name in held)
    return node if same else type(node)(**found)
