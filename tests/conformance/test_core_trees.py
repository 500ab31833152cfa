"""Every game's core tree: it reads back from JSON, its schema fits, and nothing that is always true of it fails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError, validators

from compiler.core.ir_json import from_json, to_json
from compiler.core.verify import verify
from dsl.reading import schemas
from tests.content_games import GAMES, program


def all_of(validator: Any, branches: list[Any], instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """`allOf`, without a trial of each branch whose `if` asks for another class than the node names as its own."""
    own = instance.get("$") if isinstance(instance, dict) else None
    for index, branch in enumerate(branches):
        asked = branch.get("if") if own is not None else None
        if asked is None or asked.keys() != {"properties"} or asked["properties"] in ({"$": {"const": own}}, {}):
            yield from validator.descend(instance, branch, schema_path=index)


Validator: Any = validators.extend(Draft202012Validator, {"allOf": all_of})


@pytest.mark.parametrize("game", GAMES)
def test_core_tree(game: str) -> None:
    made = program(game)
    assert verify(made) == []
    text = to_json(made)
    assert from_json(text) == made
    first = next(Validator(schemas.load("ir")).iter_errors(json.loads(text)), None)
    assert first is None, first and f"{list(first.path)}: {first.message[:300]}"
