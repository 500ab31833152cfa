"""Views: what somebody may know of a match, as JSON data (``schemas/view.schema.json``).

Job: leave out what lies hidden, and name the rest by names that tell nothing. Input: a game, who asks, and the names by
which they know entities. Output: mappings, lists, texts, numbers; the same in every engine.

An entity has a name, a number as a text. Names are given in an order that follows what is seen, never the age of an
entity. Who watches a match keeps the names: an entity has its name for as long as the viewer may know where it is; who
finds it again after that finds it under another one.
"""

# Values of a running game are of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import place_of
from compiler.interpreter.state import State
from compiler.interpreter.values import (
    Choose,
    Duration,
    Effect,
    Entity,
    Event,
    Face,
    Roll,
    Square,
    Usable,
    Zone,
)

# Types of fields whose values name no entity; zones are printed apart.
_PLAIN = frozenset(("bool", "dice", "drawing", "enum", "int", "rules", "square", "text", "zone"))
_AS_IT_IS = frozenset((bool, int, str))  # types whose values views show as they are
Data = dict[str, Any]
HIDDEN: Data = {"hidden": True}


@dataclass
class Names:
    """The names by which one viewer knows entities, by id."""

    given: dict[int, int] = field(default_factory=dict[int, int])
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


class Outlook:
    """A game as one viewer sees it: all entities, what of them is seen, and how that is printed."""

    def __init__(self, game: State, asker: Asker) -> None:
        self.game, self.code, self.asker, self.names = game, game.code, asker, Names()
        self.kinds, self.traits = game.code.program.kinds, game.code.program.traits
        self.holding: dict[str, list[Any]] = {}  # by kind: its zones and parts
        self.naming: dict[str, list[str]] = {}  # by kind: its fields with values that are not plain
        self.look()

    # ---- reading
    def look(self) -> None:
        """Looks at the game as it is now: what holds what, what is seen, and under which names."""
        rows = self.rows = {e._id: e for held in self.game.kinds.values() for e in held}
        self.lying: dict[int, Lying] = {}
        self.holders: dict[int, int] = {}  # by id: in whose zone, of whom a part, on whom a status it is
        self.held: dict[int, list[int]] = {}  # the same, the other way round; what holds nothing is left out
        shut = self.shut = set[int]()  # what lies where the asker does not see it
        for entity in rows.values():
            if entity._statuses or self.holding_of(entity._kind):
                self.note_held(entity)
            zone = entity._zone
            if zone is not None and not zone.owner._alive:  # who is in the game no more hides it still
                shut.update(self.shut_of(zone.visible, zone.owner._id, [entity._id]))
        holders = self.holders
        known: dict[int, bool] = dict.fromkeys(rows, True) if self.asker.number == "all" else {}
        self.known = known
        for id_ in rows:
            if id_ in shut:
                known[id_] = False
            elif id_ not in holders:  # nothing hides it
                known[id_] = True
            elif id_ not in known:
                self.is_seen(id_)
        self.give_names()

    def look_at(self, entity: Entity) -> None:
        """Looks where an entity went, if nothing else can be another; what was known before stays as it was."""
        id_, zone = entity._id, entity._zone
        left = self.lying.get(id_)
        owners = ([left.owner] if left is not None else []) + ([zone.owner._id] if zone is not None else [])
        rows = {e._id: e for held in self.game.kinds.values() for e in held}
        if rows.keys() != self.rows.keys() or (left is None and id_ in self.holders) or not rows.keys() >= {*owners}:
            self.look()
            return
        self.known, self.holders = dict(self.known), dict(self.holders)
        self.shut.discard(id_)
        for owner in dict.fromkeys(owners):
            for item in self.held.get(owner, ()):
                self.holders.pop(item, None)
                self.lying.pop(item, None)
                self.shut.discard(item)
        for owner in dict.fromkeys(owners):
            self.note_held(rows[owner])
        if self.asker.number != "all":
            self.know_again(id_)

    def know_again(self, id_: int) -> None:
        """What is known of an entity that went elsewhere, and of what it holds."""
        known, given, found = self.known, self.names.given, dict.fromkeys([id_])
        waiting = [id_]
        for item in waiting:  # which grows
            within = [held for held in self.held.get(item, ()) if held not in found]
            found.update(dict.fromkeys(within))
            waiting += within
        for item in found:
            del known[item]
        for item in found:
            if not self.is_seen(item) and item in given:
                del given[item]
        if any(known[item] and item not in given for item in found):
            self.give_names()

    def note_held(self, entity: Entity) -> None:
        """Notes what an entity holds: what lies in its zones, its parts, the statuses on it."""
        id_, lying, shut = entity._id, self.lying, self.shut
        held: list[int] = []
        self.held[id_] = held
        for f in self.holding_of(entity._kind):
            value = getattr(entity, f.name)
            if f.zone:
                name, visible, items = f.name, f.visible, [item._id for item in value.items]
                for place, item in enumerate(items):
                    lying[item] = Lying(id_, name, place, visible)
                held += items
                shut.update(self.shut_of(visible, id_, items))
            else:
                parts = value if isinstance(value, tuple) else (value,)
                held += [part._id for part in parts if isinstance(part, Entity) and part._id in self.rows]
        if entity._statuses:
            held += [status._id for status in entity._statuses]
        for item in held:
            self.holders[item] = id_

    def holding_of(self, kind: str) -> list[Any]:
        found = self.holding.get(kind)
        if found is None:
            held = [f for f in self.kinds[kind].fields if f.zone or f.part]
            found = self.holding[kind] = sorted(held, key=lambda f: str(f.name))
        return found

    def naming_some_of(self, ids: set[int]) -> list[int]:
        """What of the view may name one of these: in its fields, or in what statuses and keywords say of it."""
        found: list[int] = []
        traits = self.traits
        for id_ in self.names.given:
            entity = self.rows.get(id_)
            if entity is None:
                continue
            if entity._statuses or entity._keywords:
                found.append(id_)
                continue
            for name in self.naming_of(entity._kind):
                value = getattr(entity, name)
                if not value or (isinstance(value, Entity) and value._id not in ids and value._kind not in traits):
                    continue
                if self.may_name(value, ids):
                    found.append(id_)
                    break
        return found

    def may_name(self, value: Any, ids: set[int]) -> bool:
        """Whether a value names one of these entities; also where that is not certain."""
        if isinstance(value, Entity):
            return value._id in ids or value._kind in self.traits
        if value is None or isinstance(value, bool | int | str | Square):
            return False
        return not isinstance(value, tuple | list) or any(self.may_name(part, ids) for part in value)

    def naming_of(self, kind: str) -> list[str]:
        """The fields that can hold more than plain values."""
        found = self.naming.get(kind)
        if found is None:
            found = self.naming[kind] = [f.name for f in self.kinds[kind].fields if f.type not in _PLAIN]
        return found

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
        return id_ not in self.shut

    def shut_of(self, visible: str, owner: int, items: list[int]) -> list[int]:
        """Of what lies in a zone that which the asker does not see, and was not shown."""
        if visible == "all" or self.asker.number == "all":
            return []
        if self.asker.player is None:
            return items
        viewer, revealed = self.asker.player._id, self.game.revealed
        if visible == "owner" and owner == viewer:
            return []
        return [item for item in items if (item, viewer) not in revealed] if revealed else items

    # ---- names
    def give_names(self) -> None:
        """Takes the names of what is hidden now, and gives names to what is new."""
        given, known = self.names.given, self.known
        for id_ in [id_ for id_ in given if not known.get(id_, True)]:
            del given[id_]
        if not any(is_seen and id_ not in given for id_, is_seen in known.items()):
            return
        for player in players_by_seat(self.game):  # in the order of their seats
            if player._id not in given:
                self.name(player._id)
        alone = [id_ for id_ in self.rows if id_ not in given and id_ not in self.holders and known[id_]]
        keys = {id_: self.key(self.rows[id_]) for id_ in alone}
        for id_ in sorted(alone, key=lambda id_: (keys[id_], id_)):
            self.name(id_)
        if not any(is_seen and id_ not in given for id_, is_seen in known.items()):
            return
        waiting = sorted((id_ for id_ in given if id_ in self.rows), key=lambda id_: given[id_])
        for id_ in waiting:  # which grows
            for item in self.nameless(id_):
                self.name(item)
                waiting.append(item)

    def nameless(self, holder: int) -> list[int]:
        """What it holds that is seen and has no name: as it lies, but where the asker knows no order by what it is."""
        given = self.names.given
        found = [item for item in self.held.get(holder, ()) if item not in given and self.is_seen(item)]
        jumbled = [item for item in found if self.is_jumbled_away(item)]
        keys = {item: f"{self.lying[item].zone} {self.key(self.rows[item])}" for item in jumbled}
        return [item for item in found if item not in keys] + sorted(keys, key=lambda item: (keys[item], item))

    def name(self, id_: int) -> None:
        self.names.last += 1
        self.names.given[id_] = id_ if self.asker.number == "all" else self.names.last

    def key(self, entity: Entity) -> str:
        """What orders entities that are new: what they are, and no age."""
        fields = [f"{name}={self.plain(getattr(entity, name))}" for name in sorted(self.code.field_names[entity._kind])]
        card = entity._card._id if entity._card is not None else ""
        at = str(int(entity.at)) if entity._figure and entity.at is not None else "none"
        return " ".join([entity._kind, card, at, *fields])

    def plain(self, value: Any) -> str:
        """A value as a text that names no entity, unless by the name that it has."""
        if value is None or isinstance(value, bool):
            return {None: "none", True: "true", False: "false"}[value]
        if isinstance(value, int | str):
            return str(int(value)) if isinstance(value, int) else value
        if isinstance(value, Entity):
            if self.is_card(value):
                return str(value._id)
            found = self.names.given.get(value._id)
            return f"#{found}" if found is not None else "?"
        if isinstance(value, tuple) and not isinstance(value, Roll):
            return "[" + ", ".join(map(self.plain, value)) + "]"
        return "?"

    # ---- as data
    def data(self, request: Choose | None) -> Data:
        seen = [id_ for id_ in self.names.given if id_ in self.rows]
        zones: Data = {}
        for id_ in seen:
            zones |= self.zones(id_)
        return {
            "for": self.asker.number,
            "board": self.board(),
            "players": self.players(),
            "entities": {self.name_of(id_): self.entity(id_) for id_ in seen if self.is_row(id_)},
            "zones": zones,
            "effects": self.effects(),
            "request": self.request(request),
        }

    def is_row(self, id_: int) -> bool:
        """Whether it stands among the entities; a status is told with its bearer."""
        return self.rows[id_]._kind not in self.traits

    def name_of(self, id_: int) -> str:
        return str(self.names.given[id_])

    def players(self) -> list[str]:
        return [self.name_of(player._id) for player in players_by_seat(self.game)]

    def board(self) -> Data | None:
        grid = self.game.grid
        if grid is None:
            return None
        squares = [
            {"at": str(s), "terrain": sorted(grid.terrain[s]), "elevation": grid.elevation[s]}
            for s in self.game.squares
        ]
        walls = [[grid.square_name(a), grid.square_name(b)] for a, b in sorted(grid.walls)]
        board = {"width": grid.width, "height": grid.height, "squares": squares, "walls": walls}
        vacant = [str(s) for s in self.game.square_at.values() if not grid.exists[s]]
        return {**board, "vacant_squares": vacant} if vacant else board

    def zones(self, id_: int) -> Data:
        """The zones of an entity. Of a zone that its owner alone sees, others know no order."""
        zones: Data = {}
        entity = self.rows[id_]
        for f in self.holding_of(entity._kind):
            if f.zone:
                zones[f"{self.name_of(id_)}.{f.name}"] = self.zone(getattr(entity, f.name))
        return zones

    def zone(self, zone: Zone) -> Data:
        items = [self.name_of(item._id) if self.is_seen(item._id) else None for item in zone.items]
        if self.is_jumbled(zone.visible, zone.owner._id):
            known = sorted((item for item in items if item is not None), key=int)
            items = [*known, *[None] * (len(items) - len(known))]
        return {"count": len(items), "entities": items}

    def is_jumbled(self, visible: str, owner: int) -> bool:
        viewer = self.asker.player._id if self.asker.player is not None else None
        return visible == "owner" and owner != viewer and self.asker.number != "all"

    def is_jumbled_away(self, id_: int) -> bool:
        """Whether an entity lies in a zone of which the asker knows no order."""
        lying = self.lying.get(id_)
        return lying is not None and self.is_jumbled(lying.visible, lying.owner)

    def place_of(self, id_: int) -> int | None:
        """The place of an entity in the zone in which it lies, if the asker knows it."""
        lying = self.lying.get(id_)
        return None if lying is None or self.is_jumbled_away(id_) else lying.place

    def entity(self, id_: int) -> Data:
        entity, lying = self.rows[id_], self.lying.get(id_)
        fields = self.kinds[entity._kind].fields
        return {
            "kind": entity._kind,
            "card": entity._card._id if entity._card is not None else None,
            "zone": f"{self.name_of(lying.owner)}.{lying.zone}" if lying is not None else None,
            "place": self.place_of(id_),
            "at": str(entity.at) if entity._figure and entity.at is not None else None,
            "fields": {f.name: self.value(getattr(entity, f.name)) for f in fields if not f.zone},
            "statuses": [self.status(status) for status in entity._statuses],
            "keywords": [self.trait(keyword) for keyword in entity._keywords],
        }

    def status(self, status: Entity) -> Data:
        until = next((effect.duration for effect in self.game.effects if effect.status is status), None)
        return {"name": self.name_of(status._id), **self.trait(status), "until": self.until(until)}

    def trait(self, trait: Entity) -> Data:
        params = self.traits[trait._kind].params
        return {"kind": trait._kind, "values": {p: self.value(getattr(trait, p)) for p in params}}

    def until(self, duration: Duration | None) -> Data | None:
        if duration is None:
            return None
        return {"edge": duration.edge, "skip": duration.skip, "verbs": list(duration.verbs)}

    def effects(self) -> list[Data]:
        return [self.effect(effect) for effect in self.game.effects if effect.status is None]

    def effect(self, effect: Effect) -> Data:
        kept = effect.env.__dict__ if effect.env is not None else {}
        return {
            "until": self.until(effect.duration),
            "places": [place_of(self.game, self.code.lasting[index].at) for index in effect.modifiers],
            "values": {name: self.value(value) for name, value in kept.items() if value is not None},
        }

    def request(self, request: Choose | None) -> Data | None:
        """What is asked; who is not asked knows only who is."""
        if request is None:
            return None
        who = self.value(request.who)
        if self.asker.number != "all" and self.asker.player is not request.who:
            return {"who": who}
        return {
            "who": who, "kind": request.kind, "prompt": request.prompt,
            "options": [self.value(option) for option in request.options], "least": request.least,
            "most": request.most, "judged": request.such_that is not None, "place": place_of(self.game, request.at),
        }  # fmt: skip

    # ---- values
    def value(self, value: Any) -> Any:
        if value is None or type(value) in _AS_IT_IS:
            return value
        match value:
            case Square():
                return {"square": str(value)}
            case Entity():
                return self.reference(value)
            case Roll():
                return {"roll": [self.value(face) for face in value]}
            case tuple() | list():
                return [self.value(part) for part in value]
            case Zone():
                owner = self.reference(value.owner)
                return {"zone": f"{owner['entity']}.{value.name}"} if "entity" in owner else HIDDEN
            case Face():
                return {"die": value.die, "face": value.index}
            case Event():
                return {"event": value._verb}
            case Usable():
                return self.usable(value.ability, value.me, value.this)
            case Duration():
                return {"until": self.until(value)}
            case _:
                return value

    def usable(self, ability: int, me: Any, this: Any) -> Data:
        """An ability; who does not know its carrier knows nothing of it."""
        of, by = self.value(me), self.value(this)
        return HIDDEN if HIDDEN in (of, by) else {"ability": self.code.abilities[ability].id, "of": of, "by": by}

    def is_card(self, entity: Entity) -> bool:
        return self.code.prototypes.get(entity._id) is entity

    def reference(self, entity: Entity) -> Data:
        """An entity by its name. What is not in the game any more is known by the name that it had."""
        id_ = entity._id
        if self.is_card(entity):
            return {"card": id_}
        if entity._kind in self.traits and self.traits[entity._kind].form != "status":
            of = self.reference(entity.bearer)
            return HIDDEN if "hidden" in of else {**self.trait(entity), "of": of}
        found = self.names.given.get(id_)
        return {"entity": str(found)} if found is not None else HIDDEN
