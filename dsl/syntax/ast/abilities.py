"""The surface tree of abilities and their headers. Each docstring is an example of the syntax."""

from __future__ import annotations

from dsl.dataclass import dataclass
from dsl.syntax.ast.expressions import Call, Expr, Message, Pattern, Reference
from dsl.syntax.ast.modifiers import WrittenModifier
from dsl.syntax.ast.node import Annotated, Ident, Node
from dsl.syntax.ast.statements import Block, Statement


@dataclass(frozen=True, slots=True, eq=False)
class Passive(Node):
    """``passive while tapped: +2 armor``."""

    condition: Expr | None
    modifiers: tuple[WrittenModifier, ...]


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
class Headed(Node):
    """``hard(2): increase health by 1``: a heading that the game names, perhaps with more headers, and a body."""

    heading: Reference
    label: str
    headers: tuple[Header, ...]
    body: Block


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
class Always(Node):
    """``always if self is automated``: then the reaction is no offer, but happens by itself."""

    condition: Expr


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


Ability = Passive | Trigger | Reaction | Activation | Ai | Headed
WrittenAbility = Ability | Annotated[Ability]
Header = Costs | Requires | Limit | TimingClass | Uses | Recharges | Always
