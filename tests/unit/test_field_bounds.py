"""A number of state stops at the bounds that its field declares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.games import read_game
from cardwright.cli.main import main
from compiler.callables.code import Code
from compiler.interpreter.changes import add
from compiler.interpreter.entities import create
from compiler.interpreter.game import new_game


@pytest.mark.parametrize(("change", "score"), [(-5, 0), (7, 7), (2000, 1000)])
def test_a_number_stops_at_its_bounds(change: int, score: int, tmp_path: Path) -> None:
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    build = read_game(tmp_path / "market").build
    assert build is not None and build.program is not None
    game = new_game(Code(build.program))
    player: Any = create(game, "player", None, {})
    add(game, player, "score", change)
    made: Any = create(game, "player", None, {"score": change})
    assert [player.score, made.score] == [score, score]
