"""Every game's core tree: it reads back from JSON, its schema fits, and nothing that is always true of it fails."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from compiler.build import build_game
from compiler.core import ir
from compiler.core.ir_json import from_json, to_json
from compiler.core.verify import verify
from dsl.diagnostics import Sink
from dsl.reading import schemas

CONTENT = Path(__file__).parents[2] / "content"
GAMES = sorted(path.parent.name for path in CONTENT.glob("*/ruleset.yaml"))


@cache
def program(game: str) -> ir.Program:
    sink = Sink()
    build = build_game(CONTENT / game, sink, f"content/{game}")
    if build is None or build.program is None:
        pytest.fail("\n".join(f"{d.span}: {d.message}" for d in sink.sorted()))
    return build.program


@pytest.mark.parametrize("game", GAMES)
def test_core_tree(game: str) -> None:
    made = program(game)
    assert verify(made) == []
    text = to_json(made)
    assert from_json(text) == made
    first = next(Draft202012Validator(schemas.load("ir")).iter_errors(json.loads(text)), None)
    assert first is None, first and f"{list(first.path)}: {first.message[:300]}"
