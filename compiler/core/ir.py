"""The core tree: small, closed, resolved. Everything after lowering sees nothing else.

Job: name what a compiled game is made of, in terms that know no game. Expressions are pure. Statements are done in
order; the four that ask (Choose, Roll, Reroll, Offer) are requests to a driver. ``at`` is an index into the span table.

Values: whole numbers within 2^53, booleans, texts, none, ordered collections without a second copy (sets) or with
(lists), entities, cards, squares (numbers), points (pairs), rolls, events. Constants of enums are texts.

Names in expressions: ``self``, ``this``, ``it``, ``trigger`` (the event answered), ``ev`` (the event whose verb runs),
``env`` (values kept by a lasting modifier or duration), and locals of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

VERSION = 1


@dataclass(frozen=True, slots=True)
class Node:
    at: int

    def children(self) -> list[Node]:
        below: list[Node] = []
        for name in _below(type(self)):
            _add_nodes(getattr(self, name), below)
        return below

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children())


_BELOW: dict[type[Node], tuple[str, ...]] = {}


def _below(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes; asked of every node in every pass, so found once."""
    if kind not in _BELOW:
        plain = ("str", "int", "bool", "tuple[str, ...]")
        _BELOW[kind] = tuple(f.name for f in fields(kind) if f.type not in plain)
    return _BELOW[kind]


