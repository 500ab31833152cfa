"""Geometry of a board of squares: distances, steps, footprints, lines.

Job: answer questions about places. Input: the shape of the board (which squares exist, where walls stand). Output:
squares, integers, truths. It never holds pieces, never knows a rule of a game, and never uses a float.

A square is the int ``row * width + column``. Points are pairs ``(x, y)`` in *half units*, x to the right and y down:
the corners of the square in column c, row r are ``(2c, 2r)`` … ``(2c+2, 2r+2)`` and its centre is ``(2c+1, 2r+1)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from typing import Literal, TypeAlias

from compiler.interpreter.segments import Point, Wall, segments_of
from compiler.interpreter.values import Square

Metric: TypeAlias = Literal["chebyshev", "manhattan", "alternating"]

_NAME = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})", re.ASCII)


def _never(_: int) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Walk:
    """How something walks: the rules of the game as numbers and functions over anchors (upper left squares).

    ``size`` is (width, height) of the footprint in squares. ``budget`` is the most that a walk may cost. ``cost(a, b)``
    is what the step from anchor a to anchor b costs (0 or more), or None when there is no such step: walls are its
    business too. An anchor where ``stops`` is true is entered but not left; the start may always be left.
    """

    size: tuple[int, int]
    budget: int
    cost: Callable[[int, int], int | None]
    stops: Callable[[int], bool] = _never


@dataclass(eq=False)
class Grid:
    """A board of ``width`` x ``height`` squares, some of which may be void (off the board). ``vacant_squares`` are
    void ones that have a name, for they may come onto a board that is made of this one.

    ``exists``, ``terrain`` and ``elevation`` have one entry per square; an empty list stands for "all exist", "no
    terrain", "height 0". ``walls`` holds edges as pairs of orthogonally adjacent squares, in either order. Shape and
    walls must not change after building (answers are cached); use ``dataclasses.replace`` for another board. Raises
    ValueError for a bad shape.
    """

    width: int
    height: int
    metric: Metric = "chebyshev"
    exists: list[bool] = field(default_factory=list[bool])
    terrain: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    elevation: list[int] = field(default_factory=list[int])
    walls: frozenset[Wall] = frozenset()
    vacant_squares: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a board of {self.width} x {self.height} squares")
        count = self.width * self.height
        self.exists = list(self.exists) or [True] * count
        self.terrain = list(self.terrain) or [frozenset()] * count
        self.elevation = list(self.elevation) or [0] * count
        if not len(self.exists) == len(self.terrain) == len(self.elevation) == count:
            raise ValueError(f"exists, terrain and elevation need {count} entries each")
        self.walls = frozenset((min(wall), max(wall)) for wall in self.walls)
        for wall in self.walls:
            if wall[0] < 0 or wall[1] >= count or self._apart(*wall) not in ((0, 1), (1, 0)):
                raise ValueError(f"no common edge between squares {wall[0]} and {wall[1]}")
        self._wall_pairs = self.walls | {(b, a) for a, b in self.walls}
        self._neighbours = tuple(self._adjacent(square, diagonal=True) for square in range(count))
        self._orthogonal = tuple(self._adjacent(square, diagonal=False) for square in range(count))
        self._cut_steps = frozenset((a, b) for a in range(count) for b in self._neighbours[a] if self._is_cut(a, b))
        self._footprints: dict[tuple[int, int, int], tuple[int, ...] | None] = {}
        self._steps: dict[tuple[int, int], tuple[tuple[tuple[int, bool], ...], ...]] = {}
        self._segments = segments_of(self.width, self.height, self.walls)
        self._distances: dict[int, list[int]] = {}
        self._corners: dict[tuple[int, ...], tuple[Point, ...]] = {}

    # Names

    def square_name(self, square: int) -> str:
        """The name that people read: ``a1`` is the upper left, then ``b1`` … ``z1``, ``aa1``."""
        row, column = divmod(square, self.width)
        letters = ""
        column += 1
        while column:
            column, digit = divmod(column - 1, 26)
            letters = chr(ord("a") + digit) + letters
        return f"{letters}{row + 1}"

    def known(self, square: int) -> bool:
        """Whether a square is on the board, or may come onto it."""
        return self.exists[square] or square in self.vacant_squares

    def square_named(self, text: str) -> int | None:
        """The square of that name; None when the text is no name or names no square of this board (void included)."""
        match = _NAME.fullmatch(text)
        if match is None:
            return None
        column = 0
        for letter in match[1]:
            column = column * 26 + ord(letter) - ord("a") + 1
        if column > self.width or int(match[2]) > self.height:
            return None
        square = (int(match[2]) - 1) * self.width + column - 1
        return square if self.known(square) else None

    @cached_property
    def named_squares(self) -> tuple[Square, ...]:
        """The squares that have a name: those on the board, and those that may come onto it."""
        count = self.width * self.height
        return tuple(Square(i, self.square_name(i), self.width) for i in range(count) if self.known(i))

    # Neighbours and walls

    def neighbours(self, square: int) -> tuple[int, ...]:
        """The up to eight squares of the board that share an edge or corner, in ascending order; only vacant ones of
        the void squares have any.
        """
        return self._neighbours[square]

    def edge_wall(self, a: int, b: int) -> bool:
        """Whether a wall stands on the common edge of two squares (false when they have none)."""
        return (a, b) in self._wall_pairs

    def step_blocked(self, a: int, b: int) -> bool:
        """Whether a wall cuts the step between two neighbouring squares.

        A diagonal step goes through the shared corner, so any wall that ends in or passes through that corner cuts it.
        """
        return (a, b) in self._cut_steps

    # Distances and areas

    def distance(self, a: int, b: int) -> int:
        """Squares from a to b under the board's metric, walls and voids ignored; 0 for the same square.

        chebyshev: a diagonal counts 1; manhattan: 2; alternating: 1 and 2 in turn.
        """
        row = self._distances.get(a)
        if row is None:
            row = self._distances[a] = [self._length(*self._apart(a, other)) for other in range(len(self.exists))]
        return row[b]

    def distance_of_rectangles(self, squares_a: Sequence[int], squares_b: Sequence[int]) -> int:
        """The least distance from a square of the one footprint to a square of the other; each has one or more."""
        across, down = zip(self._span(squares_a), self._span(squares_b), strict=True)
        return self._length(_gap(*across), _gap(*down))

    def _span(self, rectangle: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first and last column, and the first and last row, of a footprint."""
        (top, left), (bottom, right) = divmod(rectangle[0], self.width), divmod(rectangle[-1], self.width)
        return (left, right), (top, bottom)

    def _length(self, across: int, down: int) -> int:
        if self.metric == "chebyshev":
            return across if across > down else down
        if self.metric == "manhattan":
            return across + down
        return max(across, down) + min(across, down) // 2

    def footprint(self, anchor: int, width: int, height: int) -> tuple[int, ...] | None:
        """The squares of a rectangle, the anchor its upper left, in ascending order; None if some are off the board."""
        key = (anchor, width, height)
        if key not in self._footprints:
            self._footprints[key] = self._lay_footprint(anchor, width, height)
        return self._footprints[key]

    def within(self, squares: Iterable[int], limit: int) -> tuple[int, ...]:
        """All squares of the board at most that far from one of these squares, these included, in ascending order."""
        found: set[int] = set()
        for square in squares:
            row, column = divmod(square, self.width)
            for r in range(max(0, row - limit), min(self.height, row + limit + 1)):
                for c in range(max(0, column - limit), min(self.width, column + limit + 1)):
                    other = r * self.width + c
                    if self.exists[other] and self.distance(square, other) <= limit:
                        found.add(other)
        return tuple(sorted(found))

    # Walks

    def path_distance(
        self, sources: Collection[int], targets: Collection[int], passable: Callable[[int], bool], limit: int
    ) -> int | None:
        """Length of the shortest way around walls from a source to a target; None when it is longer than ``limit``.

        A step counts 1, under the alternating metric every second diagonal 2; under manhattan there are no diagonal
        steps. ``passable`` is asked for the squares between: neither sources nor targets need be passable.
        """

        def cost(a: int, b: int) -> int | None:
            return None if self.step_blocked(a, b) or not (b in goals or passable(b)) else 1

        if limit < 0:
            return None
        goals = frozenset(targets)
        starts = [square for square in sources if self.exists[square]]
        found = self._settle(starts, Walk((1, 1), limit, cost), goals)
        return min((found[square] for square in goals if square in found), default=None)

    def reachable(self, start: int, walk: Walk) -> dict[int, int]:
        """The least cost of each anchor that the walk reaches from ``start`` (cost 0), cheapest first, then by square.

        Steps go to the neighbouring anchors (under manhattan, to the orthogonal ones) where the whole footprint is on
        the board. Under the alternating metric each second diagonal step of a walk costs 1 more than ``walk.cost``
        says. ValueError when a step costs less than 0.
        """
        return self._settle((start,), walk, ()) if walk.budget >= 0 else {}

    def route(self, start: int, goal: int, walk: Walk) -> tuple[int, ...] | None:
        """The cheapest way, both ends included; None when there is none within the budget.

        Among ways of the same cost the one of the fewest steps, then the one whose squares come first. Costs as in
        `reachable`.
        """
        return self.ways(start, walk).to(goal)[0]

    def ways(self, start: int, walk: Walk, meter: Callable[[], int] = int) -> Ways:
        """The routes from one square, for who asks for several; ``meter`` counts up what they cost."""
        return Ways(start, walk, self._steps_of(walk.size), alternating=self.metric == "alternating", meter=meter)

    # Points and lines

    def corners(self, square: int) -> tuple[Point, Point, Point, Point]:
        """The corner points of a square: upper left, upper right, lower left, lower right."""
        row, column = divmod(square, self.width)
        x, y = 2 * column, 2 * row
        return (x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)

    def corners_of(self, squares: tuple[int, ...]) -> tuple[Point, ...]:
        """The corner points of a footprint, each once; a board has few footprints, so that they are remembered."""
        found = self._corners.get(squares)
        if found is None:
            points = (point for square in squares for point in self.corners(square))
            found = self._corners[squares] = tuple(dict.fromkeys(points))
        return found

    def centre(self, square: int) -> Point:
        """The centre point of a square."""
        row, column = divmod(square, self.width)
        return 2 * column + 1, 2 * row + 1

    def crossed_squares(self, p: Point, q: Point) -> tuple[int, ...]:
        """The squares whose interior meets the segment from p to q, its ends included, in order from p to q.

        Void squares are among them: a line that leaves the board shows it.
        """
        return self._segments.crossed(p, q)

    def touched_squares(self, p: Point, q: Point) -> tuple[int, ...]:
        """The squares whose closed area meets the segment, its ends included, in order from p to q; void ones too."""
        return self._segments.touched(p, q)

    def crosses_wall(self, p: Point, q: Point) -> bool:
        """Whether a wall runs from one side of the segment to the other, through a point of it that is not its end.

        That point may be a joint of wall edges. Touching the end or the outside of a bend of a wall, and running along
        one, is no crossing.
        """
        return self._segments.meets(p, q)[0]

    def touches_wall(self, p: Point, q: Point) -> bool:
        """Whether a point of the segment other than its ends lies on a wall (its ends and joints included)."""
        return self._segments.meets(p, q)[1]

    # Inside

    def _apart(self, a: int, b: int) -> tuple[int, int]:
        row_a, column_a = divmod(a, self.width)
        row_b, column_b = divmod(b, self.width)
        return abs(column_a - column_b), abs(row_a - row_b)

    def _adjacent(self, square: int, *, diagonal: bool) -> tuple[int, ...]:
        if not self.known(square):
            return ()
        row, column = divmod(square, self.width)
        near = (
            r * self.width + c
            for r in range(max(0, row - 1), min(self.height, row + 2))
            for c in range(max(0, column - 1), min(self.width, column + 2))
            if (r != row or c != column) and (diagonal or r == row or c == column)
        )
        return tuple(other for other in near if self.exists[other])

    def _is_cut(self, a: int, b: int) -> bool:
        if 0 in self._apart(a, b):
            return (a, b) in self._wall_pairs
        row_a, row_b = a // self.width, b // self.width
        beside, beyond = a + (b - a) - (row_b - row_a) * self.width, a + (row_b - row_a) * self.width
        return any((end, other) in self._wall_pairs for end in (a, b) for other in (beside, beyond))

    def _lay_footprint(self, anchor: int, width: int, height: int) -> tuple[int, ...] | None:
        row, column = divmod(anchor, self.width)
        if width < 1 or height < 1 or anchor < 0 or column + width > self.width or row + height > self.height:
            return None
        squares = tuple(r * self.width + c for r in range(row, row + height) for c in range(column, column + width))
        return squares if all(self.exists[square] for square in squares) else None

    def _steps_of(self, size: tuple[int, int]) -> tuple[tuple[tuple[int, bool], ...], ...]:
        """Per anchor, the anchors one step away where a footprint of that size fits, and whether it is a diagonal."""
        if size not in self._steps:
            near = self._orthogonal if self.metric == "manhattan" else self._neighbours
            self._steps[size] = tuple(
                tuple((b, 0 not in self._apart(a, b)) for b in others if self.footprint(b, *size) is not None)
                for a, others in enumerate(near)
            )
        return self._steps[size]

    def _settle(self, starts: Iterable[int], walk: Walk, goals: Collection[int]) -> dict[int, int]:
        """Dijkstra's algorithm, ended at the first goal.

        A state is ``2 * anchor + (1 after an odd number of diagonals)``; a queue entry is ``cost * span + state`` in
        one int, so that equal costs are settled in the order of squares.
        """
        steps, alternating = self._steps_of(walk.size), self.metric == "alternating"
        budget, cost, stops = walk.budget, walk.cost, walk.stops
        span = 2 * len(self.exists)
        best = {2 * start: 0 for start in starts}
        roots = frozenset(best)
        queue = sorted(best)
        found: dict[int, int] = {}
        while queue:
            spent, state = divmod(heappop(queue), span)
            if best[state] < spent:
                continue
            anchor, odd = divmod(state, 2)
            found.setdefault(anchor, spent)
            if anchor in goals:
                break
            if state not in roots and stops(anchor):
                continue
            for other, diagonal in steps[anchor]:
                turns = alternating and diagonal
                after = 2 * other + (odd ^ turns)
                known = best.get(after)
                if known is not None and known <= spent:
                    continue
                price = cost(anchor, other)
                if price is None or (total := spent + price + (odd & turns)) > budget:
                    continue
                if price < 0:
                    raise _negative(anchor, other, price)
                if known is None or total < known:
                    best[after] = total
                    heappush(queue, total * span + after)
        return found


