"""Views: what somebody may know of a match, as JSON data (``schemas/view.schema.json``).

Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game and its snapshot, who asks,
and the names by which they know entities. Output: mappings, lists, texts, numbers; the same in every engine.

An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
entity. Who looks again and again keeps the names: an entity has its name for as long as the viewer may know where it
is; who finds it again after that finds it under another one.
"""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import place_of
from compiler.interpreter.snapshots import snapshot_of
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity

Data = dict[str, Any]
HIDDEN: Data = {"hidden": True}


@dataclass
class Names:
    """The names by which one viewer knows entities. ``given`` has by id the name, and when it was hidden."""

    given: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    last: int = 0


class Asker(NamedTuple):
    """Who asks: a player and their number; the number is None for a spectator, `all` for a referee, who knows all."""

    number: int | str | None
    player: Entity | None


class Lying(NamedTuple):
    """Where an entity lies: in whose zone, and its place there."""

    owner: int
    zone: str
    place: int
    visible: str


class Row(NamedTuple):
    """An entity as a snapshot has it."""

    kind: str
    card: str | None
    at: int | None
    fields: Data
    statuses: list[int]
    keywords: list[Any]


def view_of(game: State, asker: Asker, names: Names, request: Choose | None) -> Data:
    """What the asker may know; gives names to what they see for the first time."""
    return _View(game, asker, names).data(request)


