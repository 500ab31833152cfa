"""What a player cannot know, dealt anew.

Job: give the hidden places of a game other entities, in a way that fits all that a player knows: how many lie where,
and what was revealed. Input: a game that is nobody else's, a player, a random generator. Output: the same game. What
comes of it depends on the hidden truth in no way: entities are put in an order of their own before chance deals them.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.interpreter.game import Minstd
from compiler.interpreter.places import is_known_to
from compiler.interpreter.snapshots import Data, snapshot_of
from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.values import Entity, Zone

Place = tuple[Zone, int]


def deal_anew(game: State, player: Entity, chance: Minstd) -> Data | None:
    """Deals what is hidden from a player, and gives the state after it as of a snapshot; None, and nothing is done,
    where what is being done names some of it.
    """
    pools = hidden_places(game, player)
    hidden = {zone.items[index]._id for places in pools.values() for zone, index in places}
    state = snapshot_of(game)
    if hidden.intersection(_named([state[part] for part in ("frames", "stack", "events", "envs", "effects")])):
        return None
    naming = _Naming(game, pools)
    for _, places in sorted(pools.items()):
        entities = sorted((zone.items[index] for zone, index in places), key=_own_order)
        for (zone, index), position in zip(places, chance.permutation(len(places)), strict=True):
            entity = entities[position]
            zone.items[index] = entity
            entity._zone = zone
        for zone, _ in places:
            _write(state, zone)
    game.known, game.is_own = nothing_known(), True
    return snapshot_of(game) if naming.is_dealt_anew(chance) else state


def _write(state: Data, zone: Zone) -> None:
    """Writes what lies in a zone, whose owner may be in the game no more."""
    for columns in (part.get(zone.owner._kind) for part in (state["kinds"], state["removed"])):
        if columns and zone.owner._id in columns["id"]:
            columns["fields"][zone.name][columns["id"].index(zone.owner._id)] = [item._id for item in zone.items]


def hidden_places(game: State, player: Entity) -> dict[tuple[int, str], list[Place]]:
    """The places whose entities a player does not know, by whose zone it is and by kind: in these all are alike."""
    zones = {id(e._zone): e._zone for held in game.kinds.values() for e in held if e._zone is not None}
    found: dict[tuple[int, str], list[Place]] = {}
    for zone in sorted(zones.values(), key=lambda zone: (zone.owner._id, zone.name)):
        for index, entity in enumerate(zone.items):
            if not is_known_to(game, entity, player):
                found.setdefault((zone.owner._id, entity._kind), []).append((zone, index))
    return found


class _Naming:
    """What is known and names something hidden, as a field does. What is named lies in the same zone as before, and
    nobody knows where there: it is dealt anew, too.
    """

    def __init__(self, game: State, pools: Mapping[Any, list[Place]]) -> None:
        self.game = game
        self.places: dict[tuple[int, str], list[Place]] = {}  # by zone and by kind
        self.rooms: dict[int, tuple[int, str]] = {}  # in which of these each entity was
        self.left: dict[tuple[int, str], list[Entity]] = {}  # what no name was given to
        self.others: dict[int, Entity] = {}  # by what was named: what is named now
        for zone, index in (place for places in pools.values() for place in places):
            key = id(zone), zone.items[index]._kind
            self.places.setdefault(key, []).append((zone, index))
            self.rooms[zone.items[index]._id] = key

    def is_dealt_anew(self, chance: Minstd) -> bool:
        """Names others after the places were dealt; whether there was something to name."""
        names = {kind: sorted(self.game.code.field_names[kind]) for kind, held in self.game.kinds.items() if held}
        known = [e for held in self.game.kinds.values() for e in held if e._id not in self.rooms]
        for entity in sorted(known, key=lambda e: e._id):
            for name in names[entity._kind]:
                value = getattr(entity, name)
                if isinstance(value, Entity) or (type(value) is tuple and value):
                    setattr(entity, name, self.renamed(value, chance))
        return bool(self.others)

    def renamed(self, value: Any, chance: Minstd) -> Any:
        if isinstance(value, Entity) and value._id in self.rooms:
            return self.others.get(value._id) or self.other(value._id, chance)
        if type(value) is tuple:
            return tuple([self.renamed(part, chance) for part in value])
        return value

    def other(self, id_: int, chance: Minstd) -> Entity:
        key = self.rooms[id_]
        if key not in self.left:
            places = self.places[key]
            dealt = [places[position] for position in chance.permutation(len(places))]
            self.left[key] = [zone.items[index] for zone, index in dealt]
        self.others[id_] = self.left[key].pop()
        return self.others[id_]


def _own_order(entity: Entity) -> tuple[str, int]:
    """By card and age, wherever it lies."""
    return entity._card._id if entity._card is not None else "", entity._id


def _named(value: Any) -> Iterator[int]:
    """The numbers of the entities that data of a snapshot names."""
    if isinstance(value, list):
        if len(value) == 2 and value[0] == "entity":
            yield value[1]
        for item in value:
            yield from _named(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _named(item)
