"""Abilities that are carried out, as frames.

Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure acts.
Input: an ability and whose it is. Never asks whether it may be used.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.values import Entity, Event, Usable, label


def locals_of(me: Any, this: Any, trigger: Event | None) -> dict[str, Any]:
    """The locals with which the body of an ability begins."""
    return {"self": me, "this": this, "trigger": trigger}


class UsingAbility(Frame):
    """Pays the costs of an ability and runs it; when they cannot be paid it does nothing."""

    __slots__ = ("ability", "me", "this", "trigger")

    def __init__(self, ability: Any, me: Any, this: Entity, trigger: Event | None) -> None:
        self.ability, self.me, self.this, self.trigger = ability, me, this, trigger

    def run(self, rt: Any, value: Any) -> Frame | None:
        ability, me, this, trigger = self.ability, self.me, self.this, self.trigger
        if self.pc == 0:
            if ability.costs is not None and not rt.can_pay(ability, me, this, trigger):
                return None
            rt.record_use(ability, this)
            rt.mark(ability.rows)
            if rt.trace is not None and not rt.trial:
                rt.trace.add(len(rt.stack), f"{ability.label} of {label(me)}")
            self.pc = 1
            if ability.costs is not None:
                return Body(ability.costs, locals_of(me, this, trigger))
        if self.pc == 1:
            self.pc = 2
            if ability.body is not None:
                return Body(ability.body, locals_of(me, this, trigger))
        return None


class Using(Frame):
    """Pays and runs an ability that somebody has chosen, through the verb that its `live` line names."""

    __slots__ = ("usable", "values")

    def __init__(self, usable: Usable) -> None:
        self.usable = usable
        self.values: dict[str, Any] = {}

    def run(self, rt: Any, value: Any) -> Frame | None:
        usable = self.usable
        ability, me, this, trigger = rt.code.abilities[usable.ability], usable.me, usable.this, usable.trigger
        through = ability.live.through if ability.live is not None else None
        if self.pc == 0:
            if through is None:
                self.pc = 2
                return UsingAbility(ability, me, this, trigger)
            self.values = through[1](rt, me, this)
            rt.record_use(ability, this)
            self.pc = 1
            if ability.costs is not None:
                return Body(ability.costs, locals_of(me, this, trigger))
        if self.pc == 1 and through is not None:
            self.pc = 2
            return rt.emit(through[0], self.values, usable)  # type: ignore[no-any-return]
        return None


class Resolving(Frame):
    """Runs the ability that the nearest event around carries."""

    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event = event

    def run(self, rt: Any, value: Any) -> Frame | None:
        holder: Event | None = self.event
        while holder is not None and holder._use is None:
            holder = holder._parent
        if self.pc or holder is None or holder._use is None:
            return None
        self.pc = 1
        usable = holder._use
        ability = rt.code.abilities[usable.ability]
        rt.mark(ability.rows)
        if rt.trace is not None and not rt.trial:
            rt.trace.add(len(rt.stack), usable.text())
        if ability.body is None:
            return None
        return Body(ability.body, locals_of(usable.me, usable.this, usable.trigger))


class Acting(Frame):
    """Lets a figure act by the automated texts live for it. ``waiting``: carriers of the text before ``next``."""

    __slots__ = ("next", "subject", "waiting")

    def __init__(self, subject: Any) -> None:
        self.subject, self.next = subject, 0
        self.waiting: list[Any] = []

    def run(self, rt: Any, value: Any) -> Frame | None:
        trace = None if rt.trial else rt.trace
        if self.pc and trace is not None:
            trace.remark("acted", label(self.subject), rt.code.ais[self.next - 1].at)
        self.pc = 1
        while self.waiting or self.next < len(rt.code.ais):
            if not self.waiting:
                self.waiting = list(rt.carriers(rt.code.ais[self.next]))
                self.next += 1
                continue
            ability = rt.code.ais[self.next - 1]
            me, this = self.waiting.pop(0)
            if me is self.subject and ability.body is not None:
                rt.mark(ability.rows)
                if trace is not None:
                    trace.remark("acts", label(me), ability.at)
                return Body(ability.body, locals_of(me, this, None))
        return None
