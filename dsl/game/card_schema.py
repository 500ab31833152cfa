"""The JSON Schema of a game's card files, made from its ruleset.

Job: say for each kind of card which printed fields it has and which values they allow, so that the loader and any
editor apply the same rules. Input: the plain data of a valid ruleset.yaml. Output: a JSON Schema (2020-12) as plain
data or text. Must never know a word of a game: kinds, fields and enums come from the ruleset alone.
"""

from __future__ import annotations

import copy
import json
from typing import Any, cast

from dsl.articles import article_before
from dsl.reading.schemas import load
from dsl.reading.structure import ONE_LINE, STATE

_Data = dict[str, Any]

# The same pattern as in the other schemas for texts that are shown on one line.
_LINE: _Data = {"type": "string", "minLength": 1, "pattern": ONE_LINE}
_WRITTEN: dict[str, _Data] = {
    "int": {"type": "integer", "description": "a whole number"},
    "bool": {"type": "boolean", "description": "true or false"},
    "text": {"type": "string", "description": "a text"},
    "rules": {"type": "string", "description": "ability text in the language"},
    "drawing": {"type": "string", "minLength": 1, "description": "squares with terrain and walls, in a frame"},
    "die": _LINE | {"description": "a die of the game, such as d20"},
    "dice": _LINE | {"description": "dice, such as 2d6 + 3"},
    "keyword": _LINE | {"description": "a keyword, with its value where it has one"},
    "status": _LINE | {"description": "a status"},
    "square": _LINE | {"description": "a square, such as a1"},
}


def card_file_schema(ruleset: object, *, as_written: bool = False) -> dict[str, Any]:
    """The schema of a card file: ``$defs`` holds ``card_<kind>`` for each kind with ``card: true``.

    ``as_written`` is for editors: a part may be a printed line. Otherwise each line is already replaced by its fields.
    """
    rules = _mapping(ruleset) | {"as_written": as_written}
    kinds = card_kinds(rules)
    schema = load("cards")
    schema["title"] = f"cards of {rules.get('id', 'the game')}"
    defs: _Data = schema["$defs"]
    defs["names"] = _names_schema(rules)
    defs["printed"] = _printed_schema(rules)
    generic: _Data = defs["card"]
    for kind in kinds:
        defs[f"card_{kind}"] = _card_schema(rules, kind, {**generic, "errata": defs["errata"]})
    named = {"kind": {"type": "string", "enum": kinds, "description": "the kind of the card"}}
    # For editors, a card uses the closed schema of its kind; before it has a kind, the editor can complete `kind`.
    defs["card"] = {
        "type": "object",
        "description": "one card",
        "required": ["kind"],
        "properties": named,
        "allOf": [_where_kind(kind, {"$ref": f"#/$defs/card_{kind}"}) for kind in kinds],
    }
    # A card is complete only together with `all:`, so an editor checks each of the two for what it contains.
    for kind in kinds:
        own: _Data = defs[f"card_{kind}"]["properties"]
        known = {name: {"$ref": f"#/$defs/card_{kind}/properties/{name}"} for name in own}
        closed = {"type": "object", "description": own["kind"]["description"], "additionalProperties": False}
        if not as_written:
            closed[STATE] = defs[f"card_{kind}"][STATE] = _state_fields(rules, kind)
        defs[f"fields_{kind}"] = {**closed, "properties": known}
    parts: list[_Data] = [_where_kind(kind, {"$ref": f"#/$defs/fields_{kind}"}) for kind in kinds]
    defs["part"] = {"type": "object", "description": schema["properties"]["all"]["description"]}
    defs["part"] |= {"properties": named, "allOf": parts}
    schema["properties"]["all"] = {"$ref": "#/$defs/part"}
    schema["properties"]["cards"].pop("items")
    schema["allOf"] = [_below_all(kind) for kind in kinds]
    schema |= {"if": {"required": ["all"]}, "then": _cards("part"), "else": _cards("card")}
    return schema


