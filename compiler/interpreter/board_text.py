"""The drawing of a board of squares: text to shape and back.

Job: read what an author draws (``docs/content-files.md``) and draw what a person shall see. Input: lines of text, or a
`Grid`. Output: a `BoardText`, or text. It never knows what a letter means.

A *square line* has the squares at columns 0, 2, 4 … and between two squares a space, or ``|`` for a wall. An *edge
line* stands between two square lines: ``-`` below a square is a wall between it and the square under it; ``-``, ``+``
and ``|`` between the squares only please the eye. Where a line is shorter than others, or a square is a space, there is
no square (void); ``_`` is vacant: there is none yet.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from string import ascii_lowercase

from compiler.interpreter.grid import Grid
from compiler.interpreter.segments import Wall

LARGEST = 64
VOID, VACANT = " ", "_"
_EDGES = frozenset(" -+|")


class BoardTextError(Exception):
    """A fault of the drawing at ``line`` and ``column``, both counted from 0."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board as drawn: per row and column a letter (a space is void), and walls as pairs of squares ``row * width +
    column``.
    """

    width: int
    height: int
    letters: list[list[str]]
    walls: frozenset[Wall]


def parse_board(text_lines: Sequence[str]) -> BoardText:
    """Read a drawing, one text per line without line ends. Raises `BoardTextError` at the first fault.

    A blank line is a row of void squares. A board has from 1 to 64 rows and columns.
    """
    lines = [line.rstrip() for line in text_lines]
    rows: list[int] = []
    edges: list[int] = []
    for number, line in enumerate(lines):
        if "-" in line and _EDGES.issuperset(line):
            if not rows or rows[-1] != number - 1:
                raise BoardTextError(number, line.index("-"), "no squares above these walls")
            edges.append(number)
        else:
            rows.append(number)
            if len(rows) > LARGEST:
                raise BoardTextError(number, 0, f"more than {LARGEST} rows")
    if edges and edges[-1] == len(lines) - 1:
        raise BoardTextError(edges[-1], lines[edges[-1]].index("-"), "no squares below these walls")
    width = max((len(lines[number]) + 1) // 2 for number in rows) if rows else 0
    if width == 0:
        raise BoardTextError(0, 0, "a board without squares")
    walls: set[Wall] = set()
    letters: list[list[str]] = []
    for row, number in enumerate(rows):
        letters.append(_read_letters(lines[number], number, width))
        walls.update(_read_upright_walls(lines[number], number, row * width, width))
        if number + 1 in edges:
            walls.update(_read_level_walls(lines[number + 1], number + 1, row * width, width))
    return BoardText(width, len(rows), letters, frozenset(walls))


def draw_board(grid: Grid, letter_of: Callable[[int], str]) -> str:
    """Draw a board, lines parted by line feeds; `parse_board` reads it back.

    Rows at the lower and columns at the right edge without any square are lost. ValueError when ``letter_of`` gives
    anything but one visible character other than ``|``, ``-`` and ``+``.
    """
    lines: list[str] = []
    for row in range(grid.height):
        squares = range(row * grid.width, (row + 1) * grid.width)
        line = ""
        for square in squares:
            line += _letter(grid, square, letter_of)
            line += "|" if square + 1 in squares and grid.edge_wall(square, square + 1) else " "
        lines.append(line.rstrip())
        edge = " ".join("-" if grid.edge_wall(square, square + grid.width) else " " for square in squares)
        if "-" in edge:
            lines.append(edge.rstrip())
    return "\n".join(lines)


def draw_part(grid: Grid, squares: Set[int], letter_of: Callable[[int], str]) -> list[str]:
    """The part of a board that has these squares, with the names of its columns above and of its rows on the left."""
    if not squares:
        return []
    columns = [square % grid.width for square in squares]
    first, last = min(columns), max(columns)
    lines = ["    " + " ".join(ascii_lowercase[c % 26] for c in range(first, last + 1))]
    below = {square // grid.width for square in squares}
    for row in range(min(below), max(below) + 1):
        here = range(row * grid.width + first, row * grid.width + last + 1)
        line, edge = "", ""
        for square in here:
            line += _letter(grid, square, letter_of) if square in squares else VOID
            line += "|" if square < here[-1] and grid.edge_wall(square, square + 1) else " "
            is_walled = row < max(below) and grid.edge_wall(square, square + grid.width)
            edge += "- " if is_walled else "  "
        lines.append(f"{row + 1:3} {line}".rstrip())
        if "-" in edge:
            lines.append(f"    {edge}".rstrip())
    return lines


def _letter(grid: Grid, square: int, letter_of: Callable[[int], str]) -> str:
    if not grid.exists[square]:
        return VACANT if square in grid.vacant_squares else VOID
    letter = letter_of(square)
    if not _is_letter(letter):
        raise ValueError(f"{letter!r} cannot stand for square {grid.square_name(square)}")
    return letter


def _is_letter(text: str) -> bool:
    return len(text) == 1 and text.isprintable() and not text.isspace() and text not in _EDGES


def _read_letters(line: str, number: int, width: int) -> list[str]:
    if width > LARGEST and len(line) > 2 * LARGEST:
        raise BoardTextError(number, 2 * LARGEST, f"more than {LARGEST} squares in a row")
    for column in range(0, len(line), 2):
        character = line[column]
        if character != VOID and not _is_letter(character):
            raise BoardTextError(number, column, f"{character!r} where a square belongs")
    letters = list(line[::2])
    return letters + [VOID] * (width - len(letters))


def _read_upright_walls(line: str, number: int, first: int, width: int) -> set[Wall]:
    walls: set[Wall] = set()
    for column in range(1, len(line), 2):
        if line[column] == "|":
            square = column // 2
            if square + 1 >= width:
                raise BoardTextError(number, column, "no square to the right of this wall")
            walls.add((first + square, first + square + 1))
        elif line[column] != " ":
            raise BoardTextError(number, column, f"{line[column]!r} between two squares (a space or '|' stands there)")
    return walls


def _read_level_walls(line: str, number: int, first: int, width: int) -> set[Wall]:
    walls: set[Wall] = set()
    for column, character in enumerate(line):
        if character == " " or (column % 2 == 1 and column < 2 * width - 1):
            continue
        if column >= 2 * width - 1:
            raise BoardTextError(number, column, "no square above this wall")
        if character != "-":
            raise BoardTextError(number, column, f"{character!r} below a square (a space or '-' stands there)")
        walls.add((first + column // 2, first + column // 2 + width))
    return walls
