"""Modifiers of the core tree: what an ability, or a statement for a time, changes of stats, traits and calls."""

from __future__ import annotations

from compiler.core.ir.expressions import Expr
from compiler.core.ir.node import Node
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """``form``: adjust, override, least, most (of ``stat``), grant (of trait ``stat``), forbid (of ``verbs``).

    ``scope`` tests whether `it` is affected (None: only `self` is). ``value`` and ``condition`` read `self`, `this`,
    `env`. For a forbid, ``condition`` reads `then`, and ``values`` are the parts of the message.
    """

    form: str
    stat: str
    verbs: tuple[str, ...]
    scope: Expr | None
    value: Expr | None
    values: tuple[Expr, ...]
    condition: Expr | None
    rows: tuple[str, ...]
