"""The surface tree: what the author wrote, with a span on every node.

Job: name every construct of the language once; a class's name is its grammar rule's in camel case. Input:
built by ``dsl.parse``. Output: read by every later pass. Nodes never change and hold no facts that a pass
found out: these live in side tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from dsl.source import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of the author's text."""

    span: Span

    def children(self) -> Iterator[Node]:
        """The nodes right below this one, in source order of their fields."""
        for field in fields(self):
            value = getattr(self, field.name)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, Node):
                    yield item

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(list(node.children())))


def dump(node: Any, indent: int = 0) -> str:
    """The tree as indented text, one node a line: the golden format of stage ``ast``."""
    pad = "  " * indent
    if not isinstance(node, Node):
        return f"{pad}{node!r}\n"
    line, column = node.span.line_column()
    head = f"{pad}({type(node).__name__} {line}:{column}"
    below = ""
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span" or value is None or value == ():
            continue
        if isinstance(value, Node) or isinstance(value, tuple):
            items = value if isinstance(value, tuple) else (value,)
            below += f"{pad}  {field.name}:\n" + "".join(dump(item, indent + 2) for item in items)
        else:
            head += f" {field.name}={value!r}"
    return head + ")\n" + below


# ---- names and types ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Ident(Node):
    """A name where it stands."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Row(Node):
    """``@DC-MOVE-01``: a rulebook row, without the at sign."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Annotated(Node):
    """``@DC-MOVE-01`` on the line above what carries the row out."""

    rows: tuple[Row, ...]
    node: Definition | Ability | Modifier | Statement


@dataclass(frozen=True, slots=True, eq=False)
class TypeRef(Node):
    """``creature``, ``creature?``, ``set of creature``; form: plain, optional, card, set, list, set-card, list-card."""

    form: str
    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Param(Node):
    """``to target: creature``."""

    preposition: str
    name: Ident
    type: TypeRef
    default: Expr | None


# ---- definitions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class NounDef(Node):
    """``noun enemy = creature where controller is not self.controller``."""

    name: Ident
    base: Ident
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class RelationDef(Node):
    """``relation near(a: creature, b: creature) = distance(a, b) <= 2``."""

    name: Ident
    params: tuple[Param, ...]
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class DefineDef(Node):
    """``define half(n: int) -> int = round_down(n / 2)``."""

    name: Ident
    params: tuple[Param, ...]
    result: TypeRef
    body: Expr


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
    """``verb heal(amount: int, to target: creature): decrease target.damage by amount``."""

    word: str
    name: Ident
    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class EventsDef(Node):
    """``events action = attack, move``."""

    name: Ident
    members: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False)
class KeywordDef(Node):
    """``keyword swift of creature: passive: +2 speed``."""

    name: Ident
    params: tuple[Param, ...]
    kind: Ident
    abilities: tuple[Item, ...]


