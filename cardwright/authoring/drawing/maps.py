"""The board of a view in parts, each as a picture of its own: what is printed on one sheet of paper.

Job: draw the squares of a part, without figures and names, so that the parts meet at their edges. Input: a view, the
words of the game. Output: SVG. The work grows with the board, however many parts there are.
"""

# The parts of a view are of any type: its schema says which.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.authoring.drawing.board import Grid, patterns
from cardwright.authoring.drawing.scene import Reader, Words
from cardwright.authoring.drawing.svg import Drawing
from dsl.dataclass import dataclass

_SWATCH = 24.0


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle of a board: its first column and row, counted from 0, and how many squares it has."""

    column: int
    row: int
    across: int
    down: int


def draw_part(view: Mapping[str, Any], terrain: Sequence[str], part: Part) -> str:
    """The picture of a part; exactly as large as its squares."""
    drawing = Drawing()
    grid = Grid(drawing, view["board"], terrain, 0)
    cell = grid.cell
    grid.left, grid.top = 0.0, 0.0
    ends = (part.column + part.across) * cell, (part.row + part.down) * cell

    def within(square: str) -> bool:
        x, y = grid.corner(square)
        return part.column * cell <= x < ends[0] and part.row * cell <= y < ends[1]

    inside = [square for square in view["board"]["squares"] if within(square["at"])]
    walls = [wall for wall in view["board"]["walls"] if any(map(within, wall))]
    grid.left, grid.top = float(-part.column * cell), float(-part.row * cell)
    for square in inside:
        grid.draw_square(square)
    for wall in walls:
        grid.draw_wall(*wall)
    drawing.width, drawing.height = float(part.across * cell), float(part.down * cell)
    return drawing.document("", "", patterns(terrain), margin=0)


def legend(view: Mapping[str, Any], words: Words) -> list[tuple[str, str, str]]:
    """Each terrain of the board: its id, its word, and a swatch of its pattern."""
    found: list[tuple[str, str, str]] = []
    terrain = Reader(view, words).whole().terrain
    for place, (name, word) in enumerate(terrain.items()):
        drawing = Drawing()
        drawing.box(0, 0, _SWATCH, _SWATCH, fill=f"url(#terrain{place})", stroke="#000")
        found.append((name, word, drawing.document("", "", patterns([*terrain]), margin=0)))
    return found


def parts_of(board: Mapping[str, Any], across: int, down: int) -> list[Part]:
    """The parts of a board of at most so many squares, row by row."""
    return [
        Part(column, row, min(across, board["width"] - column), min(down, board["height"] - row))
        for row in range(0, board["height"], down)
        for column in range(0, board["width"], across)
    ]
