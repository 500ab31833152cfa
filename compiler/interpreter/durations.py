"""What lasts for a while: when it begins and when it ends.

Job: begin modifiers and statuses with a duration, and end them at the edges of events. Reads the events that run;
changes the effects and the statuses.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.changes import tell, touch
from compiler.interpreter.modifiers import effect_holds
from compiler.interpreter.state import State
from compiler.interpreter.statuses import add_status, drop, lasts, set_effects
from compiler.interpreter.values import Duration, Effect, Env, Event


def begin_effect(rt: State, duration: Duration, modifiers: tuple[int, ...], values: dict[str, Any]) -> None:
    lasts(rt, Effect(rt.next_id, begun(rt, duration), modifiers, Env(values)))
    rt.note_aside(setattr, rt, "next_id", rt.next_id)
    rt.next_id += 1
    touch(rt, "*")
    tell(rt, "lasting", None)


def begin_status(rt: State, name: Any, values: tuple[Any, ...], bearer: Any, duration: Duration | None) -> None:
    """Lays a status on its bearer for a while; a status that a card names may bring its own values."""
    if isinstance(name, tuple):
        name, values = name
    add_status(rt, name, values, bearer, begun(rt, duration) if duration is not None else None)


def begun(rt: State, duration: Duration) -> Duration:
    """A duration as it starts now: `next` passes over the event that is running."""
    if not duration.skip:
        return duration
    running = any(edge_matches(rt, duration, event) for event in rt.stack)
    return Duration(duration.edge, running and duration.edge == "end", duration.verbs, duration.until, duration.env)


def edge_matches(rt: State, duration: Duration, event: Event) -> bool:
    if event._verb not in duration.verbs:
        return False
    return duration.until is None or bool(rt.code.untils[duration.until](rt, event, duration.env))


def expire(rt: State, edge: str, event: Event) -> None:
    """Ends what lasts until this edge of this event, and what held only while something was so."""
    rt.work -= len(rt.effects)
    for effect in rt.effects:
        duration = effect.duration
        if duration is None:
            continue
        if duration.edge == "while":
            over = not effect_holds(rt, duration)
        else:
            over = duration.edge == edge and edge_matches(rt, duration, event)
            if over and duration.skip:
                rt.note(setattr, duration, "skip", True)
                duration.skip, over = False, False
                tell(rt, "lasting", effect)
        if over and effect.status is not None:
            drop(rt, effect.status)
        elif over and effect in rt.effects:
            set_effects(rt, tuple(e for e in rt.effects if e is not effect))
            touch(rt, "*")
            tell(rt, "lasting", None)
