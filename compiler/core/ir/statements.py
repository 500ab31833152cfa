"""Statements of the core tree: they run in order. Choose, Roll, Reroll and Offer send a request to the host."""

from __future__ import annotations

from compiler.core.ir.expressions import Expr
from compiler.core.ir.modifiers import Modifier
from compiler.core.ir.node import Node
from dsl.dataclass import dataclass


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
    """Calls a verb. A local that ``target`` names then holds the event's target; one that ``result`` names, if it was
    done, the value named there. ``body`` runs if the verb was not refused."""

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
