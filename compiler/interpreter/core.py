"""The functions of the core, for compiled code.

Job: one Python function per row of the core's tables; the tables must be total (a test holds it). Input: the running
game and values. Output: a value. Never changes a game; integers only.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from compiler.interpreter import drawings, table
from compiler.interpreter.grid import Grid, Walk, Ways
from compiler.interpreter.modifiers import instances
from compiler.interpreter.places import drawing_of, footprint, square_named
from compiler.interpreter.spending import joined, over, sifted, sized
from compiler.interpreter.state import State
from compiler.interpreter.values import (
    Duration,
    Entity,
    Exhausted,
    Face,
    Fault,
    Roll,
    Square,
    past,
)


def _squares(rt: State, place: Any) -> tuple[Square, ...]:
    """The squares of a figure or square; a figure off the board has none."""
    if type(place) is Square:
        return (place,)
    if place is None or place.at is None:
        return ()
    return footprint(rt, place, place.at) or ()


def _named(rt: State, squares: tuple[int, ...]) -> tuple[Square, ...]:
    """The squares of these numbers; the board's answers are few, so that each is made once."""
    found = rt.named.get(squares)
    if found is None:
        found = rt.named[squares] = tuple(rt.square_at[s] for s in squares if s in rt.square_at)
    return found


FAR = 10**6  # what stands off the board is farther than anything on it


def _remaining(rt: State, status: Entity) -> Duration | None:
    """What is left of the time of a status; none if nothing ends it."""
    rt.work -= len(rt.effects)
    return next((effect.duration for effect in rt.effects if effect.status is status), None)


def _distance(rt: State, a: Any, b: Any) -> int:
    if type(a) is type(b) is Square and rt.grid is not None:
        return rt.grid.distance(a, b)
    first, second = _squares(rt, a), _squares(rt, b)
    if not first or not second or rt.grid is None:
        return FAR
    if len(first) == len(second) == 1:
        return rt.grid.distance(first[0], second[0])
    return rt.grid.distance_of_rectangles(first, second)


def _path_distance(rt: State, a: Any, b: Any, passable: Callable[..., bool]) -> int | None:
    sources, targets = _squares(rt, a), _squares(rt, b)
    if not sources or not targets or rt.grid is None:
        return None

    def passes(s: int) -> bool:
        rt.work -= 1
        return s in rt.square_at and passable(rt, rt.square_at[s])

    return rt.grid.path_distance(sources, targets, passes, FAR)


def _walk(rt: State, figure: Any, budget: int, cost: Callable[..., Any], stop: Callable[..., Any]) -> Walk:
    """How a figure walks. What a step costs is asked once while the board stays: the way is sought after the reach."""
    size = max(getattr(figure, "size", 1), 1)
    assert rt.grid is not None
    at, count = rt.square_at, len(rt.grid.exists)
    groups = rt.code.group_of["walk"]
    group, ends = groups.get(cost, 0), groups.get(stop, 0)
    prices: dict[int, tuple[int | None, int]] = rt.known[group].setdefault((figure, cost), {})
    stops: dict[int, tuple[bool, int]] = rt.known[ends].setdefault((figure, stop), {})

    def step_price(a: int, b: int) -> int | None:
        step = a * count + b
        found = prices.get(step)
        if found is not None and found[1] <= rt.work:
            rt.work -= found[1]
            return found[0]
        before = rt.work
        rt.work -= 1
        price: int | None = cost(rt, figure, at[a], at[b])
        if price is not None and price < 0:
            raise Fault(f"the step from {at[a]} to {at[b]} costs {price}, and none costs less than nothing")
        prices[step] = price, before - rt.work
        return price

    def step_ends(s: int) -> bool:
        found = stops.get(s)
        if found is not None and found[1] <= rt.work:
            rt.work -= found[1]
            return found[0]
        before = rt.work
        rt.work -= 1
        ends = bool(stop(rt, figure, at[s]))
        stops[s] = ends, before - rt.work
        return ends

    return Walk((size, size), budget, step_price, step_ends)


def _walks(rt: State, *functions: Callable[..., Any]) -> int:
    """The group of what hangs on all prices of steps and ends of ways."""
    groups = rt.code.group_of["walk"]
    return groups.get("all", 0) if all(function in groups for function in functions) else 0


