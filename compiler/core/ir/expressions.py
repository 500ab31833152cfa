"""Expressions of the core tree: they are pure."""

from __future__ import annotations

from compiler.core.ir.node import Node
from dsl.dataclass import dataclass


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
# has(entity, trait), has(square, terrain), is_kind(value, kind), square(name), symbols(roll or face, symbol),
# same_name(status, status)
CORE_EXTRAS = (
    "has", "is_kind", "in_play", "game", "square", "column", "row", "elevation", "card_of", "highest", "lowest", "sum",
    "symbols", "concat", "without", "join_dice", "range", "only", "remaining", "measure", "same_name",
)  # fmt: skip
