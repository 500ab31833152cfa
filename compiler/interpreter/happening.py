"""What happens, as frames: events and their steps, replacements, triggers, abilities that are used, state checks.

Job: the order in which a verb call is carried out (language reference, "What a verb call does"). Input: verbs and
abilities, and an event. Output: what is asked, and the event with its outcome. Never knows a verb.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.events import begin_event, close_event, end_event, make_event, refusal, stop_prevented
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.marks import mark
from compiler.interpreter.remembering import charged
from compiler.interpreter.spending import count_step, spend
from compiler.interpreter.state import State
from compiler.interpreter.triggers import in_order, is_free, matches, ordering, recharge, still_answers, tied
from compiler.interpreter.using import UsingAbility
from compiler.interpreter.values import Divergent, Ended, Event, Prevented, Request, Unpaid, Usable, label

Stop = Prevented | Ended | Unpaid

_LONGEST = 12  # so many events and abilities are told of a chain

# Where an event is: what it waits for.
_BEGIN, _REPLACED, _PREPARED, _DO, _DONE, _SETTLED, _DURING, _AFTER, _LEAVE, _LEFT = range(10)


class Happening(Frame):
    """A verb call; its result is the event, whose outcome tells what became of it."""

    __slots__ = ("event", "use", "values", "verb")

    def __init__(self, verb: str, values: dict[str, Any], use: Usable | None = None) -> None:
        self.verb, self.values, self.use = verb, values, use
        self.event: Any = None

    def run(self, rt: State, value: Any) -> Frame | None:
        if self.pc >= _DO:
            return self.finish(rt)
        code = rt.code.verbs[self.verb]
        if self.pc == _BEGIN:
            count_step(rt, code.at)
            if len(rt.frames) >= rt.bounds.depth <= _nested(rt):
                raise Divergent(f"events are nested more than {rt.bounds.depth} deep: {_chain(rt)}", code.at)
            event = self.event = make_event(rt, self.verb, self.values)
            event._use = self.use
            self.pc = _REPLACED
            if event._reason is None and code.watched("instead"):
                return Replacing(event, "", True)
        event = self.event
        if self.pc == _REPLACED:
            event._reason = refusal(rt, code, event, again=False)
            if event._reason is not None:
                rt.result = close_event(rt, event, "illegal")
                return None
            begin_event(rt, code, event)
            self.pc = _PREPARED
            if code.watched("before"):
                return Around(event, "before", "")
        else:  # something came before it, which may have changed what is legal
            event._reason = refusal(rt, code, event, again=True)
            if event._reason is not None:
                close_event(rt, event, "fizzled")
                end_event(rt, event)
                rt.result = event
                return None
        event._outcome = "done"
        self.pc = _DONE
        return Body(code.body, {"ev": event})

    def finish(self, rt: State) -> Frame | None:
        """From the end of the body: state checks, what comes during and after, and the leaving."""
        event, code = self.event, rt.code.verbs[self.verb]
        if self.pc == _DONE:
            self.pc = _SETTLED
            if is_checked(rt, event):
                return Checking()
        for pc, timing in ((_SETTLED, "during"), (_DURING, "after")):
            if self.pc == pc:
                self.pc += 1
                if code.watched(timing):
                    return Around(event, timing, "")
        if self.pc == _AFTER:
            recharge(rt, event)
            self.pc = _LEAVE
        if self.pc == _LEAVE:
            end_event(rt, event)
            self.pc = _LEFT
            if is_checked(rt, None):
                return Checking()
        rt.result = event
        return None

    def catch(self, rt: State, stop: Stop) -> bool:
        """An event that is prevented or ended stops here; one that is left for good leaves the stack."""
        pc, event = self.pc, self.event
        mine = isinstance(stop, Prevented | Ended) and stop.event is event and pc not in (_BEGIN, _LEFT)
        if mine and isinstance(stop, Prevented):
            close_event(rt, event, "prevented")
            self.pc = _LEFT if pc == _REPLACED else _LEAVE
        elif mine and pc != _REPLACED:
            self.pc = _DONE if pc == _DONE else _LEAVE
        else:
            if _REPLACED < pc < _LEFT:
                end_event(rt, event)
            return False
        return True


def is_checked(rt: State, event: Event | None) -> bool:
    """Whether state is checked now: not within another event whose verb is `at once`."""
    if not rt.dirty:
        return False
    waiting = rt.program.events.get("at once", ())
    return not waiting or not any(e._verb in waiting and e is not event for e in rt.stack)


def _nested(rt: State) -> int:
    """How many events are around: those that have begun, and those that are being replaced."""
    return len(rt.stack) + sum(isinstance(frame, Happening) and frame.pc == _REPLACED for frame in rt.frames)


def _chain(rt: State) -> str:
    """What led to the innermost event, back to its like: events, and the abilities that caused them."""
    found: list[str] = []
    for frame in reversed(rt.frames):
        if isinstance(frame, Happening):
            told = frame.verb + (f" ({frame.use.text()})" if frame.use is not None else "")
        elif isinstance(frame, UsingAbility):
            told = f"{frame.ability.label} of {label(frame.me)}"
        else:
            continue
        found.insert(0, told)
        if (isinstance(frame, Happening) and told in found[1:]) or len(found) == _LONGEST:
            break
    return " > ".join(found)


class Around(Frame):
    """The triggered abilities of a moment, then the reactions that players are offered."""

    __slots__ = ("event", "step", "timing")

    def __init__(self, event: Event, timing: str, step: str) -> None:
        self.event, self.timing, self.step = event, timing, step

    def run(self, rt: State, value: Any) -> Frame | None:
        code, key = rt.code.verbs[self.event._verb], (self.step, self.timing)
        if self.pc == 0:
            self.pc = 1
            if key in code.triggers:
                return Firing(self.event, self.timing, self.step)
        if self.pc == 1:
            self.pc = 2
            if key in code.reactions:
                return rt.windows["reactions"](self.event, self.timing, self.step)
        return None


class Firing(Frame):
    """Triggered abilities, in the game's order for what happens at once. ``mine``: a player decides among them."""

    __slots__ = ("event", "mine", "step", "timing", "waiting")

    def __init__(self, event: Event, timing: str, step: str) -> None:
        self.event, self.timing, self.step = event, timing, step
        self.waiting: list[Any] = []
        self.mine: list[Any] = []

    def run(self, rt: State, value: Any) -> Frame | None:
        event, match = self.event, None
        if self.pc == 0:
            abilities = rt.code.verbs[event._verb].triggers[self.step, self.timing]
            self.waiting = in_order(rt, [m for m in matches(rt, abilities, event) if is_free(rt, *m, event)])
        elif self.pc == 1:
            match = self.mine[value[0]]
        else:
            stop_prevented(rt, event, self.step)
        while match is not None or self.waiting:
            if match is None:
                self.mine = tied(rt, self.waiting)
                if self.mine:
                    self.pc = 1
                    return ordering(rt, self.mine)
                match = self.waiting[0]
            ability, me, this = match
            self.waiting.pop(next(i for i, m in enumerate(self.waiting) if _is_same(m, match)))
            if still_answers(rt, ability, me, this, event):
                self.pc = 2
                return UsingAbility(ability, me, this, event)
            match = None
        return None


