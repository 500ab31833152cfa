"""Pairs of matches that differ only in what somebody cannot know."""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any


def poisoned(kinds: Mapping[str, Any], data: dict[str, Any], viewer: int | None, chosen: Random) -> dict[str, Any]:
    """A snapshot that differs in nothing but what a player cannot know: who lies where, and the dice to come.

    None is a spectator. Read from the kinds of the game and the rows of the snapshot, and not by what `branch_for` and
    views use.
    """
    data = json.loads(json.dumps(data))
    state = data["state"]
    columns = state["kinds"]
    kind_of = {number: kind for kind, held in columns.items() for number in held["id"]}
    me = columns["player"]["id"][viewer] if viewer is not None else None
    revealed = {entity for entity, player in state["revealed"] if player == me}
    for kind, held in columns.items():
        for row, owner in enumerate(held["id"]):
            pools: dict[str, list[tuple[list[int], int]]] = {}
            for field in kinds[kind].fields:
                hidden = field.visible == "none" or (field.visible == "owner" and owner != me)
                items = held["fields"].get(field.name, [()] * (row + 1))[row] if field.zone and hidden else ()
                for index, entity in enumerate(items):
                    if entity not in revealed:
                        pools.setdefault(kind_of[entity], []).append((items, index))
            for places in pools.values():
                entities = [items[index] for items, index in places]
                chosen.shuffle(entities)
                for (items, index), entity in zip(places, entities, strict=True):
                    items[index] = entity
    data["chance"], data["seed"] = chosen.randrange(1, 10**6), chosen.randrange(1, 10**6)
    return data
