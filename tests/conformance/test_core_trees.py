"""Every game's core tree: it reads back from JSON, its schema fits, and nothing that is always true of it fails."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from compiler.core.ir_json import from_json, to_json
from compiler.core.verify import verify
from dsl.reading import schemas
from tests.content_games import GAMES, program


@pytest.mark.parametrize("game", GAMES)
def test_core_tree(game: str) -> None:
    made = program(game)
    assert verify(made) == []
    text = to_json(made)
    assert from_json(text) == made
    first = next(jsonschema_rs.validator_for(schemas.load("ir")).iter_errors(json.loads(text)), None)
    assert first is None, first and f"{first.instance_path}: {first.message[:300]}"
