"""Abilities that are carried out, as frames.

Job: pay and run an ability by itself, or the one that an event carries, or the texts by which an automated figure acts.
Input: an ability and whose it is. Never asks whether it may be used.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.changes import tell
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.marks import mark
from compiler.interpreter.modifiers import carriers
from compiler.interpreter.state import State
from compiler.interpreter.triggers import can_pay, locals_of, record_use
from compiler.interpreter.values import Entity, Event, Fault, label


class UsingAbility(Frame):
    """Pays the costs of an ability and runs it; when they cannot be paid it does nothing."""

    __slots__ = ("ability", "me", "this", "trigger")

    def __init__(self, ability: Any, me: Any, this: Entity, trigger: Event | None) -> None:
        self.ability, self.me, self.this, self.trigger = ability, me, this, trigger

    def run(self, rt: State, value: Any) -> Frame | None:
        ability, me, this, trigger = self.ability, self.me, self.this, self.trigger
        if self.pc == 0:
            if ability.costs is not None and not can_pay(rt, ability, me, this, trigger):
                return None
            record_use(rt, ability, this)
            mark(rt, ability.rows)
            tell(rt, "use", ability.index, me, this)
            if rt.trace is not None and not rt.dry_run:
                rt.trace.add(len(rt.stack), f"{ability.label} of {label(me)}")
            self.pc = 1
            if ability.costs is not None:
                return Body(ability.costs, locals_of(me, this, trigger))
        if self.pc == 1:
            self.pc = 2
            if ability.body is not None:
                return Body(ability.body, locals_of(me, this, trigger))
        return None


class Resolving(Frame):
    """Runs the ability that the nearest event around carries. A test can call a verb where none does."""

    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event = event

    def run(self, rt: State, value: Any) -> Frame | None:
        holder: Event | None = self.event
        while holder is not None and holder._use is None:
            holder = holder._parent
        if self.pc:
            return None
        if holder is None or holder._use is None:
            raise Fault("`resolve` runs the text that is being used, and none is", rt.code.verbs[self.event._verb].at)
        self.pc = 1
        usable = holder._use
        ability = rt.code.abilities[usable.ability]
        mark(rt, ability.rows)
        tell(rt, "use", usable.ability, usable.me, usable.this)
        if rt.trace is not None and not rt.dry_run:
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

    def run(self, rt: State, value: Any) -> Frame | None:
        trace = None if rt.dry_run else rt.trace
        if self.pc and trace is not None:
            trace.remark("acted", label(self.subject), rt.code.ais[self.next - 1].at)
        self.pc = 1
        while self.waiting or self.next < len(rt.code.ais):
            if not self.waiting:
                self.waiting = list(carriers(rt, rt.code.ais[self.next]))
                self.next += 1
                continue
            ability = rt.code.ais[self.next - 1]
            me, this = self.waiting.pop(0)
            if me is self.subject and ability.body is not None:
                mark(rt, ability.rows)
                if trace is not None:
                    trace.remark("acts", label(me), ability.at)
                return Body(ability.body, locals_of(me, this, None))
        return None
