"""The vocabulary of a game: the meaning of its names.

Job: hold every declared kind, field, enum, die, noun, function, verb, status, keyword, card and roster, with the
place of its declaration. Built by ``dsl.meaning.declare``; read by every later pass. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, cast

from dsl.dataclass import dataclass
from dsl.meaning.lexicon import Lexicon
from dsl.meaning.types import UNKNOWN, Type
from dsl.source import Span
from dsl.syntax import ast


@dataclass(slots=True)
class Field:
    """A field of a kind. ``zone``: the kind of the entities that it holds, in order. ``printed``: the card has the
    value.

    ``better`` says which values are good for the owner: higher, lower, or empty (not declared). ``roster``: this zone
    of a player starts with the cards that the player's roster lists under that name.
    """

    name: str
    type: Type
    span: Span
    printed: bool = False
    default: Any = None
    has_default: bool = False
    zone: str = ""
    visible: str = "all"
    minimum: int | None = None
    maximum: int | None = None
    better: str = ""
    roster: str = ""
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Stat:
    """A value that modifiers change: a field of a kind, or an expression."""

    name: str
    kind: str
    span: Span
    node: ast.StatDef
    type: Type
    stacking: str = "sum"
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Kind:
    """``parent``: the kind in `is:`. ``figure``: stands on the board. ``card``: has cards. ``part``: is
    inside a card.
    """

    name: str
    span: Span
    parent: str = ""
    figure: bool = False
    card: bool = False
    part: bool = False
    fields: dict[str, Field] = field(default_factory=dict[str, Field])
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Enum:
    name: str
    span: Span
    values: dict[str, Span]
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Die:
    """``faces`` has one mapping from symbols to counts for each face (``value`` is its number); None: unknown."""

    name: str
    span: Span
    faces: tuple[dict[str, int], ...] | None
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Param:
    name: str
    type: Type
    preposition: str
    default: ast.Expr | None
    span: Span


@dataclass(slots=True)
class Noun:
    """``relative``: the condition uses ``self``, as that of ``enemy``."""

    name: str
    span: Span
    node: ast.NounDef
    kind: Type
    relative: bool = False
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Function:
    """A relation, define or table."""

    name: str
    span: Span
    node: ast.RelationDef | ast.DefineDef | ast.TableDef
    params: tuple[Param, ...]
    result: Type
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Verb:
    """``lets``: the values that triggers may read, with the number of the step that sets each (0: before the first).
    ``resolves``: it runs the text that is being used (`resolve`), itself or in a verb that it calls.
    """

    name: str
    span: Span
    node: ast.VerbDef
    params: tuple[Param, ...]
    steps: tuple[str, ...]
    lets: dict[str, tuple[Type, int]] = field(default_factory=dict[str, tuple[Type, int]])
    rows: tuple[str, ...] = ()
    resolves: bool = False

    @property
    def actor(self) -> Param | None:
        """Who acts: the parameter with `by`, else the first entity."""
        by = [p for p in self.params if p.preposition == "by"]
        entities = [p for p in self.taken if p.type.form == "kind"]
        return (by or entities or [None])[0]  # type: ignore[list-item]

    @property
    def taken(self) -> tuple[Param, ...]:
        """The parameters that take operands: not what the verb gives."""
        return tuple(p for p in self.params if p.preposition != "gives")

    @property
    def result(self) -> Param | None:
        """What the verb gives back."""
        return next((p for p in self.params if p.preposition == "gives"), None)

    def param(self, name: str) -> Param | None:
        return next((p for p in self.params if p.name == name), None)


@dataclass(slots=True)
class Events:
    name: str
    span: Span
    members: tuple[str, ...]


@dataclass(slots=True)
class Statuses:
    """A class of statuses."""

    name: str
    span: Span
    members: tuple[str, ...]
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Trait:
    """A keyword or status: a named group of abilities with parameters."""

    name: str
    span: Span
    form: str
    node: ast.KeywordDef | ast.StatusDef
    params: tuple[Param, ...]
    kind: str
    stacking: str = "all"
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Roster:
    name: str
    span: Span
    node: ast.RosterDef
    params: tuple[Param, ...]
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Invariant:
    """A condition that always holds: of the whole game, or of each entity of a kind or noun."""

    name: str
    span: Span
    node: ast.InvariantDef
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Keep:
    """A roster to which those of a kind keep in every scenario. ``values``: a define for each of its parameters.

    ``where`` is a relation that tells who keeps to it; empty: all. Each name has its place.
    """

    kind: str
    roster: str
    where: str
    values: dict[str, str]
    places: dict[str, Span]
    span: Span


@dataclass(slots=True)
class Heading:
    """The first line of abilities, named once. ``self_type``: the type of `self` in it, set by the checker."""

    name: str
    kind: str
    span: Span
    node: ast.HeadingDef
    params: tuple[Param, ...]
    rows: tuple[str, ...] = ()
    self_type: Type = UNKNOWN


class Part(tuple[str, tuple[tuple[str, Any], ...]]):
    """The kind and the printed values of a part."""

    __slots__ = ()

    def __new__(cls, kind: str, values: tuple[tuple[str, Any], ...]) -> Part:
        return super().__new__(cls, (kind, values))

    @property
    def kind(self) -> str:
        return self[0]

    @property
    def values(self) -> dict[str, Any]:
        return dict(self[1])


@dataclass(slots=True)
class TextPart:
    """An ability text of a card: its field and the parsed abilities."""

    field: str
    span: Span
    abilities: tuple[Any, ...]


@dataclass(slots=True)
class Card:
    """``values`` are the printed fields as data, parts as nested dicts; ``spans`` are the places of the fields.

    ``printed``: the text that stands on the card, by language, where the author gives it. ``others``: its other states.
    """

    id: str
    kind: str
    span: Span
    values: dict[str, Any]
    spans: dict[str, Span]
    texts: tuple[TextPart, ...] = ()
    rows: tuple[str, ...] = ()
    provenance: str = ""
    names: dict[str, str] = field(default_factory=dict[str, str])
    references: tuple[tuple[str, Span, str], ...] = ()
    printed: dict[str, Span] = field(default_factory=dict[str, Span])
    others: tuple[Card, ...] = ()

    def printed_lines(self, language: str) -> list[str]:
        """The lines of the printed text; none where the author gives no text in the language."""
        place = self.printed.get(language)
        lines = place.text.split("\n") if place is not None else ()
        return [line.strip() for line in lines if line.strip()]


@dataclass(slots=True)
class Vocabulary:
    """All names of one game. ``definitions`` are the parsed ones in the order of the files, with their rulebook rows.

    ``places`` are those of names in the ruleset: `start`, `order`. ``scenario`` is the default one.
    """

    game: str
    start: str = ""
    board: dict[str, Any] = field(default_factory=dict[str, Any])
    languages: tuple[str, ...] = ()
    version: str = ""
    policy: dict[str, str] = field(default_factory=dict[str, str])
    scenario: str = ""
    places: dict[str, Span] = field(default_factory=dict[str, Span])
    kinds: dict[str, Kind] = field(default_factory=dict[str, Kind])
    enums: dict[str, Enum] = field(default_factory=dict[str, Enum])
    dice: dict[str, Die] = field(default_factory=dict[str, Die])
    nouns: dict[str, Noun] = field(default_factory=dict[str, Noun])
    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    stats: dict[tuple[str, str], Stat] = field(default_factory=dict[tuple[str, str], Stat])
    verbs: dict[str, Verb] = field(default_factory=dict[str, Verb])
    events: dict[str, Events] = field(default_factory=dict[str, Events])
    statuses: dict[str, Statuses] = field(default_factory=dict[str, Statuses])
    traits: dict[str, Trait] = field(default_factory=dict[str, Trait])
    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    rosters: dict[str, Roster] = field(default_factory=dict[str, Roster])
    kept_rosters: tuple[Keep, ...] = ()
    invariants: dict[str, Invariant] = field(default_factory=dict[str, Invariant])
    headings: dict[tuple[str, str], Heading] = field(default_factory=dict[tuple[str, str], Heading])
    terrain: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    names: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    definitions: tuple[tuple[ast.Item, tuple[str, ...]], ...] = ()
    words: Lexicon | None = None

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """The kind and its ancestors, nearest first."""
        found: list[str] = []
        while kind in self.kinds and kind not in found:
            found.append(kind)
            kind = self.kinds[kind].parent
        return tuple(found)

    def fields_of(self, kind: str) -> dict[str, Field]:
        """The fields of a kind, with inherited ones first."""
        merged: dict[str, Field] = {}
        for name in reversed(self.ancestors(kind)):
            merged.update(self.kinds[name].fields)
        return merged

    def field_of(self, kind: str, name: str) -> Field | None:
        for ancestor in self.ancestors(kind):
            if name in self.kinds[ancestor].fields:
                return self.kinds[ancestor].fields[name]
        return None

    def stat_of(self, kind: str, name: str) -> Stat | None:
        for ancestor in self.ancestors(kind):
            if (ancestor, name) in self.stats:
                return self.stats[ancestor, name]
        return None

    def named_heading(self, kind: str, name: str) -> Heading | None:
        return next((self.headings[k, name] for k in self.ancestors(kind) if (k, name) in self.headings), None)

    def is_figure(self, kind: str) -> bool:
        return any(self.kinds[k].figure for k in self.ancestors(kind))

    def heirs(self, kind: str) -> Iterator[str]:
        """The kind and all kinds below it, in order of declaration."""
        return (name for name in self.kinds if kind in self.ancestors(name))

    def symbols(self) -> frozenset[str]:
        """The symbols on the faces of the game's dice."""
        return frozenset(s for die in self.dice.values() for face in die.faces or () for s in face if s != "value")

    def terrain_letters(self) -> dict[str, str]:
        """The letter of each terrain on drawn boards; empty for a terrain without one."""
        declared: dict[str, Any] = self.board.get("terrain") or {}
        written = cast("dict[str, dict[str, Any] | str]", declared)
        return {name: str(o.get("symbol", "")) if isinstance(o, dict) else str(o) for name, o in written.items()}

    def enums_with(self, value: str) -> list[str]:
        return [e.name for e in self.enums.values() if value in e.values]

    def verbs_named(self, name: str) -> tuple[str, ...]:
        """The verbs that a name in a pattern stands for: the verb itself, or the members of an event class."""
        if name in self.verbs:
            return (name,)
        members = self.events[name].members if name in self.events else ()
        return tuple(member for member in members if member in self.verbs)

    def statuses_named(self, name: str) -> list[Trait]:
        """The statuses that a name stands for: the status itself, or the members of a class of statuses."""
        members = self.statuses[name].members if name in self.statuses else (name,)
        found = [self.traits[member] for member in members if member in self.traits]
        return [trait for trait in found if trait.form == "status"]
