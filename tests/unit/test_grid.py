"""Geometry of squares: hand-checked values, and properties against slow and obvious reckonings."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.interpreter.board_text import parse_board
from compiler.interpreter.grid import Grid, Metric, Walk
from compiler.interpreter.segments import Point

METRICS: tuple[Metric, ...] = ("chebyshev", "manhattan", "alternating")


def board(*lines: str, metric: Metric = "chebyshev") -> Grid:
    text = parse_board(lines)
    exists = [letter != " " for row in text.letters for letter in row]
    return Grid(text.width, text.height, metric, exists, walls=text.walls)


def squares(grid: Grid, names: str) -> list[int]:
    found = [grid.square_named(name) for name in names.split()]
    return [square for square in found if square is not None]


def names(grid: Grid, found: tuple[int, ...]) -> str:
    return " ".join(grid.square_name(square) for square in found)


def walking(grid: Grid, size: tuple[int, int] = (1, 1), budget: int = 99) -> Walk:
    def cost(a: int, b: int) -> int | None:
        before, after = grid.footprint(a, *size), grid.footprint(b, *size)
        return None if before is None or after is None or any(map(grid.step_blocked, before, after)) else 1

    return Walk(size, budget, cost)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    count = width * height
    beside = [(s, s + 1) for s in range(count) if (s + 1) % width]
    edges = beside + [(s, s + width) for s in range(count - width)]
    walls = draw(st.frozensets(st.sampled_from(edges), max_size=8)) if edges else frozenset[tuple[int, int]]()
    exists = [draw(st.integers(0, 7)) > 0 for _ in range(count)]
    return Grid(width, height, draw(st.sampled_from(METRICS)), exists, walls=walls)


points = st.tuples(st.integers(-1, 13), st.integers(-1, 13))


# Names and shape


def test_names_count_columns_in_letters_and_rows_from_the_top() -> None:
    grid = Grid(64, 3)
    assert [grid.square_name(s) for s in (0, 1, 25, 26, 63, 64)] == ["a1", "b1", "z1", "aa1", "bl1", "a2"]
    assert grid.square_named("aa2") == 64 + 26
    for text in ("", "a", "1", "a0", "a01", "a4", "bm1", "A1", "a1 ", "zzz1"):
        assert grid.square_named(text) is None
    assert all(grid.square_named(grid.square_name(s)) == s for s in range(64 * 3))


def test_a_void_square_has_no_name_to_find_and_no_neighbours() -> None:
    grid = board(". .", ".", ". .")
    assert grid.square_named("b2") is None
    assert grid.neighbours(3) == ()
    assert names(grid, grid.neighbours(2)) == "a1 b1 a3 b3"


def test_neighbours_in_ascending_order() -> None:
    grid = Grid(3, 3)
    assert grid.neighbours(4) == (0, 1, 2, 3, 5, 6, 7, 8)
    assert grid.neighbours(0) == (1, 3, 4)


def test_bad_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="0 x 2"):
        Grid(0, 2)
    with pytest.raises(ValueError, match="4 entries"):
        Grid(2, 2, exists=[True])
    for wall in ((0, 3), (1, 2), (0, 0), (2, 4), (-1, 0)):
        with pytest.raises(ValueError, match="no common edge"):
            Grid(2, 2, walls=frozenset({wall}))


def test_terrain_and_elevation_are_held_per_square() -> None:
    grid = Grid(2, 1, terrain=[frozenset({"mud"}), frozenset()], elevation=[0, 2])
    assert "mud" in grid.terrain[0] and grid.elevation[1] == 2
    assert Grid(2, 1).terrain == [frozenset(), frozenset()]


# Walls


def test_a_wall_blocks_its_edge_and_the_diagonals_past_its_ends() -> None:
    grid = board(". . .", "  -", ". . .", ". . .")
    b1, b2 = squares(grid, "b1 b2")
    assert grid.edge_wall(b1, b2) and grid.edge_wall(b2, b1)
    assert not grid.edge_wall(*squares(grid, "a1 a2"))
    cut = {(a, b) for a in range(9) for b in grid.neighbours(a) if grid.step_blocked(a, b) and a < b}
    pairs = [("b1", "b2"), ("a1", "b2"), ("b1", "a2"), ("b1", "c2"), ("c1", "b2")]
    assert cut == {(squares(grid, a)[0], squares(grid, b)[0]) for a, b in pairs}


def test_walls_may_be_given_either_way_round_and_replaced() -> None:
    grid = Grid(2, 2, walls=frozenset({(1, 0)}))
    assert grid.walls == {(0, 1)} and grid.step_blocked(0, 3)
    assert not replace(grid, walls=frozenset()).step_blocked(0, 1)


# Distances and areas


def test_distance_under_each_metric() -> None:
    for metric, expected in zip(METRICS, (3, 5, 4), strict=True):
        grid = Grid(5, 5, metric)
        assert grid.distance(*squares(grid, "a1 d3")) == expected
    grid = Grid(5, 5, "alternating")
    assert [grid.distance(0, s) for s in squares(grid, "a1 b2 c3 d4 e5")] == [0, 1, 3, 4, 6]


def test_distance_between_footprints_is_the_least() -> None:
    grid = Grid(8, 8)
    large, far = grid.footprint(0, 2, 2), grid.footprint(5, 3, 1)
    assert large is not None and large == (0, 1, 8, 9)
    assert far is not None and far == (5, 6, 7)
    assert grid.distance_of_rectangles(large, far) == grid.distance_of_rectangles(far, large) == 4
    pairs = [(a, b) for a in large for b in far]
    assert min(grid.distance(a, b) for a, b in pairs) == 4


def test_footprints_off_the_board_are_none() -> None:
    grid = board(". . .", ". . ", ". . .")
    assert grid.footprint(1, 2, 1) == (1, 2)
    assert grid.footprint(1, 2, 2) is None
    assert grid.footprint(2, 2, 1) is None
    assert grid.footprint(7, 1, 2) is None
    assert grid.footprint(0, 0, 1) is None


def test_areas() -> None:
    grid = Grid(5, 5)
    assert names(grid, grid.within(squares(grid, "a1"), 1)) == "a1 b1 a2 b2"
    assert len(grid.within([12], 2)) == 25
    assert names(grid, replace(grid, metric="manhattan").within([12], 1)) == "c2 b3 c3 d3 c4"


@given(st.sampled_from(METRICS), st.lists(st.integers(0, 63), min_size=3, max_size=3))
def test_distance_is_symmetric_and_takes_no_detours(metric: Metric, three: list[int]) -> None:
    grid = Grid(8, 8, metric)
    a, b, c = three
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    # Under alternating diagonals two odd halves may save one step.
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c) + (metric == "alternating")


@given(grids(), st.data(), st.integers(0, 4))
def test_within_is_what_distance_says(grid: Grid, data: st.DataObject, limit: int) -> None:
    a = data.draw(st.integers(0, grid.width * grid.height - 1))
    expected = [s for s in range(grid.width * grid.height) if grid.exists[s] and grid.distance(a, s) <= limit]
    assert list(grid.within([a], limit)) == expected


# Walks


def test_path_distance_goes_around_walls_and_counts_targets_as_passable() -> None:
    grid = board(". .|. .", ". .|. .", ". . . .")
    a1, c1, d1, b3 = squares(grid, "a1 c1 d1 b3")

    def way(_: int) -> bool:
        return True

    assert grid.path_distance((a1,), (c1,), way, 9) == 5  # a1 b2 b3 c3 c2 c1
    assert grid.path_distance((a1,), (c1,), way, 4) is None
    assert grid.path_distance(frozenset({a1, b3}), (c1, d1), way, 9) == 3
    assert grid.path_distance((a1,), (a1, c1), way, 0) == 0
    assert grid.path_distance((a1,), (c1,), lambda s: s == c1, 9) is None
    assert grid.path_distance((a1,), (a1 + 1,), lambda s: False, 1) == 1
    assert grid.path_distance((a1,), (), way, 9) is None
    assert replace(grid, metric="manhattan").path_distance((a1,), (c1,), way, 9) == 6


def test_reachable_stops_where_told_but_may_leave_its_start() -> None:
    grid = Grid(5, 1)
    walk = Walk((1, 1), 9, lambda a, b: 2 if b == 1 else 1, lambda s: s in (0, 2))
    assert grid.reachable(0, walk) == {0: 0, 1: 2, 2: 3}
    assert grid.reachable(3, walk) == {3: 0, 2: 1, 4: 1}
    assert grid.reachable(0, replace(walk, budget=2)) == {0: 0, 1: 2}
    assert grid.reachable(0, replace(walk, budget=-1)) == {}


def test_reachable_prefers_the_cheap_way_round() -> None:
    grid = Grid(3, 3)
    found = grid.reachable(3, Walk((1, 1), 9, lambda a, b: 5 if b == 4 else 1))
    assert found[5] == 2 and found[4] == 5
    assert grid.route(3, 5, Walk((1, 1), 9, lambda a, b: 5 if b in (4, 1) else 1)) == (3, 7, 5)
    assert list(found.items()) == sorted(found.items(), key=lambda item: (item[1], item[0]))


def test_large_figures_need_room() -> None:
    grid = board(". . . .", ". .   .", ". . . .", ". . . .")
    a1, b1, a2, a3, b3, c3 = squares(grid, "a1 b1 a2 a3 b3 c3")
    assert grid.reachable(a1, walking(grid, (2, 2))) == {a1: 0, a2: 1, a3: 2, b3: 2, c3: 3}
    assert b1 not in grid.reachable(a1, walking(grid, (2, 2)))
    assert grid.route(a1, c3, walking(grid, (2, 2))) == (a1, a2, b3, c3)


def test_route_takes_fewest_steps_then_lowest_squares() -> None:
    grid = Grid(3, 3)
    assert grid.route(0, 2, walking(grid)) == (0, 1, 2)
    assert grid.route(6, 8, walking(grid)) == (6, 4, 8)
    assert grid.route(0, 2, Walk((1, 1), 9, lambda a, b: 0)) == (0, 1, 2)
    assert grid.route(4, 4, walking(grid)) == (4,)
    assert grid.route(0, 8, walking(grid, budget=1)) is None
    assert grid.route(0, 2, Walk((1, 1), 9, lambda a, b: 1, lambda s: s == 1)) == (0, 4, 2)


def test_alternating_diagonals_make_walks_dearer() -> None:
    grid = Grid(5, 5, "alternating")
    found = grid.reachable(0, walking(grid, budget=4))
    assert all(found[s] == grid.distance(0, s) for s in found)
    assert set(found) == set(grid.within([0], 4))
    assert grid.path_distance((0,), (24,), lambda _: True, 9) == 6


def test_a_negative_price_is_refused() -> None:
    with pytest.raises(ValueError, match="costs -1"):
        Grid(2, 1).reachable(0, Walk((1, 1), 3, lambda a, b: -1))


@pytest.mark.slow
@given(grids(), st.data())
def test_routes_cost_what_reachable_says(grid: Grid, data: st.DataObject) -> None:
    existing = [s for s in range(len(grid.exists)) if grid.exists[s]]
    if not existing:
        return
    start = data.draw(st.sampled_from(existing))
    prices = data.draw(st.lists(st.integers(0, 3), min_size=len(grid.exists), max_size=len(grid.exists)))
    stops = data.draw(st.sets(st.sampled_from(existing)))

    def cost(a: int, b: int) -> int | None:
        return None if grid.step_blocked(a, b) else prices[b]

    walk = Walk((1, 1), 6, cost, lambda s: s in stops)
    found = grid.reachable(start, walk)
    for goal in existing:
        way = grid.route(start, goal, walk)
        assert (way is None) == (goal not in found)
        if way is not None:
            assert way[0] == start and way[-1] == goal and not stops.intersection(way[1:-1])
            assert price_of(grid, way, cost) == found[goal]


def price_of(grid: Grid, way: tuple[int, ...], cost: Callable[[int, int], int | None]) -> int:
    total, diagonals = 0, 0
    for a, b in pairwise(way):
        price = cost(a, b)
        assert price is not None and b in grid.neighbours(a)
        total += price
        if a % grid.width != b % grid.width and a // grid.width != b // grid.width:
            assert grid.metric != "manhattan"
            diagonals += 1
    return total + (diagonals // 2 if grid.metric == "alternating" else 0)


@given(grids(), st.data(), st.integers(0, 5))
def test_path_distance_is_the_reach_of_a_plain_walk(grid: Grid, data: st.DataObject, limit: int) -> None:
    a, b = data.draw(st.tuples(*[st.integers(0, len(grid.exists) - 1)] * 2))
    if grid.exists[a]:
        expected = grid.reachable(a, walking(grid, budget=limit)).get(b)
        assert grid.path_distance((a,), (b,), lambda _: True, limit) == expected


# Lines


def test_points_are_in_half_units() -> None:
    grid = Grid(3, 3)
    assert grid.corners(4) == ((2, 2), (4, 2), (2, 4), (4, 4))
    assert grid.centre(4) == (3, 3)


def test_squares_on_a_line() -> None:
    grid = Grid(4, 4)
    a1, c2, d4 = squares(grid, "a1 c2 d4")
    assert names(grid, grid.crossed_squares(grid.centre(a1), grid.centre(c2))) == "a1 b1 b2 c2"
    assert names(grid, grid.crossed_squares(grid.centre(c2), grid.centre(a1))) == "c2 b2 b1 a1"
    assert names(grid, grid.crossed_squares((0, 0), (8, 8))) == "a1 b2 c3 d4"
    assert names(grid, grid.touched_squares((2, 2), (4, 4))) == "a1 b1 a2 b2 c2 b3 c3"
    assert grid.crossed_squares((2, 0), (2, 8)) == ()
    assert names(grid, grid.touched_squares((2, 0), (2, 2))) == "a1 b1 a2 b2"
    assert names(grid, grid.crossed_squares((1, 1), (1, 1))) == "a1"
    assert grid.crossed_squares((2, 2), (2, 2)) == ()
    assert names(grid, grid.touched_squares((8, 8), (8, 8))) == "d4"
    assert grid.crossed_squares(grid.centre(d4), (11, 7)) == (d4,)


def test_void_squares_are_on_the_line_too() -> None:
    grid = board(".   .")
    assert grid.crossed_squares((1, 1), (5, 1)) == (0, 1, 2)


def test_crossing_a_wall_edge() -> None:
    grid = board(". . .", "  -", ". . .")  # the wall runs from (2, 2) to (4, 2)
    cases: list[tuple[Point, Point, bool, bool]] = [
        ((3, 1), (3, 3), True, True),
        ((2, 0), (4, 4), True, True),
        ((0, 0), (4, 4), False, True),  # past its end
        ((0, 2), (6, 2), False, True),  # along it
        ((2, 2), (4, 2), False, True),  # exactly on it
        ((0, 2), (2, 2), False, False),  # ends at its end
        ((2, 2), (4, 4), False, False),
        ((3, 2), (3, 6), False, False),  # starts on it
        ((1, 1), (1, 3), False, False),
        ((3, 2), (3, 2), False, False),
    ]
    for p, q, crosses, touches in cases:
        for ends in ((p, q), (q, p)):
            assert (grid.crosses_wall(*ends), grid.touches_wall(*ends)) == (crosses, touches), ends


def test_a_wall_is_crossed_at_its_joints() -> None:
    straight = board(". .", "- -", ". .")
    assert straight.crosses_wall((0, 0), (4, 4))
    assert straight.crosses_wall((2, 0), (2, 4))
    bend = board(". .", "-", ".|.")  # from (0, 2) to (2, 2) and on down to (2, 4)
    assert bend.crosses_wall((0, 4), (4, 0))
    assert not bend.crosses_wall((0, 0), (4, 4)) and bend.touches_wall((0, 0), (4, 4))  # past the outside of the bend


def test_a_wall_that_runs_along_the_line_and_leaves_on_the_other_side_is_crossed() -> None:
    for lines in ((". .|.", "  -", ".|. ."), (".|. .", "  -", ". .|.")):
        zigzag = board(*lines)
        assert zigzag.crosses_wall((0, 2), (6, 2)) and zigzag.crosses_wall((6, 2), (0, 2))
        turned = Grid(2, 3, walls=frozenset((b // 3 + (b % 3) * 2, a // 3 + (a % 3) * 2) for a, b in zigzag.walls))
        assert turned.crosses_wall((2, 0), (2, 6))
    bracket = board(".|.|.", "  -", ". . .")
    assert not bracket.crosses_wall((0, 2), (6, 2)) and bracket.touches_wall((0, 2), (6, 2))


def brute_spans(p: Point, q: Point, square: Point) -> tuple[Fraction, Fraction] | None:
    """The part [t, u] of the segment in the closed square, clipped axis by axis; None when there is none."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        start, step, near = p[axis], q[axis] - p[axis], 2 * square[axis]
        if step == 0:
            if not near <= start <= near + 2:
                return None
            continue
        a, b = sorted((Fraction(near - start, step), Fraction(near + 2 - start, step)))
        low, high = max(low, a), min(high, b)
    return (low, high) if low <= high else None


