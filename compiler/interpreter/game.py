"""A running game from outside, and its drivers.

Job: make a game; run an outermost event with a driver that answers its requests. Reads and changes all of the state: a
fault leaves it as it was before the outermost event.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import sys
from collections.abc import Callable
from traceback import walk_tb
from types import FrameType
from typing import Any, Protocol

from compiler.interpreter.changes import tell
from compiler.interpreter.entities import create
from compiler.interpreter.frames import Body, Frame, begin_frame, run_frames
from compiler.interpreter.happening import Happening
from compiler.interpreter.linked import Linked
from compiler.interpreter.offering import WINDOWS
from compiler.interpreter.operations import OPERATIONS
from compiler.interpreter.spending import MOST_PYTHON_FRAMES, look_later, refill, spend
from compiler.interpreter.state import State
from compiler.interpreter.values import (
    Choose,
    Divergent,
    Draw,
    Ended,
    Event,
    Fault,
    Missing,
    Prevented,
    Request,
    RollDice,
    Shuffle,
    Stopped,
    Unpaid,
    label,
)

MINSTD_A, MINSTD_M = 48_271, 2**31 - 1


class Minstd:
    """The named generator: x becomes 48271 x mod (2^31 - 1) (Park, Miller and Stockmeyer, 1993)."""

    def __init__(self, seed: int) -> None:
        self.value = seed % MINSTD_M or 1

    def below(self, size: int) -> int:
        """A number from 0 to ``size`` - 1, all equally likely: values past the last whole round are drawn again."""
        limit = (MINSTD_M - 1) // size * size
        while True:
            self.value = self.value * MINSTD_A % MINSTD_M
            if self.value - 1 < limit:
                return (self.value - 1) % size

    def permutation(self, size: int) -> list[int]:
        """Fisher and Yates, from the end."""
        order = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


Decide = Callable[[State, Choose], list[int]]


class Answers(Protocol):
    """What answers the requests of a run."""

    def answer(self, rt: State, request: Request, /) -> Any: ...


class Driver:
    """Answers requests: choices by ``decide``, dice and shuffles by the generator; keeps all answers."""

    def __init__(self, decide: Decide, seed: int = 1) -> None:
        self.decide = decide
        self.generator = Minstd(seed)
        self.answers: list[Any] = []

    def answer(self, rt: State, request: Request) -> Any:
        match request:
            case Choose():
                found: Any = self.decide(rt, request)
                if rt.trace is not None:
                    rt.trace.asked(request, found)
            case RollDice(sizes=sizes):
                found = [self.generator.below(size) for size in sizes]
            case Draw(size=size):
                found = self.generator.below(size)
            case Shuffle(size=size):
                found = self.generator.permutation(size)
        self.answers.append(found)
        return found


def fits(request: Request, answer: Any) -> bool:
    """Whether an answer is of the form that a request needs; whether a choice is a legal one is tried later."""
    positions = answer if isinstance(answer, list) else [answer]
    if not all(type(position) is int for position in positions):
        return False
    match request:
        case Choose(options=options):
            return positions is answer and len(answer) <= max(len(options), 1)
        case RollDice(sizes=sizes):
            return (
                positions is answer
                and len(answer) == len(sizes)
                and all(0 <= face < size for face, size in zip(answer, sizes, strict=True))
            )
        case Draw(size=size):
            return positions is not answer and 0 <= positions[0] < size
        case Shuffle(size=size):
            return positions is answer and sorted(answer) == list(range(size))


def new_game(code: Linked) -> State:
    """A game in which nothing has happened yet."""
    rt = State(code, OPERATIONS, WINDOWS)
    look_later(rt)
    if "game" in rt.program.kinds:
        rt.game = create(rt, "game", None, {})
    return rt


def run(rt: State, first: Callable[[], Frame], driver: Answers) -> Any:
    """Runs a frame to its end; a Fault leaves the state as it was."""
    request = start(rt, first)
    while request is not None:
        try:
            answer = answer_of(rt, driver, request)
        except Fault as fault:
            raise failed(rt, fault) from fault
        request = go_on(rt, answer)
    result, rt.result = rt.result, None
    return result


def answer_of(rt: State, driver: Answers, request: Request) -> Any:
    """A driver's answer; a trace that keeps requests has both as lines."""
    if rt.trace is None or not rt.trace.asking:
        return driver.answer(rt, request)
    rt.trace.add(len(rt.stack), f"? {asked(request)}")
    answer = driver.answer(rt, request)
    given = " ".join(str(a) for a in answer) if isinstance(answer, list) else str(answer)
    rt.trace.add(len(rt.stack), f"= {given}".rstrip())
    return answer


