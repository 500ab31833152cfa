"""The surface tree of the definitions in ``.rules`` files. Each docstring is an example of the syntax."""

from __future__ import annotations

from dsl.dataclass import dataclass
from dsl.syntax.ast.abilities import Ability, Activation, Header, Reaction, Trigger, WrittenAbility
from dsl.syntax.ast.expressions import Call, Expr
from dsl.syntax.ast.modifiers import Modifier
from dsl.syntax.ast.node import Annotated, Ident, Node
from dsl.syntax.ast.statements import Block, LetStmt, Statement


@dataclass(frozen=True, slots=True, eq=False)
class TypeRef(Node):
    """``creature``, ``creature?``, ``set of creature``; form: plain, optional, card, set, list; with ``-card``, too."""

    form: str
    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Param(Node):
    """``to target: creature``; with the preposition `gives`: what a verb gives back."""

    preposition: str
    name: Ident
    type: TypeRef
    default: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class NounDef(Node):
    """``noun enemy = creature where controller is not self.controller``."""

    name: Ident
    base: Ident
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class FunctionBody(Node):
    """``let near = distance(a, b)``, ``when near > 9: 9`` and ``otherwise: near``, each on its line."""

    lines: tuple[LetStmt | FunctionCase, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FunctionCase(Node):
    """``when near > 9: 9``; form: when, otherwise, value (which stands alone, without cases)."""

    form: str
    condition: Expr | None
    value: Expr | FunctionBody


@dataclass(frozen=True, slots=True, eq=False)
class RelationDef(Node):
    """``relation near(a: creature, b: creature) = distance(a, b) <= 2``."""

    name: Ident
    params: tuple[Param, ...]
    body: Expr | FunctionBody


@dataclass(frozen=True, slots=True, eq=False)
class DefineDef(Node):
    """``define half(n: int) -> int = round_down(n / 2)``."""

    name: Ident
    params: tuple[Param, ...]
    result: TypeRef
    body: Expr | FunctionBody


@dataclass(frozen=True, slots=True, eq=False)
class TableRow(Node):
    """``strength == toughness: 4``; no case means ``otherwise``."""

    case: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class TableDef(Node):
    """``table to_wound(s: int, t: int) -> int:`` and rows; None for ``unknown``."""

    name: Ident
    params: tuple[Param, ...]
    result: TypeRef
    rows: tuple[TableRow, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class StatDef(Node):
    """``stat speed of creature stacks by source``."""

    name: Ident
    kind: Ident
    value: Expr | None
    stacking: Ident | None


@dataclass(frozen=True, slots=True, eq=False)
class VerbDef(Node):
    """``verb heal(amount: int, to target: creature): decrease target.damage by amount``.

    at_once: ``verb quake() at once:``, which lets state checks wait until its body is done.
    """

    word: str
    name: Ident
    params: tuple[Param, ...]
    at_once: bool
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class EventsDef(Node):
    """``events action = attack, move``."""

    name: Ident
    members: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False)
class StatusesDef(Node):
    """``statuses harmful = burning, dazed``."""

    name: Ident
    members: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False)
class KeywordDef(Node):
    """``keyword swift of creature: passive: +2 speed``."""

    name: Ident
    params: tuple[Param, ...]
    kind: Ident
    abilities: tuple[WrittenAbility, ...]


@dataclass(frozen=True, slots=True, eq=False)
class StatusDef(Node):
    """``status slowed of creature: passive: speed is at most 2``."""

    name: Ident
    params: tuple[Param, ...]
    kind: Ident
    stacking: Ident | None
    abilities: tuple[WrittenAbility, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EveryDef(Node):
    """``every creature:`` and abilities that all of the kind have."""

    kind: Ident
    abilities: tuple[WrittenAbility, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HeadingDef(Node):
    """``heading hard(n: int) of unit = react after deal to self where n > 1``; the ability has no body."""

    name: Ident
    params: tuple[Param, ...]
    kind: Ident
    ability: Trigger | Reaction | Activation


@dataclass(frozen=True, slots=True, eq=False)
class LiveDef(Node):
    """``live item for bearer while not flipped``."""

    kind: Ident
    field: Ident | None
    each: LiveEach | None
    subject: Expr | None
    condition: Expr | None
    headers: tuple[Header, ...]
    through: Call | None


@dataclass(frozen=True, slots=True, eq=False)
class LiveEach(Node):
    """``each c in all creature``."""

    name: Ident
    source: Expr


@dataclass(frozen=True, slots=True, eq=False)
class WheneverDef(Node):
    """``whenever each c in all creature where c.damage >= c.hp: destroy c``."""

    each: LiveEach | None
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class InvariantDef(Node):
    """``invariant sound_damage of creature = damage >= 0``; without a kind or noun about the whole game."""

    name: Ident
    noun: Ident | None
    body: Expr | FunctionBody


@dataclass(frozen=True, slots=True, eq=False)
class RosterDef(Node):
    """``roster company(members: list of creature card):`` and requirements."""

    name: Ident
    params: tuple[Param, ...]
    body: Block


Definition = (
    NounDef
    | RelationDef
    | DefineDef
    | TableDef
    | StatDef
    | VerbDef
    | EventsDef
    | StatusesDef
    | KeywordDef
    | StatusDef
    | EveryDef
    | LiveDef
    | WheneverDef
    | InvariantDef
    | RosterDef
    | HeadingDef
)
Item = Definition | Ability | Modifier | Statement | Annotated[Definition | Ability | Modifier]