@pytest.mark.slow
@settings(max_examples=300)
@given(points, points)
def test_lines_agree_with_clipping_in_fractions(p: Point, q: Point) -> None:
    grid = Grid(6, 6)
    touched: set[int] = set()
    crossed: set[int] = set()
    for s in range(36):
        row, column = divmod(s, 6)
        span = brute_spans(p, q, (column, row))
        if span is None:
            continue
        touched.add(s)
        # A closed square is convex: it is crossed if and only if the middle of the part inside is an inner point.
        middle = (span[0] + span[1]) / 2
        x, y = p[0] + middle * (q[0] - p[0]), p[1] + middle * (q[1] - p[1])
        if 2 * column < x < 2 * column + 2 and 2 * row < y < 2 * row + 2:
            crossed.add(s)
    assert set(grid.touched_squares(p, q)) == touched
    assert set(grid.crossed_squares(p, q)) == crossed
    assert grid.crossed_squares(q, p) == tuple(sorted(crossed, key=lambda s: along(grid, q, p, s)))


def along(grid: Grid, p: Point, q: Point, square: int) -> tuple[int, int]:
    x, y = grid.centre(square)
    return (q[0] - p[0]) * (x - p[0]) + (q[1] - p[1]) * (y - p[1]), square


def brute_meets(p: Point, q: Point, u: Point, v: Point) -> tuple[bool, bool]:
    """Whether the open segment p-q (properly crosses the inside of, touches) the axis-parallel edge u-v."""
    across = 1 if u[1] == v[1] else 0  # the axis on which the edge stands still
    other = 1 - across
    step = q[across] - p[across]
    if step == 0:
        inside = p[across] == u[across] and p != q
        return False, inside and min(p[other], q[other]) < v[other] and u[other] < max(p[other], q[other])
    t = Fraction(u[across] - p[across], step)
    place = p[other] + t * (q[other] - p[other])
    return 0 < t < 1 and u[other] < place < v[other], 0 < t < 1 and u[other] <= place <= v[other]


