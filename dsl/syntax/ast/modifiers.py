"""The surface tree of modifiers: what changes a value or forbids an event for as long as it lasts."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.syntax.ast.expressions import Expr, Message, Pattern, Reference
from dsl.syntax.ast.node import Annotated, Ident, Node


@dataclass(frozen=True, slots=True, eq=False)
class Adjust(Node):
    """``-1 attack_roll for all enemy adjacent to self``."""

    sign: int
    amount: Expr
    stat: Ident
    scope: Expr | None
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Override(Node):
    """``speed of self is at most 2``; bound: empty, least, most."""

    stat: Ident
    scope: Expr | None
    bound: str
    value: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Forbid(Node):
    """``self cannot charge "it is tired"``: the message is why."""

    subject: Expr | None
    pattern: Pattern
    condition: Expr | None
    message: Message | None


@dataclass(frozen=True, slots=True, eq=False)
class Grant(Node):
    """``self gains flying``."""

    subject: Expr
    reference: Reference
    condition: Expr | None


Modifier = Adjust | Override | Forbid | Grant
# As they are written: with the rows of the rulebook above them or without.
WrittenModifier = Modifier | Annotated[Modifier]
