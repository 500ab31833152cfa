"""Requests: choices, rolls, draws and shuffles, and trials that answer them by themselves.

Job: turn what the rules ask into requests for a driver, and read the answers. In a trial (`can`, paying a cost on
trial) answers are tried in order until one passes. Options stand in a fixed order; illegal answers are refused.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Any, ClassVar

from compiler.interpreter.frames import RESULT, Frame, run_frames
from compiler.interpreter.modifiers import Modifiers
from compiler.interpreter.spending import TRY
from compiler.interpreter.values import (
    Choose,
    Draw,
    Ended,
    Entity,
    Exhausted,
    Face,
    Fault,
    Prevented,
    Request,
    Roll,
    RollDice,
    Shuffle,
    Unpaid,
    Zone,
    label,
)

_MOST_TRIES = 64
_MOST_DICE = 100
_STOPS = (Fault, Prevented, Ended, Unpaid)


class Choices(Modifiers):
    """What every request has in common, and trials."""

    def asking(self, request: Request) -> Request:
        """A request that is about to be made is a step, and what its player does while it waits is no work."""
        self.count_step(request.at)
        if not self.trial and isinstance(request, Choose):
            self.refill()
        return request

    def take_answer(self, request: Choose, answer: Any) -> Any:
        """An answer to a choice, which is a legal one."""
        if not self.trial:
            self.refill()
        check_answer(request, answer)
        if self.trace is not None and not self.trial:
            chosen = [label(request.options[i]) if i >= 0 else "pass" for i in answer]
            self.trace.add(len(self.stack), f"{label(request.who)} chooses {', '.join(chosen) or 'nothing'}")
        return answer

    def judging(self, such_that: Callable[[Any], bool]) -> Callable[[Any], bool]:
        """The same condition on the whole, of which each question is work."""

        def asked(picked: tuple[Any, ...]) -> bool:
            self.spend(1 + len(picked), -1)
            return such_that(picked)

        return asked

    def prompt(self, at: int) -> str:
        place = self.code.spans[at]
        inside = self.stack[-1]._verb if self.stack else ""
        return f"{place.owner or inside} ({place.path.rsplit('/', 1)[-1]}:{place.line})"

    # ---- trials
    def attempt(self, start: Callable[[], Frame], passes: Callable[[Any], bool]) -> bool:
        """Whether a stretch of play can pass, with some answers; everything is taken back.

        Answers are tried in order, the last changed first, at most 64 times; each roll is taken at its first face, for
        what hangs on a roll cannot be promised.
        """
        prefix: list[int] = []
        for _ in range(_MOST_TRIES):
            widths: list[int] = []
            self.work -= TRY
            if self._attempt_once(start, passes, prefix, widths):
                return True
            path = (prefix + [0] * len(widths))[: len(widths)]
            while path and path[-1] + 1 >= widths[len(path) - 1]:
                path.pop()
            if not path:
                return False
            path[-1] += 1
            prefix = path
        return False

    def _attempt_once(
        self, start: Callable[[], Frame], passes: Callable[[Any], bool], prefix: list[int], widths: list[int]
    ) -> bool:
        mark, dirty, depth = len(self.journal), set(self.dirty), len(self.stack)
        base, checking = len(self.frames), set(self.checking)
        steps, events, changes = self.steps, self.events, self.changes
        known, aside = self.known, self.kept_aside  # true again when the trial is taken back
        self.kept_aside = False
        self.trial += 1
        try:
            request = self.begin(start())
            while request is not None:
                request = run_frames(self, base, _trial_answer(request, prefix, widths))
            result, self.result = self.result, None
            return passes(result)
        except Exhausted:
            raise
        except _STOPS:
            return False
        finally:
            del self.frames[base:]
            self.trial -= 1
            self.back_to(mark)
            self.known, self.kept_aside = known, aside
            self.checking = checking
            del self.stack[depth:]
            self.dirty, self.steps, self.events, self.changes = dirty, steps, events, changes

    def begin(self, frame: Frame) -> Request | None:
        """Starts a frame on top of what is being done, and runs it until it asks or is done."""
        base = len(self.frames)
        frame.pc = 0
        self.frames.append(frame)
        return run_frames(self, base, None)


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

    def made(self, rt: Choices) -> Choose:
        """The request, which can be made again from what the frame has."""
        prompt = rt.prompt(self.at)
        judge = self.whole_condition(rt)
        self.request = Choose(self.who, self.kind, prompt, self.options, self.least, self.most, self.at, judge)
        return self.request

    def whole_condition(self, rt: Choices) -> Callable[[Any], bool] | None:
        return None

    def run(self, rt: Choices, value: Any) -> Request | None:
        if self.pc:
            rt.result = rt.take_answer(self.request, value)
            return None
        if self.who is None:
            raise Fault("nobody is there to decide", self.at)
        self.pc = 1
        return rt.asking(self.made(rt))


class Picking(Asking):
    """Some of the options of a `choose`, judged as a whole; its result is what was picked, or None for nothing."""

    __slots__ = ()

    def whole_condition(self, rt: Choices) -> Callable[[Any], bool] | None:
        """The condition stands in the row of the body below that was carried out last."""
        below: Any = rt.frames[rt.frames.index(self) - 1]
        such_that, v = below.code.rows[below.pc - 1][4], below.v
        return rt.judging(lambda picked: such_that(rt, v, picked)) if such_that is not None else None

    def run(self, rt: Choices, value: Any) -> Request | None:
        if not self.pc:
            if self.who is None:
                raise Fault("nobody is there to decide", self.at)
            if self.made(rt).such_that is not None and not _some_choice(self.request):
                return None
            self.pc = 1
            return rt.asking(self.request)
        rt.result = tuple(self.options[i] for i in rt.take_answer(self.request, value))
        return None


class PickingOne(Asking):
    """One of the options; its result is that one, and of a `may` True or None."""

    __slots__ = ()

    def run(self, rt: Choices, value: Any) -> Request | None:
        request = super().run(rt, value)
        if request is None:
            (position,) = rt.result
            rt.result = (True if position == 0 else None) if self.kind == "yes" else self.options[position]
        return request


class PickingMode(Asking):
    """One of the ways of a `choose one`; its result is the position among all of them."""

    __slots__ = ("positions",)
    positions: tuple[int, ...]

    def run(self, rt: Choices, value: Any) -> Request | None:
        request = super().run(rt, value)
        if request is None:
            rt.result = self.positions[rt.result[0]]
        return request


class Drawing(Frame):
    """One of the options by chance."""

    __slots__ = ("at", "options")

    def __init__(self, options: tuple[Any, ...], at: int) -> None:
        self.options, self.at = options, at

    def run(self, rt: Choices, value: Any) -> Request | None:
        if not self.pc:
            self.pc = 1
            return rt.asking(self.made(rt))
        rt.result = self.options[value]
        return None

    def made(self, rt: Choices) -> Request:
        return Draw(len(self.options), self.at)


class Rolling(Frame):
    """A roll of dice; the answer names a face for each. ``held`` is a roll in which they are rolled again."""

    __slots__ = ("again", "at", "dice", "held")

    def __init__(self, dice: tuple[str, ...], at: int, held: Roll | None = None, again: tuple[Face, ...] = ()) -> None:
        self.dice, self.at, self.held, self.again = dice, at, held, again

    def run(self, rt: Choices, value: Any) -> Request | None:
        if not self.dice:
            rt.result = self.joined(Roll(()))
            return None
        if not self.pc:
            rt.work -= len(self.dice)
            if len(self.dice) > _MOST_DICE:
                raise Fault(f"more than {_MOST_DICE} dice were rolled at once", self.at)
            self.pc = 1
            return rt.asking(self.made(rt))
        rt.result = self.joined(self.roll_of(rt, value))
        return None

    def made(self, rt: Choices) -> RollDice:
        return RollDice(self.dice, tuple(rt.code.die_size(die, self.at) for die in self.dice), self.at)

    def roll_of(self, rt: Choices, answer: Any) -> Roll:
        dice, sizes = self.dice, self.made(rt).sizes
        if len(answer) != len(dice) or any(not 0 <= a < s for a, s in zip(answer, sizes, strict=True)):
            raise Fault(f"{answer} is no roll of {', '.join(dice)}", self.at)
        result = Roll(Face(d, i, rt.code.face(d, i)) for d, i in zip(dice, answer, strict=True))
        if rt.marked is not None and not rt.trial:
            for die in dice:
                rt.marked.update(rt.program.data_rows.get(f"die:{die}", ()))
        if rt.trace is not None and not rt.trial:
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

    def run(self, rt: Choices, value: Any) -> Request | None:
        size = len(self.zone.items)
        if not self.pc:
            if size < 2:
                return None
            rt.work -= size
            self.pc = 1
            return rt.asking(self.made(rt))
        if sorted(value) != list(range(size)):
            raise Fault("the answer is no permutation", self.at)
        rt.reorder(self.zone, list(value))
        return None

    def made(self, rt: Choices) -> Request:
        return Shuffle(len(self.zone.items), self.at)


def choose(rt: Choices, v: dict[str, Any], row: tuple[Any, ...], value: Any) -> Frame | str:
    """A `choose`: the frame that asks, or RESULT where nobody is asked."""
    _, at, how, asked, such_that, rank = row
    options, least, most, who = asked(rt, v)
    if how == "yes":
        return PickingOne(who, "yes", ("yes", "no"), at)
    found = tuple(options)
    if rank is not None and found:
        ranked = tuple((o, rank(rt, v, o)) for o in found)
        best = _best(ranked, all_=how == "some")
        if rt.trace is not None and not rt.trial:
            rt.trace.weigh(at, ranked, best)
        found = best
    if how == "some":
        least = least or 0
        most = len(found) if most is None else min(most, len(found))
        if found and 0 <= least <= most:
            return Picking(who, "some", found, at, (least, most))
        if 0 <= least <= most and (such_that is None or such_that(rt, v, ())):
            rt.result = ()
        return RESULT
    if how == "one":
        found = tuple(o for o in found if such_that is None or such_that(rt, v, o))
    if len(found) > 1:
        return Drawing(found, at) if how == "random" else PickingOne(who, "one", found, at)
    if rt.watcher is not None and not rt.trial:
        rt.watcher.settled(found)
    rt.result = found[0] if found else None
    return RESULT


def choose_mode(rt: Choices, v: dict[str, Any], row: tuple[Any, ...], value: Any) -> Frame | str:
    """A `choose one`: the position of the mode chosen among those that can be done; -1 when none can."""
    _, at, labels, asked = row
    who, conditions = asked(rt, v)
    possible = tuple(i for i, ok in enumerate(conditions) if ok)
    if len(possible) > 1:
        frame = PickingMode(who, "mode", tuple(labels[i] for i in possible), at)
        frame.positions = possible
        return frame
    if rt.watcher is not None and not rt.trial:
        rt.watcher.settled(tuple(labels[i] for i in possible))
    rt.result = possible[0] if possible else -1
    return RESULT


def _trial_answer(request: Request, prefix: list[int], widths: list[int]) -> Any:
    match request:
        case RollDice(sizes=sizes):
            return [0] * len(sizes)
        case Draw():
            return 0
        case Shuffle(size=size):
            return list(range(size))
        case Choose():
            answers = list(islice(_legal(request), 16))
            position = prefix[len(widths)] if len(widths) < len(prefix) else 0
            widths.append(len(answers))
            if not answers:
                raise Fault("nothing can be chosen", request.at)
            return answers[min(position, len(answers) - 1)]


def legal_answers(request: Choose, most: int = 64) -> list[list[int]]:
    """Legal answers of a choice, in a fixed order: at most ``most``, and as many as its work allows to find."""
    found: list[list[int]] = []
    try:
        for answer in islice(_legal(request), most):
            found.append(answer)
    except Exhausted:
        if not found:
            raise
    return found


def _legal(request: Choose) -> Iterator[list[int]]:
    if request.kind == "use":
        yield [-1]
    if request.most == 1 and request.least == 1:
        yield from ([i] for i in range(len(request.options)))
        return
    for size in range(request.least, request.most + 1):
        for picked in combinations(range(len(request.options)), size):
            if request.such_that is None or request.such_that(tuple(request.options[i] for i in picked)):
                yield list(picked)


def _some_choice(request: Choose) -> bool:
    return next(_legal(request), None) is not None


def check_answer(request: Choose, answer: Any) -> None:
    """Refuses an answer that names no option, too few, too many, or breaks the condition on the whole."""
    if request.kind == "use" and answer == [-1]:
        return
    options = request.options
    fits = (
        isinstance(answer, list)
        and request.least <= len(answer) <= request.most
        and len(set(answer)) == len(answer)
        and all(isinstance(i, int) and 0 <= i < len(options) for i in answer)
    )
    if not fits or (request.such_that is not None and not request.such_that(tuple(options[i] for i in answer))):
        raise Fault(f"{answer} is no legal answer", request.at)


def _best(ranked: tuple[tuple[Any, tuple[int, ...]], ...], *, all_: bool) -> tuple[Any, ...]:
    if all_:
        return tuple(o for o, _ in sorted(ranked, key=lambda pair: pair[1]))
    best = min(r for _, r in ranked)
    return tuple(o for o, r in ranked if r == best)
