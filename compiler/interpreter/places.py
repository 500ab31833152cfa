"""Where entities are: zones, the board, out of the game.

Job: move entities, keep who knows which of them, and give the game its board. Reads the
board; changes zones, who stands on which square, and what is known. Never decides what happens. What was removed from
the game is nowhere, and goes nowhere.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from compiler.interpreter import drawings
from compiler.interpreter.changes import extract, insert, tell, touch
from compiler.interpreter.grid import Grid
from compiler.interpreter.spending import count_change
from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.statuses import drop
from compiler.interpreter.values import Entity, Exhausted, Fault, Square, Zone, label


def take(rt: State, entity: Entity) -> None:
    """Takes an entity out of the zone where it lies."""
    if entity._alive:
        _leave_zone(rt, entity)
        tell(rt, "move", entity)


def _leave_zone(rt: State, entity: Entity) -> None:
    zone = entity._zone
    if zone is not None:
        count_change(rt, len(zone.items))
        extract(rt, zone.name, zone.items, entity)
        rt.note("_zone", setattr, entity, "_zone", zone)
        entity._zone = None
        know(rt, frozenset(k for k in rt.revealed if k[0] != entity._id))
        touch(rt, zone.name)


def put(rt: State, entity: Entity, zone: Zone, beside: Entity | None = None, step: int = 0) -> None:
    """Moves an entity into a zone; it leaves the board and the zone where it was. It lies at the end, or ``step``
    behind another one there.
    """
    if not entity._alive:
        return
    if zone.is_within(entity):
        raise Fault(f"{label(entity)} cannot lie within itself")
    _leave_zone(rt, entity)
    _leave_board(rt, entity)
    count_change(rt, len(zone.items))
    insert(rt, zone.name, zone.items, entity, None if beside is None else zone.items.index(beside) + step)
    rt.note("_zone", setattr, entity, "_zone", None)
    entity._zone = zone
    touch(rt, zone.name)
    tell(rt, "move", entity)


def put_top(rt: State, entity: Entity, zone: Zone) -> None:
    put(rt, entity, zone, next((e for e in zone.items if e is not entity), None))


def put_bottom(rt: State, entity: Entity, zone: Zone) -> None:
    put(rt, entity, zone)


def put_before(rt: State, entity: Entity, other: Entity, step: int = 0) -> None:
    if other._zone is None:
        raise Fault(f"{label(other)} is in no zone")
    if entity is not other:
        put(rt, entity, other._zone, other, step)


def put_after(rt: State, entity: Entity, other: Entity) -> None:
    put_before(rt, entity, other, 1)


def reveal(rt: State, entity: Entity, player: Entity) -> None:
    """Lets a player know an entity for as long as it stays where it lies; a shuffle hides it again."""
    known = (entity._id, player._id)
    if known not in rt.revealed:
        count_change(rt)
        know(rt, rt.revealed | {known})
        tell(rt, "reveal", entity, player)


def is_known_to(rt: State, entity: Entity, player: Entity) -> bool:
    """Whether a player may know it: it lies in no zone, in one that this player sees, or was revealed there."""
    zone = entity._zone
    if zone is None or zone.visible == "all" or (zone.visible == "owner" and zone.owner is player):
        return True
    return (entity._id, player._id) in rt.revealed


def know(rt: State, revealed: frozenset[tuple[int, int]]) -> None:
    if revealed != rt.revealed:
        rt.note("revealed", setattr, rt, "revealed", rt.revealed)
        rt.revealed = revealed


def reorder(rt: State, zone: Zone, order: list[int]) -> None:
    old = list(zone.items)
    count_change(rt, len(old))
    rt.note(zone.name, lambda: zone.items.__setitem__(slice(None), old))
    zone.items[:] = [old[i] for i in order]
    held = {entity._id for entity in old}
    know(rt, frozenset(k for k in rt.revealed if k[0] not in held))
    tell(rt, "shuffle", zone)


def footprint(rt: State, entity: Entity | str, square: Square) -> tuple[Square, ...] | None:
    """The squares that a figure or a drawing takes, or would, with its upper left on a square; none off the board."""
    if isinstance(entity, str):
        return _taken(rt, entity, square)
    size = entity.size if entity._sized else 1  # type: ignore[attr-defined]
    assert rt.grid is not None
    if size <= 1:
        return (square,) if rt.grid.exists[square] else None
    key = (square, size)
    if key not in rt.footprints:
        found = rt.grid.footprint(square, size, size)
        rt.footprints[key] = None if found is None else tuple(rt.square_at[s] for s in found)
    return rt.footprints[key]


def place(rt: State, entity: Entity | str, square: Square) -> None:
    """Puts a figure onto a square; or lays a drawing, with its upper left corner there."""
    if isinstance(entity, str):
        _lay(rt, entity, square)
        return
    if not entity._alive:
        return
    squares = footprint(rt, entity, square)
    if squares is None:
        raise Fault(f"{label(entity)} does not fit at {square}")
    _leave_zone(rt, entity)
    _leave_board(rt, entity)
    count_change(rt, len(squares))
    for s in squares:
        if len(rt.standing.get(s, ())) >= rt.bounds.crowd:
            raise Exhausted(f"more than {rt.bounds.crowd} figures stand on {s}")
        insert(rt, "at", rt.standing.setdefault(s, []), entity)
    rt.note("at", setattr, entity, "at", None)
    entity.at = square
    touch(rt, "at")
    tell(rt, "move", entity)


def lift(rt: State, entity: Entity) -> None:
    """Takes a figure off the board."""
    if entity._alive:
        _leave_board(rt, entity)
        tell(rt, "move", entity)


def _leave_board(rt: State, entity: Entity) -> None:
    if entity._figure and entity.at is not None:
        at = entity.at
        count_change(rt)
        for s in footprint(rt, entity, at) or ():
            extract(rt, "at", rt.standing[s], entity)
        rt.note("at", setattr, entity, "at", at)
        entity.at = None
        touch(rt, "at")


def remove(rt: State, entity: Entity) -> None:
    """Takes an entity out of the game, with all that lies on it."""
    if entity is None or not entity._alive:
        return
    for status in entity._statuses:
        drop(rt, status)
    _leave_board(rt, entity)
    _leave_zone(rt, entity)
    count_change(rt)
    rt.note("_alive", setattr, entity, "_alive", True)
    entity._alive = False
    if "player" in entity._kinds:
        rt.note_aside(setattr, rt, "removed_players", rt.removed_players)
        rt.removed_players = (*rt.removed_players, entity)
    extract(rt, f"all {entity._kind}", rt.kinds[entity._kind], entity)
    if entity._card is not None:
        extract(rt, f"all {entity._kind}", rt.by_card[entity._card._id], entity)
    for instance in entity._keywords:
        extract(rt, "_keywords", rt.by_keyword[instance._kind], (entity, instance))
    touch(rt, f"all {entity._kind}")
    touch(rt, "*")
    tell(rt, "remove", entity)


def set_board(rt: State, grid: Grid) -> None:
    """Gives the game the board of a position."""
    rt.drawn = grid
    rt.square_names = {s.name: s for s in grid.named_squares}
    rt.square_at = {int(s): s for s in grid.named_squares}
    _show(rt, grid)
    rt.eyes.clear()
    rt.known, rt.is_own = nothing_known(), True


# What is told of the board, and what was worked out of it alone.
_OF_BOARD = "grid", "squares", "terrain_of", "neighbours", "footprints", "named"


def _show(rt: State, grid: Grid) -> None:
    """Everything that hangs on the board is made anew, and nothing is emptied: a copy of the game may have it."""
    rt.grid = grid
    rt.squares = tuple(s for s in rt.square_at.values() if grid.exists[s])
    rt.terrain_of = {s: grid.terrain[s] for s in rt.squares}
    rt.neighbours = {s: tuple(rt.square_at[n] for n in grid.neighbours(s)) for s in rt.square_at.values()}
    rt.footprints, rt.named = {}, {}


def change_board(rt: State, grid: Grid) -> None:
    """Another board of the same area; all squares keep their names."""
    rt.note("_board", rt.__dict__.update, {name: getattr(rt, name) for name in _OF_BOARD})
    _show(rt, grid)


def drawing_of(rt: State, text: object) -> drawings.Drawing:
    """A drawing, which costs as much work as it has squares."""
    found = drawings.read_drawing(text)
    if found is None:
        raise Fault("this is no drawing")
    rt.work -= found.width * found.height
    return found


def _taken(rt: State, text: str, square: Square) -> tuple[Square, ...] | None:
    drawing = drawing_of(rt, text)
    found = drawings.taken(rt.grid, drawing, square) if rt.grid is not None else None
    return None if found is None else tuple(rt.square_at[s] for s in found)


def _lay(rt: State, text: str, square: Square) -> None:
    drawing, grid = drawing_of(rt, text), rt.grid
    terrain = {symbol: name for name, symbol in rt.program.terrain.items() if symbol}
    made = drawings.laid(grid, drawing, square, terrain) if grid is not None else None
    if grid is None or made is None:
        raise Fault(f"the drawing does not fit at {square}")
    count_change(rt, len(grid.exists))
    change_board(rt, made)
    tell(rt, "board")


def square_named(rt: State, name: str) -> Square | None:
    return rt.square_names.get(name)
