"""The core tree: small, closed, with all names resolved. Stages after lowering see only this tree.

Job: define the nodes of a compiled game; none is specific to a game. Expressions are pure. Statements run in order;
four of them (Choose, Roll, Reroll, Offer) send a request to the host. ``at`` is an index into the span table.

Values: whole numbers within 2^53, booleans, texts, none, sets and lists (both in a fixed order, sets without
duplicates), entities, cards, squares (numbers), points (pairs), rolls, events. Enum constants are texts.

Names in expressions: ``self``, ``this``, ``it``, ``trigger`` (the event to which a text reacts), ``ev`` (the event
whose verb runs), ``env`` (values that a modifier or duration keeps while it lasts), and the locals of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, cast

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
_PLAIN = ("str", "int", "bool", "tuple[str, ...]")


def _below(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class that can hold nodes. Cached, because every pass asks for each node."""
    if kind not in _BELOW:
        _BELOW[kind] = tuple(f.name for f in fields(kind) if f.type not in _PLAIN)
    return _BELOW[kind]


def _add_nodes(value: Any, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for item in cast(tuple[Any, ...], value):
            _add_nodes(item, found)


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
    """The value of a stat with all modifiers."""

    owner: Expr
    stat: str


@dataclass(frozen=True, slots=True)
class Card(Node):
    id: str


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """A call of a function of the game."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Core(Node):
    """A call of a core function: a row of BUILTINS or of CORE_EXTRAS."""

    function: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FunctionName(Node):
    """A function of the game that is passed to a core function."""

    function: str


@dataclass(frozen=True, slots=True)
class Op(Node):
    """``and`` and ``or`` stop early; ``==`` compares values, and entities by identity; ``in`` tests membership."""

    operator: str
    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """A conditional expression: ``value`` or ``otherwise``."""

    condition: Expr
    value: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Bind(Node):
    """``body``, in which the local ``name`` is ``value``, which is worked out once."""

    name: str
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Gather(Node):
    """An operation over a collection: one of FORMS."""

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
    """A set (``ordered`` false: without duplicates) or list of the given values."""

    items: tuple[Expr, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Can(Node):
    """Whether a verb with these values would meet its requirements now; changes nothing."""

    verb: str
    arguments: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Span(Node):
    """A duration as a value: until the start or end of an event, or while a condition holds. ``keep``: locals
    it reads.
    """

    edge: str
    skip: bool
    verbs: tuple[str, ...]
    condition: Expr | None
    keep: tuple[tuple[str, Expr], ...]


Expr = (
    Const | Local | Get | Stat | Card | Apply | Core | FunctionName | Op | Pick | Bind | Gather | Entities | Collection
    | Can | Span
)  # fmt: skip

OPERATORS = ("and", "or", "not", "neg", "+", "-", "*", "==", "!=", "<", "<=", ">", ">=", "in")
FORMS = ("some", "every", "count", "sum", "highest", "lowest", "set", "list", "with_lowest", "with_highest")

# Core functions that the language writes with its own syntax instead of a function call.
# has(entity, trait), has(square, terrain), is_kind(value, kind), square(name), symbols(roll or face, symbol)
CORE_EXTRAS = (
    "has", "is_kind", "in_play", "game", "square", "column", "row", "elevation", "card_of", "highest", "lowest", "sum",
    "symbols", "concat", "without", "join_dice", "range", "only", "remaining", "measure",
)  # fmt: skip


# ---- statements


@dataclass(frozen=True, slots=True)
class Let(Node):
    """Sets a local, or a value of the event or environment in ``owner``."""

    owner: Expr | None
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Write(Node):
    """Changes a stored value: ``how`` is set, add or remove (for numbers plus and minus, for sets with and without)."""

    owner: Expr
    field: str
    how: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Emit(Node):
    """Calls a verb. The local ``target`` then holds the event's target; a local that ``result`` names, if it does, the
    value named there. ``body`` runs if the verb was not refused."""

    verb: str
    arguments: tuple[tuple[str, Expr], ...]
    target: str
    result: tuple[str, ...]
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
    """A request: without ``count`` it chooses one, else a set of ``least`` to ``most``. ``rank`` orders the options.

    ``how``: one, some, nearest (only options of the lowest rank; the player decides ties), random (the generator
    decides), yes (yes or no).
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
    """One option of a ChooseMode; it is offered if its condition holds."""

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
    """Rolls some dice of a roll again; changes the roll in ``owner.name`` or in the local ``name``."""

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
    """Runs the ability that the nearest event holds, or the AI of ``subject``."""

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
    """Adds modifiers for a duration; ``keep`` are the locals that they read."""

    duration: Expr
    modifiers: tuple[Modifier, ...]
    keep: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Mark(Node):
    """Marks that these rulebook rows are implemented here."""

    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note(Node):
    """Records what an AI considered, for `explain-turn`."""

    form: str
    text: str


Stmt = (
    Let | Write | Emit | If | Each | Repeat | While | Choose | ChooseMode | Roll | Reroll | Step | Prevent | End
    | Resolve | Offer | Create | Primitive | AddStatus | Lasting | Mark | Note
)  # fmt: skip

PRIMITIVES = (
    "put_top", "put_bottom", "put_before", "put_after", "take", "place", "lift", "remove", "shuffle", "reveal", "drop",
    "drop_named",
)  # fmt: skip


# ---- definitions


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
