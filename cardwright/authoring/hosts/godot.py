"""Cards and rules for Godot.

Job: write cards as JSON, with a schema in which every number is an integer and a script that converts what Godot's own
reader makes floats; their sentences; and the rules in C#, with a node that GDScript calls. Input: a build and the
contents of an export. Output: texts by path. Numbers are within 2^53, which a float represents exactly.
"""

from __future__ import annotations

import json
from typing import Any, cast

from cardwright.authoring.card_facts import CardFacts, card_facts, plain_value
from cardwright.authoring.hosts import hand_written
from compiler.build import Build
from compiler.targets.csharp import CSharp
from compiler.targets.csharp_package import space_of
from compiler.targets.export import Content, export_code
from dsl.wording.texts import GRAMMARS, MissingWords, card_text

_AS_THEY_ARE = ("cardwright_cards.gd", "play_match.gd")
_TAKEN = (".cs", "LICENSE.md", "lines.json")  # what else the package has is for Unity
_SCALARS: dict[str, dict[str, str]] = {
    "int": {"type": "integer"},
    "bool": {"type": "boolean"},
    "str": {"type": "string"},
    "NoneType": {"type": "null"},
}


def export_godot(build: Build, content: Content) -> dict[str, str]:
    """Cards and what reads them; in ``rules/`` the rules in C#, and what plays them."""
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
        "words.json": _text(_words(build, content)),
        "README.md": _filled("godot.md", content),
        "CardwrightMatch.cs": _filled("CardwrightMatch.cs", content),
        **{name: hand_written(name) for name in _AS_THEY_ARE},
        **_rules(content),
    }


def _rules(content: Content) -> dict[str, str]:
    files = export_code(content, CSharp())
    taken = {path: text for path, text in files.items() if path.endswith(_TAKEN) and "~" not in path}
    return {f"rules/{path}": text for path, text in taken.items()}


def _filled(name: str, content: Content) -> str:
    """A hand-written file with the names of the game, which are identifiers."""
    game = content.program.game
    holes = {"$space": space_of(game), "$name": game.replace("_", " "), "$game": game}
    text = hand_written(name)
    for hole, value in holes.items():
        text = text.replace(hole, value)
    return text


def _words(build: Build, content: Content) -> dict[str, dict[str, list[str]]]:
    """The sentences of each card by language; a card of which a word is missing has none in that language."""
    checked, found = build.checked, dict[str, dict[str, list[str]]]()
    if checked is None or checked.vocab.words is None:
        return found
    for card in content.program.cards:
        for language in (language for language in build.vocab.languages if language in GRAMMARS):
            try:
                told = card_text(checked, card, language)
            except MissingWords:
                continue
            lines = [f"{one.title} — {one.text}" if one.title else one.text for one in told]
            found.setdefault(card, {})[language] = lines
    return found


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
