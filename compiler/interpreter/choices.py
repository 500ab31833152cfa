"""Requests: choices, rolls, draws and shuffles, each a frame.

Job: turn what the rules ask into requests for a driver, and read the answers. Options stand in a fixed order; illegal
answers are refused. Reads what the options need; changes the counts of work and steps, the trace, and the order of a
zone that is shuffled.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from compiler.interpreter.answers import check_answer, some_choice
from compiler.interpreter.changes import tell
from compiler.interpreter.frames import RESULT, Frame
from compiler.interpreter.places import reorder
from compiler.interpreter.spending import count_step, refill, spend
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Draw, Entity, Face, Fault, Request, Roll, RollDice, Shuffle, Zone, label

_MOST_DICE = 100


def asking(rt: State, request: Request) -> Request:
    """A request that is about to be made is a step, and what its player does while it waits is no work."""
    count_step(rt, request.at)
    if not rt.dry_run and isinstance(request, Choose):
        refill(rt)
    return request


def take_answer(rt: State, request: Choose, answer: Any) -> Any:
    """An answer to a choice, which is a legal one."""
    if not rt.dry_run:
        refill(rt)
    check_answer(request, answer)
    tell(rt, "choose", request, answer)
    if rt.trace is not None and not rt.dry_run:
        chosen = [label(request.options[i]) if i >= 0 else "pass" for i in answer]
        rt.trace.add(len(rt.stack), f"{label(request.who)} chooses {', '.join(chosen) or 'nothing'}")
    return answer


def judging(rt: State, such_that: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """The same condition on the whole, of which each question is work."""

    def asked(picked: tuple[Any, ...]) -> bool:
        spend(rt, 1 + len(picked), -1)
        return such_that(picked)

    return asked


def prompt(rt: State, at: int) -> str:
    place = rt.code.spans[at]
    inside = rt.stack[-1]._verb if rt.stack else ""
    return f"{place.owner or inside} ({place.path.rsplit('/', 1)[-1]}:{place.line})"


# ---- the requests of the language, each a frame
class Asking(Frame):
    """A choice among options; its result is a list of positions. ``options`` of a use may be passed over."""

    __slots__ = ("at", "kind", "least", "most", "options", "request", "who")
    passing: ClassVar[tuple[str, ...]] = ("request",)

    def __init__(
        self, who: Entity, kind: str, options: tuple[Any, ...], at: int, amount: tuple[int, int] = (1, 1)
    ) -> None:
        self.who, self.kind, self.options, self.at = who, kind, options, at
        self.least, self.most = amount

    def made(self, rt: State) -> Choose:
        """The request, which can be made again from what the frame has."""
        judge, told = self.whole_condition(rt), prompt(rt, self.at)
        self.request = Choose(self.who, self.kind, told, self.options, self.least, self.most, self.at, judge)
        return self.request

    def whole_condition(self, rt: State) -> Callable[[Any], bool] | None:
        return None

    def run(self, rt: State, value: Any) -> Request | None:
        if self.pc:
            rt.result = take_answer(rt, self.request, value)
            return None
        if self.who is None:
            raise Fault("nobody is there to decide", self.at)
        self.pc = 1
        return asking(rt, self.made(rt))


class Picking(Asking):
    """Some of the options of a `choose`, judged as a whole; its result is what was picked, or None for nothing."""

    __slots__ = ()

    def whole_condition(self, rt: State) -> Callable[[Any], bool] | None:
        """The condition stands in the row of the body below that was carried out last."""
        below: Any = rt.frames[rt.frames.index(self) - 1]
        such_that, v = below.code.rows[below.pc - 1][4], below.v
        return judging(rt, lambda picked: such_that(rt, v, picked)) if such_that is not None else None

    def run(self, rt: State, value: Any) -> Request | None:
        if not self.pc:
            if self.who is None:
                raise Fault("nobody is there to decide", self.at)
            if self.made(rt).such_that is not None and not some_choice(self.request):
                return None
            self.pc = 1
            return asking(rt, self.request)
        rt.result = tuple(self.options[i] for i in take_answer(rt, self.request, value))
        return None


class PickingOne(Asking):
    """One of the options; its result is that one, and of a `may` True or None."""

    __slots__ = ()

    def run(self, rt: State, value: Any) -> Request | None:
        request = super().run(rt, value)
        if request is None:
            (position,) = rt.result
            rt.result = (True if position == 0 else None) if self.kind == "yes" else self.options[position]
        return request


class PickingMode(Asking):
    """One of the ways of a `choose one`; its result is the position among all of them."""

    __slots__ = ("positions",)
    positions: tuple[int, ...]

    def run(self, rt: State, value: Any) -> Request | None:
        request = super().run(rt, value)
        if request is None:
            rt.result = self.positions[rt.result[0]]
        return request


class Drawing(Frame):
    """One of the options by chance."""

    __slots__ = ("at", "options")

    def __init__(self, options: tuple[Any, ...], at: int) -> None:
        self.options, self.at = options, at

    def run(self, rt: State, value: Any) -> Request | None:
        if not self.pc:
            self.pc = 1
            return asking(rt, self.made(rt))
        rt.result = self.options[value]
        return None

    def made(self, rt: State) -> Request:
        return Draw(len(self.options), self.at)


class Rolling(Frame):
    """A roll of dice; the answer names a face for each. ``held`` is a roll in which they are rolled again."""

    __slots__ = ("again", "at", "dice", "held")

    def __init__(self, dice: tuple[str, ...], at: int, held: Roll | None = None, again: tuple[Face, ...] = ()) -> None:
        self.dice, self.at, self.held, self.again = dice, at, held, again

    def run(self, rt: State, value: Any) -> Request | None:
        if not self.dice:
            rt.result = self.joined(Roll(()))
            return None
        if not self.pc:
            rt.work -= len(self.dice)
            if len(self.dice) > _MOST_DICE:
                raise Fault(f"more than {_MOST_DICE} dice were rolled at once", self.at)
            self.pc = 1
            return asking(rt, self.made(rt))
        rt.result = self.joined(self.roll_of(rt, value))
        return None

    def made(self, rt: State) -> RollDice:
        return RollDice(self.dice, tuple(rt.code.die_size(die, self.at) for die in self.dice), self.at)

    def roll_of(self, rt: State, answer: Any) -> Roll:
        dice, sizes = self.dice, self.made(rt).sizes
        if len(answer) != len(dice) or any(not 0 <= a < s for a, s in zip(answer, sizes, strict=True)):
            raise Fault(f"{answer} is no roll of {', '.join(dice)}", self.at)
        result = Roll(Face(d, i, rt.code.face(d, i)) for d, i in zip(dice, answer, strict=True))
        if rt.marked is not None and not rt.dry_run:
            for die in dice:
                rt.marked.update(rt.program.data_rows.get(f"die:{die}", ()))
        tell(rt, "roll", result, self.at)
        if rt.trace is not None and not rt.dry_run:
            rt.trace.add(len(rt.stack), "roll " + ", ".join(str(f) for f in result))
        return result

    def joined(self, fresh: Roll) -> Roll:
        """The roll that is held, with the new faces in the places of those that were rolled again."""
        if self.held is None:
            return fresh
        instead = {id(old): new for old, new in zip(self.again, fresh, strict=True)}
        return Roll(instead.get(id(face), face) for face in self.held)


class Shuffling(Frame):
    """A zone in a new order."""

    __slots__ = ("at", "zone")

    def __init__(self, zone: Zone, at: int) -> None:
        self.zone, self.at = zone, at

    def run(self, rt: State, value: Any) -> Request | None:
        size = len(self.zone.items)
        if not self.pc:
            if size < 2:
                return None
            rt.work -= size
            self.pc = 1
            return asking(rt, self.made(rt))
        if sorted(value) != list(range(size)):
            raise Fault("the answer is no permutation", self.at)
        reorder(rt, self.zone, list(value))
        return None

    def made(self, rt: State) -> Request:
        return Shuffle(len(self.zone.items), self.at)


def choose(rt: State, v: dict[str, Any], row: tuple[Any, ...], value: Any) -> Frame | str:
    """A `choose`: the frame that asks, or RESULT where nobody is asked."""
    _, at, how, asked, such_that, rank = row
    options, least, most, who = asked(rt, v)
    if how == "yes":
        return PickingOne(who, "yes", ("yes", "no"), at)
    found = tuple(options)
    if rank is not None and found:
        ranked = tuple((o, rank(rt, v, o)) for o in found)
        best = _best(ranked, all_=how == "some")
        if rt.trace is not None and not rt.dry_run:
            rt.trace.weigh(at, ranked, best)
        found = best
    if how == "some":
        return _choose_some(rt, v, row, found, (least or 0, len(found) if most is None else min(most, len(found)), who))
    if how == "one":
        found = tuple(o for o in found if such_that is None or such_that(rt, v, o))
    if len(found) > 1:
        return Drawing(found, at) if how == "random" else PickingOne(who, "one", found, at)
    _tell_settled(rt, at, found)
    rt.result = found[0] if found else None
    return RESULT


def _choose_some(
    rt: State, v: dict[str, Any], row: tuple[Any, ...], found: tuple[Any, ...], asked: tuple[int, int, Entity]
) -> Frame | str:
    """Several of what was found. Where the number leaves one answer, none or all of them, nobody is asked."""
    _, at, _, _, such_that, _ = row
    least, most, who = asked
    if not 0 <= least <= most:
        return RESULT
    if most and least < len(found):
        return Picking(who, "some", found, at, (least, most))
    only = found[:most]
    if such_that is not None and not such_that(rt, v, only):
        return RESULT
    if only:
        _tell_settled(rt, at, only)
    rt.result = only
    return RESULT


def _tell_settled(rt: State, at: int, found: tuple[Any, ...]) -> None:
    if rt.watcher is not None and not rt.dry_run:
        rt.watcher.settled(found)
    if rt.trace is not None and not rt.dry_run:
        rt.trace.settled(at, found)


def choose_mode(rt: State, v: dict[str, Any], row: tuple[Any, ...], value: Any) -> Frame | str:
    """A `choose one`: the position of the mode chosen among those that can be done; -1 when none can."""
    _, at, labels, asked = row
    who, conditions = asked(rt, v)
    possible = tuple(i for i, ok in enumerate(conditions) if ok)
    if len(possible) > 1:
        frame = PickingMode(who, "mode", tuple(labels[i] for i in possible), at)
        frame.positions = possible
        return frame
    if rt.watcher is not None and not rt.dry_run:
        rt.watcher.settled(tuple(labels[i] for i in possible))
    rt.result = possible[0] if possible else -1
    return RESULT


def _best(ranked: tuple[tuple[Any, tuple[int, ...]], ...], *, all_: bool) -> tuple[Any, ...]:
    if all_:
        return tuple(o for o, _ in sorted(ranked, key=lambda pair: pair[1]))
    best = min(r for _, r in ranked)
    return tuple(o for o, r in ranked if r == best)
