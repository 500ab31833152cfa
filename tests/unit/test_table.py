"""Geometry of the table: hand-checked values, and properties against floating point."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.interpreter.table import (
    Point,
    Shape,
    arc,
    bearing,
    corners_of,
    cosine,
    gap,
    in_arc,
    lane,
    made,
    meets,
    moved,
    sine,
)
from compiler.interpreter.values import label

coordinates = st.integers(-2000, 2000)
lengths = st.integers(0, 600)
NONE = st.just(0)
boxes = st.builds(Shape, coordinates, coordinates, st.integers(0, 359), lengths, lengths, NONE, NONE)
shapes = st.one_of(
    boxes,
    st.builds(Shape, coordinates, coordinates, NONE, NONE, NONE, NONE, lengths),
    st.builds(arc, boxes, st.integers(0, 80), lengths),
)


def square(x: int, y: int) -> Shape:
    return Shape(x + 50, y + 50, 0, 100, 100)


SQUARE = square(0, 0)


def disc(x: int, y: int, radius: int) -> Shape:
    return Shape(x, y, 0, 0, 0, 0, radius)


@given(shapes, shapes, st.integers(0, 400), st.integers(-3, 3))
def test_a_gap_is_exact_up_to_its_limit_and_beyond_it_is_beyond(a: Shape, b: Shape, far: int, near: int) -> None:
    exact = gap(a, b)
    for limit in (far, max(exact + near, 0)):
        told = gap(a, b, limit)
        assert told == exact if exact <= limit else told > limit


def test_of_boxes_that_are_far_apart_no_corner_is_asked_for() -> None:
    corners_of.cache_clear()
    assert gap(SQUARE, square(3000, 0), 100) == 101
    assert gap(disc(0, 0, 100), square(0, 3000), 0) == 1
    assert corners_of.cache_info().misses == 0


def test_a_shape_reads_as_what_it_is_in_inches() -> None:
    box = Shape(0, -300, 90, 200, 200)
    shown = [
        (disc(450, 200, 300), "disc of 3 at 4.5,2"),
        (disc(-25, 5, 0), "point at -0.25,0.05"),
        (box, "rectangle of 2 by 2 at 0,-3 facing 90"),
        (lane(disc(0, 0, 100), 300), "rectangle of 0 by 3 rounded by 1 at 0,-1.5"),
        (arc(Shape(0, 0, 0, 200, 0), 45, 1050), "arc of 2 by 10.5 and 45 degrees at 0,-5.25"),
    ]
    assert [str(shape) for shape, _ in shown] == [text for _, text in shown]
    assert [label(shape) for shape, _ in shown] == [text for _, text in shown]
    assert label((box, disc(0, 0, 100))) == "[rectangle of 2 by 2 at 0,-3 facing 90, disc of 1 at 0,0]"
    assert label((0, -300, 90, 200, 200, 0, 0)) == "[0, -300, 90, 200, 200, 0, 0]"


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
    assert corners_of(Shape(0, 0, 0, 200, 100)) == ((-100, -50), (100, -50), (100, 50), (-100, 50))
    assert corners_of(Shape(0, 0, 90, 200, 100)) == ((50, -100), (50, 100), (-50, 100), (-50, -100))
    assert corners_of(Shape(0, 0, 45, 100, 100)) == ((0, -71), (71, 0), (0, 71), (-71, 0))
    assert corners_of(disc(3, 4, 50)) == ((3, 4),)


def test_gap_between_shapes() -> None:
    assert gap(SQUARE, square(130, 0)) == 30
    assert gap(SQUARE, square(103 + 100, 104 + 100)) == 146  # the root of 21425 is 146.4
    assert gap(SQUARE, square(101, 101)) == 1  # the root of 2, rounded down
    assert gap(SQUARE, square(100, 100)) == gap(SQUARE, square(100, 0)) == gap(SQUARE, SQUARE) == 0
    assert gap(SQUARE, Shape(50, 50, 0, 20, 20)) == 0
    assert gap(SQUARE, Shape(50, 50, 0, 200, 20)) == 0
    assert gap(SQUARE, disc(50, 120, 0)) == 20
    assert gap(Shape(5, 0, 0, 10, 0), Shape(25, 0, 0, 10, 0)) == 10
    diamond = Shape(0, 0, 45, 100, 100)
    assert gap(diamond, disc(50, 50, 0)) == 20  # the side lies on x + y = 71: 29 / root of 2
    assert gap(diamond, disc(50, 50, 15)) == 5 and gap(disc(0, 0, 30), disc(100, 0, 20)) == 50


def test_arcs_include_their_edges() -> None:
    viewer = Shape(0, 0, 0, 0, 0)
    assert in_arc(viewer, (100, -100), 45) and in_arc(viewer, (-100, -100), 45)
    assert not in_arc(viewer, (101, -100), 45) and not in_arc(viewer, (-101, -100), 45)
    assert not in_arc(viewer, (0, 100), 45)
    assert in_arc(viewer, (100, 0), 90) and not in_arc(viewer, (100, 1), 90)
    assert in_arc(viewer, (100, 100), 135) and not in_arc(viewer, (99, 100), 135)
    assert in_arc(viewer, (0, 100), 180) and in_arc(viewer, (0, 0), 0)
    assert in_arc(viewer, (0, -5), 0) and not in_arc(viewer, (0, 5), 0) and not in_arc(viewer, (1, -5), 0)
    assert in_arc(Shape(0, 0, 350, 0, 0), (0, -100), 10) and not in_arc(Shape(0, 0, 349, 0, 0), (0, -100), 10)
    for angle in (-1, 181):
        with pytest.raises(ValueError, match="half an arc"):
            in_arc(viewer, (1, 1), angle)


def test_touching_is_to_the_digit() -> None:
    assert meets(disc(50, 150, 50), SQUARE) and not meets(disc(50, 151, 50), SQUARE)
    assert meets(disc(50, 50, 0), SQUARE)
    assert meets(disc(103, 104, 5), SQUARE) and not meets(disc(104, 104, 5), SQUARE)
    assert meets(disc(0, 0, 30), disc(50, 0, 20)) and not meets(disc(0, 0, 30), disc(51, 0, 20))


def test_what_a_shape_passes_over() -> None:
    assert moved(Shape(10, 20, 90, 4, 6), 100, 7) == Shape(110, 27, 90, 4, 6)
    assert lane(Shape(0, 0, 0, 100, 60), 40) == Shape(0, -20, 0, 100, 100)
    rolled = lane(disc(0, 0, 10), 100)
    assert meets(rolled, disc(0, -110, 0)) and not meets(rolled, disc(0, -111, 0))
    assert meets(rolled, disc(10, -50, 0)) and not meets(rolled, disc(11, -50, 0))


def test_an_arc_lies_before_the_front() -> None:
    front = arc(SQUARE, 45, 200)
    assert front == Shape(50, -100, 0, 100, 200, 45)
    assert corners_of(front) == ((-200, -200), (300, -200), (100, 0), (0, 0))
    assert corners_of(arc(SQUARE, 0, 200)) == ((0, -200), (100, -200), (100, 0), (0, 0))
    assert meets(front, disc(200, -100, 0)) and not meets(front, disc(201, -100, 0))
    assert corners_of(arc(disc(0, 0, 9), 45, 10)) == ((-10, -10), (10, -10), (0, 0), (0, 0))
    for angle in (-1, 81):
        with pytest.raises(ValueError, match="an arc of"):
            arc(SQUARE, angle, 200)
    for work in (lambda: lane(front, 10), lambda: arc(front, 10, 10)):
        with pytest.raises(ValueError, match="no front of its own"):
            work()


def test_what_no_shape_measures() -> None:
    for shape in (Shape(1_000_001, 0, 0, 1, 1), Shape(0, 0, 0, -1, 1), disc(0, 0, -1), disc(0, 0, 1_000_001)):
        with pytest.raises(ValueError, match="measures"):
            made(shape)
    with pytest.raises(ValueError, match="as far as that"):
        moved(SQUARE, 2**52, 0)
    assert made(Shape(0, 0, -90, 1, 1)).facing == 270


@given(shapes, shapes)
def test_gap_is_symmetric_and_near_that_of_the_centres(a: Shape, b: Shape) -> None:
    found = gap(a, b)
    assert found == gap(b, a) >= 0
    assert meets(a, b) == meets(b, a)
    assert found == 0 or not meets(a, b)
    centres = math.dist(a[:2], b[:2])
    assert found <= centres
    reach = sum(max(math.dist(s[:2], corner) for corner in corners_of(s)) + s.rim for s in (a, b))
    assert found >= centres - reach - 4
    assert gap(a._replace(x=a.x + 7, y=a.y - 9), b._replace(x=b.x + 7, y=b.y - 9)) == found


@given(boxes)
def test_corners_lie_where_floating_point_puts_them(box: Shape) -> None:
    angle = math.radians(box.facing)
    found = corners_of(box) * (4 if box.width == box.depth == 0 else 1)
    for corner, (forward, right) in zip(found, ((1, -1), (1, 1), (-1, 1), (-1, -1)), strict=True):
        x = box.x + (math.sin(angle) * box.depth * forward + math.cos(angle) * box.width * right) / 2
        y = box.y + (-math.cos(angle) * box.depth * forward + math.sin(angle) * box.width * right) / 2
        assert abs(corner[0] - x) <= 0.51 and abs(corner[1] - y) <= 0.51


@given(boxes, st.tuples(coordinates, coordinates), st.integers(0, 180))
def test_arcs_agree_with_the_angle(viewer: Shape, target: Point, half_angle: int) -> None:
    if target == viewer[:2]:
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
