"""Legality: whether a verb call would be legal now.

Job: make an event that does not happen, apply replacements to it in a dry run, and tell its refusal. Reads all of the
state; changes nothing of it but the work that was done.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.dry_runs import attempt
from compiler.interpreter.events import make_event, refusal
from compiler.interpreter.happening import Replacing
from compiler.interpreter.remembering import may_change
from compiler.interpreter.spending import EVENT, MOST_NESTED, spend
from compiler.interpreter.state import State
from compiler.interpreter.values import Divergent, Refusal


def can(rt: State, verb: str, values: dict[str, Any]) -> bool:
    """Whether a call would pass its requirements now, after replacements; nothing changes."""
    why = why_not(rt, verb, values)
    if why is not None and rt.refusals is not None and not rt.nested:
        rt.refusals.append(why)
    return why is None


def why_not(rt: State, verb: str, values: dict[str, Any]) -> Refusal | None:
    """The reason why a call would be refused now, or None; remembered where nothing is asked about the asking."""
    group = rt.code.group_of["verb"].get(verb, 0)
    if not group or rt.nested:
        return _judged(rt, verb, values)
    key, before = (*values, *values.values()), rt.work
    found: tuple[Refusal | None, int] | None = rt.known[group].get(key)
    if found is not None and found[1] <= before:
        rt.work = before - found[1]
        return found[0]
    why = _judged(rt, verb, values)
    if not any(map(may_change, key)):
        rt.known[group][key] = why, before - rt.work
    return why


def _judged(rt: State, verb: str, values: dict[str, Any]) -> Refusal | None:
    code = rt.code.verbs[verb]
    rt.nested += 1
    try:
        ask_about(rt, verb)
        event = make_event(rt, verb, values)
        rt.events -= 1
        if event._reason is not None or not code.watched("instead"):
            return refusal(rt, code, event, again=False)
        found: list[Refusal | None] = []

        def judged(_: Any) -> bool:
            found.append(refusal(rt, code, event, again=False))
            return True

        attempt(rt, lambda: Replacing(event, "", False), judged)
        return found[0] if found else None
    finally:
        rt.nested -= 1


def ask_about(rt: State, verb: str) -> None:
    """A question about a verb inside of other questions."""
    at = rt.code.verbs[verb].at
    spend(rt, EVENT, at)
    if rt.nested > MOST_NESTED:
        raise Divergent(f"whether {verb} can be done depends on itself", at)