# A way begun: what it costs, its steps, its squares, and whether it went an odd number of diagonals.
_Begun: TypeAlias = tuple[int, int, tuple[int, ...], bool]


class Ways:
    """Routes from one square, sought as far as somebody has asked; see `Grid.route`."""

    def __init__(
        self,
        start: int,
        walk: Walk,
        steps: Sequence[tuple[tuple[int, bool], ...]],
        *,
        alternating: bool,
        meter: Callable[[], int],
    ) -> None:
        self._walk, self._steps, self._alternating, self._meter = walk, steps, alternating, meter
        self._spent = 0  # what all that was settled has cost
        self._found: dict[int, tuple[tuple[int, ...], int]] = {}  # the way, and what it cost to be sure of it
        self._settled: set[tuple[int, bool]] = set()
        self._queue: list[_Begun] = [(0, 0, (start,), False)]
        self._best: dict[tuple[int, bool], _Begun] = {}  # of each state the best in the queue: worse ones stay out
        if walk.budget < 0:
            self._queue.clear()

    def to(self, goal: int) -> tuple[tuple[int, ...] | None, int]:
        """The way to a square, both ends included, or None when there is none within the budget; and what it cost.

        That is what a search for this square alone would have cost.
        """
        while goal not in self._found and self._queue:
            way = self._queue[0][2]
            self._found.setdefault(way[-1], (way, self._spent))
            if way[-1] != goal:
                before = self._meter()
                self._settle_next()
                self._spent += self._meter() - before
        return self._found.get(goal, (None, self._spent))

    def _settle_next(self) -> None:
        """Changes nothing before all prices are known: a price that cannot be told is asked for again."""
        spent, count, way, odd = self._queue[0]
        walk, anchor, best = self._walk, way[-1], self._best
        ends = (anchor, odd) in self._settled or (count > 0 and walk.stops(anchor))
        onward: list[_Begun] = []
        for other, diagonal in () if ends else self._steps[anchor]:
            turns = self._alternating and diagonal
            state = other, odd != turns
            if state in self._settled:
                continue
            price = walk.cost(anchor, other)
            if price is not None and price < 0:
                raise _negative(anchor, other, price)
            if price is None or (total := spent + price + (turns and odd)) > walk.budget:
                continue
            entry, known = (total, count + 1, (*way, other), state[1]), best.get(state)
            if known is None or entry < known:
                onward.append(entry)
        heappop(self._queue)
        self._settled.add((anchor, odd))
        for entry in onward:
            best[entry[2][-1], entry[3]] = entry
            heappush(self._queue, entry)


def _gap(a: tuple[int, int], b: tuple[int, int]) -> int:
    """How far two ranges of columns or rows are apart; 0 where they overlap."""
    return max(0, b[0] - a[1], a[0] - b[1])


def _negative(a: int, b: int, price: int) -> ValueError:
    return ValueError(f"the step from {a} to {b} costs {price}")