def _is_same(one: Any, other: Any) -> bool:
    """The same ability of the same carrier; a keyword that was granted is made anew by whoever asks for it."""
    return one[0] is other[0] and one[1] is other[1] and one[2]._id == other[2]._id


class Replacing(Frame):
    """Applies `instead of` abilities one at a time, each at most once to an event."""

    __slots__ = ("event", "mine", "offers", "step")

    def __init__(self, event: Event, step: str, offers: bool) -> None:
        self.event, self.step, self.offers = event, step, offers
        self.mine: list[Any] = []

    def run(self, rt: State, value: Any) -> Frame | None:
        event, code = self.event, rt.code.verbs[self.event._verb]
        if self.pc == 1:
            return self.replace_by(self.mine[value[0]])
        if self.pc == 3 and not value:
            return None
        if self.pc >= 2:
            stop_prevented(rt, event, self.step)
        key = (self.step, "instead")
        found = [
            m
            for m in matches(rt, code.triggers.get(key, ()), event)
            if (m[0].id, m[2]._id) not in event._replaced and is_free(rt, *m, event)
        ]
        if found:
            self.mine = tied(rt, found)
            if not self.mine:
                return self.replace_by(found[0])
            self.pc = 1
            return ordering(rt, self.mine)
        self.pc = 3
        return rt.windows["replacements"](event, self.step) if self.offers and key in code.reactions else None

    def replace_by(self, match: Any) -> Frame:
        ability, me, this = match
        self.event._replaced |= {(ability.id, this._id)}
        self.pc = 2
        return UsingAbility(ability, me, this, self.event)


