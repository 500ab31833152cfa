"""Cards as JSON for Godot, with a schema and a loader that keeps whole numbers.

Job: Godot's own JSON reader makes every number a float. The export has one array of objects for each kind, a JSON
Schema in which every number is an integer, and a script that reads both and converts the numbers. Input: a build and
the contents of an export. Output: texts by path. Numbers are within 2^53, which a float represents exactly.
"""

from __future__ import annotations

import json
from typing import Any, cast

from cardwright.authoring.card_facts import CardFacts, card_facts, plain_value
from cardwright.authoring.hosts import hand_written
from compiler.build import Build
from compiler.targets.export import Content

_SCALARS: dict[str, dict[str, str]] = {
    "int": {"type": "integer"},
    "bool": {"type": "boolean"},
    "str": {"type": "string"},
    "NoneType": {"type": "null"},
}


def export_godot(build: Build, content: Content) -> dict[str, str]:
    """``cards.json``, ``cards.schema.json`` and ``cardwright_cards.gd``."""
    kinds: dict[str, list[CardFacts]] = {}
    for card in card_facts(build, content.program):
        kinds.setdefault(card.kind, []).append(card)
    data = {kind: [_object(card) for card in cards] for kind, cards in sorted(kinds.items())}
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "required": sorted(data),
        "properties": {kind: {"type": "array", "items": _merged(objects)} for kind, objects in data.items()},
    }
    return {
        "cards.json": _text(data),
        "cards.schema.json": _text(schema),
        "cardwright_cards.gd": hand_written("cardwright_cards.gd"),
    }


def _object(card: CardFacts) -> dict[str, Any]:
    printed = {"text": card.printed} if card.printed else {}
    values = {name: plain_value(value) for name, value in card.values.items()}
    return {"id": card.id, "name": card.names, **printed, **values, **card.texts}


def _merged(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """The schema for objects with the same keys."""
    keys = objects[0].keys()
    return {
        "type": "object",
        "additionalProperties": False,
        "required": sorted(keys),
        "properties": {key: _of([one[key] for one in objects]) for key in keys},
    }


def _of(values: list[Any]) -> dict[str, Any]:
    """The schema for all values of one key: one type, or several."""
    found: list[dict[str, Any]] = []
    lists = [cast("list[Any]", value) for value in values if isinstance(value, list)]
    if lists:
        items = [item for many in lists for item in many]
        found.append({"type": "array", "items": _of(items) if items else {}})
    if any(isinstance(value, dict) for value in values):
        found.append({"type": "object", "additionalProperties": {"type": "string"}})
    names = {type(value).__name__ for value in values}
    found += [_SCALARS[name] for name in _SCALARS if name in names]
    return found[0] if len(found) == 1 else {"anyOf": found}


def _text(data: Any) -> str:
    return json.dumps(data, indent=1, sort_keys=True) + "\n"
