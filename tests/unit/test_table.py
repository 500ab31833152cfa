"""Geometry of the table: hand-checked values, and properties against floating point."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.interpreter.table import (
    Point,
    Pose,
    bearing,
    corners_of,
    cosine,
    covers_part,
    gap,
    in_arc,
    sine,
)

SQUARE: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))
coordinates = st.integers(-2000, 2000)
poses = st.builds(Pose, coordinates, coordinates, st.integers(0, 359))
sizes = st.tuples(st.integers(1, 600), st.integers(1, 600))


def moved(x: int, y: int) -> tuple[Point, ...]:
    return tuple((corner[0] + x, corner[1] + y) for corner in SQUARE)


def test_sines_are_the_rounded_sines() -> None:
    assert [sine(d) for d in (0, 30, 45, 90, 180, 210, 270, -90)] == [
        0,
        500_000,
        707_107,
        1_000_000,
        0,
        -500_000,
        -1_000_000,
        -1_000_000,
    ]
    for degrees in range(360):
        assert sine(degrees) == round(math.sin(math.radians(degrees)) * 10**6)
        assert cosine(degrees) == round(math.cos(math.radians(degrees)) * 10**6)


def test_corners_begin_at_the_front_left() -> None:
    assert corners_of(Pose(0, 0, 0), 200, 100) == ((-100, -50), (100, -50), (100, 50), (-100, 50))
    assert corners_of(Pose(0, 0, 90), 200, 100) == ((50, -100), (50, 100), (-50, 100), (-50, -100))
    assert corners_of(Pose(0, 0, 45), 100, 100) == ((0, -71), (71, 0), (0, 71), (-71, 0))


def test_gap_between_bases() -> None:
    assert gap(SQUARE, moved(130, 0)) == 30
    assert gap(SQUARE, moved(103, 104)) == 5
    assert gap(SQUARE, moved(101, 101)) == 1  # the root of 2, rounded down
    assert gap(SQUARE, moved(100, 100)) == gap(SQUARE, moved(100, 0)) == gap(SQUARE, SQUARE) == 0
    assert gap(SQUARE, ((40, 40), (60, 40), (60, 60), (40, 60))) == 0
    assert gap(SQUARE, ((-50, 40), (150, 40), (150, 60), (-50, 60))) == 0
    assert gap(SQUARE, ((50, 120),)) == 20
    assert gap(((0, 0), (10, 0)), ((20, 0), (30, 0))) == 10
    diamond = corners_of(Pose(0, 0, 45), 100, 100)
    assert gap(diamond, ((50, 50),)) == 20  # the side lies on x + y = 71: 29 / root of 2


def test_arcs_include_their_edges() -> None:
    viewer = Pose(0, 0, 0)
    assert in_arc(viewer, (100, -100), 45) and in_arc(viewer, (-100, -100), 45)
    assert not in_arc(viewer, (101, -100), 45) and not in_arc(viewer, (-101, -100), 45)
    assert not in_arc(viewer, (0, 100), 45)
    assert in_arc(viewer, (100, 0), 90) and not in_arc(viewer, (100, 1), 90)
    assert in_arc(viewer, (100, 100), 135) and not in_arc(viewer, (99, 100), 135)
    assert in_arc(viewer, (0, 100), 180) and in_arc(viewer, (0, 0), 0)
    assert in_arc(viewer, (0, -5), 0) and not in_arc(viewer, (0, 5), 0) and not in_arc(viewer, (1, -5), 0)
    assert in_arc(Pose(0, 0, 350), (0, -100), 10) and not in_arc(Pose(0, 0, 349), (0, -100), 10)
    for angle in (-1, 181):
        with pytest.raises(ValueError, match="half an arc"):
            in_arc(viewer, (1, 1), angle)


def test_round_templates() -> None:
    assert covers_part((50, 150), 50, SQUARE) and not covers_part((50, 151), 50, SQUARE)
    assert covers_part((50, 50), 0, SQUARE)
    assert covers_part((103, 104), 5, SQUARE) and not covers_part((104, 104), 5, SQUARE)


@given(poses, sizes, poses, sizes)
def test_gap_is_symmetric_and_near_that_of_the_centres(
    a: Pose, size_a: tuple[int, int], b: Pose, size_b: tuple[int, int]
) -> None:
    rect_a, rect_b = corners_of(a, *size_a), corners_of(b, *size_b)
    found = gap(rect_a, rect_b)
    assert found == gap(rect_b, rect_a) >= 0
    centres = math.dist(a.point, b.point)
    assert found <= centres
    assert found >= centres - math.hypot(*size_a) / 2 - math.hypot(*size_b) / 2 - 4
    assert gap(tuple((x + 7, y - 9) for x, y in rect_a), tuple((x + 7, y - 9) for x, y in rect_b)) == found


@given(poses, sizes)
def test_corners_lie_where_floating_point_puts_them(pose: Pose, size: tuple[int, int]) -> None:
    width, depth = size
    angle = math.radians(pose.facing)
    for corner, (forward, right) in zip(corners_of(pose, *size), ((1, -1), (1, 1), (-1, 1), (-1, -1)), strict=True):
        x = pose.x + (math.sin(angle) * depth * forward + math.cos(angle) * width * right) / 2
        y = pose.y + (-math.cos(angle) * depth * forward + math.sin(angle) * width * right) / 2
        assert abs(corner[0] - x) <= 0.51 and abs(corner[1] - y) <= 0.51


@given(poses, st.tuples(coordinates, coordinates), st.integers(0, 180))
def test_arcs_agree_with_the_angle(viewer: Pose, target: Point, half_angle: int) -> None:
    if target == viewer.point:
        return
    bearing = math.degrees(math.atan2(target[0] - viewer.x, viewer.y - target[1]))
    off = abs((bearing - viewer.facing + 180) % 360 - 180)
    if abs(off - half_angle) > 0.001:
        assert in_arc(viewer, target, half_angle) == (off < half_angle)


def test_bearings_go_clockwise_from_upwards() -> None:
    ends = [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 0), (-5, -5)]
    assert [bearing((0, 0), end) for end in ends] == [0, 45, 90, 180, 270, 315]
    assert bearing((7, 7), (7, 7)) == 0


@given(coordinates, coordinates)
def test_a_bearing_is_the_nearest_degree(x: int, y: int) -> None:
    off = abs((math.degrees(math.atan2(x, -y)) - bearing((0, 0), (x, y)) + 180) % 360 - 180)
    assert off <= 0.5001 or (x, y) == (0, 0)


def test_a_bearing_in_the_middle_of_two_degrees_goes_by_the_nearer_side() -> None:
    assert bearing((0, 0), (441, 596)) == 144  # it is 143.501
