"""The drawing of a table without squares, for people.

Job: draw bases as they stand, each with its letter. Input: bases in hundredths of an inch. Output: lines of text, with
the size of a cell. Only what is drawn counts: bases near each other may share a cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.interpreter.table import UNIT, cosine, sine

WIDE, LEAST = 96, 100  # at most so many cells in a row; no cell is narrower than an inch
ARROWS = "↑↗→↘↓↙←↖"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A base: its letter, centre, facing and size."""

    letter: str
    x: int
    y: int
    facing: int
    width: int
    depth: int


def pointer(facing: int) -> str:
    """The direction in which a base looks, to the nearest of eight."""
    return ARROWS[(facing % 360 + 22) // 45 % 8]


def draw_table(bases: Sequence[Drawn]) -> tuple[list[str], int]:
    """The lines, and how many hundredths of an inch a cell is wide; it is twice as high.

    Where several cover a cell, the first is drawn; the middle of each is drawn over all that others cover.
    """
    if not bases:
        return [], LEAST
    reach = [max(b.width, b.depth) // 2 for b in bases]
    left = min(b.x - r for b, r in zip(bases, reach, strict=True))
    top = min(b.y - r for b, r in zip(bases, reach, strict=True))
    right = max(b.x + r for b, r in zip(bases, reach, strict=True))
    bottom = max(b.y + r for b, r in zip(bases, reach, strict=True))
    cell = max(LEAST, -(-(right - left + 1) // WIDE))
    columns, rows = (right - left) // cell + 1, (bottom - top) // (2 * cell) + 1
    cells = [["."] * columns for _ in range(rows)]
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * cell + cell // 2, top + row * 2 * cell
            heights = (y + cell // 3, y + cell, y + 2 * cell - cell // 3)
            covering = (b.letter for b in bases if any(_covers(b, x, height) for height in heights))
            cells[row][column] = next(covering, ".")
    for b in reversed(bases):
        cells[(b.y - top) // (2 * cell)][(b.x - left) // cell] = b.letter
    return ["".join(line).rstrip() for line in cells], cell


def _covers(base: Drawn, x: int, y: int) -> bool:
    """Whether a point lies within a base."""
    across = (x - base.x) * cosine(base.facing) + (y - base.y) * sine(base.facing)
    along = (x - base.x) * sine(base.facing) - (y - base.y) * cosine(base.facing)
    return abs(across) * 2 <= base.width * UNIT and abs(along) * 2 <= base.depth * UNIT
