"""All content, checked file by file and with what was kept, is as it is when checked at once."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.linting import linted
from dsl.incremental.store import Store
from dsl.lint.config import LintConfig
from tests.changing_game import by_file, shown
from tests.content_games import CONTENT, GAMES, built, reading


def at_once(name: str) -> list[Any]:
    """The findings of a check of the whole game, which has no more to do with its copy than its files."""
    whole, files = reading(name), built(name).files
    return [*shown(linted(whole, [], LintConfig()).findings), len(files.cards), len(files.tests)]


@pytest.mark.parametrize("name", GAMES)
def test_each_way_of_checking_finds_the_same(name: str, tmp_path: Path) -> None:
    game = tmp_path / name
    shutil.copytree(CONTENT / name, game, ignore=shutil.ignore_patterns(".*"))
    whole = at_once(name)
    store = Store(game)
    assert by_file(game, store, workers=True) == whole
    cards = sorted((game / "cards").glob("*.yaml"))[0]
    cards.write_text(cards.read_text(encoding="utf-8") + "# a remark\n", encoding="utf-8")
    assert by_file(game, store) == whole
