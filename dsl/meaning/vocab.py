"""The vocabulary of a game: what its names mean.

Job: hold every declared kind, field, enum, die, noun, function, verb, status, keyword, card and roster, with the
place of its declaration. Built by ``dsl.meaning.declare``; read by every later pass. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from dsl.meaning.types import Type
from dsl.source import Span
from dsl.syntax import ast


@dataclass(slots=True)
class Field:
    """A field of a kind. ``zone`` holds entities of that kind in order; ``printed`` comes from the card.

    ``better`` is what is good for who has it: higher, lower, or not said. A zone of a player begins with the cards
    that the player's roster lists under the name ``roster``.
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
    """A value of a kind that modifiers change: a field, or an expression."""

    name: str
    kind: str
    span: Span
    node: ast.StatDef
    type: Type
    stacking: str = "sum"
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Kind:
    """``is`` names the parent; ``figure`` stands on the board; ``card`` comes from cards; ``part`` inside one."""

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
    """``faces`` maps symbols to counts, one entry a face (``value`` is the number on it); None is unknown."""

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
    """``relative`` nouns (``enemy``) need a ``self`` to be told from."""

    name: str
    span: Span
    node: ast.NounDef
    kind: Type
    relative: bool = False
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Function:
    """A relation, define or table: pure, named, typed."""

    name: str
    span: Span
    node: ast.RelationDef | ast.DefineDef | ast.TableDef
    params: tuple[Param, ...]
    result: Type
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Verb:
    """``lets`` are the values that its triggers may read, with the step (0: before the first) that makes them."""

    name: str
    span: Span
    node: ast.VerbDef
    params: tuple[Param, ...]
    steps: tuple[str, ...]
    lets: dict[str, tuple[Type, int]] = field(default_factory=dict[str, tuple[Type, int]])
    rows: tuple[str, ...] = ()

    @property
    def actor(self) -> Param | None:
        """Who does it: the parameter with `by`, else the first entity."""
        by = [p for p in self.params if p.preposition == "by"]
        entities = [p for p in self.params if p.type.form == "kind"]
        return (by or entities or [None])[0]  # type: ignore[list-item]

    def param(self, name: str) -> Param | None:
        return next((p for p in self.params if p.name == name), None)


@dataclass(slots=True)
class Events:
    name: str
    span: Span
    members: tuple[str, ...]


@dataclass(slots=True)
class Trait:
    """A keyword or status: a named bundle of abilities, with values of its own."""

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
class TextPart:
    """A card's ability text: the field it stands in and what was parsed there."""

    field: str
    span: Span
    abilities: tuple[Any, ...]


@dataclass(slots=True)
class Card:
    """``values`` are the printed fields as data; parts are nested dicts; ``spans`` where each stands."""

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


@dataclass(slots=True)
class Vocabulary:
    """All names of one game. ``definitions`` are the parsed ones in file order, each with its rulebook rows.

    ``places`` are those of the names that the ruleset gives: `start`, `order`. ``scenario`` is the usual one.
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
    traits: dict[str, Trait] = field(default_factory=dict[str, Trait])
    cards: dict[str, Card] = field(default_factory=dict[str, Card])
    rosters: dict[str, Roster] = field(default_factory=dict[str, Roster])
    terrain: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    names: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    definitions: tuple[tuple[ast.Item, tuple[str, ...]], ...] = ()

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """The kind and its parents, nearest first."""
        found: list[str] = []
        while kind in self.kinds and kind not in found:
            found.append(kind)
            kind = self.kinds[kind].parent
        return tuple(found)

    def fields_of(self, kind: str) -> dict[str, Field]:
        """The fields of a kind with those it inherits, parents' first."""
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

    def is_figure(self, kind: str) -> bool:
        return any(self.kinds[k].figure for k in self.ancestors(kind))

    def heirs(self, kind: str) -> Iterator[str]:
        """The kind and all kinds below it, in order of declaration."""
        return (name for name in self.kinds if kind in self.ancestors(name))

    def symbols(self) -> frozenset[str]:
        """The symbols on the faces of the game's dice."""
        return frozenset(s for die in self.dice.values() for face in die.faces or () for s in face if s != "value")

    def terrain_letters(self) -> dict[str, str]:
        """The letter by which drawn boards show each terrain; empty for one that no drawing shows."""
        declared: dict[str, Any] = self.board.get("terrain") or {}
        written = cast("dict[str, dict[str, Any] | str]", declared)
        return {name: str(o.get("symbol", "")) if isinstance(o, dict) else str(o) for name, o in written.items()}

    def enums_with(self, value: str) -> list[str]:
        return [e.name for e in self.enums.values() if value in e.values]

    def verbs_named(self, name: str) -> tuple[str, ...]:
        """The verbs that a pattern's name means: itself, or the members of an event class."""
        if name in self.verbs:
            return (name,)
        members = self.events[name].members if name in self.events else ()
        return tuple(member for member in members if member in self.verbs)
