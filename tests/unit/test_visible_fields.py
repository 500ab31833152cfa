"""`visible` says who sees what lies in a zone; for any other field it means nothing, and is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.build import build_game
from dsl.diagnostics import Sink
from tests.lint_game import write_example


@pytest.mark.parametrize("who", ["all", "owner", "none"])
def test_a_plain_field_has_nothing_to_hide(tmp_path: Path, who: str) -> None:
    folder = write_example(tmp_path, {"fields": f"value: {{type: int, visible: {who}}}"})
    sink = Sink()
    build_game(folder, sink, "example")
    told = [(item.code, item.span.text, item.message) for item in sink.items]
    assert ("unknown-key", "visible", "everybody sees the value of `value`: `visible` is read only for a zone") in told


def test_a_zone_has(tmp_path: Path) -> None:
    sink = Sink()
    build_game(write_example(tmp_path, {"fields": "pouch: {zone: unit, visible: none}"}), sink, "example")
    assert not [item for item in sink.items if item.code == "unknown-key"]


def test_only_a_player_sees_a_zone_as_its_owner(tmp_path: Path) -> None:
    sink = Sink()
    folder = write_example(
        tmp_path,
        {"fields": "pouch: {zone: unit, visible: owner}", "player_fields": "bag: {zone: unit, visible: owner}"},
    )
    build_game(folder, sink, "example")
    told = [(item.code, item.message) for item in sink.items if item.code == "wrong-value"]
    assert told == [("wrong-value", "`pouch` belongs to unit, which is no player, so nobody sees what lies in it")]
