"""Observations: a view as tables of numbers.

Job: write what a player may know in tables of a fixed size, and count what finds no place in them. Input: a view as
data, and what is asked with the ids of its options. Output: arrays of numbers. Knows no match: what a view does not
have cannot be in an observation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardwright.envs.setting import Setting
from dsl.checking.squares import place_named
from dsl.dataclass import dataclass

Numbers = NDArray[np.float32]
View = Mapping[str, Any]

# What a value is, in the column before its number.
NONE, NUMBER, WORD, ENTITY, SQUARE, CARD, HIDDEN, SEVERAL, OTHER, ZONE, FACE, ABILITY = range(12)
_EDGES = {"start": 1, "end": 2, "while": 3}
_OF_ENTITY = 6  # columns of an entity before those of its fields


@dataclass(frozen=True, slots=True)
class Asking:
    """What somebody sees of a request beside the view: the ids of its options, and which were picked so far."""

    ids: Sequence[int] = ()
    picked: Sequence[int] = ()


@dataclass(slots=True)
class Observation:
    """``tables`` by name; ``left_out`` counts by table what had no place, with `value` for numbers cut to the limit."""

    tables: dict[str, Numbers]
    left_out: dict[str, int] = field(default_factory=dict[str, int])


class Layout:
    """The tables of a setting. ``shapes``: by name, in the order in which a vector has them."""

    def __init__(self, setting: Setting) -> None:
        sizes = setting.sizes
        self.setting = setting
        self.shapes: dict[str, tuple[int, ...]] = {
            "left_out": (1,),
            "turn": (8,),
            "players": (len(setting.seats), 3),
            "entities": (sizes.entities, _OF_ENTITY + 2 * setting.width),
            "zones": (sizes.zones, 3),
            "traits": (sizes.traits, 4),
            "items": (sizes.items, 4),
            "effects": (sizes.effects, 3),
            "squares": (len(setting.squares), 6 + len(setting.terrain)),
            "options": (sizes.options, 6),
        }
        self.first: dict[str, int] = {}
        self.size = 0
        for name, shape in self.shapes.items():
            self.first[name] = self.size
            self.size += int(np.prod(shape))

    def observed(self, view: View | None, asking: Asking) -> Observation:
        """The tables of a view; of none, where the match is not built yet, all are 0."""
        writer = Writer(self)
        if view is not None:
            writer.write(view, asking)
        return Observation(writer.tables, {name: n for name, n in writer.left_out.items() if n})

    def vector(self, observation: Observation) -> Numbers:
        """All tables in one row of numbers."""
        return np.concatenate([observation.tables[name].ravel() for name in self.shapes])


class Writer:
    """One observation that is being written."""

    def __init__(self, layout: Layout) -> None:
        self.setting, self.most = layout.setting, layout.setting.sizes.value
        self.tables: dict[str, Numbers] = {n: np.zeros(shape, np.float32) for n, shape in layout.shapes.items()}
        self.filled = dict.fromkeys(layout.shapes, 0)
        self.left_out = {**dict.fromkeys(layout.shapes, 0), "value": 0}
        self.rows: dict[str, int] = {}

    def write(self, view: View, asking: Asking) -> None:
        self.rows = {name: row for row, name in enumerate(view["entities"])}
        self.turn(view, asking)
        for name, row in view["entities"].items():
            self.entity(self.rows[name], row)
        for name, zone in view["zones"].items():
            owner, _, zone_name = name.partition(".")
            self.add("zones", (self.row_of(owner), self.setting.zones[zone_name] + 1, zone["count"]))
        for effect in view["effects"]:
            named = next((self.coded(value)[1] for value in effect["values"].values() if _is_entity(value)), 0)
            places = [self.setting.places.get(place, -1) + 1 for place in effect["places"]]
            self.add("effects", (next(iter(places), 0), self.edge(effect["until"]), named))
        self.squares(view["board"])
        self.options(view["request"], asking)
        self.tables["left_out"][0] = sum(self.left_out.values())

    def add(self, table: str, values: Sequence[int]) -> None:
        """The next row of a table, or one more that is left out."""
        held, row = self.tables[table], self.filled[table]
        if row == len(held):
            self.left_out[table] += 1
            return
        held[row, : len(values)] = [self.bounded(value) for value in values]
        self.filled[table] += 1

    def bounded(self, value: int) -> int:
        if -self.most <= value <= self.most:
            return value
        self.left_out["value"] += 1
        return self.most if value > 0 else -self.most

    # ---- parts of a view
    def turn(self, view: View, asking: Asking) -> None:
        """What is asked, whom, and whether it is the viewer."""
        request: Mapping[str, Any] = view["request"] or {}
        asked, mine = request.get("who", {}).get("entity"), "kind" in request
        for seat, name in enumerate(view["players"][: len(self.setting.seats)]):
            self.tables["players"][seat] = (self.row_of(name), seat == view["for"], name == asked)
        seat = view["players"].index(asked) + 1 if asked in view["players"] else 0
        values = (
            (
                self.setting.asked[request["kind"]] + 1, request["least"], request["most"], request["judged"],
                len(asking.picked), self.setting.places.get(request["place"], -1) + 1,
            )
            if mine
            else (0,) * 6
        )  # fmt: skip
        self.tables["turn"][:] = [self.bounded(int(value)) for value in (seat, mine, *values)]

    def entity(self, row: int, data: Mapping[str, Any]) -> None:
        held, setting = self.tables["entities"], self.setting
        if row >= len(held):
            self.left_out["entities"] += 1
            return
        owner, _, zone = (data["zone"] or "").partition(".")
        held[row, :_OF_ENTITY] = (
            setting.kinds[data["kind"]] + 1,
            setting.cards[data["card"]] + 1 if data["card"] is not None else 0,
            self.row_of(owner) if owner else 0,
            setting.zones[zone] + 1 if zone else 0,
            self.bounded(data["place"] + 1) if data["place"] is not None else 0,
            setting.squares.get(data["at"], -1) + 1 if data["at"] is not None else 0,
        )
        for name, column in setting.columns[data["kind"]].items():
            value = data["fields"][name]
            at = _OF_ENTITY + 2 * column
            held[row, at : at + 2] = self.coded(value)
            for item in _members(value):
                first = item[0] if isinstance(item, list) and item else item
                self.add("items", (row + 1, column + 1, *self.coded(first)))
        for trait in (*data["statuses"], *data["keywords"]):
            values = [self.coded(value) for value in trait["values"].values()]
            self.add("traits", (row + 1, setting.traits[trait["kind"]] + 1, *(values[0] if values else (NONE, 0))))

    def squares(self, board: Mapping[str, Any] | None) -> None:
        table, setting = self.tables["squares"], self.setting
        if board is None:
            return
        numbers = [setting.squares[square["at"]] for square in board["squares"]]
        for number, square in zip(numbers, board["squares"], strict=True):
            table[number, 0] = self.bounded(square["elevation"])
            table[number, 5] = 1
            for name in square["terrain"]:
                table[number, 6 + setting.terrain[name]] = 1
        for one, other in board["walls"]:
            for here, there in ((one, other), (other, one)):
                (x, y), (u, v) = place_named(here) or (0, 0), place_named(there) or (0, 0)
                side = setting.sides.get((u - x, v - y))
                if side is None:
                    self.left_out["squares"] += 1
                else:
                    table[setting.squares[here], 1 + side] = 1

    def options(self, request: Mapping[str, Any] | None, asking: Asking) -> None:
        """Each option of the viewer's own request: its id, what it is, and whether it was picked."""
        for position, action in enumerate(asking.ids):
            option: Any = (request or {})["options"][position]
            of, by = (option.get("of"), option.get("by")) if isinstance(option, dict) else (None, None)
            rows = [self.coded(entity)[1] if _is_entity(entity) else 0 for entity in (of, by)]
            table = self.tables["options"]
            if self.filled["options"] == len(table):
                self.left_out["options"] += 1
                continue
            table[self.filled["options"]] = (action + 1, *self.coded(option), *rows, position in asking.picked)
            self.filled["options"] += 1

    # ---- values
    def row_of(self, name: str) -> int:
        return self.rows.get(name, -1) + 1

    def edge(self, until: Mapping[str, Any] | None) -> int:
        return _EDGES.get(until["edge"], 0) if until is not None else 0

    def coded(self, value: Any) -> tuple[int, int]:
        """What a value is, and its number; names count from 1, and 0 is a name that is not known."""
        setting = self.setting
        match value:
            case None:
                return NONE, 0
            case int():
                return NUMBER, self.bounded(int(value))
            case str():
                return (WORD, setting.words[value] + 1) if value in setting.words else (OTHER, 0)
            case {"hidden": True}:
                return HIDDEN, 0
            case {"entity": name}:
                return ENTITY, self.row_of(name)
            case {"square": name}:
                return SQUARE, setting.squares.get(name, -1) + 1
            case {"card": name}:
                return CARD, setting.cards.get(name, -1) + 1
            case {"zone": name}:
                return ZONE, self.row_of(name.partition(".")[0])
            case {"die": die, "face": face}:
                return FACE, setting.faces.get(die, -1) + 1 + face
            case {"event": word} | {"kind": word}:
                return WORD, setting.words.get(word, -1) + 1
            case {"ability": name}:
                return ABILITY, setting.abilities.get(name, -1) + 1
            case {"roll": faces}:
                return SEVERAL, self.bounded(len(faces))
            case list() | tuple():
                return SEVERAL, self.bounded(len(value))
            case _:
                return OTHER, 0


def _is_entity(value: Any) -> bool:
    return isinstance(value, dict) and "entity" in value


def _members(value: Any) -> Sequence[Any]:
    if isinstance(value, dict) and "roll" in value:
        return list(value["roll"])
    return value if isinstance(value, list) else ()