def _reachable(
    rt: State, figure: Any, budget: int, cost: Callable[..., Any], stop: Callable[..., Any]
) -> tuple[Square, ...]:
    if figure.at is None or rt.grid is None:
        return ()
    key, before = (figure, budget, cost, stop), rt.work
    group = _walks(rt, cost, stop)
    known: tuple[tuple[Square, ...], int] | None = rt.known[group].get(key)
    if known is not None and known[1] <= before:
        rt.work = before - known[1]
        return known[0]
    found = rt.grid.reachable(int(figure.at), _walk(rt, figure, budget, cost, stop))
    reached = tuple(rt.square_at[s] for s in sorted(found))
    rt.known[group][key] = reached, before - rt.work
    return reached


def _route(rt: State, figure: Any, goal: Square, *walk: Any) -> tuple[Square, ...]:
    if figure.at is None or rt.grid is None:
        return ()
    key, before = ("ways", figure, *walk), rt.work
    group = _walks(rt, *walk[1:])
    ways: Ways | None = rt.known[group].get(key)
    if ways is None:
        ways = rt.known[group][key] = _ways(rt, figure, *walk)
    found: tuple[int, ...] | None = None
    try:
        found, cost = ways.to(int(goal))
    except Exhausted:
        cost = before + 1
    rt.work = before
    if cost > before:  # from the start, so that the work ends where it does without what is known
        found, cost = _ways(rt, figure, *walk).to(int(goal))
    else:
        rt.work -= cost
    return _named(rt, found[1:]) if found else ()


def _ways(rt: State, figure: Any, *walk: Any) -> Ways:
    assert rt.grid is not None
    return rt.grid.ways(int(figure.at), _walk(rt, figure, *walk), lambda: -rt.work)


def _standing_on(rt: State, square: Square) -> tuple[Entity, ...]:
    return tuple(rt.standing.get(int(square), ()))


def _corners(rt: State, place: Any) -> tuple[tuple[int, int], ...]:
    grid = rt.grid
    if grid is None:
        return ()
    squares = _squares(rt, place)
    rt.work -= len(squares)
    return grid.corners_of(squares)


def _fits(rt: State, held: Any, square: Square) -> bool:
    if not isinstance(held, str):
        return footprint(rt, held, square) is not None
    return drawings.fits(_board(rt), drawing_of(rt, held), square)


def _edges_match(rt: State, text: Any, square: Square) -> bool:
    return drawings.edges_match(_board(rt), drawing_of(rt, text), square)


def _rotated(rt: State, text: Any, quarters: int) -> str:
    return drawings.rotated(drawing_of(rt, text), quarters)


def _vacant_squares(rt: State) -> tuple[Square, ...]:
    """The squares that may come onto the board, in their order."""
    grid = _board(rt)
    rt.work -= len(grid.exists)
    return tuple(s for s in rt.square_at.values() if not grid.exists[s])


def _board(rt: State) -> Grid:
    if rt.grid is None:
        raise Fault("there is no board")
    return rt.grid


def _along(rt: State, p: Any, q: Any) -> Any:
    """The board, for a line of some length."""
    rt.work -= abs(p[0] - q[0]) + abs(p[1] - q[1])
    return rt.grid


def _symbols(_rt: State, held: Any, name: str) -> int:
    """How often a symbol lies on a face or on all faces of a roll; `value` is the number."""
    faces = held if isinstance(held, Roll) else (held,)
    return past(sum(f.symbols.get(name, 0) for f in faces))


def _total(_rt: State, roll: Iterable[Face]) -> int:
    return past(sum(f.symbols.get("value", 0) for f in roll))


def _end_of(pick: Callable[..., Any]) -> Callable[..., Any]:
    """`highest` and `lowest` of numbers, or the face with that number; none (or 0) where there is nothing."""

    def found(rt: State, items: Iterable[Any]) -> Any:
        held = tuple(items)
        rt.work -= len(held)
        if isinstance(items, Roll) or (held and isinstance(held[0], Face)):
            return pick(held, key=lambda f: f.symbols.get("value", 0)) if held else None
        return pick(held) if held else 0

    return found


def _following(rt: State, item: Any, items: Iterable[Any]) -> Any:
    held = tuple(items)
    rt.work -= len(held)
    if item not in held:
        return held[0] if held else item
    return held[(held.index(item) + 1) % len(held)]


def _nth(_rt: State, n: int, items: Iterable[Any]) -> Any:
    held = tuple(items)
    return held[n - 1] if 1 <= n <= len(held) else None


