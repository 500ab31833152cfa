"""Entities: made of kinds and cards, and found by kind.

Job: make entities with their parts and keywords, and file them. Reads the program's kinds and the cards; changes the
lists of entities by kind, card and keyword, and the number of the next one. Never decides what happens.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.changes import insert, stopped, tell, touch
from compiler.interpreter.marks import mark_data
from compiler.interpreter.spending import count_change
from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Exhausted, Zone


def of_kind(rt: State, kind: str) -> tuple[Any, ...]:
    """All entities of a kind and the kinds below it, oldest first."""
    if kind == "square":
        return rt.squares
    heirs = rt.code.heirs[kind]
    if len(heirs) == 1:
        return tuple(rt.kinds[kind])
    merged = [e for heir in heirs for e in rt.kinds[heir]]
    merged.sort(key=lambda e: e._id)
    return tuple(merged)


def players_by_seat(rt: State) -> tuple[Entity, ...]:
    """The players by their seats, oldest first: whoever was removed keeps a seat, so that nobody else moves into it."""
    playing = of_kind(rt, "player")
    return tuple(sorted((*playing, *rt.removed_players), key=lambda e: e._id)) if rt.removed_players else playing


def create(rt: State, kind: str, card: Any, values: dict[str, Any]) -> Entity:
    """A new entity; from a card it takes the printed values and the card's own kind."""
    declared = card._kind if card is not None else kind
    made = make(rt, declared, card, values)
    tell(rt, "create", made)
    return made


def make(rt: State, kind: str, card: Any, values: dict[str, Any]) -> Entity:
    """A new entity of its own kind, with its parts."""
    entity: Entity = rt.classes[kind]()
    entity._id = rt.next_id
    entity._card, entity._zone, entity._alive, entity._statuses = card, None, True, ()
    rt.next_id += 1
    rt.note_aside(setattr, rt, "next_id", rt.next_id - 1)
    check_room(rt, kind)
    set_fields(rt, entity, card, values)
    register(rt, entity)
    mark_data(rt, entity)
    return entity


def check_room(rt: State, kind: str) -> None:
    """Whether there may be one more of a kind."""
    count_change(rt)
    if len(rt.kinds[kind]) >= rt.bounds.entities:
        raise Exhausted(f"more than {rt.bounds.entities} of {kind} were created")


def set_fields(rt: State, entity: Entity, card: Any, values: dict[str, Any]) -> None:
    for f in rt.program.kinds[entity._kind].fields:
        if f.zone:
            setattr(entity, f.name, Zone(f.name, entity, f.visible))
        elif f.name in values:
            setattr(entity, f.name, stopped(values[f.name], f.minimum, f.maximum))
        elif card is not None and f.printed:
            setattr(entity, f.name, printed(rt, entity, f.part, getattr(card, f.name)))
        else:
            setattr(entity, f.name, f.default)
    if entity._figure:
        entity.at = None
    entity._keywords = keyword_instances(rt, entity)


def printed(rt: State, entity: Entity, part: str, value: Any) -> Any:
    """A printed value; parts become entities of their own."""
    if not part:
        return value
    if isinstance(value, tuple):
        return tuple(make_part(rt, entity, item) for item in value)
    return make_part(rt, entity, value) if isinstance(value, dict) else value


def make_part(rt: State, entity: Entity, item: Any) -> Entity:
    owner = {"whole": entity} if "whole" in rt.code.field_names[item["part"]] else {}
    return make(rt, item["part"], None, {**item["values"], **owner})


def keyword_instances(rt: State, entity: Entity) -> tuple[Entity, ...]:
    """One instance for each printed keyword, holding its values."""
    held = getattr(entity, "keywords", ()) or ()
    named = [k if isinstance(k, tuple) else (k, ()) for k in held]  # a creation names them without values
    return tuple(instance(rt, name, values, entity) for name, values in named)


def instance(rt: State, name: str, values: tuple[Any, ...], bearer: Entity) -> Entity:
    made: Entity = rt.classes[name]()
    made._id, made._card, made._zone, made._alive = rt.next_id, None, None, True
    made._statuses, made._keywords = (), ()
    rt.next_id += 1
    rt.note_aside(setattr, rt, "next_id", rt.next_id - 1)
    for param, value in zip(rt.program.traits[name].params, values, strict=True):
        setattr(made, param, value)
    made.bearer = bearer
    return made


def register(rt: State, entity: Entity) -> None:
    insert(rt, f"all {entity._kind}", rt.kinds[entity._kind], entity)
    if entity._card is not None:
        insert(rt, f"all {entity._kind}", rt.by_card.setdefault(entity._card._id, []), entity)
    for instance in entity._keywords:
        insert(rt, "_keywords", rt.by_keyword.setdefault(instance._kind, []), (entity, instance))
    touch(rt, f"all {entity._kind}")