@dataclass(frozen=True, slots=True, eq=False)
class StatusDef(Node):
    """``status slowed of creature: passive: speed is at most 2``."""

    name: Ident
    params: tuple[Param, ...]
    kind: Ident
    stacking: Ident | None
    abilities: tuple[Item, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EveryDef(Node):
    """``every creature:`` and abilities that all of the kind have."""

    kind: Ident
    abilities: tuple[Item, ...]


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
class RosterDef(Node):
    """``roster warband(creatures: list of creature card):`` and requirements."""

    name: Ident
    params: tuple[Param, ...]
    body: Block


# ---- abilities ---------------------------------------------------------------------------------


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
    """``self cannot charge``."""

    subject: Expr | None
    pattern: Pattern
    condition: Expr | None


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
    """``react before attack to self: move self``; timing also: during."""

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


# ---- statements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Block(Node):
    """Statements in order."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """``deal 2 fire to target``."""

    verb: Ident
    operands: tuple[Expr, ...]
    arguments: tuple[Argument, ...]
    duration: Duration | None


@dataclass(frozen=True, slots=True, eq=False)
class Argument(Node):
    """``to target``."""

    preposition: str
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class CallStmt(Node):
    """``draw 1``."""

    call: Call


@dataclass(frozen=True, slots=True, eq=False)
class CallBlock(Node):
    """``attack one enemy: push target 1`` (the block runs when the call was carried out)."""

    call: Call
    body: Block


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
class Message(Node):
    """``"costs {total} points"``: texts and expressions in turn."""

    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PreventStmt(Node):
    """``prevent``."""


@dataclass(frozen=True, slots=True, eq=False)
class EndStmt(Node):
    """``end turn``."""

    frame: Ident


@dataclass(frozen=True, slots=True, eq=False)
class ResolveStmt(Node):
    """``resolve``: run the ability that the enclosing verb carries."""


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
    """``put c into p.hand at bottom``; end: top or bottom (default)."""

    entity: Expr
    zone: Expr
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
    """``drop slowed from c``, ``drop this``."""

    status: Expr
    target: Expr | None


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
    """``up to 2``; form: at_most, any_number, exactly."""

    form: str
    limit: Expr | None


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
    modifiers: tuple[Item, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UntilEvent(Node):
    """``until end of next turn of p``; edge: start, end."""

    edge: str
    skip: bool
    pattern: Pattern


@dataclass(frozen=True, slots=True, eq=False)
class UntilValue(Node):
    """``until d``, where d is a duration."""

    value: Path


@dataclass(frozen=True, slots=True, eq=False)
class WhileTrue(Node):
    """``while self.tapped``."""

    condition: Expr


# ---- expressions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class IntLiteral(Node):
    """``2``."""

    value: int


@dataclass(frozen=True, slots=True, eq=False)
class DiceLiteral(Node):
    """``2d6``."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class TextLiteral(Node):
    """``"why"``."""

    value: str


@dataclass(frozen=True, slots=True, eq=False)
class BoolLiteral(Node):
    """``true``."""

    value: bool


@dataclass(frozen=True, slots=True, eq=False)
class NoneLiteral(Node):
    """``none``."""


@dataclass(frozen=True, slots=True, eq=False)
class ListLiteral(Node):
    """``[fire, cold]``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Path(Node):
    """``self.bearer.speed``."""

    head: Ident | FunctionCall | Comprehension
    fields: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FunctionCall(Node):
    """``half(hp)``."""

    name: Ident
    arguments: tuple[Expr | NamedArgument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NamedArgument(Node):
    """``to: 5``."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    """``sum(c.level for c in helpers)``."""

    function: Ident
    value: Expr
    name: Ident
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class CanTest(Node):
    """``can (attack target)``."""

    call: Call


@dataclass(frozen=True, slots=True, eq=False)
class Ternary(Node):
    """``2 if tapped else 1``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OrElse(Node):
    """``a or b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AndAlso(Node):
    """``a and b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Negation(Node):
    """``not a``."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Quantified(Node):
    """``some c in helpers satisfies c.tapped``."""

    word: str
    name: Ident
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Node):
    """``damage >= hp``."""

    left: Expr
    operator: str
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsTest(Node):
    """``target is bloodied``."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class HasTest(Node):
    """``target has flying``."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class InTest(Node):
    """``fire in self.immune``."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AdjacentTest(Node):
    """``a adjacent to b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class WithinTest(Node):
    """``a within 2 of b``."""

    left: Expr
    range: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Node):
    """``level + 2``."""

    left: Expr
    operator: str
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Minus(Node):
    """``-level``."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Query(Node):
    """``one enemy within 5 of self where hp > 2 preferring most damage``."""

    quantifier: str
    limit: int
    noun: Ident
    filters: tuple[Filter, ...]
    condition: Expr | None
    preferences: tuple[Preference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Filter(Node):
    """``within 5 of self``; form: within, adjacent, in, having, without, other."""

    form: str
    value: Expr
    range: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Preference(Node):
    """``most damage``; form: most, highest, lowest, nearest, farthest, having, without."""

    form: str
    name: Ident | None
    value: Expr | None


# ---- families ----------------------------------------------------------------------------------

Definition = (
    NounDef
    | RelationDef
    | DefineDef
    | TableDef
    | StatDef
    | VerbDef
    | EventsDef
    | KeywordDef
    | StatusDef
    | EveryDef
    | LiveDef
    | WheneverDef
    | RosterDef
)
Ability = Passive | Trigger | Reaction | Activation | Ai
Modifier = Adjust | Override | Forbid | Grant
Header = Costs | Requires | Limit | TimingClass | Uses | Recharges
Duration = UntilEvent | UntilValue | WhileTrue
Statement = (
    CallStmt
    | CallBlock
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
    | IfStmt
    | EachStmt
    | RepeatStmt
    | WhileStmt
    | MayStmt
    | ChooseStmt
    | ChooseOne
    | StepStmt
    | LastingStmt
    | Annotated
)
Expr = (
    IntLiteral
    | DiceLiteral
    | TextLiteral
    | BoolLiteral
    | NoneLiteral
    | ListLiteral
    | Path
    | FunctionCall
    | Comprehension
    | CanTest
    | Ternary
    | OrElse
    | AndAlso
    | Negation
    | Quantified
    | Comparison
    | IsTest
    | HasTest
    | InTest
    | AdjacentTest
    | WithinTest
    | Arithmetic
    | Minus
    | Query
    | Ident
)
Item = Definition | Ability | Modifier | Statement | Annotated
