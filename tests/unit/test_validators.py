"""The quick validator and the one that says why agree on which data is valid."""

# pyright: basic
from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dsl.diagnostics import Sink
from dsl.game.card_schema import card_file_schema
from dsl.reading import schemas
from dsl.reading.structure import _Quick, _validator
from dsl.reading.yaml_tree import parse_yaml, plain
from dsl.source import Source

CONTENT = Path(__file__).parents[2] / "content"
FOLDERS = {"cards": "cards", "rosters": "roster", "scenarios": "scenario", "tests": "tests"}
OTHERS: list[Any] = [None, True, False, 0, 1, -1, 7, "", "x", "a b\n", "1", [], ["x"], ["x", "x"], {}, {"x": 1}]
"""Values in place of others: of each type, and at the bounds of sizes."""


def data_of(path: Path) -> Any:
    node = parse_yaml(Source(path.name, path.read_text(encoding="utf-8")), Sink())
    assert node is not None
    return plain(node)


def holders(data: Any) -> list[tuple[Any, Any]]:
    """Every container in the data, with a key or index in it."""
    if isinstance(data, dict):
        return [(data, key) for key in data] + [place for value in data.values() for place in holders(value)]
    if isinstance(data, list):
        return [(data, at) for at in range(len(data))] + [place for value in data for place in holders(value)]
    return []


def changed(data: Any, random: Random) -> Any:
    """The data with one mistake."""
    made = deepcopy(data)
    holder, key = random.choice(holders(made))
    if random.random() < 0.7:
        holder[key] = deepcopy(random.choice(OTHERS))
    elif isinstance(holder, dict) and random.random() < 0.5:
        holder[random.choice(["x", "Not A Name", "all", "name"])] = holder.pop(key)
    else:
        del holder[key]
    return made


def same(schema: dict[str, Any], data: Any) -> bool:
    found = _Quick(schema).is_valid(data)
    assert found == _validator(schema).is_valid(data), data
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_of_the_games_and_such_with_a_mistake(folder: str) -> None:
    schema, random = schemas.load(FOLDERS[folder]), Random(folder)
    files = sorted(CONTENT.glob(f"*/{folder}/*.yaml"))
    small = [data for path in files if path.stat().st_size < 6000 for data in [data_of(path)]]
    for data in small[:10]:
        same(schema, data)
    assert not all(same(schema, changed(random.choice(small), random)) for _ in range(150))


@pytest.mark.slow
def test_rulesets_and_the_cards_of_a_game() -> None:
    random = Random(1)
    for game in ("dungeon_command", "warhammer"):
        ruleset = data_of(CONTENT / game / "ruleset.yaml")
        assert same(schemas.load("ruleset"), ruleset)
        for _ in range(40):
            same(schemas.load("ruleset"), changed(ruleset, random))
        schema = card_file_schema(ruleset)
        cards = data_of(min((CONTENT / game / "cards").glob("*.yaml"), key=lambda path: path.stat().st_size))
        assert same(schema, cards)
        for _ in range(60):
            same(schema, changed(cards, random))


@pytest.mark.parametrize(
    ("schema", "data"),
    [
        ({"type": "integer"}, 10**400),
        ({"type": "integer", "maximum": 9_007_199_254_740_991}, 9_007_199_254_740_992),
        ({"type": "integer", "minimum": -9_007_199_254_740_991}, -(10**400)),
        ({"type": "integer"}, True),
        ({"enum": [1, "x", None]}, True),
        ({"pattern": "^[a-z]+$"}, "x\n"),
        ({"pattern": r"^[^\t\n]*$"}, "x\ty"),
        ({"pattern": r"^\w+$"}, "\u0436"),
        ({"pattern": r"^\d+$"}, "\u0663"),
        ({"maxLength": 1}, "\U0001f409"),
        ({"uniqueItems": True}, [1, True, "1"]),
        ({"uniqueItems": True}, ["x"] * 20_000),
    ],
)
def test_data_of_strangers(schema: Any, data: Any) -> None:
    same(schema, data)


@pytest.mark.parametrize(("schema", "data"), [({"type": "string"}, "\ud800"), ({"required": ["x", "x"]}, {"x": 1})])
def test_what_the_quick_validator_cannot_read_is_left_to_the_other(schema: Any, data: Any) -> None:
    assert not _Quick(schema).is_valid(data) and _validator(schema).is_valid(data)
