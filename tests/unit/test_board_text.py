"""Drawings of boards: what each mark means, where faults are found, and the way back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.interpreter.board_text import BoardText, BoardTextError, draw_board, parse_board
from compiler.interpreter.grid import Grid


def fault(*lines: str) -> tuple[int, int, str]:
    with pytest.raises(BoardTextError) as caught:
        parse_board(lines)
    return caught.value.line, caught.value.column, caught.value.message


def grid_of(text: BoardText) -> Grid:
    exists = [letter != " " for row in text.letters for letter in row]
    return Grid(text.width, text.height, exists=exists, walls=text.walls)


def redraw(text: BoardText) -> str:
    return draw_board(grid_of(text), lambda square: text.letters[square // text.width][square % text.width])


def test_letters_and_upright_walls() -> None:
    text = parse_board([". . # .", "A . .|b"])
    assert (text.width, text.height) == (4, 2)
    assert text.letters == [[".", ".", "#", "."], ["A", ".", ".", "b"]]
    assert text.walls == {(6, 7)}


def test_edge_lines_hold_level_walls() -> None:
    text = parse_board([". . .", "-+-", ". . .", "    -", ".|. ."])
    assert text.height == 3
    assert text.walls == {(0, 3), (1, 4), (5, 8), (6, 7)}


def test_a_drawn_line_of_wall_counts_only_below_squares() -> None:
    assert parse_board([". . .", "---", ". . ."]).walls == {(0, 3), (1, 4)}
    assert parse_board([". . .", " +-|", ". . ."]).walls == {(1, 4)}


def test_short_lines_and_spaces_are_void() -> None:
    text = parse_board([".   .", ".", "", "  . ."])
    assert text.letters == [[".", " ", "."], [".", " ", " "], [" ", " ", " "], [" ", ".", "."]]
    assert parse_board([". .", ".|"]).walls == {(2, 3)}
    assert parse_board([". .   "]).width == 2


def test_faults_have_a_place() -> None:
    assert fault(". .", ".x.")[:2] == (1, 1)
    assert fault(". .", ".-x")[:2] == (1, 1)
    assert fault(". | .")[:2] == (0, 2)
    assert fault(". .|") == (0, 3, "no square to the right of this wall")
    assert fault("- -", ". .") == (0, 0, "no squares above these walls")
    assert fault(". .", "  -") == (1, 2, "no squares below these walls")
    assert fault(". .", "-", "  -", ". .")[:2] == (2, 2)
    assert fault(". .", "- |", ". .")[:2] == (1, 2)
    assert fault(". .", "  - -", ". .") == (1, 4, "no square above this wall")
    assert fault("\t.")[:2] == (0, 0)
    assert fault() == fault("", "  ") == (0, 0, "a board without squares")


def test_boards_have_a_largest_size() -> None:
    row = " ".join("." * 64)
    assert parse_board([row] * 64).width == 64
    assert fault(row, row + " .") == (1, 128, "more than 64 squares in a row")
    assert fault(*[row] * 65) == (64, 0, "more than 64 rows")


def test_drawing() -> None:
    lines = [".|.", "- -", "A", "", "  b"]
    assert redraw(parse_board(lines)) == ".|.\n- -\nA\n\n  b"
    for letter in ("", "ab", "|", "-", "+", " ", "\t"):
        with pytest.raises(ValueError, match="square a1"):
            draw_board(Grid(1, 1), {0: letter}.__getitem__)


@st.composite
def drawings(draw: st.DrawFn) -> BoardText:
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    letters = [[draw(st.sampled_from(". #Aя^")) for _ in range(width)] for _ in range(height)]
    letters[draw(st.integers(0, height - 1))][width - 1] = "."
    letters[height - 1][draw(st.integers(0, width - 1))] = "."
    count = width * height
    edges = [(s, s + 1) for s in range(count) if (s + 1) % width] + [(s, s + width) for s in range(count - width)]
    walls = draw(st.frozensets(st.sampled_from(edges))) if edges else frozenset[tuple[int, int]]()
    return BoardText(width, height, letters, walls)


@given(drawings())
def test_what_is_drawn_is_read_back(text: BoardText) -> None:
    assert parse_board(redraw(text).split("\n")) == text