def _where_kind(kind: str, then: _Data) -> _Data:
    return {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": then}


def _below_all(kind: str) -> _Data:
    where = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
    return {"if": {"properties": {"all": where}, "required": ["all"]}, "then": _cards(f"fields_{kind}")}


def _cards(definition: str) -> _Data:
    return {"properties": {"cards": {"items": {"$ref": f"#/$defs/{definition}"}}}}


def card_schema_text(ruleset: object) -> str:
    """The schema as the text of a file: sorted keys, two spaces of indentation, one line feed at the end."""
    return json.dumps(card_file_schema(ruleset, as_written=True), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def card_kinds(ruleset: object) -> list[str]:
    """The kinds whose cards are in card files, in the order of the ruleset."""
    kinds = _mapping(_mapping(ruleset).get("kinds"))
    return [name for name, kind in kinds.items() if _mapping(kind).get("card") is True]


def _mapping(value: object) -> _Data:
    return cast(_Data, value) if isinstance(value, dict) else {}


_LANGUAGES = "in `languages` of ruleset.yaml"  # where unknown keys are declared: findings say it


def _names_schema(rules: _Data) -> _Data:
    languages = [str(language) for language in rules.get("languages", [])]
    return {
        "type": "object",
        "description": "what people read, in each language of the game",
        "required": languages,
        "additionalProperties": False,
        "properties": {language: {**_LINE, "description": f"the name in `{language}`"} for language in languages},
        "$comment": _LANGUAGES,
    }


def _printed_schema(rules: _Data) -> _Data:
    languages = [str(language) for language in rules.get("languages", [])]
    text = {"type": "string", "minLength": 1}
    return {
        "type": "object",
        "description": "the text as it is printed on the card, in languages of the game",
        "minProperties": 1,
        "additionalProperties": False,
        "properties": {
            language: {**text, "description": f"the printed text in `{language}`"} for language in languages
        },
        "$comment": _LANGUAGES,
    }


def _card_schema(rules: _Data, kind: str, generic: _Data) -> _Data:
    properties: _Data = {**generic["properties"], "kind": {"const": kind, "description": "the kind of the card"}}
    required: list[str] = list(generic["required"])
    fields = printed_fields(rules, kind)
    for name, field in fields.items():
        properties[name] = _field_schema(rules, field, (kind,))
    required += [name for name, field in fields.items() if "default" not in field]
    if rules.get("as_written"):
        properties["errata"] = _errata_schema(generic, kind, properties)
    return {
        "type": "object",
        "description": str(_kind(rules, kind).get("doc") or f"a card of the kind `{kind}`"),
        "required": required,
        "additionalProperties": False,
        "properties": properties,
        "if": generic["if"],
        "then": generic["then"],
    }


def _errata_schema(generic: _Data, kind: str, properties: _Data) -> _Data:
    """The errata of a kind, for editors. A loader checks each state of a card as a whole."""
    errata: _Data = copy.deepcopy(generic["errata"])
    known = {
        name: {"$ref": f"#/$defs/card_{kind}/properties/{name}"}
        for name in properties if name not in ("id", "kind", "errata")
    }  # fmt: skip
    errata["items"]["properties"]["before"] |= {"properties": known, "additionalProperties": False}
    return errata


def _kind(rules: _Data, kind: str) -> _Data:
    return _mapping(_mapping(rules.get("kinds")).get(kind))


def printed_fields(rules: _Data, kind: str) -> dict[str, _Data]:
    """The printed fields of a kind, inherited ones first."""
    return {name: field for name, field in _fields(rules, kind).items() if field.get("printed") is True}


def _state_fields(rules: _Data, kind: str) -> list[str]:
    """The fields that an entity has and no card prints: who gives one to a card is told where it is given."""
    return [n for n, field in _fields(rules, kind).items() if field.get("printed") is not True and "zone" not in field]


def _fields(rules: _Data, kind: str) -> dict[str, _Data]:
    """The fields of a kind, inherited ones first."""
    line: list[str] = []
    while kind and kind not in line:  # a cycle of `is:` is reported elsewhere and must not loop here forever
        line.append(kind)
        kind = str(_kind(rules, kind).get("is", ""))
    fields: dict[str, _Data] = {}
    for name in reversed(line):
        for field, declared in _mapping(_kind(rules, name).get("fields")).items():
            fields[field] = cast(_Data, declared) if isinstance(declared, dict) else {"type": str(declared)}
    return fields


def _field_schema(rules: _Data, field: _Data, within: tuple[str, ...]) -> _Data:
    schema = _type_schema(rules, str(field.get("type", "text")), within)
    if schema.get("type") == "integer" or schema.get("type") == ["integer", "null"]:
        schema |= {key: field[name] for name, key in (("min", "minimum"), ("max", "maximum")) if name in field}
    if field.get("doc"):
        schema["description"] = str(field["doc"])
    if "default" in field:
        schema["default"] = field["default"]
    return schema


def _type_schema(rules: _Data, written: str, within: tuple[str, ...]) -> _Data:
    """The schema for values of a field type; ``within`` are the enclosing kinds, so that nested parts end."""
    if written.endswith("?"):
        schema = _type_schema(rules, written[:-1], within)
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
        return schema
    for prefix, unique in (("set of ", True), ("list of ", False)):
        if written.startswith(prefix):
            items = _type_schema(rules, written.removeprefix(prefix), within)
            many: _Data = {"type": "array", "items": items, "description": f"a {written}"}
            return {**many, "uniqueItems": True} if unique else many
    if written in _WRITTEN:
        return dict(_WRITTEN[written])
    enum = _mapping(rules.get("enums")).get(written)
    if enum is not None:
        values = cast(list[str], _mapping(enum).get("values") or enum)
        return {"type": "string", "enum": list(values), "description": f"a value of `{written}`"}
    if written.endswith(" card"):
        return _LINE | {"description": f"the id of {article_before(written)} {written}"}
    if _kind(rules, written).get("part") is True and written not in within:
        return _part_schema(rules, written, within)
    return _LINE | {"description": f"the id of a `{written}`"}


def _part_schema(rules: _Data, kind: str, within: tuple[str, ...]) -> _Data:
    fields = printed_fields(rules, kind)
    schema = {
        "type": "object",
        "description": str(_kind(rules, kind).get("doc") or f"the part `{kind}`"),
        "required": [name for name, field in fields.items() if "default" not in field],
        "additionalProperties": False,
        "properties": {name: _field_schema(rules, field, (*within, kind)) for name, field in fields.items()},
    }
    if rules.get("as_written") and _kind(rules, kind).get("line"):
        return {"anyOf": [{"type": "string", "description": f"the part `{kind}` in one line"}, schema]}
    return schema
