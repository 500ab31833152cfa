"""All content, checked file by file and with what was kept, is as it is when checked at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dsl.incremental.store import Store
from tests.changing_game import at_once, by_file

CONTENT = Path(__file__).parents[2] / "content"
GAMES = sorted(path.parent.name for path in CONTENT.glob("*/ruleset.yaml"))


@pytest.mark.parametrize("name", GAMES)
def test_each_way_of_checking_finds_the_same(name: str, tmp_path: Path) -> None:
    game = tmp_path / name
    shutil.copytree(CONTENT / name, game, ignore=shutil.ignore_patterns(".*"))
    whole = at_once(game)
    store = Store(game)
    assert by_file(game, store, workers=True) == whole
    cards = sorted((game / "cards").glob("*.yaml"))[0]
    cards.write_text(cards.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")
    assert by_file(game, store) == whole
