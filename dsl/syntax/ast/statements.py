"""The surface tree of statements. Each docstring is an example of the syntax."""

from __future__ import annotations

from dsl.dataclass import dataclass
from dsl.syntax.ast.expressions import Call, Duration, Expr, Message, Path, Reference
from dsl.syntax.ast.modifiers import WrittenModifier
from dsl.syntax.ast.node import Annotated, Ident, Node


@dataclass(frozen=True, slots=True, eq=False)
class Block(Node):
    """Statements in order."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CallStmt(Node):
    """``draw 1``; stops: ``draw 1 or stop``, which passes over the rest of the block if the call is not carried out."""

    call: Call
    stops: bool


@dataclass(frozen=True, slots=True, eq=False)
class CallBlock(Node):
    """``attack one enemy: push target 1`` (the block runs if the call was legal and happened, ``otherwise`` if not)."""

    call: Call
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class CallElse(Node):
    """``spend 1 by p or else: draw by p`` (the block runs if the call was not carried out)."""

    call: Call
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class LetStmt(Node):
    """``let reach = 2``."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RollStmt(Node):
    """``let r = roll 2d6``."""

    name: Ident
    dice: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RerollStmt(Node):
    """``reroll lowest(r) in r``."""

    dice: Expr
    place: Path


@dataclass(frozen=True, slots=True, eq=False)
class SetStmt(Node):
    """``set self.tapped to true``."""

    place: Path
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ChangeStmt(Node):
    """``increase target.damage by 2``."""

    sign: int
    place: Path
    amount: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RequireStmt(Node):
    """``require amount > 0 "nothing to deal"``."""

    condition: Expr
    message: Message | None


@dataclass(frozen=True, slots=True, eq=False)
class PreventStmt(Node):
    """``prevent``."""


@dataclass(frozen=True, slots=True, eq=False)
class EndStmt(Node):
    """``end turn``."""

    frame: Ident


@dataclass(frozen=True, slots=True, eq=False)
class ResolveStmt(Node):
    """``resolve``: run the ability that was used through the enclosing verb; ``resolve ai of x``: run the AI of x."""

    subject: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class NothingStmt(Node):
    """``nothing``."""


@dataclass(frozen=True, slots=True, eq=False)
class OfferStmt(Node):
    """``offer standard, minor to p for c``."""

    classes: tuple[Ident, ...]
    player: Expr
    subject: Expr | None
    once: bool


@dataclass(frozen=True, slots=True, eq=False)
class CreateStmt(Node):
    """``create w = creature from wolf with owner = p``."""

    name: Ident
    kind: Ident
    card: Expr | None
    values: tuple[FieldValue, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FieldValue(Node):
    """``owner = p``."""

    field: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class PutStmt(Node):
    """``put c into p.hand at bottom``, ``put c before d``; end: top, bottom (default), before, after.

    ``place`` is a zone, or the entity beside which it is put.
    """

    entity: Expr
    place: Expr
    end: str


@dataclass(frozen=True, slots=True, eq=False)
class TakeStmt(Node):
    """``take c out`` (of its zone)."""

    entity: Expr


@dataclass(frozen=True, slots=True, eq=False)
class PlaceStmt(Node):
    """``place c at s``."""

    entity: Expr
    square: Expr


@dataclass(frozen=True, slots=True, eq=False)
class LiftStmt(Node):
    """``lift c`` (off the board)."""

    entity: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RemoveStmt(Node):
    """``remove c`` (from the game)."""

    entity: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ShuffleStmt(Node):
    """``shuffle p.deck``."""

    zone: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RevealStmt(Node):
    """``reveal c to p``."""

    entity: Expr
    player: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AddStmt(Node):
    """``add slowed to c until end of turn``."""

    reference: Reference
    target: Expr
    duration: Duration | None


@dataclass(frozen=True, slots=True, eq=False)
class DropStmt(Node):
    """``drop slowed from c``, ``drop this``, ``drop all harmful from c`` (all of a class of statuses)."""

    status: Expr
    target: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class CopyStmt(Node):
    """``copy slowed from c to d``, ``copy all harmful from c to d`` (with what is left of their time)."""

    status: Expr
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IfStmt(Node):
    """``if x > 2: draw 1``; an ``else if`` is an IfStmt in the else block."""

    condition: Expr
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class EachStmt(Node):
    """``each c in all creature: untap c``."""

    name: Ident
    source: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class RepeatStmt(Node):
    """``repeat 2 times: draw 1``."""

    times: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class WhileStmt(Node):
    """``while x > 2 at most 10 times: decrease x by 1``."""

    condition: Expr
    bound: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class MayStmt(Node):
    """``may: draw 1``."""

    player: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class MayOften(Node):
    """``may any number of times: draw 1``; it is asked again only while the condition holds, if there is one."""

    player: Expr | None
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class ChooseStmt(Node):
    """``choose c from all ally: heal 1 to c``."""

    amount: Amount | None
    name: Ident
    source: Expr
    player: Expr | None
    such_that: Expr | None
    body: Block | None
    otherwise: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class Amount(Node):
    """``up to 2``; form: at_most, any_number, exactly, between (``1 to 3``, with its least), random."""

    form: str
    limit: Expr | None
    least: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class ChooseOne(Node):
    """``choose one:`` and options."""

    player: Expr | None
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Option(Node):
    """``option "draw": draw 1``."""

    label: str
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class StepStmt(Node):
    """``step apply: increase target.damage by amount``."""

    name: Ident
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class LastingStmt(Node):
    """``until end of turn: +2 speed``."""

    duration: Duration
    modifiers: tuple[WrittenModifier, ...]


PlainStatement = (
    CallStmt
    | CallBlock
    | CallElse
    | LetStmt
    | RollStmt
    | RerollStmt
    | SetStmt
    | ChangeStmt
    | RequireStmt
    | PreventStmt
    | EndStmt
    | ResolveStmt
    | NothingStmt
    | OfferStmt
    | CreateStmt
    | PutStmt
    | TakeStmt
    | PlaceStmt
    | LiftStmt
    | RemoveStmt
    | ShuffleStmt
    | RevealStmt
    | AddStmt
    | DropStmt
    | CopyStmt
    | IfStmt
    | EachStmt
    | RepeatStmt
    | WhileStmt
    | MayStmt
    | MayOften
    | ChooseStmt
    | ChooseOne
    | StepStmt
    | LastingStmt
)
# Statements as written: with or without rulebook rows above them.
Statement = PlainStatement | Annotated[PlainStatement]
