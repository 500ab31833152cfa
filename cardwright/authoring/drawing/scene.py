"""What of a view is drawn: figures, bases, zones and what lies beside them, with words for people.

Job: read a view (``schemas/view.schema.json``), and nothing else of a match, so that a picture tells a player no more
than the view does. Input: a view, the program's data, and which numbers the ruleset judges. Output: pieces with texts.
"""

# The parts of a view are of any type: its schema says which.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from compiler.core import ir
from dsl.dataclass import dataclass

PLACE = ("x", "y", "facing", "width", "depth")  # of a base on a table (``docs/tables.md``)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that stands or lies in the open. ``side`` is the seat of who controls it; ``told`` are its numbers."""

    name: str
    at: str | None
    size: int
    base: tuple[int, ...] | None  # where it stands on a table: as ``PLACE``
    side: int | None
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Heap:
    """A zone: what of it is seen, in order, and how many lie hidden in it."""

    owner: str
    name: str
    seen: tuple[str, ...]
    hidden: int
    ordered: tuple[str | None, ...]  # from the top; None for what is hidden


@dataclass(frozen=True, slots=True)
class Scene:
    players: tuple[str, ...]
    numbers: tuple[tuple[str, tuple[str, ...]], ...]  # of players and of the game
    standing: tuple[Piece, ...]
    elsewhere: tuple[Piece, ...]
    heaps: tuple[Heap, ...]
    terrain: Mapping[str, str]  # the words for the terrain of the board


@dataclass(frozen=True, slots=True)
class Words:
    """What a picture needs beside the view: the program's data, a language, and the names of the players by seat.

    ``judged``: of each kind the printed fields whose values are better higher or lower.
    """

    program: ir.Program
    language: str
    judged: Mapping[str, frozenset[str]]
    players: Sequence[str]


class Reader:
    """Reads one view."""

    def __init__(self, view: Mapping[str, Any], words: Words) -> None:
        self.view, self.program, self.language, self.judged = view, words.program, words.language, words.judged
        players = words.players
        self.entities: Mapping[str, Any] = view["entities"]
        self.seats = {name: seat for seat, name in enumerate(view["players"])}
        self.players = [players[seat] if seat < len(players) else f"player {seat + 1}" for seat in self.seats.values()]

    # ---- words
    def word(self, name: str) -> str:
        return self.program.names.get(name, {}).get(self.language) or name.replace("_", " ")

    def name(self, name: str) -> str:
        """What people call an entity of the view."""
        if name in self.seats:
            return self.players[self.seats[name]]
        entity = self.entities.get(name)
        if entity is None:
            return "?"
        if entity["card"] is not None:
            return self.card(entity["card"])
        own = entity["fields"].get("id")
        found = own if isinstance(own, str) and own else self.word(entity["kind"])
        return found[:1].upper() + found[1:]

    def card(self, card: str) -> str:
        declared = self.program.cards.get(card)
        own = declared.names.get(self.language) if declared is not None else None
        return own or self.word(card)

    def value(self, value: Any) -> str:
        match value:
            case {"entity": str(name)}:
                return self.name(name)
            case {"card": str(card)}:
                return self.card(card)
            case {"square": str(square)}:
                return square
            case {"hidden": True}:
                return "?"
            case str():
                return self.word(value)
            case _:
                return str(value)

    # ---- pieces
    def whole(self) -> Scene:
        pieces = [(entity, self.piece(name, entity)) for name, entity in self.entities.items()]
        drawn = set(self.seats) | self.parts()
        is_table = self.view["board"] is None and self.program.board.get("type") == "table"
        standing = tuple(p for _, p in pieces if p.at is not None or (is_table and p.base is not None))
        beside = tuple(
            piece
            for name, (entity, piece) in zip(self.entities, pieces, strict=True)
            if entity["card"] is not None and entity["zone"] is None and piece not in standing and name not in drawn
        )
        known = {t for square in (self.view["board"] or {"squares": ()})["squares"] for t in square["terrain"]}
        words = {name: self.word(name) for name in self.program.terrain if name in known}
        return Scene(tuple(self.players), tuple(self.numbers()), standing, beside, tuple(self.heaps()), words)

    def parts(self) -> set[str]:
        """The entities that are parts of others: they are no things of their own."""
        found: set[str] = set()
        for entity in self.entities.values():
            for field in self.program.kinds[entity["kind"]].fields:
                if field.part:
                    held = entity["fields"].get(field.name)
                    found |= {v["entity"] for v in (held if isinstance(held, list) else [held])
                              if isinstance(v, dict) and "entity" in v}  # fmt: skip
        return found

    def piece(self, name: str, entity: Mapping[str, Any]) -> Piece:
        fields = entity["fields"]
        whole = [fields.get(field) for field in PLACE]
        base = tuple(whole) if all(type(value) is int for value in whole) and whole[3] and whole[4] else None
        size = fields.get("size", 1)
        squares = size if type(size) is int and size > 0 else 1
        told = tuple(self.told(entity))
        return Piece(self.name(name), entity["at"], squares, base, self.seat_number(fields), told)

    def seat_number(self, fields: Mapping[str, Any]) -> int | None:
        """Who controls it, by seat."""
        for field in ("controller", "owner"):
            match fields.get(field):
                case {"entity": str(name)} if name in self.seats:
                    return self.seats[name]
                case _:
                    pass
        return None

    def told(self, entity: Mapping[str, Any]) -> Iterator[str]:
        """What has changed on an entity, its judged numbers, its statuses, and what it belongs to."""
        judged = self.judged.get(entity["kind"], frozenset())
        for field in self.program.kinds[entity["kind"]].fields:
            value = entity["fields"].get(field.name)
            if field.name in PLACE:
                continue
            is_told = field.name in judged or not field.printed
            if type(value) is int and is_told and value != (field.default or 0):
                yield f"{self.word(field.name)} {value}"
            elif value is True and not field.printed and not field.default:
                yield self.word(field.name)
            elif isinstance(value, dict) and "entity" in value and self.belongs(entity, field.name, value["entity"]):
                yield f"{self.word(field.name)} {self.name(value['entity'])}"
        for status in entity["statuses"]:
            values = [self.value(value) for value in status["values"].values() if value is not None]
            yield " ".join([self.word(status["kind"]), *values])

    def belongs(self, entity: Mapping[str, Any], field: str, other: str) -> bool:
        """Whether a field of something that stands nowhere names another thing, such as who bears it."""
        return entity["at"] is None and other not in self.seats and other in self.entities and field != "of"

    def numbers(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for name in self.seats:
            if name in self.entities:
                yield self.name(name), tuple(self.told(self.entities[name]))
        for name, entity in self.entities.items():
            if entity["kind"] == "game" and name not in self.seats:
                yield self.name(name), tuple(self.told(entity))

    # ---- zones
    def heaps(self) -> Iterator[Heap]:
        for key, zone in self.view["zones"].items():
            owner, _, field = key.partition(".")
            if zone["count"]:
                ordered = tuple(self.name(item) if item is not None else None for item in zone["entities"])
                seen = tuple(item for item in ordered if item is not None)
                yield Heap(self.name(owner), self.word(field), seen, zone["count"] - len(seen), ordered)
