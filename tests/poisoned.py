"""Pairs of matches that differ only in what somebody cannot know."""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any


def poisoned(
    kinds: Mapping[str, Any], data: dict[str, Any], viewer: int | None, chosen: Random, *, can_go_on: bool = False
) -> dict[str, Any]:
    """A snapshot that differs in nothing but what a player cannot know: who lies where, and the dice to come.

    None is a spectator. Read from the kinds of the game and the rows of the snapshot, and not by what `branch_for` and
    views use. Where it `can_go_on`, what is being done with something hidden can be done on, for that stays where it
    lies; and the dice to come are the same, for everybody sees them when they are rolled.
    """
    data = json.loads(json.dumps(data))
    state = data["state"]
    columns = state["kinds"]
    kind_of = {number: kind for kind, held in columns.items() for number in held["id"]}
    me = columns["player"]["id"][viewer] if viewer is not None else None
    fixed = {entity for entity, player in state["revealed"] if player == me}
    if can_go_on:
        fixed |= {*_named([state[part] for part in ("frames", "events", "envs")])}
    for kind, held in columns.items():
        for row, owner in enumerate(held["id"]):
            pools: dict[str, list[tuple[list[int], int]]] = {}
            for field in kinds[kind].fields:
                hidden = field.visible == "none" or (field.visible == "owner" and owner != me)
                items: list[int] = held["fields"][field.name][row] if field.zone and hidden else []
                for index, entity in enumerate(items):
                    if entity not in fixed:
                        pools.setdefault(kind_of[entity], []).append((items, index))
            for places in pools.values():
                entities = [items[index] for items, index in places]
                chosen.shuffle(entities)
                for (items, index), entity in zip(places, entities, strict=True):
                    items[index] = entity
            for field in kinds[kind].fields:  # of these others know no order, also where they know some of them
                if field.zone and field.visible == "owner" and owner != me and not can_go_on:
                    chosen.shuffle(held["fields"][field.name][row])
    if not can_go_on:
        data["chance"], data["seed"] = chosen.randrange(1, 10**6), chosen.randrange(1, 10**6)
    return data


def of_other_ages(kinds: Mapping[str, Any], data: dict[str, Any], chosen: Random) -> dict[str, Any]:
    """A snapshot in which entities that lie in zones and are alike in all but age have exchanged their ages."""
    data = json.loads(json.dumps(data))
    columns, alike = data["state"]["kinds"], dict[str, list[int]]()
    lying = {
        entity
        for kind, held in columns.items()
        for field in kinds[kind].fields
        if field.zone
        for items in held["fields"][field.name]
        for entity in items
    }
    for kind, held in columns.items():
        for row, entity in enumerate(held["id"]):
            if entity in lying:
                values = [held[name][row] for name in ("card", "statuses") if name in held]
                values += [held["fields"][name][row] for name in sorted(held["fields"])]
                alike.setdefault(json.dumps([kind, *values]), []).append(entity)
    other: dict[int, int] = {}
    for entities in alike.values():
        other |= zip(entities, chosen.sample(entities, len(entities)), strict=True)
    for kind, held in columns.items():
        for field in kinds[kind].fields:
            if field.zone:
                held["fields"][field.name] = [[other.get(e, e) for e in items] for items in held["fields"][field.name]]
    state = data["state"]
    state["revealed"] = sorted([other.get(entity, entity), player] for entity, player in state["revealed"])
    return dict(_renamed(data, other))


def _named(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        if value[:1] == ["entity"]:
            yield value[1]
        for item in value:
            yield from _named(item)
    elif isinstance(value, dict):
        yield from _named([*value.values()])


def _renamed(value: Any, other: Mapping[int, int]) -> Any:
    if isinstance(value, list):
        if value[:1] == ["entity"]:
            return ["entity", other.get(value[1], value[1])]
        return [_renamed(item, other) for item in value]
    return {name: _renamed(item, other) for name, item in value.items()} if isinstance(value, dict) else value