@pytest.mark.slow
@settings(max_examples=300)
@given(grids(), points, points)
def test_walls_met_agree_with_fractions(grid: Grid, p: Point, q: Point) -> None:
    meets: list[tuple[bool, bool]] = []
    for a, b in grid.walls:
        shared = sorted(set(grid.corners(a)) & set(grid.corners(b)))
        meets.append(brute_meets(p, q, shared[0], shared[1]))
    assert grid.touches_wall(p, q) == any(touch for _, touch in meets)
    assert grid.crosses_wall(p, q) == grid.crosses_wall(q, p)
    if any(cross for cross, _ in meets):
        assert grid.crosses_wall(p, q)
    if grid.crosses_wall(p, q):
        assert grid.touches_wall(p, q)


@given(st.integers(0, 35), st.integers(0, 35), grids())
def test_a_line_of_centres_that_crosses_no_wall_can_be_walked(a: int, b: int, walled: Grid) -> None:
    named = [(walled.corners(s)[0], walled.corners(t)[0]) for s, t in walled.walls]
    walls = frozenset((s[1] // 2 * 6 + s[0] // 2, t[1] // 2 * 6 + t[0] // 2) for s, t in named)
    grid = Grid(6, 6, walls=walls)
    p, q = grid.centre(a), grid.centre(b)
    if not grid.touches_wall(p, q):
        line = set(grid.crossed_squares(p, q))
        assert grid.path_distance((a,), (b,), lambda s: s in line, 36) is not None