def start(rt: State, first: Callable[[], Frame]) -> Request | None:
    """Begins a frame; gives its first request, or None when it is done. What goes wrong is a Fault or Stopped."""
    rt.mark_of_run = len(rt.journal), len(rt.stack), rt.steps, rt.changes
    rt.steps = rt.changes = rt.nested = 0
    refill(rt)
    if sys.getrecursionlimit() < MOST_PYTHON_FRAMES:
        sys.setrecursionlimit(MOST_PYTHON_FRAMES)
    return _advance(rt, lambda: begin_frame(rt, first()))


def go_on(rt: State, answer: Any) -> Request | None:
    """Goes on with the answer to the last request."""
    return _advance(rt, lambda: run_frames(rt, 0, answer))


def _advance(rt: State, run: Callable[[], Request | None]) -> Request | None:
    try:
        request = run()
        if request is None:
            spend(rt, 0, -1)
            _count_run(rt)
        return request
    except (Fault, Stopped, Prevented, Ended, Unpaid, AttributeError, TypeError, RecursionError) as error:
        raise failed(rt, error) from error


def failed(rt: State, error: BaseException) -> Fault | Stopped:
    """Takes back all since `start`; gives what is to be raised."""
    journal, depth, *_ = rt.mark_of_run
    rt.frames.clear()
    rt.back_to(journal)
    del rt.stack[depth:]
    rt.dirty.clear()
    rt.checking.clear()
    tell(rt, "anew")
    _count_run(rt)
    return _as_fault(error, rt)


def _count_run(rt: State) -> None:
    rt.most = max(rt.most, rt.bounds.work - rt.work)
    _, _, steps, changes = rt.mark_of_run
    rt.steps, rt.changes = rt.steps + steps, rt.changes + changes


def do_verb(rt: State, verb: str, values: dict[str, Any], driver: Answers) -> Event:
    """Does one verb from the outside."""
    event: Event = run(rt, lambda: Happening(verb, values), driver)
    return event


def play(rt: State, driver: Answers) -> Event:
    """The whole game, from its start."""
    return do_verb(rt, rt.program.start, {}, driver)


def place_of(rt: State, at: int) -> str:
    place = rt.code.spans[at]
    return f"{place.path}:{place.line}:{place.column}"


def asked(request: Request) -> str:
    """A request as a line of a transcript."""
    match request:
        case Choose():
            options = " | ".join(label(o) for o in request.options)
            return f"{request.kind} of {label(request.who)} {request.least}-{request.most}: {options}"
        case RollDice():
            return f"roll {', '.join(request.dice)}"
        case Draw():
            return f"draw {request.size}"
        case Shuffle():
            return f"shuffle {request.size}"


def _as_fault(error: BaseException, rt: State) -> Fault | Stopped:
    """Content that met none where it needs a value is a fault of the content, with its line."""
    if isinstance(error, Stopped):
        return error
    if isinstance(error, Fault):
        error.at = error.at or _innermost_place(error, rt)
        return error
    if isinstance(error, AttributeError | TypeError) and _in_content(error, rt):
        path, line = _in_content(error, rt)[-1]
        return Missing(f"{path}:{line}: a value was none where one is needed ({error})")
    if isinstance(error, RecursionError):
        return Divergent("events are nested too deeply")
    if isinstance(error, Prevented | Ended | Unpaid):
        return Fault("a text ended an event that was not running")
    raise error


def _in_content(error: BaseException, rt: State) -> list[tuple[str, int]]:
    """The lines of content in a traceback; empty when the fault is the runtime's own.

    It is the content's, too, where the runtime was asked by it with none, and met that.
    """
    paths = rt.code.sources
    found, asked = list[tuple[str, int]](), list[FrameType]()  # `asked`: what runs below the last line of content
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_code.co_filename in paths:
            found.append((frame.f_code.co_filename, line))
            asked.clear()
        else:
            asked.append(frame)
    return found if not asked or _was_given_none(asked[0]) else []


def _innermost_place(error: Fault, rt: State) -> int:
    """Where content met a fault: the first place that is known in its innermost line, or the row of a body; else 0."""
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        path = frame.f_code.co_filename
        if path in rt.code.sources:
            places = enumerate(rt.code.spans)
            return next((at for at, span in places if at and (span.path, span.line) == (path, line)), 0)
        if frame.f_code is Body.run.__code__:
            return int(frame.f_locals["row"][1])
    return 0


def _was_given_none(frame: FrameType) -> bool:
    code = frame.f_code
    return any(frame.f_locals.get(name, code) is None for name in code.co_varnames[: code.co_argcount])
