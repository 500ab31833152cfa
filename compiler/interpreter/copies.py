"""Copies of a running game.

Job: an independent game in the same state (`copy_of`), and what cannot be taken back by the journal alone, kept at a
request so that the game can return to it (`Checkpoint`). Input: a game at a request or at rest. Output: a game, or a
checkpoint. What never changes (compiled rules, cards, boards, faces) is shared.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from compiler.interpreter.changes import tell
from compiler.interpreter.frames import Frame
from compiler.interpreter.state import Known, State, nothing_known
from compiler.interpreter.values import Duration, Effect, Entity, Env, Event, Usable, Zone

_ATOMS = frozenset({int, str, bool, type(None)})
# Attributes of a game that are copied; every other one is shared with the copy, or made anew (a test names them all).
COPIED = (
    "kinds", "by_card", "by_keyword", "removed_players", "standing", "effects", "stack", "frames", "game", "result",
)  # fmt: skip
FLAT = ("used", "started", "dirty", "checking", "test_names")  # collections of plain values


class Copier:
    """Copies values, each object once. ``entities``: whether entities are copied, too, or stay; ``cards`` stay.

    Where entities stay, events and kept values stay, too, for effects name them; ``objects`` has their values then.
    """

    def __init__(self, *, entities: bool, cards: Mapping[str, Entity] | None = None) -> None:
        self.entities, self.cards = entities, cards or {}
        self.made: dict[int, Any] = {}
        self.empty: list[tuple[Any, Any]] = []  # entities whose values are not copied yet: no chain of them is too long
        self.kept: list[Any] = []  # what was copied, so that no id is given away to something new
        self.slots: dict[type, tuple[str, ...]] = {}
        self.objects: list[tuple[Any, dict[str, Any]]] = []

    def value(self, value: Any) -> Any:
        kind = value.__class__
        if kind in _ATOMS:
            return value
        way = _WAYS.get(kind)
        if way is not None:
            return way(self, value)
        if isinstance(value, Entity):
            return self.entity(value) if self.entities else value
        if isinstance(value, Frame):
            return self.slotted(value)
        return value  # what never changes

    def entity(self, entity: Entity) -> Any:
        found = self.made.get(id(entity))
        if found is not None:
            return found
        if self.cards.get(entity._id) is entity:  # a granted keyword may have the id of a card
            return entity
        self.kept.append(entity)
        made = self.made[id(entity)] = object.__new__(entity.__class__)
        self.empty.append((entity, made))
        return made

    def all_of(self, kinds: dict[str, list[Entity]]) -> None:
        """Makes all entities of a game first, so that whatever names one finds it."""
        for held in kinds.values():
            for entity in held:
                self.entity(entity)

    def fill_all(self) -> None:
        """Gives the entities that were made their values."""
        while self.empty:
            self.values_of(*self.empty.pop())

    def slotted(self, value: Any) -> Any:
        """An object that has all of its values in slots."""
        found = self.made.get(id(value))
        if found is not None:
            return found
        self.kept.append(value)
        made = self.made[id(value)] = object.__new__(value.__class__)
        self.values_of(value, made)
        return made

    def values_of(self, value: Any, made: Any) -> None:
        kind = value.__class__
        for name in self.slots.get(kind) or self.slots_of(kind):
            held = getattr(value, name, _NOTHING)
            if held.__class__ in _ATOMS or held is _EMPTY:
                setattr(made, name, held)
            elif held is not _NOTHING:
                known = self.made.get(id(held))  # most values are entities and zones that are there already
                setattr(made, name, known if known is not None else self.value(held))

    def slots_of(self, kind: type) -> tuple[str, ...]:
        found = self.slots[kind] = tuple(n for base in kind.__mro__ for n in getattr(base, "__slots__", ()))
        return found

    # ---- by type
    def many(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        for item in value:
            if item.__class__ not in _ATOMS:
                return tuple([self.value(i) for i in value])
        return value

    def listed(self, value: list[Any]) -> list[Any]:
        known = self.made.get
        return [known(id(item)) or self.value(item) for item in value]

    def mapped(self, value: dict[Any, Any]) -> dict[Any, Any]:
        return {key: self.value(item) for key, item in value.items()}

    def zone(self, value: Zone) -> Any:
        if not self.entities:
            return value
        found = self.made.get(id(value))
        if found is None:
            self.kept.append(value)
            found = self.made[id(value)] = object.__new__(Zone)
            found.name, found.visible = value.name, value.visible
            found.owner = self.entity(value.owner)
            found.items = self.listed(value.items)
        return found

    def open_object(self, value: Any) -> Any:
        """An object with a mapping of its values: an event, or values that were kept."""
        found = self.made.get(id(value))
        if found is None:
            self.kept.append(value)
            found = self.made[id(value)] = object.__new__(value.__class__) if self.entities else value
            held = found.__dict__ if self.entities else {}
            self.objects.append((found, held))
            for name, item in value.__dict__.items():
                held[name] = item if item.__class__ in _ATOMS else self.value(item)
        return found

    def duration(self, value: Duration) -> Any:
        return self.slotted(value) if self.entities else value  # the journal takes it back

    def usable(self, value: Usable) -> Usable:
        return Usable(
            value.ability, value.name, self.value(value.me), self.value(value.this), self.value(value.trigger)
        )


_NOTHING, _EMPTY = object(), ()
_WAYS: dict[type, Callable[[Copier, Any], Any]] = {
    tuple: Copier.many,
    list: Copier.listed,
    dict: Copier.mapped,
    set: lambda _copier, value: set(value),
    Zone: Copier.zone,
    Event: Copier.open_object,
    Env: Copier.open_object,
    Duration: Copier.duration,
    Effect: Copier.duration,
    Usable: Copier.usable,
}


def copy_of(game: State) -> State:
    """An independent game in the same state; its journal is empty, and nothing tells its story."""
    made: State = object.__new__(State)
    held, copier = made.__dict__, Copier(entities=True, cards=game.code.prototypes)
    held.update(game.__dict__)
    copier.all_of(game.kinds)
    for name in COPIED:
        held[name] = copier.value(held[name])
    copier.fill_all()
    for name in FLAT:
        held[name] = held[name].copy()
    held.update(
        bounds=replace(game.bounds), journal=[], outermost=[], known=nothing_known(), is_own=True,
        trace=None, marked=None, history=None, watcher=None, eyes=[], filed_effects=None, most_offered=None,
        mark_of_run=(0, 0, *game.mark_of_run[2:]),
    )  # fmt: skip
    return made


@dataclass(slots=True)
class Checkpoint:
    """A game as it was at a request: how long its journal was, and what the journal does not hold."""

    journal: int
    frames: list[Any]
    stack: list[Event]
    objects: list[tuple[Any, dict[str, Any]]]
    counters: dict[str, Any]
    known: Known | None  # what was worked out then


_COUNTERS = ("steps", "changes", "events", "mark_of_run")


def checkpoint(game: State) -> Checkpoint:
    copier = Copier(entities=False)
    frames, stack = copier.listed(game.frames), copier.listed(game.stack)
    counters = {name: getattr(game, name) for name in _COUNTERS}
    counters["dirty"], counters["checking"] = set(game.dirty), set(game.checking)
    game.is_own = False
    return Checkpoint(len(game.journal), frames, stack, copier.objects, counters, game.known)


def return_to(game: State, point: Checkpoint) -> None:
    """Takes back everything since a checkpoint, which can be used again."""
    game.back_to(point.journal)
    copier = Copier(entities=False)
    copier.made = {id(value): value for value, _ in point.objects}
    for value, held in point.objects:
        value.__dict__.clear()
        value.__dict__.update(copier.mapped(held))
    game.frames[:], game.stack[:] = copier.listed(point.frames), copier.listed(point.stack)
    for name, value in point.counters.items():
        setattr(game, name, set(value) if isinstance(value, set) else value)
    game.outermost.clear()
    if point.known is not None:
        game.known, game.is_own = point.known, False
    tell(game, "anew")
