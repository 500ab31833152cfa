"""Statuses, and the list of what lasts.

Job: lay statuses on their bearers, by each one's way of stacking, and take them off. Reads the program's statuses;
changes entities, what lies on their bearers, and the effects. When they end is told by ``durations``.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.changes import extract, insert, tell, touch
from compiler.interpreter.entities import check_room, instance
from compiler.interpreter.marks import mark
from compiler.interpreter.spending import count_change
from compiler.interpreter.state import State
from compiler.interpreter.values import Duration, Effect, Entity, Exhausted, Fault, label


def add_status(rt: State, name: str, values: tuple[Any, ...], bearer: Entity, duration: Duration | None) -> None:
    """Lays a status on its bearer, by the status's way of stacking."""
    if bearer is None or not bearer._alive:
        return
    mark(rt, rt.program.traits[name].rows)
    if len(values) != len(rt.program.traits[name].params):
        raise Fault(f"`{name}` was given to {label(bearer)} without its values")
    for old in rivals(rt, name, values, bearer):
        if outranks(rt, old, values):
            renew(rt, old, values, duration)
            return
        drop(rt, old)
    check_room(rt, name)
    if len(bearer._statuses) >= rt.bounds.statuses:
        raise Exhausted(f"more than {rt.bounds.statuses} statuses lie on {label(bearer)}")
    made = instance(rt, name, values, bearer)
    insert(rt, f"all {name}", rt.kinds[name], made)
    rt.note("_statuses", setattr, bearer, "_statuses", bearer._statuses)
    bearer._statuses = (*bearer._statuses, made)
    lasts(rt, Effect(made._id, duration, status=made))
    touch(rt, "*")
    tell(rt, "status", made)


def status_values(rt: State, status: Entity) -> list[Any]:
    return [getattr(status, p) for p in rt.program.traits[status._kind].params]


def rivals(rt: State, name: str, values: tuple[Any, ...], bearer: Entity) -> list[Entity]:
    """The statuses beside which a new one cannot lie: all, or those with its value of the parameter that counts."""
    declared, same = rt.program.traits[name], [s for s in bearer._statuses if s._kind == name]
    if declared.stacking in declared.params:
        index = declared.params.index(declared.stacking)
        return [s for s in same if status_values(rt, s)[index] == values[index]]
    return same if declared.stacking in ("none", "highest", "lowest") else []


def outranks(rt: State, old: Entity, values: tuple[Any, ...]) -> bool:
    """Whether a status stays where a rival comes."""
    stacking, held = rt.program.traits[old._kind].stacking, tuple(status_values(rt, old))
    if stacking == "none" or held == values:
        return True
    return held < values if stacking == "lowest" else held > values


def renew(rt: State, status: Entity, values: tuple[Any, ...], duration: Duration | None) -> None:
    """The same status again: it lasts as long as the later one. A weaker one leaves it as it is."""
    if rt.program.traits[status._kind].stacking != "none" and tuple(status_values(rt, status)) != values:
        return
    for effect in rt.effects:
        if effect.status is status and effect.duration is not None:
            rt.note("effects", setattr, effect, "duration", effect.duration)
            effect.duration = duration
            tell(rt, "lasting", effect)


def drop(rt: State, status: Any) -> None:
    """Takes a status off, or each of a collection of them."""
    for one in status if isinstance(status, tuple) else (status,):
        if one is None or not one._alive:
            continue
        count_change(rt)
        rt.note("_alive", setattr, one, "_alive", True)
        one._alive = False
        extract(rt, f"all {one._kind}", rt.kinds[one._kind], one)
        bearer = one.bearer
        rt.note("_statuses", setattr, bearer, "_statuses", bearer._statuses)
        bearer._statuses = tuple(s for s in bearer._statuses if s is not one)
        set_effects(rt, tuple(e for e in rt.effects if e.status is not one))
        touch(rt, "*")
        tell(rt, "drop", one)


def drop_named(rt: State, name: Any, bearer: Entity) -> None:
    """Takes all statuses of a name off their bearer; what a card prints with values, only those with them all."""
    if isinstance(name, tuple):
        drop(rt, tuple(s for s in bearer._statuses if (s._kind, tuple(status_values(rt, s))) == name))
        return
    for status in [s for s in bearer._statuses if s._kind == name]:
        drop(rt, status)


def lasts(rt: State, effect: Effect) -> None:
    set_effects(rt, (*rt.effects, effect))


def set_effects(rt: State, effects: tuple[Effect, ...]) -> None:
    if len(effects) != len(rt.effects):
        count_change(rt, len(effects))
        rt.note("effects", setattr, rt, "effects", rt.effects)
        rt.effects = effects
