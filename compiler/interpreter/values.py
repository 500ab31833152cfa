"""Values of a running game: entities, zones, events, rolls, durations, requests.

Job: hold data; nothing here knows the order in which things happen. Entities are instances of one class per kind,
made from the program, with a slot per field, so that a compiled condition reads a field as fast as Python can.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from compiler.interpreter.table import Shape


class Entity:
    """Base of the classes made for kinds. Names with an underscore are the runtime's own.

    ``_id`` counts from 1 by age; ``_kind`` is the kind's name and ``_kinds`` it and its ancestors; ``_zone`` where it
    lies, ``_card`` what it was made from, ``_alive`` until it is removed; ``_statuses`` what lies on it.
    """

    __slots__ = ("_alive", "_card", "_id", "_keywords", "_statuses", "_zone")
    _alive: bool
    _card: Any  # the card it was made from, or None
    _id: Any  # a number; a card's own id for the card itself; a text for a granted keyword
    _keywords: tuple[Any, ...]
    _statuses: tuple[Any, ...]
    _zone: Zone | None
    at: Any  # the square of a figure that stands on the board
    bearer: Any  # who a status lies on, or has a keyword
    _kind = ""
    _kinds: frozenset[str] = frozenset()
    _figure = False
    _stands = False  # whether it is in play on a square, and not merely outside of all zones
    _sized = False  # whether the kind says how many squares a side takes

    def __repr__(self) -> str:
        return f"<{label(self)}>"


def label(value: Any) -> str:
    """A value as transcripts and prompts name it; the same in every run and runtime."""
    if isinstance(value, Entity):
        own = getattr(value, "id", "")
        name = value._card._id if value._card is not None else own if own and isinstance(own, str) else value._kind
        return f"{name}#{value._id}" if isinstance(value._id, int) else str(value._id)
    if isinstance(value, tuple) and not isinstance(value, Shape):
        return "[" + ", ".join(label(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Usable):
        return value.text()
    return "none" if value is None else str(value)


class Square(int):
    """A square of a board of some width; shows its name. Columns and rows count from 0, from the upper left."""

    name: str
    column: int
    row: int

    def __new__(cls, index: int, name: str, width: int) -> Square:
        made = super().__new__(cls, index)
        made.name = name
        made.row, made.column = divmod(index, width)
        return made

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class Zone:
    """An ordered place for entities; the first is the top."""

    __slots__ = ("items", "name", "owner", "visible")

    def __init__(self, name: str, owner: Entity, visible: str) -> None:
        self.name, self.owner, self.visible = name, owner, visible
        self.items: list[Entity] = []

    def is_within(self, entity: Entity) -> bool:
        """Whether it is a zone of the entity, or of something that lies in one of its zones."""
        zone: Zone | None = self
        while zone is not None and zone.owner is not entity:
            zone = zone.owner._zone
        return zone is not None

    def __iter__(self) -> Iterator[Entity]:
        return iter(tuple(self.items))

    def __contains__(self, item: object) -> bool:
        return getattr(item, "_zone", None) is self

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"{label(self.owner)}.{self.name}"


@dataclass(slots=True, eq=False)
class Face:
    """One die as it lies: its name, the face's number from 0, and the symbols on it."""

    die: str
    index: int
    symbols: dict[str, int]

    def __str__(self) -> str:
        shown = ", ".join(f"{k} {v}" if k != "value" else str(v) for k, v in sorted(self.symbols.items()))
        return f"{self.die}({shown})"


class Roll(tuple[Face, ...]):
    """Dice as they lie, in order."""

    __slots__ = ()


class Event:
    """A happening. The verb's parameters and lets are attributes beside the runtime's own.

    Most events are only asked about, so what they begin with is the class's until it becomes another.
    """

    _outcome: str = ""  # done, illegal, fizzled, prevented
    _reason: Refusal | None = None
    _use: Usable | None = None
    _replaced: frozenset[tuple[str, int]] = frozenset()
    _prevented: frozenset[str] = frozenset()  # its steps by name; the empty name is the whole event

    def __init__(self, verb: str, parent: Event | None, number: int) -> None:
        self._verb = verb
        self._parent = parent
        self._number = number

    @property
    def _done(self) -> bool:
        return self._outcome == "done"

    def __repr__(self) -> str:
        return f"<{self._verb} {self._number}>"


