"""Drawings of some squares: how they are turned, what they would take, and what they make of a board.

Job: read a drawing, turn it, and lay it on a board of squares. Input: a text, a `Grid`, a square. Output: a text,
squares, truths, another `Grid`. It never holds pieces, and never knows what a letter means.

Every second character of every second line is a square: ``.``, the letter of its terrain, or a space where the drawing
has none. Between and around them stand the edges: ``|`` and ``-`` are walls, a space is none; ``+`` stands at corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from compiler.interpreter.grid import Grid

LARGEST = 64
VOID, BARE = " ", "."
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
_TURNED = str.maketrans("|-", "-|")


@dataclass(frozen=True, slots=True)
class Drawing:
    """``cells`` are its lines, each of ``2 * width + 1`` characters."""

    width: int
    height: int
    cells: tuple[str, ...]

    def letter(self, column: int, row: int) -> str:
        """What stands there; a space outside of the drawing."""
        if not (0 <= column < self.width and 0 <= row < self.height):
            return VOID
        return self.cells[2 * row + 1][2 * column + 1]

    def walled(self, column: int, row: int, side: tuple[int, int]) -> bool:
        """Whether a wall stands at a side of a square, which is one to the right and so far down."""
        return self.cells[2 * row + 1 + side[1]][2 * column + 1 + side[0]] != VOID

    def squares(self) -> Iterator[tuple[int, int]]:
        """The columns and rows of its squares."""
        for row in range(self.height):
            for column in range(self.width):
                if self.letter(column, row) != VOID:
                    yield column, row


def read_drawing(text: object) -> Drawing | None:
    """A drawing as content has it when it was checked; None for any other text, or what is no text."""
    lines = text.split("\n") if isinstance(text, str) else ()
    size = len(lines[0]) if lines else 0
    most = 2 * LARGEST + 1
    if not (3 <= size <= most and 3 <= len(lines) <= most and size % 2 and len(lines) % 2):
        return None
    if any(len(line) != size for line in lines):
        return None
    return Drawing(size // 2, len(lines) // 2, tuple(lines))


def rotated(drawing: Drawing, quarters: int) -> str:
    """The text of a drawing that is turned to the right by so many quarters."""
    lines = list(drawing.cells)
    for _ in range(quarters % 4):
        turned = ("".join(line[column] for line in reversed(lines)) for column in range(len(lines[0])))
        lines = [line.translate(_TURNED) for line in turned]
    return "\n".join(lines)


def taken(grid: Grid, drawing: Drawing, anchor: int) -> tuple[int, ...] | None:
    """The squares that it would take with its upper left corner at a square; None where some can never be there."""
    top, left = divmod(anchor, grid.width)
    found: list[int] = []
    for column, row in drawing.squares():
        square = (top + row) * grid.width + left + column
        if left + column >= grid.width or top + row >= grid.height or not grid.known(square):
            return None
        found.append(square)
    return tuple(found)


def fits(grid: Grid, drawing: Drawing, anchor: int) -> bool:
    """Whether all of its squares would come where none is yet."""
    squares = taken(grid, drawing, anchor)
    return squares is not None and not any(grid.exists[square] for square in squares)


def edges_match(grid: Grid, drawing: Drawing, anchor: int) -> bool:
    """Whether its outer edges would meet those of the board, a wall a wall, and no wall none."""
    if taken(grid, drawing, anchor) is None:
        return False
    return all(
        drawing.walled(column, row, side) == grid.edge_wall(square, other)
        for square, column, row, side, other in _outer(grid, drawing, anchor)
        if grid.exists[other]
    )


def laid(grid: Grid, drawing: Drawing, anchor: int, terrain: Mapping[str, str]) -> Grid | None:
    """The board with a drawing on it, whose squares replace those that are there; None where it cannot be laid, or has
    a letter that ``terrain`` does not tell.
    """
    squares = taken(grid, drawing, anchor)
    if squares is None:
        return None
    exists, carried = list(grid.exists), list(grid.terrain)
    for square, (column, row) in zip(squares, drawing.squares(), strict=True):
        letter = drawing.letter(column, row)
        if letter != BARE and letter not in terrain:
            return None
        exists[square], carried[square] = True, frozenset(() if letter == BARE else (terrain[letter],))
    covered = frozenset(squares)
    walls = {wall for wall in grid.walls if not covered.issuperset(wall)}
    for column, row in drawing.squares():
        for side in _SIDES:
            found = _beside(grid, anchor, column, row, side)
            if found is not None and drawing.walled(column, row, side):
                walls.add((min(found), max(found)))
    return replace(
        grid, exists=exists, terrain=carried, walls=frozenset(walls), vacant_squares=grid.vacant_squares - covered
    )


def _outer(grid: Grid, drawing: Drawing, anchor: int) -> Iterator[tuple[int, int, int, tuple[int, int], int]]:
    """The outer edges: a square of the drawing, where it is in it, the side, and the square beyond."""
    for column, row in drawing.squares():
        for side in _SIDES:
            found = _beside(grid, anchor, column, row, side)
            if found is not None and drawing.letter(column + side[0], row + side[1]) == VOID:
                yield found[0], column, row, side, found[1]


def _beside(grid: Grid, anchor: int, column: int, row: int, side: tuple[int, int]) -> tuple[int, int] | None:
    """A square of a drawing and the one beside it, where the area of the board has one."""
    top, left = divmod(anchor, grid.width)
    x, y = left + column + side[0], top + row + side[1]
    if not (0 <= x < grid.width and 0 <= y < grid.height):
        return None
    return (top + row) * grid.width + left + column, y * grid.width + x


def changes_of(drawn: Grid, grid: Grid) -> dict[str, Any]:
    """What became of a drawn board: its changed squares with their terrain, and all of its walls."""
    changed = [
        [square, *sorted(grid.terrain[square])]
        for square in range(len(grid.exists))
        if (grid.exists[square], grid.terrain[square]) != (drawn.exists[square], drawn.terrain[square])
    ]
    return {"squares": changed, "walls": [list(wall) for wall in sorted(grid.walls)]}


def changed_board(drawn: Grid, squares: list[tuple[int, tuple[str, ...]]], walls: list[tuple[int, int]]) -> Grid | None:
    """A drawn board with changes, which may come from a stranger; None where they are not of this board."""
    exists, carried = list(drawn.exists), list(drawn.terrain)
    count = len(exists)
    for square, names in squares:
        if not (0 <= square < count and drawn.known(square)):
            return None
        exists[square], carried[square] = True, frozenset(names)
    for low, high in walls:
        is_right = high == low + 1 and high % drawn.width != 0
        if not (0 <= low < high < count and (is_right or high == low + drawn.width)):
            return None
    vacant = drawn.vacant_squares - {square for square, _ in squares}
    return replace(drawn, exists=exists, terrain=carried, walls=frozenset(walls), vacant_squares=vacant)