def _add_nodes(value: Any, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif _is_many(value):
        for item in value:
            _add_nodes(item, found)


def _is_many(value: object) -> bool:
    return isinstance(value, tuple)


# ---- expressions


@dataclass(frozen=True, slots=True)
class Const(Node):
    """A number, truth value, text, none, or a tuple of texts (dice)."""

    value: int | bool | str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Local(Node):
    name: str


@dataclass(frozen=True, slots=True)
class Get(Node):
    """A stored value of an entity, card, event or roll."""

    owner: Expr
    field: str


@dataclass(frozen=True, slots=True)
class Stat(Node):
    """A value of an entity with all modifiers."""

    owner: Expr
    stat: str


@dataclass(frozen=True, slots=True)
class Card(Node):
    id: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A pure function of the game."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Core(Node):
    """A pure function of the core: a row of BUILTINS or of CORE_EXTRAS."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FunctionName(Node):
    """A game's function, given by name to a function of the core."""

    function: str


@dataclass(frozen=True, slots=True)
class Op(Node):
    """``and`` and ``or`` stop early; ``==`` compares values, entities by identity; ``in`` asks a collection."""

    operator: str
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """One of two values."""

    condition: Expr
    value: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Gather(Node):
    """Over a collection: some, every, count, sum, highest, lowest, set, list."""

    form: str
    name: str
    source: Expr
    condition: Expr | None
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Entities(Node):
    """All entities of a kind, oldest first."""

    kind: str


@dataclass(frozen=True, slots=True)
class Collection(Node):
    """A set (``ordered`` false: no second copies) or list of the values given."""

    items: tuple[Expr, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Can(Node):
    """Whether a verb with these values would pass its requirements now; nothing changes."""

    verb: str
    arguments: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Span(Node):
    """A duration as a value: until an event's edge, or while a condition holds. ``keep`` are the locals it reads."""

    edge: str
    skip: bool
    verbs: tuple[str, ...]
    condition: Expr | None
    keep: tuple[tuple[str, Expr], ...]


Expr = (
    Const | Local | Get | Stat | Card | Apply | Core | FunctionName | Op | Pick | Gather | Entities | Collection
    | Can | Span
)  # fmt: skip

OPERATORS = ("and", "or", "not", "neg", "+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "in")
FORMS = ("some", "every", "count", "sum", "highest", "lowest", "set", "list")

# Core functions that the language reaches by its own forms, not by a function's name.
CORE_EXTRAS = (
    "has",  # has(entity, trait) or has(square, terrain)
    "is_kind",  # is_kind(value, kind)
    "in_play",
    "game",
    "square",  # by name
    "column",
    "row",
    "elevation",
    "card_of",
    "highest",
    "lowest",
    "sum",
    "symbols",  # symbols(roll or face, symbol)
    "concat",
    "without",
    "join_dice",
)


# ---- statements


@dataclass(frozen=True, slots=True)
class Let(Node):
    """Sets a local, or a value of the event or environment that ``owner`` names."""

    owner: Expr | None
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Write(Node):
    """Changes a stored value: ``how`` is set, add or remove (numbers: plus and minus; sets: with and without)."""

    owner: Expr
    field: str
    how: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Emit(Node):
    """Does a verb. ``target`` names the local that then holds the event's target; ``body`` runs if it was done."""

    verb: str
    arguments: tuple[tuple[str, Expr], ...]
    target: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Each(Node):
    name: str
    source: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(Node):
    condition: Expr
    bound: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """A request: ``count`` none chooses one; else a set of ``least`` to ``most``. ``rank`` orders before choosing.

    ``how``: one, some, nearest (least rank only, ties chosen), random (drawn by the generator), yes (a yes or no).
    """

    how: str
    owner: Expr | None
    name: str
    options: Expr
    least: Expr | None
    most: Expr | None
    player: Expr
    such_that: Expr | None
    ranks: tuple[Expr, ...]
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Mode(Node):
    """One option of a ChooseMode; offered when its condition holds."""

    label: str
    condition: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ChooseMode(Node):
    player: Expr
    modes: tuple[Mode, ...]


@dataclass(frozen=True, slots=True)
class Roll(Node):
    owner: Expr | None
    name: str
    dice: Expr


@dataclass(frozen=True, slots=True)
class Reroll(Node):
    """Rolls some dice of a roll again; the roll held by owner.name or the local changes."""

    owner: Expr | None
    name: str
    dice: Expr


@dataclass(frozen=True, slots=True)
class Step(Node):
    name: str
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Prevent(Node):
    pass


@dataclass(frozen=True, slots=True)
class End(Node):
    frame: str


@dataclass(frozen=True, slots=True)
class Resolve(Node):
    """Runs the ability that the nearest event carries, or the AI of ``subject``."""

    subject: Expr | None


@dataclass(frozen=True, slots=True)
class Offer(Node):
    classes: tuple[str, ...]
    player: Expr
    subject: Expr | None
    once: bool


@dataclass(frozen=True, slots=True)
class Create(Node):
    owner: Expr | None
    name: str
    kind: str
    card: Expr | None
    values: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Primitive(Node):
    """put(entity, zone owner, zone name), take, place, lift, remove, shuffle, reveal, drop: see PRIMITIVES."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AddStatus(Node):
    status: Expr
    values: tuple[Expr, ...]
    target: Expr
    duration: Expr | None


@dataclass(frozen=True, slots=True)
class Lasting(Node):
    """Adds modifiers that stay for a duration; ``keep`` are the locals they read."""

    duration: Expr
    modifiers: tuple[Modifier, ...]
    keep: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Mark(Node):
    """These rulebook rows are carried out here."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note(Node):
    """What an automated figure considered, for its explanation."""

    form: str
    text: str


Stmt = (
    Let | Write | Emit | If | Each | Repeat | While | Choose | ChooseMode | Roll | Reroll | Step | Prevent | End
    | Resolve | Offer | Create | Primitive | AddStatus | Lasting | Mark | Note
)  # fmt: skip

PRIMITIVES = ("put_top", "put_bottom", "take", "place", "lift", "remove", "shuffle", "reveal", "drop", "drop_named")


# ---- definitions


@dataclass(frozen=True, slots=True)
class Require(Node):
    """A requirement: when the condition fails, the sentence made of ``message`` is the reason."""

    condition: Expr
    message: tuple[str | Expr, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A pure function: noun, relation, define or table. ``body`` none is unknown in the source.

    ``plain``: no entity is among what it takes, only squares, points, numbers, truth values and words.
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
    """``head`` are the lets and requirements before the first effect; it is pure."""

    name: str
    params: tuple[ParamDecl, ...]
    lets: tuple[str, ...]
    steps: tuple[str, ...]
    head: tuple[Let | Require | Mark, ...]
    body: tuple[Stmt, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Modifier(Node):
    """``form``: adjust, override, least, most (of ``stat``), grant (of trait ``stat``), forbid (of ``verbs``).

    ``scope`` asks whether `it` is affected (none: only `self`); ``value`` and ``condition`` read `self`, `this`, `env`.
    A forbid's ``condition`` reads `then`; its ``values`` are the parts of the sentence that says why.
    """

    form: str
    stat: str
    verbs: tuple[str, ...]
    scope: Expr | None
    value: Expr | None
    values: tuple[Expr, ...]
    condition: Expr | None
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Carrier(Node):
    """Where an ability hangs: card, every, keyword or status of a name; ``field`` is the card's text."""

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
    """When a card's text is live and who `self` is in it; ``through`` is the verb that using it goes through."""

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
    """Done whenever its condition holds; ``reads`` are the fields whose writing may change that."""

    name: str
    source: Expr | None
    condition: Expr
    body: tuple[Stmt, ...]
    reads: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster(Node):
    name: str
    params: tuple[tuple[str, str], ...]
    head: tuple[Let | Require | Mark, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatDecl(Node):
    """A modifiable value: stored, or computed from `self`; ``stacking``: sum, highest, lowest, none, source."""

    kind: str
    name: str
    value: Expr | None
    stacking: str


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """``type`` is the type's form; ``zone`` what a zone holds; ``part`` the kind of a printed part."""

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
    """``ancestors`` begins with the kind itself; ``fields`` holds inherited ones too."""

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
    """A keyword or status: its values, how copies stack, and the kind that can have it."""

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
    """A compiled game."""

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
