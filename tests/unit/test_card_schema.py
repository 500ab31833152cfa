"""The generated schema of card files."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dsl.game.card_schema import card_file_schema, card_kinds, card_schema_text

RULESET: dict[str, Any] = {
    "id": "skirmish",
    "languages": ["en", "ru"],
    "enums": {"ability": ["might", "wits"], "colour": {"values": ["red", "blue"]}},
    "kinds": {
        "player": {"fields": {"gold": "int"}},
        "figure": {"figure": True, "fields": {"speed": {"type": "int", "printed": True}, "damage": "int"}},
        "strike": {
            "part": True,
            "fields": {
                "bonus": {"type": "int", "printed": True},
                "reach": {"type": "int", "printed": True, "default": 1},
            },
        },
        "hero": {
            "is": "figure",
            "card": True,
            "fields": {
                "level": {"type": "int", "printed": True, "min": 1, "max": 9},
                "abilities": {"type": "set of ability", "printed": True, "default": []},
                "colour": {"type": "colour?", "printed": True, "default": None},
                "strikes": {"type": "list of strike", "printed": True, "default": []},
                "best": {"type": "strike?", "printed": True, "default": None},
                "master": {"type": "hero card?", "printed": True, "default": None},
                "damage_dice": {"type": "dice", "printed": True, "default": "d6"},
                "quick": {"type": "bool", "printed": True, "default": False},
                "rules": {"type": "rules", "printed": True, "default": ""},
            },
        },
        "order": {"card": True, "fields": {"level": {"type": "text", "printed": True}}},
    },
}
HERO: dict[str, Any] = {
    "id": "ann",
    "kind": "hero",
    "name": {"en": "Ann", "ru": "Анна"},
    "provenance": "house",
    "speed": 6,
    "level": 1,
}


def accepts(**changes: Any) -> bool:
    card = {key: value for key, value in (HERO | changes).items() if value != "absent"}
    return bool(Draft202012Validator(card_file_schema(RULESET)).is_valid({"cards": [card]}))


def test_it_is_a_schema_with_one_definition_for_each_kind_of_card() -> None:
    schema = card_file_schema(RULESET)
    Draft202012Validator.check_schema(schema)
    assert card_kinds(RULESET) == ["hero", "order"]
    assert {"card_hero", "card_order"} <= set(schema["$defs"])
    assert "card_figure" not in schema["$defs"]


def test_the_text_is_stable() -> None:
    text = card_schema_text(RULESET)
    assert json.loads(text) == card_file_schema(RULESET, as_written=True)
    assert text == card_schema_text(json.loads(json.dumps(RULESET)))
    assert text.endswith("}\n") and "\r" not in text


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"rules": "prevent", "abilities": ["wits"], "colour": "red", "quick": True, "damage_dice": "2d6 + 1"},
        {"colour": None, "best": {"bonus": 2}, "strikes": [{"bonus": 1, "reach": 2}], "master": "bob"},
        {"provenance": "published", "source": "a box"},
        {"rows": ["SK-A-01"], "doc": "why"},
        {"kind": "order", "speed": "absent", "level": "high"},
    ],
)
def test_accepted(changes: dict[str, Any]) -> None:
    assert accepts(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"speed": "absent"},  # inherited and printed without a default
        {"level": 0},
        {"level": 10},
        {"level": "high"},
        {"damage": 1},  # state is not printed
        {"gold": 1},
        {"abilities": ["luck"]},
        {"abilities": ["wits", "wits"]},
        {"colour": "green"},
        {"strikes": [{}]},
        {"strikes": [{"bonus": 1, "x": 1}]},
        {"best": "bob"},
        {"quick": "yes"},
        {"name": {"en": "Ann"}},
        {"name": {"en": "Ann", "ru": "Анна", "de": "Anna"}},
        {"provenance": "published"},
        {"provenance": "mine"},
        {"kind": "figure"},
        {"kind": "order"},
        {"kind": "absent"},
    ],
)
def test_refused(changes: dict[str, Any]) -> None:
    assert not accepts(**changes)


def test_a_circle_of_kinds_ends() -> None:
    kinds: dict[str, Any] = {
        "a": {"is": "b", "card": True},
        "b": {"is": "a", "fields": {"p": {"type": "q", "printed": True}}},
        "q": {"part": True, "fields": {"q": {"type": "q", "printed": True}}},
    }
    assert "card_a" in card_file_schema({"kinds": kinds, "languages": ["en"]})["$defs"]


@pytest.mark.parametrize(
    ("shared", "changes", "fits"),
    [
        ({"kind": "hero", "provenance": "house"}, {"kind": "absent", "provenance": "absent"}, True),
        ({"provenance": "house"}, {"provenance": "absent"}, True),
        ({"kind": "hero"}, {"kind": "absent", "gold": 1}, False),
        ({"provenance": "house"}, {"gold": 1}, False),
        ({"kind": "hero", "gold": 1}, {"kind": "absent"}, False),
        ({"kind": "hero", "level": 12}, {"kind": "absent"}, False),
    ],
)
def test_below_what_all_cards_share_an_editor_asks_for_nothing_and_refuses_what_cannot_be(
    shared: dict[str, Any], changes: dict[str, Any], fits: bool
) -> None:
    card = {key: value for key, value in (HERO | changes).items() if value != "absent"}
    file = {"all": shared, "cards": [card]}
    assert Draft202012Validator(card_file_schema(RULESET)).is_valid(file) is fits
