"""The drawing of a table, and of a part of a board of squares."""

from __future__ import annotations

import pytest

from compiler.interpreter.board_text import draw_part
from compiler.interpreter.grid import Grid
from compiler.interpreter.table_text import Drawn, draw_table, pointer


def test_a_base_covers_the_cells_that_it_stands_on() -> None:
    lines, cell = draw_table([Drawn("a", 0, 0, 0, 500, 200), Drawn("b", 1000, 1000, 90, 500, 200)])
    assert cell == 100
    assert lines == [
        "aaaaa...........",
        "aaaaa...........",
        "................",
        "................",
        "................",
        "...........bbb..",
        "...........bbb..",
        "...........bbb..",
    ]


def test_a_base_within_another_is_seen_and_the_smaller_one_is_in_front() -> None:
    lines, _ = draw_table([Drawn("m", 0, 0, 0, 80, 80), Drawn("s", 0, 100, 0, 500, 300)])
    drawn = "".join(lines)
    assert drawn.count("m") >= 1
    assert drawn.count("s") > drawn.count("m")


def test_a_thin_base_is_drawn_whole() -> None:
    lines, _ = draw_table([Drawn("t", 0, 0, 0, 1000, 80)])
    assert "tttttttttt" in "".join(lines)


def test_a_wide_table_has_wider_cells() -> None:
    lines, cell = draw_table([Drawn("a", 0, 0, 0, 80, 80), Drawn("b", 20_000, 0, 0, 80, 80)])
    assert cell > 200
    assert max(map(len, lines)) <= 97
    assert draw_table([]) == ([], 100)


@pytest.mark.parametrize(("facing", "shown"), [(0, "↑"), (44, "↗"), (90, "→"), (180, "↓"), (269, "←"), (359, "↑")])
def test_which_way_it_looks(facing: int, shown: str) -> None:
    assert pointer(facing) == shown


def test_a_part_of_a_board_keeps_the_names_of_its_squares() -> None:
    grid = Grid(5, 4)
    assert draw_part(grid, {7, 8, 12}, lambda _: ".") == ["    c d", "  2 . .", "  3 ."]
    assert draw_part(grid, set(), lambda _: ".") == []
