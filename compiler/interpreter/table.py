"""Geometry of a table without squares: shapes that stand and face somewhere, gaps, arcs.

Job: answer questions about free placement. Input and output: integers, points and shapes. It never knows a rule of a
game, and never uses a float, so that every runtime computes the same.

Lengths are hundredths of an inch, x to the right and y down. A facing is in whole degrees, 0 to 359, clockwise from 0 =
towards smaller y. Points that fall between two hundredths are rounded to the nearest one, halves up.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]
Corners: TypeAlias = tuple[Point, ...]

UNIT = 1_000_000
_FULL_TURN = 360
_FARTHEST = 1_000_000  # no shape measures or stands farther than this
_WIDEST = 80  # degrees to each side of an arc, whose sides would be too long otherwise
_PI = 3_141_592_653_589_793_238  # times 10**18
# Most figures stay where they are while a rule asks about all of them, so answers are remembered: so many of each sort.
_REMEMBERED = 8_192


def _sine_table() -> tuple[int, ...]:
    """The sines of 0 … 359 degrees times `UNIT`, from the power series in integers times 10**18."""
    one = 10**18
    quarter: list[int] = []
    for degrees in range(91):
        angle = _PI * degrees // 180
        term, total, power = angle, 0, 1
        while term:
            total += term if power % 4 == 1 else -term
            term = term * angle * angle // (one * one * (power + 1) * (power + 2))
            power += 2
        quarter.append((total * UNIT + one // 2) // one)
    half = quarter + quarter[-2:0:-1]
    return tuple(half + [-sine for sine in half])


_SINES = _sine_table()
# Sines of 0 … 359 degrees in thousandths, to the nearest.
THOUSANDTHS = tuple((2 * sine + 1000) // 2000 for sine in _SINES)


class Shape(NamedTuple):
    """A box with round corners: all within ``rim`` of the box of ``width`` and ``depth`` about ``x``, ``y``.

    A box has rim 0, and a disc width and depth 0. ``width`` lies across the facing. An arc is a box whose front is
    wider than its rear: its sides lean outwards by ``angle`` degrees.
    """

    x: int
    y: int
    facing: int
    width: int
    depth: int
    angle: int = 0
    rim: int = 0

    def __str__(self) -> str:
        """What it is, in inches: ``disc of 3 at 4.5,2``."""
        x, y, facing, width, depth, angle, rim = self
        size = f" of {_inches(width)} by {_inches(depth)}"
        if angle:
            size = f"arc{size} and {angle} degrees"
        elif width or depth:
            size = f"rectangle{size}" + (f" rounded by {_inches(rim)}" if rim else "")
        else:
            size = f"disc of {_inches(rim)}" if rim else "point"
        return f"{size} at {_inches(x)},{_inches(y)}" + (f" facing {facing}" if facing else "")


def _inches(hundredths: int) -> str:
    whole, rest = divmod(abs(hundredths), 100)
    return ("-" if hundredths < 0 else "") + f"{whole}.{rest:02}".rstrip("0").rstrip(".")


def sine(degrees: int) -> int:
    """The sine of whole degrees times `UNIT`, rounded."""
    return _SINES[degrees % _FULL_TURN]


def cosine(degrees: int) -> int:
    """The cosine of whole degrees times `UNIT`, rounded."""
    return _SINES[(degrees + 90) % _FULL_TURN]


def direction(degrees: int) -> Point:
    """The vector of length `UNIT` in which a facing looks."""
    return sine(degrees), -cosine(degrees)


def bearing(start: Point, end: Point) -> int:
    """The facing that looks from one point to another: the nearest whole degree, and 0 where they are the same."""
    to_end = _from(start, end)
    found = max(range(_FULL_TURN), key=lambda degrees: _dot(direction(degrees), to_end))
    # Between two neighbours the lengths hardly differ, and the side of the line in the middle of them decides.
    if _cross(_middle(found, found + 1), to_end) > 0:
        return (found + 1) % _FULL_TURN
    return (found - 1) % _FULL_TURN if _cross(_middle(found - 1, found), to_end) < 0 else found


def made(shape: Shape) -> Shape:
    """A shape with a facing of 0 to 359, if all of its measures are possible. ValueError says which is not."""
    x, y, facing, *sizes = shape
    for number in (x, y, *sizes):
        if not -_FARTHEST <= number <= _FARTHEST:
            raise ValueError(f"a shape measures at most {_FARTHEST}, and here it is {number}")
    least = min(sizes)
    if least < 0:
        raise ValueError(f"no shape measures {least}")
    return shape if 0 <= facing < _FULL_TURN else Shape(x, y, facing % _FULL_TURN, *sizes)


@lru_cache(maxsize=_REMEMBERED)
def standing(x: int, y: int, facing: int, width: int, depth: int) -> Shape:
    """The box of a figure where it stands."""
    return made(Shape(x, y, facing, width, depth))


def moved(shape: Shape, ahead: int, right: int) -> Shape:
    """The same shape so far ahead of where it stands, and so far to its right."""
    return _shifted(shape, 2 * ahead, 2 * right)


def lane(shape: Shape, ahead: int) -> Shape:
    """What a shape passes over as it goes so far ahead, with the place where it stands."""
    return _shifted(_without_arc(shape)._replace(depth=shape.depth + ahead), ahead, 0)


def arc(shape: Shape, angle: int, reach: int) -> Shape:
    """What lies ahead of the front of a box, up to so far, between lines that lean outwards from its front corners."""
    if not 0 <= angle <= _WIDEST:
        raise ValueError(f"an arc of {angle} degrees to each side")
    over = _without_arc(shape).depth + reach
    return _shifted(shape._replace(depth=reach, angle=angle, rim=0), over, 0)


def _without_arc(shape: Shape) -> Shape:
    if shape.angle:
        raise ValueError("an arc has no front of its own")
    return shape


def _shifted(shape: Shape, ahead: int, right: int) -> Shape:
    """A shape elsewhere, by halves of a hundredth."""
    for number in (ahead, right):
        if abs(number) > 4 * _FARTHEST:
            raise ValueError("nothing goes as far as that")
    x, y = direction(shape.facing)
    across, down = _rounded(x * ahead - y * right, 2 * UNIT), _rounded(y * ahead + x * right, 2 * UNIT)
    return made(Shape(shape.x + across, shape.y + down, *shape[2:]))


@lru_cache(maxsize=_REMEMBERED)
def corners_of(shape: Shape) -> Corners:
    """The corners of a shape without its rim: front left, front right, rear right, rear left; a disc: its centre."""
    x, y, facing, width, depth, angle, _ = shape
    if width == depth == 0:
        return ((x, y),)
    ahead = direction(facing)
    front = width + _rounded(2 * depth * sine(angle), cosine(angle)) if angle else width

    def corner(forward: int, right: int) -> Point:
        across = ahead[0] * depth * forward - ahead[1] * right
        down = ahead[1] * depth * forward + ahead[0] * right
        return x + _rounded(across, 2 * UNIT), y + _rounded(down, 2 * UNIT)

    return corner(1, -front), corner(1, front), corner(-1, width), corner(-1, -width)


def gap(a: Shape, b: Shape, limit: int | None = None) -> int:
    """The shortest distance between two shapes, rounded down; 0 when they touch or overlap.

    With a limit, which is not negative, it may be any number beyond that, where they are farther apart.
    """
    if limit is not None and not a.angle and not b.angle:
        # No point of a box is farther from its centre than half of its width and half of its depth together.
        sides = (a.width + a.depth + b.width + b.depth) // 2
        reach, across, down = limit + sides + a.rim + b.rim + 4, a.x - b.x, a.y - b.y  # 4: what rounding adds
        if across * across + down * down > reach * reach:
            return limit + 1
    return _gap(a, b)


@lru_cache(maxsize=_REMEMBERED)
def _gap(a: Shape, b: Shape) -> int:
    return max(_between(corners_of(a), corners_of(b)) - a.rim - b.rim, 0)


def _between(a: Corners, b: Corners) -> int:
    if _meet(a, b):
        return 0
    return isqrt(min(_nearest_squared(a, b), _nearest_squared(b, a)))


def meets(a: Shape, b: Shape) -> bool:
    """Whether two shapes have a point in common; the rims count."""
    rect_a, rect_b = corners_of(a), corners_of(b)
    if _meet(rect_a, rect_b):
        return True
    reach = (a.rim + b.rim) ** 2
    return reach > 0 and any(over <= reach * under for over, under in _spans(rect_a, rect_b))


def in_arc(viewer: Shape, target_point: Point, half_angle: int) -> bool:
    """Whether a point is at most ``half_angle`` degrees (0 to 180) off to either side of where the viewer faces.

    The arc has its tip at the viewer's centre, which is inside. ValueError for another angle.
    """
    if not 0 <= half_angle <= _FULL_TURN // 2:
        raise ValueError(f"half an arc of {half_angle} degrees")
    to_target = target_point[0] - viewer.x, target_point[1] - viewer.y
    right_of_left = _cross(direction(viewer.facing - half_angle), to_target) >= 0
    left_of_right = _cross(to_target, direction(viewer.facing + half_angle)) >= 0
    if half_angle * 4 > _FULL_TURN:
        return right_of_left or left_of_right
    return right_of_left and left_of_right and _dot(direction(viewer.facing), to_target) >= 0


def _rounded(over: int, under: int) -> int:
    return (2 * over + under) // (2 * under)


def _cross(a: Point, b: Point) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _middle(first: int, second: int) -> Point:
    """A vector that looks halfway between two facings."""
    (x, y), (other_x, other_y) = direction(first), direction(second)
    return x + other_x, y + other_y


def _dot(a: Point, b: Point) -> int:
    return a[0] * b[0] + a[1] * b[1]


def _from(p: Point, q: Point) -> Point:
    return q[0] - p[0], q[1] - p[1]


def _sides(shape: Corners) -> Iterator[tuple[Point, Point]]:
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def _spans(a: Corners, b: Corners) -> Iterator[tuple[int, int]]:
    """The squared distances of the corners of each shape from the sides of the other, as fractions."""
    for points, shape in ((a, b), (b, a)):
        for point in points:
            for p, q in _sides(shape):
                yield _off_segment(point, p, q)


def _off_segment(point: Point, p: Point, q: Point) -> tuple[int, int]:
    """The squared distance of a point from a closed segment, as a fraction (over, under)."""
    line, to_point = _from(p, q), _from(p, point)
    length = _dot(line, line)
    along = _dot(line, to_point)
    if along <= 0:
        return _dot(to_point, to_point), 1
    if along >= length:
        back = _from(q, point)
        return _dot(back, back), 1
    return _cross(line, to_point) ** 2, length


def _nearest_squared(points: Corners, shape: Corners) -> int:
    """The smallest squared distance of points from the rim of a shape, rounded down.

    The sums of `_off_segment`, written out: a battle asks them by the hundred thousand.
    """
    found: list[int] = []
    for (px, py), (qx, qy) in _sides(shape):
        line_x, line_y = qx - px, qy - py
        length = line_x * line_x + line_y * line_y
        for x, y in points:
            to_x, to_y = x - px, y - py
            along = line_x * to_x + line_y * to_y
            if along <= 0:
                found.append(to_x * to_x + to_y * to_y)
            elif along >= length:
                found.append((x - qx) ** 2 + (y - qy) ** 2)
            else:
                found.append((line_x * to_y - line_y * to_x) ** 2 // length)
    return min(found)


def _meet(a: Corners, b: Corners) -> bool:
    """Whether two closed convex shapes have a point in common: two of their sides do, or one lies inside the other."""
    if _apart([x for x, _ in a], [x for x, _ in b]) or _apart([y for _, y in a], [y for _, y in b]):
        return False
    if any(_segments_meet(p, q, r, s) for p, q in _sides(a) for r, s in _sides(b)):
        return True
    return _inside(a[0], b) or _inside(b[0], a)


def _apart(a: list[int], b: list[int]) -> bool:
    """Whether two ranges have no number in common."""
    return max(a) < min(b) or max(b) < min(a)


def _segments_meet(p: Point, q: Point, r: Point, s: Point) -> bool:
    line, other = _from(p, q), _from(r, s)
    off_r, off_s = _cross(line, _from(p, r)), _cross(line, _from(p, s))
    off_p, off_q = _cross(other, _from(r, p)), _cross(other, _from(r, q))
    if off_r == off_s == off_p == off_q == 0:
        return all(min(p[i], q[i]) <= max(r[i], s[i]) and min(r[i], s[i]) <= max(p[i], q[i]) for i in (0, 1))
    return off_r * off_s <= 0 and off_p * off_q <= 0


def _inside(point: Point, shape: Corners) -> bool:
    """Whether a point is strictly inside a convex shape: the corners of a segment or a point enclose nothing."""
    offs = [_cross(_from(p, q), _from(p, point)) for p, q in _sides(shape)]
    return all(off > 0 for off in offs) or all(off < 0 for off in offs)
