"""What measures on a board needs that board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_game import KINDS, try_small

GRID = 'board: {type: grid, metric: chebyshev, terrain: {wall: "#", mud: "~"}}\n'
MEASURED = "".join(f"      {name}: int\n" for name in ("x", "y", "facing", "width", "depth"))
TABLE = KINDS.replace(GRID, "board: {type: table}\n").replace("      damage: int\n", f"      damage: int\n{MEASURED}")
BOARDS = {"grid": KINDS, "table": TABLE, "none": KINDS.replace(GRID, "")}
OF_SQUARES = (
    "distance(a, b) > 2",
    "a within 2 of b",
    "a adjacent to b",
    "any unit within 2 of a",
    "size(corners(a)) > 2",
)
OF_TABLES = ("gap(a, b) > 2", "gap(disc(1, 2, 3), a) > 2", "bearing(a, b) > 2", "shape_of(a).width > 2")


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("condition", OF_SQUARES + OF_TABLES)
def test_a_measure_without_its_board_is_refused(board: str, condition: str, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, f"relation asked(a: unit, b: unit) = {condition}", kinds=BOARDS[board])
    have = {"grid": "the board has squares", "table": "the board is a table", "none": "the game has no board"}[board]
    if board == ("grid" if condition in OF_SQUARES else "table"):
        assert not told
    else:
        assert told
        assert all(have in one for one in told), told


def test_a_game_without_squares_may_say_what_distance_is(tmp_path: Path) -> None:
    rules = "define distance(a: unit, b: unit) -> int = a.hp - b.hp\nrelation asked(a: unit, b: unit) = a within 2 of b"
    _, told = try_small(tmp_path, rules, kinds=BOARDS["none"])
    assert not told