class _View:
    """A view that is being made: the rows of all entities, and what of them is seen."""

    def __init__(self, game: State, asker: Asker, names: Names) -> None:
        self.game, self.code, self.asker, self.names = game, game.code, asker, names
        self.kinds = game.code.program.kinds
        self.state = snapshot_of(game)
        self.rows: dict[int, Row] = {}
        self.lying: dict[int, Lying] = {}
        self.holders: dict[int, int] = {}  # by id: in whose zone, of whom a part, on whom a status it is
        self.held: dict[int, list[int]] = {}  # the same, the other way round
        self.traits: dict[int, tuple[int, list[Any]]] = {}  # by id: a printed keyword, and on whom it is
        self.known: dict[int, bool] = {}
        for kind, columns in self.state["kinds"].items():
            self.read(kind, columns)
        for id_, row in self.rows.items():
            self.note_held(id_, row)
        self.give_names()

    # ---- reading
    def read(self, kind: str, columns: Data) -> None:
        for n, id_ in enumerate(columns["id"]):
            self.rows[id_] = Row(
                kind,
                columns["card"][n] if "card" in columns else None,
                columns["at"][n] if "at" in columns else None,
                {name: values[n] for name, values in columns["fields"].items()},
                columns["statuses"][n] if "statuses" in columns else [],
                columns["keywords"][n] if "keywords" in columns else [],
            )

    def note_held(self, id_: int, row: Row) -> None:
        """Notes what an entity holds: what lies in its zones, its parts, the statuses on it."""
        held: list[int] = []
        for f in sorted(self.kinds[row.kind].fields, key=lambda f: str(f.name)):
            value = row.fields[f.name]
            if f.zone:
                for place, item in enumerate(value):
                    self.lying[item] = Lying(id_, f.name, place, f.visible)
                held += value
            elif f.part and isinstance(value, list):
                parts = value[1:] if value[0] in ("list", "array") else [value]
                held += [part[1] for part in parts if part[1] in self.rows]
        held += row.statuses
        for keyword, *told in row.keywords:
            self.traits[keyword] = id_, told
        self.held[id_] = held
        for item in held:
            self.holders[item] = id_

    # ---- what is seen
    def is_seen(self, id_: int) -> bool:
        """Whether the asker knows an entity that is in the game: it, and what holds it."""
        found = self.known.get(id_)
        if found is None:
            self.known[id_] = True  # should two hold each other
            holder = self.holders.get(id_)
            found = self.known[id_] = self.is_open(id_) and (holder is None or self.is_seen(holder))
        return found

    def is_open(self, id_: int) -> bool:
        """Whether the asker sees what lies in this place, or was shown it."""
        lying = self.lying.get(id_)
        if lying is None or lying.visible == "all" or self.asker.number == "all":
            return True
        if self.asker.player is None:
            return False
        viewer = self.asker.player._id
        return (lying.visible == "owner" and lying.owner == viewer) or (id_, viewer) in self.game.revealed

    def stamp(self, id_: int) -> int:
        """A number that grows whenever an entity, or what holds it, is hidden from the asker."""
        viewer = self.asker.player._id if self.asker.player is not None else None
        found, met, held = 0, set[int](), id_
        while held not in met:  # should two hold each other
            met.add(held)
            when, owner = self.game.held.get(held, (0, viewer))
            found += max(self.game.veiled.get(held, 0), 0 if owner == viewer else when)
            held = self.holders.get(held, held)
        return found

    # ---- names
    def give_names(self) -> None:
        """Keeps the names of what was seen all the time, and gives names to what is new."""
        given = self.names.given
        for id_ in [*given]:
            if given[id_][1] != self.stamp(id_) or (id_ in self.rows and not self.is_seen(id_)):
                del given[id_]
        for player in of_kind(self.game, "player"):  # in the order of their seats
            if player._id not in given:
                self.name(player._id)
        alone = [id_ for id_ in self.rows if id_ not in given and id_ not in self.holders]
        keys = {id_: self.key(self.rows[id_]) for id_ in alone}
        for id_ in sorted(alone, key=lambda id_: (keys[id_], id_)):
            self.name(id_)
        waiting = sorted((id_ for id_ in given if id_ in self.rows), key=lambda id_: given[id_][0])
        for id_ in waiting:  # which grows
            for item in self.held[id_]:
                if item not in given and self.is_seen(item):
                    self.name(item)
                    waiting.append(item)

    def name(self, id_: int) -> None:
        self.names.last += 1
        self.names.given[id_] = (id_ if self.asker.number == "all" else self.names.last, self.stamp(id_))

    def key(self, row: Row) -> str:
        """What orders entities that are new: what they are, and no age."""
        fields = [f"{name}={self.plain(row.fields[name])}" for name in sorted(row.fields)]
        return " ".join([row.kind, row.card or "", self.plain(row.at), *fields])

    def plain(self, value: Any) -> str:
        """A value as a text that names no entity, unless by the name that it has."""
        if value is None or isinstance(value, bool):
            return {None: "none", True: "true", False: "false"}[value]
        if not isinstance(value, list):
            return str(value)
        if value[:1] == ["entity"]:
            found = self.names.given.get(value[1])
            return f"#{found[0]}" if found is not None else "?"
        if value[:1] in (["card"], ["square"]):
            return str(value[1])
        if value[:1] in (["list"], ["array"], ["shape"]):
            return "[" + ", ".join(map(self.plain, value[1:])) + "]"
        return "?"

    # ---- as data
    def data(self, request: Choose | None) -> Data:
        seen = [id_ for id_ in self.names.given if id_ in self.rows]
        traits = self.code.program.traits
        zones: Data = {}
        for id_ in seen:
            self.add_zones(id_, zones)
        return {
            "for": self.asker.number,
            "board": self.board(),
            "players": [self.name_of(player._id) for player in of_kind(self.game, "player")],
            "entities": {self.name_of(id_): self.entity(id_) for id_ in seen if self.rows[id_].kind not in traits},
            "zones": zones,
            "effects": [self.effect(effect) for effect in self.state["effects"] if effect[4] is None],
            "request": self.request(request) if request is not None else None,
        }

    def name_of(self, id_: int) -> str:
        return str(self.names.given[id_][0])

    def board(self) -> Data | None:
        grid = self.game.grid
        if grid is None:
            return None
        squares = [
            {"at": str(s), "terrain": sorted(grid.terrain[s]), "elevation": grid.elevation[s]}
            for s in self.game.squares
        ]
        walls = [[grid.square_name(a), grid.square_name(b)] for a, b in sorted(grid.walls)]
        return {"width": grid.width, "height": grid.height, "squares": squares, "walls": walls}

    def square(self, index: int) -> str:
        return str(self.game.square_at[index])

    def add_zones(self, id_: int, zones: Data) -> None:
        """The zones of an entity. Of a zone that its owner alone sees, others know no order."""
        row = self.rows[id_]
        for f in self.kinds[row.kind].fields:
            if not f.zone:
                continue
            items = [self.name_of(item) if self.is_seen(item) else None for item in row.fields[f.name]]
            if self.is_jumbled(f.visible, id_):
                known = sorted((item for item in items if item is not None), key=int)
                items = [*known, *[None] * (len(items) - len(known))]
            zones[f"{self.name_of(id_)}.{f.name}"] = {"count": len(items), "entities": items}

    def is_jumbled(self, visible: str, owner: int) -> bool:
        viewer = self.asker.player._id if self.asker.player is not None else None
        return visible == "owner" and owner != viewer and self.asker.number != "all"

    def entity(self, id_: int) -> Data:
        row, lying = self.rows[id_], self.lying.get(id_)
        kind = self.kinds[row.kind]
        place = None if lying is None or self.is_jumbled(lying.visible, lying.owner) else lying.place
        return {
            "kind": row.kind,
            "card": row.card,
            "zone": f"{self.name_of(lying.owner)}.{lying.zone}" if lying is not None else None,
            "place": place,
            "at": self.square(row.at) if row.at is not None else None,
            "fields": {f.name: self.field(f, id_) for f in kind.fields if not f.zone},
            "statuses": [self.status(status) for status in row.statuses],
            "keywords": [self.trait(kind, values) for _, kind, *values in row.keywords],
        }

    def field(self, f: Any, id_: int) -> Any:
        return self.value(self.rows[id_].fields[f.name])

    def status(self, id_: int) -> Data:
        row = self.rows[id_]
        params = self.code.program.traits[row.kind].params
        until = next((effect[1] for effect in self.state["effects"] if effect[4] == id_), None)
        told = self.trait(row.kind, [row.fields[param] for param in params])
        return {"name": self.name_of(id_), **told, "until": self.until(until)}

    def trait(self, kind: str, values: list[Any]) -> Data:
        params = self.code.program.traits[kind].params
        return {"kind": kind, "values": {p: self.value(v) for p, v in zip(params, values, strict=True)}}

    def until(self, duration: Any) -> Data | None:
        return None if duration is None else {"edge": duration[1], "skip": duration[2], "verbs": list(duration[3])}

    def effect(self, effect: list[Any]) -> Data:
        kept = self.state["envs"][effect[3][1]] if effect[3] is not None else {}
        return {
            "until": self.until(effect[1]),
            "places": [place_of(self.game, self.code.lasting[index].at) for index in effect[2]],
            "values": {name: self.value(value) for name, value in kept.items() if value is not None},
        }

    def request(self, request: Choose) -> Data:
        """What is asked; who is not asked knows only who is."""
        who: Any = self.value(["entity", request.who._id])
        if self.asker.number != "all" and self.asker.player is not request.who:
            return {"who": who}
        options = self.state["frames"][-1][2]["options"][1:]
        return {
            "who": who, "kind": request.kind, "prompt": request.prompt,
            "options": [self.value(option) for option in options], "least": request.least, "most": request.most,
            "place": place_of(self.game, request.at),
        }  # fmt: skip

    # ---- values
    def value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        tag, *parts = value
        match tag:
            case "list" | "array" | "shape":
                return [self.value(part) for part in parts]
            case "entity":
                return self.reference(parts[0])
            case "card":
                return {"card": parts[0]}
            case "square":
                return {"square": self.square(parts[0])}
            case "zone":
                owner = self.value(parts[0])
                return {"zone": f"{owner['entity']}.{parts[1]}"} if "entity" in owner else HIDDEN
            case "face":
                die, face = self.state["faces"][parts[0]]
                return {"die": die, "face": face}
            case "event":
                return {"event": self.state["events"][parts[0]]["verb"]}
            case "use":
                return {"ability": parts[0], "of": self.value(parts[1]), "by": self.value(parts[2])}
            case "roll":
                return {"roll": [self.value(part) for part in parts]}
            case "granted":
                return {**self.trait(parts[0], parts[2]), "of": self.value(parts[1])}
            case _:
                return {"other": tag}

    def reference(self, id_: int) -> Data:
        """An entity by its name. What is not in the game any more is known by the name that it had."""
        if id_ in self.traits:
            bearer, told = self.traits[id_]
            return {**self.trait(told[0], told[1:]), "of": self.reference(bearer)} if self.is_seen(bearer) else HIDDEN
        if id_ in self.rows and not self.is_seen(id_):
            return HIDDEN
        found = self.names.given.get(id_)
        return {"entity": str(found[0])} if found is not None else HIDDEN