class StepOpening(Frame):
    """Before a step of an event; its result is false where the step is prevented."""

    __slots__ = ("event", "step")

    def __init__(self, event: Event, step: str) -> None:
        self.event, self.step = event, step

    def run(self, rt: State, value: Any) -> Frame | None:
        event, step = self.event, self.step
        code = rt.code.verbs[event._verb]
        if self.pc == 0:
            if rt.history is not None and not rt.dry_run:
                rt.history.append((f"{event._verb}.{step}", event))
            self.pc = 1
            if code.watched("instead", step):
                return Replacing(event, step, True)
        if self.pc == 1:
            self.pc = 2
            if code.watched("before", step):
                return Around(event, "before", step)
        rt.result = self.pc == 2
        return None

    def catch(self, rt: State, stop: Stop) -> bool:
        if not isinstance(stop, Prevented) or stop.event is not self.event or stop.step != self.step:
            return False
        self.pc = 3
        return True


class StepClosing(Frame):
    """After a step of an event."""

    __slots__ = ("event", "step")

    def __init__(self, event: Event, step: str) -> None:
        self.event, self.step = event, step

    def run(self, rt: State, value: Any) -> Frame | None:
        code = rt.code.verbs[self.event._verb]
        if self.pc == 0:
            self.pc = 1
            if is_checked(rt, None):
                return Checking()
        for pc, timing in ((1, "during"), (2, "after")):
            if self.pc == pc:
                self.pc += 1
                if code.watched(timing, self.step):
                    return Around(self.event, timing, self.step)
        return None


class Checking(Frame):
    """Runs every state check whose fields were written, until none holds. ``next`` is looked at next."""

    __slots__ = ("acted", "due", "next", "round", "waiting")

    def __init__(self) -> None:
        self.round = 0
        self.waiting: set[str] = set()  # written fields of checks that are being carried out further out
        self.begin(set())

    def begin(self, due: set[str]) -> None:
        self.next, self.acted, self.due = 0, False, due

    def run(self, rt: State, value: Any) -> Frame | Request | None:
        checks = rt.code.checks
        if self.pc:
            rt.checking.discard(self.next - 1)
        else:
            self.pc = 1
            self.look(rt)
        while True:
            while self.next < len(checks):
                check, due = checks[self.next], self.due
                self.next += 1
                if self.next - 1 in rt.checking:  # it asks again when it is done
                    self.waiting |= due & check.reads if "*" not in check.reads else due
                elif check.is_due(due) and charged(rt, check.group, check.found, check.found):
                    self.acted = True
                    mark(rt, check.rows)
                    rt.checking.add(self.next - 1)
                    return Body(check.body, {})
            if not self.acted and not rt.dirty:
                rt.dirty = self.waiting
                return None
            self.look(rt)

    def look(self, rt: State) -> None:
        """Begins another round, for what was written since the last one."""
        if self.round >= rt.bounds.checks:
            raise Divergent(f"state checks did not settle in {rt.bounds.checks} rounds")
        self.round += 1
        self.begin(rt.dirty)
        rt.dirty = set()
        spend(rt, len(rt.code.checks), -1)

    def catch(self, rt: State, stop: Stop) -> bool:
        rt.checking.discard(self.next - 1)
        return False
