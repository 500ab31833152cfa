"""Definitions of the core tree: functions, verbs, abilities, state checks, and the program that holds all."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from compiler.core.ir.expressions import Expr
from compiler.core.ir.modifiers import Modifier
from compiler.core.ir.node import Node
from compiler.core.ir.statements import Let, Mark, Stmt
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Require(Node):
    """A requirement: if the condition is false, the text of ``message`` is the reason of the refusal."""

    condition: Expr
    message: tuple[str | Expr, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A pure function: noun, relation, define or table. ``body`` is None for a table that the source does not print.

    ``plain``: no parameter is an entity; all are squares, points, numbers, truth values or texts.
    """

    name: str
    params: tuple[str, ...]
    body: Expr | None
    rows: tuple[str, ...]
    plain: bool = False


@dataclass(frozen=True, slots=True)
class ParamDecl(Node):
    name: str
    default: Expr | None
    optional: bool


@dataclass(frozen=True, slots=True)
class Verb(Node):
    """``head``: the lets and requirements before the first effect; it is pure."""

    name: str
    params: tuple[ParamDecl, ...]
    lets: tuple[str, ...]
    steps: tuple[str, ...]
    head: tuple[Let | Require | Mark, ...]
    body: tuple[Stmt, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Carrier(Node):
    """What has the ability: a card, kind (`every`), keyword or status; ``field`` is the field of a card's text."""

    form: str
    name: str
    field: str


@dataclass(frozen=True, slots=True)
class Ability(Node):
    """``form``: passive, trigger, reaction, activation, ai. ``timing``: before, after, instead, during.

    ``condition`` reads `self`, `this`, `trigger`. ``feasible`` asks whether the body could do anything. ``recharges``:
    the verbs that give back what ``uses`` counts, and what is asked of their event, the `trigger`.
    """

    id: str
    carrier: Carrier
    form: str
    timing: str
    verbs: tuple[str, ...]
    step: str
    condition: Expr | None
    requires: tuple[Require, ...]
    costs: tuple[Stmt, ...]
    limits: tuple[str, ...]
    uses: int
    recharges: tuple[tuple[str, ...], Expr | None] | None
    classes: tuple[str, ...]
    label: str
    chooser: Expr | None
    feasible: Expr | None
    body: tuple[Stmt, ...]
    modifiers: tuple[Modifier, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Live(Node):
    """When a card's text is live, and what `self` is in it; ``through``: the verb that is called when it is used."""

    kind: str
    field: str
    each: str
    subject: Expr
    condition: Expr | None
    requires: tuple[Require, ...]
    costs: tuple[Stmt, ...]
    limits: tuple[str, ...]
    uses: int
    recharges: tuple[tuple[str, ...], Expr | None] | None
    classes: tuple[str, ...]
    through: tuple[str, tuple[tuple[str, Expr], ...]] | None
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateCheck(Node):
    """A state check: runs whenever its condition holds. ``reads``: a change of these fields may change the
    condition.
    """

    name: str
    source: Expr | None
    condition: Expr
    body: tuple[Stmt, ...]
    reads: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Invariant(Node):
    """What always holds. ``broken`` gives the entities of ``kind`` that break it, or, without one, whether it is so.

    ``told``: fields that the condition reads of the entity, which is `self`, or of the game.
    """

    name: str
    kind: str
    broken: Expr
    told: tuple[tuple[str, Expr], ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster(Node):
    name: str
    params: tuple[tuple[str, str], ...]
    head: tuple[Let | Require | Mark, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatDecl(Node):
    """A value that modifiers change: stored, or computed from `self`; ``stacking``: sum, highest, lowest,
    none, source.
    """

    kind: str
    name: str
    value: Expr | None
    stacking: str


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """``type`` is the form of the type; ``zone`` the kind of the entities in a zone; ``part`` the kind of a part."""

    name: str
    type: str
    printed: bool
    default: Any
    zone: str = ""
    visible: str = "all"
    part: str = ""
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class KindDecl:
    """``ancestors`` begins with the kind itself; ``fields`` includes inherited ones."""

    name: str
    ancestors: tuple[str, ...]
    figure: bool
    fields: tuple[FieldDecl, ...]
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardDecl:
    id: str
    kind: str
    values: dict[str, Any]
    names: dict[str, str]
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraitDecl:
    """A keyword or status: its parameters, how several of them stack, and the kind that can have it."""

    name: str
    form: str
    params: tuple[str, ...]
    kind: str
    stacking: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the span table."""

    path: str
    line: int
    column: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled game.

    ``words``: by language, what people are told of a match; ``word_keys``: under which name the words of a choice or a
    requirement are, by its place (``docs/decisions/0038-words-of-play.md``).
    """

    game: str
    version: str
    start: str
    board: dict[str, Any]
    policy: dict[str, str]
    kinds: dict[str, KindDecl]
    enums: dict[str, tuple[str, ...]]
    dice: dict[str, tuple[dict[str, int], ...] | None]
    symbols: tuple[str, ...]
    terrain: dict[str, str]
    traits: dict[str, TraitDecl]
    cards: dict[str, CardDecl]
    stats: tuple[StatDecl, ...]
    functions: dict[str, Function]
    verbs: dict[str, Verb]
    events: dict[str, tuple[str, ...]]
    abilities: tuple[Ability, ...]
    lives: tuple[Live, ...]
    checks: tuple[StateCheck, ...]
    rosters: dict[str, Roster]
    names: dict[str, dict[str, str]]
    spans: tuple[Place, ...]
    data_rows: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    invariants: tuple[Invariant, ...] = ()
    words: dict[str, Any] = field(default_factory=dict[str, Any])
    word_keys: dict[str, str] = field(default_factory=dict[str, str])
