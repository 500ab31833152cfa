"""The page of hard mechanics names content tests that are there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from dsl.game.game_files import load_game_files
from dsl.reading.yaml_tree import Scalar

ROOT = Path(__file__).parents[2]
_PAGE = (ROOT / "docs" / "mechanics.md").read_text(encoding="utf-8")
ROWS = [row for row in re.findall(r"^\| (.+?) \| ([a-z_]+) \| (.+?) \|$", _PAGE, re.M) if row[1] != "game"]


@cache
def names_in(game: str) -> frozenset[str]:
    files = load_game_files(ROOT / "content" / game, Sink())
    assert files is not None
    return frozenset(name.text for test in files.tests if isinstance(name := test.get("name"), Scalar))


def test_the_page_has_its_rows() -> None:
    assert len(ROWS) > 30
    assert {game for _, game, _ in ROWS} == {"ddm", "descent", "dungeon_command", "middara", "warhammer"}


@pytest.mark.parametrize(("mechanic", "game", "test"), ROWS, ids=[mechanic for mechanic, _, _ in ROWS])
def test_each_mechanic_is_shown(mechanic: str, game: str, test: str) -> None:
    assert test in names_in(game), f"{mechanic}: {game} has no test of this name"
