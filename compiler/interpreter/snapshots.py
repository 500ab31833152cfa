"""Snapshots: all of a running game as JSON data, and back.

Job: write entities by kind in columns, what holds them, chance, and the frames of what is being done; make an equal
game of that. Every engine writes and reads the same (``schemas/snapshot.schema.json``). Input: a game at a request or
at rest. Output: mappings, lists, texts, numbers. What is read may come from a stranger: `Damaged` says what is wrong.

A value that is no text, number, truth value or none is an array of its sort and its parts, such as ``["entity", 12]``.
What has no order of its own stands in the order of its names or numbers, so that equal games have equal snapshots.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler.interpreter import choices, happening, offering, using
from compiler.interpreter.drawings import changes_of
from compiler.interpreter.frames import Body, BodyCode, Frame
from compiler.interpreter.linked_rows import AbilityCode
from compiler.interpreter.state import State
from compiler.interpreter.table import Shape
from compiler.interpreter.values import Duration, Effect, Entity, Env, Event, Face, Refusal, Roll, Square, Usable, Zone

FORMAT = 1
Data = dict[str, Any]
COUNTS = ("next_id", "events", "steps", "changes")
TABLES = ("events", "envs", "faces")
FRAMES: dict[str, type[Frame]] = {
    kind.__name__: kind
    for kind in (
        Body, choices.Asking, choices.Picking, choices.PickingOne, choices.PickingMode, choices.Drawing,
        choices.Rolling, choices.Shuffling, happening.Happening, happening.Around, happening.Firing,
        happening.Replacing, happening.StepOpening, happening.StepClosing, happening.Checking,
        offering.Offering, offering.Window, offering.OfferingReplacement, using.UsingAbility, offering.Using,
        using.Resolving, using.Acting,
    )
}  # fmt: skip


class Damaged(Exception):
    """A snapshot that no engine has written, with what is wrong in it."""


def slots_of(kind: type[Frame]) -> tuple[str, ...]:
    """The values of a frame that a snapshot has."""
    names = [n for base in reversed(kind.__mro__) for n in getattr(base, "__slots__", ())]
    return tuple(sorted(n for n in names if n != "pc" and n not in kind.passing))


class Whole:
    """What of events and bodies a snapshot has: all of it. Whoever only compares states may leave out what is dead."""

    def of_event(self, _game: State, _event: Event, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return values

    def of_body(self, body: Body) -> Mapping[str, Any]:
        return body.v


def snapshot_of(game: State, kept: Whole | None = None) -> Data:
    """Everything of a game that is not in its rules."""
    return _Writer(game, kept or Whole()).snapshot()


class _Writer:
    """Writes values; what is met more than once, such as an event, has a table and is named by its position."""

    def __init__(self, game: State, kept: Whole) -> None:
        self.game, self.code, self.kept = game, game.code, kept
        self.known: set[int] = set()  # ids of the entities that are written or waiting
        self.removed: list[Entity] = []  # named by something, and not in the game any more
        self.tables: dict[str, list[Any]] = {name: [] for name in TABLES}
        self.positions: dict[int, tuple[str, int]] = {}
        self.ways: dict[type, Callable[[Any], Any]] = {
            int: _itself, str: _itself, bool: _itself, type(None): _itself,
            tuple: lambda v: ["list", *map(self.value, v)],
            list: lambda v: ["array", *map(self.value, v)],
            set: lambda v: ["set", *sorted(v)],
            dict: lambda v: ["values", *([key, self.value(item)] for key, item in sorted(v.items(), key=_name_of))],
            range: lambda v: ["rounds", len(v)],
            Square: lambda v: ["square", int(v)],
            Zone: lambda v: ["zone", self.value(v.owner), v.name],
            Shape: lambda v: ["shape", *v],
            Face: lambda v: ["face", self.numbered("faces", v, lambda: [v.die, v.index])],
            Roll: lambda v: ["roll", *map(self.value, v)],
            Event: lambda v: ["event", self.numbered("events", v, lambda: self.event(v))],
            Env: lambda v: ["env", self.numbered("envs", v, lambda: self.values_of(v.__dict__))],
            Usable: lambda v: ["use", self.code.abilities[v.ability].id, *map(self.value, (v.me, v.this, v.trigger))],
            Refusal: lambda v: ["refusal", v.message, self.place(v.at), list(v.rows)],
            AbilityCode: lambda v: ["ability", v.id],
            BodyCode: lambda v: ["body", v.name],
            Duration: lambda v: ["duration", v.edge, v.skip, list(v.verbs), v.until, self.value(v.env)],
        }  # fmt: skip

    def value(self, value: Any) -> Any:
        way = self.ways.get(value.__class__)
        return way(value) if way is not None else self.entity(value)

    def entity(self, entity: Entity) -> Any:
        if isinstance(entity._id, str):
            if self.code.prototypes.get(entity._id) is entity:
                return ["card", entity._id]
            params = self.code.program.traits[entity._kind].params
            values = [self.value(getattr(entity, p)) for p in params]
            return ["granted", entity._kind, self.value(entity.bearer), values]
        if entity._id not in self.known:
            trait = self.code.program.traits.get(entity._kind)
            if trait is not None and trait.form != "status":
                self.entity(entity.bearer)  # with which it is written
            else:
                self.know(entity)
                self.removed.append(entity)
        return ["entity", entity._id]

    def numbered(self, table: str, value: Any, write: Callable[[], Any]) -> int:
        """The position of a value in its table, into which it is written when it is first met."""
        found = self.positions.get(id(value))
        if found is None:
            held = self.tables[table]
            found = self.positions[id(value)] = table, len(held)
            held.append(None)
            held[found[1]] = write()
        return found[1]

    def values_of(self, values: Mapping[str, Any]) -> Data:
        return {name: self.value(value) for name, value in sorted(values.items(), key=_name_of)}

    def place(self, at: int) -> list[Any]:
        """A place by where it is: numbers of places are an engine's own."""
        place = self.code.spans[at]
        return [place.path, place.line, place.column]

    def event(self, event: Event) -> Data:
        own = {name: value for name, value in event.__dict__.items() if not name.startswith("_")}
        return {
            "verb": event._verb, "parent": self.value(event._parent), "number": event._number,
            "outcome": event._outcome, "reason": self.value(event._reason), "use": self.value(event._use),
            "replaced": [list(key) for key in sorted(event._replaced, key=_key_of)],
            "prevented": sorted(event._prevented), "values": self.values_of(self.kept.of_event(self.game, event, own)),
        }  # fmt: skip

    # ---- entities
    def know(self, entity: Entity) -> None:
        """An entity is written, and its keywords with it."""
        self.known.add(entity._id)
        self.known.update(keyword._id for keyword in entity._keywords)

    def snapshot(self) -> Data:
        game = self.game
        for held in game.kinds.values():
            for entity in held:
                self.know(entity)
        for player in game.removed_players:
            self.entity(player)
        kinds = {kind: self.columns(kind, held) for kind, held in sorted(game.kinds.items()) if held}
        data = {
            "kinds": kinds,
            "standing": sorted([int(s), *(e._id for e in held)] for s, held in game.standing.items() if held),
            "effects": [self.effect(effect) for effect in game.effects],
            "used": [[*key, game.used[key]] for key in sorted(game.used, key=_key_of)],
            "started": dict(game.started),
            "dirty": sorted(game.dirty),
            "checking": sorted(game.checking),
            "revealed": sorted([entity, player] for entity, player in game.revealed),
            "stack": [self.value(event) for event in game.stack],
            "frames": [self.frame(frame) for frame in game.frames],
            "counts": {name: getattr(game, name) for name in COUNTS},
            "before": list(game.mark_of_run[2:]),
        }
        if game.drawn is not None and game.grid is not None and game.grid is not game.drawn:
            data["board"] = changes_of(game.drawn, game.grid)
        gone: dict[str, list[Entity]] = {}
        while self.removed:
            entity = self.removed.pop()
            gone.setdefault(entity._kind, []).append(entity)
            self.columns(entity._kind, [entity])  # names what it names
        by_age = {kind: sorted(held, key=lambda e: e._id) for kind, held in sorted(gone.items())}
        data["removed"] = {kind: self.columns(kind, held) for kind, held in by_age.items()}
        return {**data, **self.tables}

    def columns(self, kind: str, held: list[Entity]) -> Data:
        """The values of all entities of a kind, field by field."""
        made: Data = {"id": [e._id for e in held]}
        for e in held:
            if e._zone is not None:
                self.entity(e._zone.owner)  # who may be in the game no more
        if any(e._card is not None for e in held):
            made["card"] = [e._card._id if e._card is not None else None for e in held]
        for name in ("_statuses", "_keywords"):
            if any(getattr(e, name) for e in held):
                made[name.removeprefix("_")] = [[self.instance(i) for i in getattr(e, name)] for e in held]
        if held[0]._figure:
            made["at"] = [None if e.at is None else int(e.at) for e in held]
        made["fields"] = {name: [self.field(getattr(e, name)) for e in held] for name in self.code.field_names[kind]}
        return made

    def field(self, value: Any) -> Any:
        """A zone is its entities, from the top."""
        return [e._id for e in value.items] if value.__class__ is Zone else self.value(value)

    def instance(self, instance: Entity) -> Any:
        """A status lies among the entities; of a keyword there is only what it holds."""
        trait = self.code.program.traits[instance._kind]
        if trait.form == "status":
            return self.entity(instance)[1]
        return [instance._id, instance._kind, *(self.value(getattr(instance, p)) for p in trait.params)]

    # ---- the rest
    def effect(self, effect: Effect) -> list[Any]:
        duration = self.value(effect.duration) if effect.duration is not None else None
        env = self.value(effect.env) if effect.env is not None else None
        status = effect.status._id if effect.status is not None else None
        return [effect.number, duration, list(effect.modifiers), env, status]

    def frame(self, frame: Frame) -> list[Any]:
        held = {name: getattr(frame, name) for name in slots_of(type(frame))}
        if isinstance(frame, Body):
            held["v"] = {**self.kept.of_body(frame)}
        values = {name: self.slot_value(name, value) for name, value in held.items()}
        return [type(frame).__name__, frame.pc, values]

    def slot_value(self, name: str, value: Any) -> Any:
        return ["place", *self.place(value)] if name == "at" else self.value(value)


def _itself(value: Any) -> Any:
    return value


def _name_of(pair: tuple[str, Any]) -> str:
    return pair[0]


def _key_of(used: tuple[Any, ...]) -> str:
    """An ability, its carrier, whose id may be a text, and maybe a verb."""
    return "\n".join(map(str, used))
