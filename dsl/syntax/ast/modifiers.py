"""The surface tree of modifiers. While it lasts, a modifier changes a value or forbids events."""

from __future__ import annotations

from dsl.dataclass import dataclass
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


@dataclass(frozen=True, slots=True, eq=False)
class Losing(Node):
    """``all enemy loses flying``: a keyword, or a text of its card."""

    subject: Expr
    name: Ident
    condition: Expr | None


Modifier = Adjust | Override | Forbid | Grant | Losing
# Modifiers as written: with or without rulebook rows above them.
WrittenModifier = Modifier | Annotated[Modifier]
