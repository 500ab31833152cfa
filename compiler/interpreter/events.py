"""Events: the record of each, and where it begins and ends.

Job: make events with their values, tell why one is illegal, keep the stack of those that run, and end them early. Reads
compiled verbs and prohibitions; changes the stack, what tells of events, and what lasts until their edges. The order in
which a verb call is carried out is that of the frames in ``happening``. Never knows a verb.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.changes import put_back, tell
from compiler.interpreter.durations import expire
from compiler.interpreter.linked_rows import VerbCode
from compiler.interpreter.marks import mark
from compiler.interpreter.modifiers import prohibition
from compiler.interpreter.state import State
from compiler.interpreter.values import Ended, Event, Prevented, Refusal, label


def make_event(rt: State, verb: str, values: dict[str, Any]) -> Event:
    """The record of an event, with defaults filled in."""
    code = rt.code.verbs[verb]
    rt.events += 1
    event = Event(verb, rt.stack[-1] if rt.stack else None, rt.events)
    held = event.__dict__
    for name, default, optional in code.params:
        if name in values:
            value = values[name]
        elif default is not None:
            value = default(rt)
        else:
            value = None
        if value is None and not optional and event._reason is None:
            event._reason = Refusal(f"there is no {name} for {verb}", code.at)
        held[name] = value
    for name in code.lets:
        held[name] = None
    return event


def refusal(rt: State, code: VerbCode, event: Event, *, again: bool) -> Refusal | None:
    """Why an event is illegal now, or None. The second time its values stay as they have become."""
    if event._reason is not None:
        return event._reason
    if rt.code.forbids or rt.effects:
        forbidden = prohibition(rt, event)
        if forbidden is not None:
            mark(rt, forbidden.rows)
            return forbidden
    failed = code.recheck(rt, event) if again else code.head(rt, event)
    if failed is None:
        return None
    return Refusal.of(*failed)


def close_event(rt: State, event: Event, outcome: str) -> Event:
    event._outcome = outcome
    if not rt.stack and not rt.dry_run:
        rt.outermost.append(event)
    if rt.watcher is not None and not rt.dry_run and outcome in ("illegal", "fizzled"):
        rt.watcher.refused(event)
    tell(rt, "prevented" if outcome == "prevented" else "refused", event)
    if rt.trace is not None and not rt.dry_run:
        why = f": {event._reason.message}" if event._reason is not None else ""
        rt.trace.add(len(rt.stack), f"{outcome} {shown_event(rt, event)}{why}")
    return event


def shown_event(rt: State, event: Event) -> str:
    values = [f"{name}={label(getattr(event, name))}" for name, _, _ in rt.code.verbs[event._verb].params]
    return " ".join([event._verb, *values])


def begin_event(rt: State, code: VerbCode, event: Event) -> None:
    """An event begins: it is told, and lies on the stack."""
    verb = event._verb
    tell(rt, "begin", event)
    if rt.trace is not None and not rt.dry_run:
        rt.trace.add(len(rt.stack), shown_event(rt, event))
    if not rt.dry_run:
        if not rt.stack:
            rt.outermost.append(event)
            if rt.watcher is not None:
                rt.watcher.begun()
        if rt.history is not None:
            rt.history.append((verb, event))
    rt.stack.append(event)
    begun = rt.started.get(verb)
    rt.note_aside(put_back, rt.started, verb, begun)
    rt.started[verb] = (begun or 0) + 1
    if rt.effects:
        expire(rt, "start", event)
    if code.rows:
        mark(rt, code.rows)


def end_event(rt: State, event: Event) -> None:
    """An event is over, and with it all that is above it on the stack."""
    if event in rt.stack:
        del rt.stack[rt.stack.index(event) :]
    if rt.effects:
        expire(rt, "end", event)
    tell(rt, "end", event)


def prevent(rt: State, trigger: Event, step: str) -> None:
    """Cancels an event or a step of one: it stops when the text that says so has been carried out."""
    trigger._prevented |= {step}


def stop_prevented(rt: State, event: Event, step: str) -> None:
    if step in event._prevented or "" in event._prevented:
        raise Prevented(event, step if step in event._prevented else "")


def end_frame(rt: State, frame: str) -> None:
    """Ends the innermost running event of a verb; where none runs, there is nothing to end."""
    for event in reversed(rt.stack):
        if event._verb == frame:
            raise Ended(event)
