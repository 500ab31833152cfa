"""Straight segments over a board of squares: what they cross, what they touch, which walls they meet.

Job: answer questions about a segment, each once for boards of one shape and its walls, whichever game asks. Input: a
width, a height and walls; points. Output: squares and truths. Never knows which squares are there or what is on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
Wall: TypeAlias = tuple[int, int]

_BOARDS, _CACHED = 8, 1 << 16  # how many boards are kept, and how many answers of each sort for one


class Segments:
    """The segments of boards of ``width`` x ``height`` squares, whose walls are pairs of squares in ascending order.

    Points are those of `Grid`; a segment is given by its ends. ``crossed`` are the squares whose interior meets it,
    ``touched`` those whose closed area does, both in order from its first end; ``meets``: whether it, without its ends,
    crosses walls, and whether it touches any.
    """

    def __init__(self, width: int, height: int, walls: frozenset[Wall]) -> None:
        self.width, self.height = width, height
        self._wall_ends = sorted(map(self._ends_of_wall, walls))
        cached = lru_cache(maxsize=_CACHED)
        self.crossed: Callable[[Point, Point], tuple[int, ...]] = cached(self._find_crossed)
        self.touched: Callable[[Point, Point], tuple[int, ...]] = cached(self._find_touched)
        self.meets: Callable[[Point, Point], tuple[bool, bool]] = cached(self._meet_walls)

    def _ends_of_wall(self, wall: Wall) -> tuple[Point, Point]:
        """The end points of the common edge of two squares given in ascending order."""
        row, column = divmod(wall[0], self.width)
        x, y = 2 * column, 2 * row
        upright = wall[1] - wall[0] == 1 and self.width > 1
        return (x + 2, y) if upright else (x, y + 2), (x + 2, y + 2)

    def _find_crossed(self, p: Point, q: Point) -> tuple[int, ...]:
        (left, right), (top, bottom) = sorted((p[0], q[0])), sorted((p[1], q[1]))
        columns = range(max(0, left // 2), min(self.width, (right - 1) // 2 + 1))
        rows = range(max(0, top // 2), min(self.height, (bottom - 1) // 2 + 1))
        # The interior of a square is within 1 of its centre on both axes, so its offsets from the line are within dx +
        # dy; an empty segment has no line, the ranges alone decide.
        reach = right - left + bottom - top
        return self._along(p, q, rows, columns, reach - 1 if reach else 0)

    def _find_touched(self, p: Point, q: Point) -> tuple[int, ...]:
        (left, right), (top, bottom) = sorted((p[0], q[0])), sorted((p[1], q[1]))
        columns = range(max(0, (left - 1) // 2), min(self.width, right // 2 + 1))
        rows = range(max(0, (top - 1) // 2), min(self.height, bottom // 2 + 1))
        return self._along(p, q, rows, columns, right - left + bottom - top)

    def _along(self, p: Point, q: Point, rows: range, columns: range, reach: int) -> tuple[int, ...]:
        """The squares of these rows and columns whose centre is at most ``reach`` (an area) off the line, in order."""
        dx, dy = q[0] - p[0], q[1] - p[1]
        found: list[tuple[int, int]] = []
        for row, column in product(rows, columns):
            x, y = 2 * column + 1 - p[0], 2 * row + 1 - p[1]
            if abs(dx * y - dy * x) <= reach:
                found.append((dx * x + dy * y, row * self.width + column))
        return tuple(square for _, square in sorted(found))

    def _meet_walls(self, p: Point, q: Point) -> tuple[bool, bool]:
        """Whether the segment without its ends (crosses, touches) walls."""
        crosses = touches = False
        along: list[tuple[Point, Point]] = []
        sides: dict[Point, set[bool]] = defaultdict(set)
        for u, v in self._wall_ends:
            off_p, off_q = _side(u, v, p), _side(u, v, q)
            side_u, side_v = _side(p, q, u), _side(p, q, v)
            if off_p == off_q == side_u == side_v == 0:
                if p != q and min(p, q) < v and u < max(p, q):
                    along.append((u, v))
            elif off_p * off_q < 0 and side_u * side_v <= 0:
                touches = True
                if side_u and side_v:
                    crosses = True
                else:
                    sides[v if side_u else u].add(side_u + side_v > 0)
        # Where a wall runs along the segment, the sides on which it came are handed on to its last joint.
        for u, v in along:
            sides[v] |= sides[u]
        return crosses or any(len(both) == 2 for both in sides.values()), touches or bool(along)


@lru_cache(maxsize=_BOARDS)
def segments_of(width: int, height: int, walls: frozenset[Wall]) -> Segments:
    """The segments of a board, shared by all boards of its shape and walls."""
    return Segments(width, height, walls)


def _side(p: Point, q: Point, point: Point) -> int:
    """Positive on the one side of the line through p and q, negative on the other, 0 on it."""
    return (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