def _position(rt: State, item: Any, items: Any) -> int:
    """The place of an item, from 1; 0 where it is not in the collection."""
    return next((place for place, held in enumerate(over(rt, items), start=1) if held == item), 0)


def _range(rt: State, first: int, last: int) -> tuple[int, ...]:
    return tuple(sized(rt, range(first, max(last + 1, first))))


def _only(_rt: State, items: tuple[Any, ...], word: str) -> Any:
    if len(items) != 1:
        raise Fault(f"there are {len(items)} {word}, and one is meant" if items else f"there is no {word}")
    return items[0]


def _same_name(_rt: State, a: Any, b: Any) -> bool:
    """Whether two statuses or keywords are equal; one without its values equals each of its name."""
    if a.__class__ is b.__class__ or a is None or b is None:
        return bool(a == b)
    return bool((a[0] if a.__class__ is tuple else a) == (b[0] if b.__class__ is tuple else b))


def with_end(pick: Callable[..., Any]) -> Callable[..., Any]:
    """The items whose value is the lowest or highest, from pairs of an item and its value."""

    def found(pairs: Iterable[tuple[Any, int]]) -> tuple[Any, ...]:
        held = tuple(pairs)
        end = pick((value for _, value in held), default=0)
        return tuple(item for item, value in held if value == end)

    return found


def _ratio(above: int, below: int, at: int = 0) -> tuple[int, int]:
    if below == 0:
        raise Fault("a number was divided by zero", at)
    return (-above, -below) if below < 0 else (above, below)


