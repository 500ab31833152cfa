"""The surface tree of abilities, their headers, patterns and modifiers; an example of the syntax in each docstring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.ast.node import Ident, Node

if TYPE_CHECKING:
    from dsl.ast.definitions import Item
    from dsl.ast.expressions import Expr, Filter
    from dsl.ast.statements import Block, Call, Message, Statement


@dataclass(frozen=True, slots=True, eq=False)
class Passive(Node):
    """``passive while tapped: +2 armor``."""

    condition: Expr | None
    modifiers: tuple[Item, ...]


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
class Reference(Node):
    """``reach(2)``: a keyword or status with its values."""

    name: Ident
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Trigger(Node):
    """``after deal to self: draw 1``; timing: before, after, instead."""

    timing: str
    pattern: Pattern
    headers: tuple[Header, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Reaction(Node):
    """``react "Dodge" before attack to self: move self``; timing also: during."""

    label: str
    timing: str
    pattern: Pattern
    headers: tuple[Header, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Activation(Node):
    """``activate as minor: heal 10 to self``."""

    label: str
    headers: tuple[Header, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Pattern(Node):
    """``deal.apply to self where amount > 2``."""

    verb: Ident
    step: Ident | None
    operands: tuple[PatternOperand, ...]
    arguments: tuple[PatternArgument, ...]
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class PatternArgument(Node):
    """``to ally within 2 of self``."""

    preposition: str
    operand: PatternOperand


@dataclass(frozen=True, slots=True, eq=False)
class PatternOperand(Node):
    """``ally within 2 of self``."""

    value: Expr
    filters: tuple[Filter, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Costs(Node):
    """``costs spend 1, tap self``."""

    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Requires(Node):
    """``requires self.tapped``."""

    condition: Expr
    message: Message | None


@dataclass(frozen=True, slots=True, eq=False)
class Limit(Node):
    """``once per turn``."""

    frame: Ident


@dataclass(frozen=True, slots=True, eq=False)
class TimingClass(Node):
    """``as minor``."""

    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Uses(Node):
    """``uses 2``."""

    count: int


@dataclass(frozen=True, slots=True, eq=False)
class Recharges(Node):
    """``recharges rest``."""

    pattern: Pattern


@dataclass(frozen=True, slots=True, eq=False)
class Ai(Node):
    """``ai:`` and its steps."""

    steps: tuple[AiStep, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AiStep(Node):
    """``when self.damage > 0: heal 2 to self``; no condition means ``otherwise``."""

    condition: Expr | None
    body: tuple[Statement, ...]
    thens: tuple[Statement, ...]
    read_on: bool


Ability = Passive | Trigger | Reaction | Activation | Ai
Modifier = Adjust | Override | Forbid | Grant
Header = Costs | Requires | Limit | TimingClass | Uses | Recharges
