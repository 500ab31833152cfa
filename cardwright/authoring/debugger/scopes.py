"""Frames and values of a debugged game, under the names of the text.

Job: list the frames that are open, the names in each with their values, and the parts of a value. Input: a session.
Output: names and values, in words and as objects. Must never change the game.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

from cardwright.authoring.debugger.session import Session
from compiler.interpreter.frames import Body
from compiler.interpreter.modifiers import stat
from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Env, Event, Fault, Square, Zone, label
from dsl.dataclass import dataclass

_OWN = frozenset({"ev", "env", "trigger"})  # locals that hold the values of something else


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame: what it carries out, where it is, and the body itself."""

    name: str
    path: str
    line: int
    column: int
    body: Body


def frames(session: Session) -> list[Shown]:
    """The frames that are open, the innermost first."""
    found = []
    for body in session.bodies():
        place = session.place(body)
        event = body.v.get("ev")
        name = event._verb if isinstance(event, Event) else place.owner or body.code.name
        me = body.v.get("self")
        told = f"{name} of {label(me)}" if me is not None and not isinstance(event, Event) else name
        found.append(Shown(told, place.path, place.line, place.column, body))
    return found


def locals_of(body: Body) -> list[tuple[str, Any]]:
    """The names of a body with their values: values of its event, of the event that it answers, and its own."""
    found: dict[str, Any] = {}
    for held in ("trigger", "ev", "env"):
        owner = body.v.get(held)
        if isinstance(owner, Event | Env):
            found |= {n: value for n, value in vars(owner).items() if is_written(n)}
    found |= {n: body.v[n] for n in own_names(body.v, found)}
    return list(found.items())


def is_written(name: str) -> bool:
    """Whether a text can use a name: those of the compiler begin or end with `_`."""
    return name.isidentifier() and name.strip("_") == name


def own_names(v: Mapping[str, Any], of_events: Container[str]) -> list[str]:
    """The names that a body has itself. Its `target` is that of the last call; before one, it has none."""
    shown = (name for name in v if is_written(name) and name not in _OWN)
    return [name for name in shown if name != "target" or (v[name] is not None and name not in of_events)]


def whole_game(game: State) -> list[tuple[str, Any]]:
    """What a game holds: its own values, players, and every other kind of which there is something."""
    found: list[tuple[str, Any]] = [("game", game.game)] if game.game is not None else []
    for kind, held in game.kinds.items():
        if held and kind != "game":
            found.append((kind, tuple(held)))
    return found


def parts(game: State, value: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a value: fields of an entity, members of a collection, values of an event."""
    if isinstance(value, Entity):
        yield from _entity(game, value)
    elif isinstance(value, Zone | tuple):
        for number, item in enumerate(value, 1):
            yield str(number), item
    elif isinstance(value, Event | Env):
        for name, held in vars(value).items():
            if is_written(name):
                yield name, held


def _entity(game: State, entity: Entity) -> Iterator[tuple[str, Any]]:
    if getattr(entity, "at", None) is not None:
        yield "at", entity.at
    if entity._zone is not None:
        yield "zone", text_of(game, entity._zone)
    for name in game.code.field_names[entity._kind]:
        is_stat = (entity._kind, name) in game.code.stat_of and isinstance(entity._id, int)
        yield name, _stat(game, entity, name) if is_stat else getattr(entity, name, None)
    for name, held in (("statuses", entity._statuses), ("keywords", entity._keywords)):
        if held:
            yield name, ", ".join(h._kind for h in held)


def _stat(game: State, entity: Entity, name: str) -> Any:
    kept = game.work, game.floor, game.nested
    game.work, game.floor = game.bounds.work, 0
    try:
        return stat(game, entity, name)
    except Fault as fault:
        return f"not known: {fault.message}"
    finally:
        game.work, game.floor, game.nested = kept


def has_parts(value: Any) -> bool:
    return isinstance(value, Entity | Event | Env) or (isinstance(value, Zone | tuple) and len(value) > 0)


def text_of(game: State, value: Any) -> str:
    """A value in one line: an entity by the name that a scenario or test gives it, and its label."""
    if isinstance(value, Zone):
        return f"{text_of(game, value.owner)}.{value.name}: {len(value)}"
    if isinstance(value, Entity):
        name = game.test_names.get(value._id) if isinstance(value._id, int) else None
        return f"{name} ({label(value)})" if name else label(value)
    if isinstance(value, tuple):
        shown = ", ".join(text_of(game, item) for item in value[:8])
        return f"[{shown}{', …' if len(value) > 8 else ''}]"
    if isinstance(value, Event):
        return value._verb
    if isinstance(value, Square):
        return value.name
    return label(value)