class Env:
    """Values that a lasting modifier or duration has kept."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)


@dataclass(slots=True, eq=False)
class Duration:
    """``edge``: start, end, while. ``skip`` the first matching end; ``until`` names what tells which event."""

    edge: str
    skip: bool
    verbs: tuple[str, ...]
    until: int | None
    env: Env

    def __str__(self) -> str:
        if self.edge == "while":
            return "while it holds"
        return f"until {self.edge} of {'next ' if self.skip else ''}{' or '.join(self.verbs)}"


@dataclass(slots=True, eq=False)
class Effect:
    """Something that lasts: modifiers, or a status on its bearer."""

    number: int
    duration: Duration | None
    modifiers: tuple[int, ...] = ()
    env: Env | None = None
    status: Entity | None = None


class Refusal:
    """Why something is illegal: a sentence, the span-table index of the failing requirement, its rulebook rows.

    ``parts`` are those of the sentence, texts and values; a refusal that was read from a snapshot has none. Most
    refusals are never read, so the sentence is put together when somebody asks for it: what a value is called stays.
    """

    __slots__ = ("_message", "at", "parts", "rows")

    def __init__(self, message: str | None, at: int, rows: tuple[str, ...] = (), parts: tuple[Any, ...] = ()) -> None:
        self._message, self.at, self.rows, self.parts = message, at, rows, parts

    @property
    def message(self) -> str:
        if self._message is None:
            self._message = "".join(map(label, self.parts))
        return self._message

    @classmethod
    def of(cls, parts: Iterable[Any], at: int, rows: tuple[str, ...]) -> Refusal:
        return cls(None, at, rows, tuple(parts))


@dataclass(frozen=True, slots=True, eq=False)
class Usable:
    """An ability that someone may use now: its index, who it is told from, what carries it, what it answers."""

    ability: int
    name: str
    me: Entity
    this: Entity
    trigger: Event | None = None

    def text(self) -> str:
        return f"{self.name} of {label(self.me)}" + (f" by {label(self.this)}" if self.this is not self.me else "")


# ---- requests: what a running game asks its driver


@dataclass(slots=True)
class Choose:
    """``who`` picks ``least`` to ``most`` of ``options``; the answer is a list of positions in ``options``.

    ``such_that`` judges the whole. ``kind``: one, some, yes, mode, use, order. For a use, position -1 is a pass.
    """

    is_frame: ClassVar[bool] = False
    who: Entity
    kind: str
    prompt: str
    options: tuple[Any, ...]
    least: int
    most: int
    at: int
    such_that: Callable[[tuple[Any, ...]], bool] | None = None


@dataclass(slots=True)
class RollDice:
    """The answer is a face's position per die."""

    is_frame: ClassVar[bool] = False
    dice: tuple[str, ...]
    sizes: tuple[int, ...]
    at: int


@dataclass(slots=True)
class Draw:
    """The answer is a position below ``size``."""

    is_frame: ClassVar[bool] = False
    size: int
    at: int


@dataclass(slots=True)
class Shuffle:
    """The answer is a permutation of the positions below ``size``."""

    is_frame: ClassVar[bool] = False
    size: int
    at: int


Request = Choose | RollDice | Draw | Shuffle


# ---- how events end early


class Prevented(Exception):
    def __init__(self, event: Event | None, step: str = "") -> None:
        self.event, self.step = event, step


class Ended(Exception):
    def __init__(self, event: Event) -> None:
        self.event = event


class Unpaid(Exception):
    """A cost could not be paid."""


class Fault(Exception):
    """A defined failure of a run: a bound was passed, or content met a value that it does not have.

    The state is then as it was before the outermost event.
    """

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.message, self.at = message, at


LARGEST = 2**53  # a number is smaller, so that every engine has all of its digits


def past(value: int) -> int:
    """A number that was worked out, unless it is past what every engine can hold."""
    if -LARGEST < value < LARGEST:
        return value
    raise Fault("a number passed 2^53")


class Exhausted(Fault):
    """A bound was passed. Rules cannot catch it: a dry run that meets it has no answer."""


class Divergent(Exhausted):
    """The rules come to no end: events inside of each other, checks, offers, or questions that ask themselves."""


class Missing(Fault):
    """A value is none where one is needed."""


class Misfit(Fault):
    """What a test says beforehand does not fit what is asked in it: an answer, a roll or a pick."""


class Stopped(Exception):
    """Whoever runs the game stops it; rules have no say in that. The state is taken back, as with a fault."""


@dataclass(slots=True)
class Bounds:
    """What a run may do: everything is bounded, and alike in every engine (``docs/language.md``, "Bounds").

    ``work`` is for a stretch between two answers of a player; ``steps`` (events and requests) and ``changes`` are for
    one outermost event. ``depth`` is of events inside of each other, ``size`` that of a collection; ``entities`` are of
    one kind, ``statuses`` lie on one bearer, and a ``crowd`` stands on one square.
    """

    work: int = 100_000_000
    steps: int = 2_000_000
    changes: int = 1_000_000
    depth: int = 60
    entities: int = 5_000
    statuses: int = 500
    crowd: int = 100
    checks: int = 200
    size: int = 10_000


@dataclass(frozen=True, slots=True)
class Remark:
    """Why an automated figure did what it did: before which line of the transcript, of what sort, in which words.

    ``ranks`` has each candidate of a choice with its ranks, least first; ``best`` are those that the ranks left.
    """

    line: int
    form: str
    text: str
    at: int
    ranks: tuple[tuple[Any, tuple[int, ...]], ...] = ()
    best: tuple[Any, ...] = ()


@dataclass(slots=True)
class Trace:
    """What happened, line by line; lines are the same in every run and runtime. ``asking``: requests are lines, too."""

    asking: bool = False
    lines: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def remark(self, form: str, text: str, at: int) -> None:
        self.remarks.append(Remark(len(self.lines), form, text, at))

    def weigh(self, at: int, ranks: tuple[tuple[Any, tuple[int, ...]], ...], best: tuple[Any, ...]) -> None:
        self.remarks.append(Remark(len(self.lines), "weighed", "", at, ranks, best))

    def settled(self, at: int, found: tuple[Any, ...]) -> None:
        """A choice of which nobody is asked; who traces may note it."""

    def asked(self, request: Choose, answer: Any) -> None:
        """A choice of a player; who traces may note it."""

    def add(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)
