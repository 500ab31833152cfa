"""The page about environments is true: its examples print what it says, and its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cardwright.envs.actions import Actions
from cardwright.envs.observing import Layout
from cardwright.envs.setting import setting_of
from cardwright.envs.sizes import Sizes, sizes_of
from tests.content_games import loaded
from tests.docs.test_python import examples_as_printed

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "environments.md"


def test_the_examples_print_what_the_page_says(update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("cardwright.envs.setting.load", lambda folder: loaded(folder.name))  # once in a process
    written = PAGE.read_text(encoding="utf-8")
    known: dict[str, Any] = {}
    happened = re.sub(r"(?ms)^```pycon\n(.*?)^```$", lambda fence: examples_as_printed(fence[1], known), written)
    if update_golden:
        PAGE.write_text(happened, encoding="utf-8")
    assert happened == written


def test_its_tables_name_every_table_action_and_size() -> None:
    page = PAGE.read_text(encoding="utf-8")
    setting = setting_of(loaded("dungeon_command"), "duel", sizes_of(None))
    rows = re.findall(r"^\| `(\w+)`", page, re.MULTILINE)
    layout, actions = Layout(setting), Actions(setting)
    assert rows == [*layout.shapes, *actions.blocks]
    for name, size in ((name, getattr(Sizes(), name)) for name in layout.shapes if hasattr(Sizes(), name)):
        assert f"`{name}` ({size})" in page