def _round_down(_rt: State, above: int, below: int, to: int) -> int:
    above, below = _ratio(above, past(below * to))
    return past(above // below * to)


def _round_up(_rt: State, above: int, below: int, to: int) -> int:
    above, below = _ratio(above, past(below * to))
    return past(-(-above // below) * to)


def _round_near(_rt: State, above: int, below: int, to: int) -> int:
    above, below = _ratio(above, past(below * to))
    return past((2 * above + below) // (2 * below) * to)


def _remainder(_rt: State, a: int, b: int) -> int:
    _ratio(a, b)
    return a % b


def _is_kind(_rt: State, value: Any, kind: str) -> bool:
    return isinstance(value, Entity) and kind in value._kinds


def _in_play(_rt: State, entity: Any) -> bool:
    if entity is None or not entity._alive:
        return False
    return entity.at is not None if entity._stands else entity._zone is None


def _times(_rt: State, count: int, dice: tuple[str, ...]) -> tuple[str, ...]:
    if count * len(dice) > 1000:
        raise Fault("more than 1000 dice")
    return dice * max(count, 0)


def _join_dice(_rt: State, a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
    if len(a) + len(b) > 1000:
        raise Fault("more than 1000 dice")
    return a + b


def _first(_rt: State, items: Iterable[Any]) -> Any:
    return next(iter(items), None)


def _last(_rt: State, items: Iterable[Any]) -> Any:
    held = tuple(items)
    return held[-1] if held else None


def _square(rt: State, name: str) -> Square:
    found = square_named(rt, name)
    if found is None:
        raise Fault(f"the board has no square {name}")
    return found


def _game(rt: State) -> Entity:
    assert rt.game is not None
    return rt.game


def _shape(value: Any) -> table.Shape:
    """A shape, or that of a figure where it stands."""
    if value.__class__ is table.Shape:
        return value
    return table.standing(value.x, value.y, value.facing, value.width, value.depth)


def _measured(function: Callable[..., Any], shapes: int) -> Callable[..., Any]:
    """A function of the table, whose first values are so many shapes or figures: none, one or two."""

    def answer(_rt: State, *values: Any) -> Any:
        try:
            return function(*values)
        except ValueError as impossible:
            raise Fault(str(impossible)) from None

    def answer_of_one(_rt: State, shape: Any, *others: Any) -> Any:
        try:
            return function(_shape(shape), *others)
        except ValueError as impossible:
            raise Fault(str(impossible)) from None

    def answer_of_two(_rt: State, a: Any, b: Any, *others: Any) -> Any:
        try:
            return function(_shape(a), _shape(b), *others)
        except ValueError as impossible:
            raise Fault(str(impossible)) from None

    # Written out: a battle asks for places and gaps by the hundred thousand.
    return (answer, answer_of_one, answer_of_two)[shapes]


def _rectangle(x: int, y: int, facing: int, width: int, depth: int) -> table.Shape:
    return table.made(table.Shape(x, y, facing, width, depth))


def _resized(shape: table.Shape, width: int, depth: int) -> table.Shape:
    return table.made(shape._replace(width=width, depth=depth))


def _turned(shape: table.Shape, degrees: int) -> table.Shape:
    return table.made(shape._replace(facing=shape.facing + degrees))


def _without(rt: State, items: Any, gone: Any) -> Any:
    kept = sifted(rt, items, gone, False)
    return Roll(kept) if isinstance(items, Roll) else kept


# One row per function that compiled code can name; each takes the running game first.
CORE: dict[str, Callable[..., Any]] = {
    "min": lambda _rt, *n: min(n),
    "max": lambda _rt, *n: max(n),
    "abs": lambda _rt, n: abs(n),
    "clamp": lambda _rt, n, low, high: min(max(n, low), high),
    "remainder": _remainder,
    "round_down": _round_down,
    "round_up": _round_up,
    "round_near": _round_near,
    "size": lambda _rt, items: len(items),
    "first": _first,
    "last": _last,
    "nth": _nth,
    "position": _position,
    "following": _following,
    "union": lambda rt, a, b: joined(rt, a, b),
    "common": lambda rt, a, b: sifted(rt, a, b, True),
    "total": _total,
    "times": _times,
    "stacks": lambda _rt, e, name: sum(1 for s in e._statuses if s._kind == name),
    "instances": instances,
    "remaining": _remaining,
    "distance": _distance,
    "path_distance": _path_distance,
    "squares_of": _squares,
    "footprint": lambda rt, held, s: footprint(rt, held, s) or (),
    "fits": _fits,
    "edges_match": _edges_match,
    "rotated": _rotated,
    "vacant_squares": _vacant_squares,
    "neighbours": lambda rt, s: rt.neighbours[s],
    "step_blocked": lambda rt, a, b: rt.grid.step_blocked(a, b),
    "standing_on": _standing_on,
    "reachable": _reachable,
    "route": _route,
    "corners": _corners,
    "centre": lambda rt, s: rt.grid.centre(s),
    "crossed": lambda rt, p, q: _named(rt, _along(rt, p, q).crossed_squares(p, q)),
    "touched": lambda rt, p, q: _named(rt, _along(rt, p, q).touched_squares(p, q)),
    "crosses_wall": lambda rt, p, q: _along(rt, p, q).crosses_wall(p, q),
    "touches_wall": lambda rt, p, q: _along(rt, p, q).touches_wall(p, q),
    "rectangle": _measured(_rectangle, 0),
    "disc": _measured(lambda x, y, radius: table.made(table.Shape(x, y, 0, 0, 0, 0, radius)), 0),
    "shape_of": _measured(lambda shape: shape, 1),
    "moved": _measured(table.moved, 1),
    "turned": _measured(_turned, 1),
    "resized": _measured(_resized, 1),
    "lane": _measured(table.lane, 1),
    "arc": _measured(table.arc, 1),
    "gap": _measured(table.gap, 2),
    "meets": _measured(table.meets, 2),
    "in_arc": _measured(lambda a, b, angle: table.in_arc(a, b[:2], angle), 2),
    "bearing": _measured(lambda a, b: table.bearing(a[:2], b[:2]), 2),
    "sine": lambda _rt, degrees: table.THOUSANDTHS[degrees % 360],
    "cosine": lambda _rt, degrees: table.THOUSANDTHS[(degrees + 90) % 360],
    # reached by forms of the language
    "is_kind": _is_kind,
    "in_play": _in_play,
    "game": _game,
    "square": _square,
    "column": lambda _rt, s: s.column,
    "row": lambda _rt, s: s.row,
    "elevation": lambda rt, s: rt.grid.elevation[s],
    "measure": lambda _rt, shape, name: getattr(shape, name),
    "card_of": lambda _rt, e: e._card,
    "highest": _end_of(max),
    "lowest": _end_of(min),
    "sum": lambda rt, items: past(sum(over(rt, items))),
    "symbols": _symbols,
    "concat": lambda rt, a, b: sized(rt, (*a, *b)),
    "without": _without,
    "join_dice": _join_dice,
    "range": _range,
    "only": _only,
    "same_name": _same_name,
}
