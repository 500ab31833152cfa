"""A running game and its driver.

Job: put the parts of the interpreter together; run an outermost event with a driver that answers its requests; keep the
log from which the run can be repeated. A fault leaves the state as it was before the outermost event.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from compiler.interpreter.frames import Frame, run_frames
from compiler.interpreter.offers import Offers
from compiler.interpreter.operations import OPERATIONS
from compiler.interpreter.spending import FRAMES
from compiler.interpreter.values import (
    Choose,
    Draw,
    Ended,
    Event,
    Fault,
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


Decide = Callable[["Game", Choose], list[int]]


@dataclass(slots=True)
class Log:
    """Every answer of a run in order: choices as lists of positions, dice as faces, draws, permutations."""

    answers: list[Any] = field(default_factory=list)


class Driver:
    """Answers requests: choices by ``decide``, dice and shuffles by the generator; writes the log."""

    def __init__(self, decide: Decide, seed: int = 1) -> None:
        self.decide = decide
        self.generator = Minstd(seed)
        self.log = Log()

    def answer(self, game: Game, request: Request) -> Any:
        match request:
            case Choose():
                found: Any = self.decide(game, request)
            case RollDice(sizes=sizes):
                found = [self.generator.below(size) for size in sizes]
            case Draw(size=size):
                found = self.generator.below(size)
            case Shuffle(size=size):
                found = self.generator.permutation(size)
        self.log.answers.append(found)
        return found


class Replay(Driver):
    """Answers from a log, which may hold anything: what does not fit a request is a Fault."""

    def __init__(self, log: Log) -> None:
        super().__init__(lambda _game, _request: [])
        self.waiting = deque(log.answers)

    def answer(self, game: Game, request: Request) -> Any:
        if not self.waiting:
            raise Fault("the log ends before the game does")
        found = self.waiting.popleft()
        if not fits(request, found):
            raise Fault(f"answer {len(self.log.answers) + 1} of the log is none to what is asked", request.at)
        self.log.answers.append(found)
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


class Game(Offers):
    """One game in progress."""

    operations = OPERATIONS
    mark_of_run = 0, 0, 0, 0  # of the journal, the stack, steps and changes, when what runs began

    def consider(self, form: str, text: str, at: int) -> None:
        """What an automated figure considered; explained on request."""
        if self.trace is not None and not self.trial:
            self.trace.remark(form, text, at)
            self.trace.add(len(self.stack), f"ai {form}: {text}")

    def run(self, start: Callable[[], Frame], driver: Driver) -> Any:
        """Runs a frame to its end; a Fault leaves the state as it was."""
        request = self.start(start)
        while request is not None:
            try:
                answer = self.answer_of(driver, request)
            except Fault as fault:
                raise self.failed(fault) from fault
            request = self.go_on(answer)
        result, self.result = self.result, None
        return result

    def answer_of(self, driver: Driver, request: Request) -> Any:
        """A driver's answer; a trace that keeps requests has both as lines."""
        if self.trace is None or not self.trace.asking:
            return driver.answer(self, request)
        self.trace.add(len(self.stack), f"? {asked(request)}")
        answer = driver.answer(self, request)
        given = " ".join(str(a) for a in answer) if isinstance(answer, list) else str(answer)
        self.trace.add(len(self.stack), f"= {given}".rstrip())
        return answer

    # ---- from outside: one frame at a time, with all that it leads to
    def start(self, start: Callable[[], Frame]) -> Request | None:
        """Begins a frame; gives its first request, or None when it is done. What goes wrong is a Fault or Stopped."""
        self.mark_of_run = len(self.journal), len(self.stack), self.steps, self.changes
        self.steps = self.changes = self.nested = 0
        self.refill()
        if sys.getrecursionlimit() < FRAMES:
            sys.setrecursionlimit(FRAMES)
        return self._advance(lambda: self.begin(start()))

    def go_on(self, answer: Any) -> Request | None:
        """Goes on with the answer to the last request."""
        return self._advance(lambda: run_frames(self, 0, answer))

    def _advance(self, run: Callable[[], Request | None]) -> Request | None:
        try:
            request = run()
            if request is None:
                self.spend(0, -1)
                self._close()
            return request
        except (Fault, Stopped, Prevented, Ended, Unpaid, AttributeError, TypeError, RecursionError) as error:
            raise self.failed(error) from error

    def failed(self, error: BaseException) -> Fault | Stopped:
        """Takes back all since `start`; gives what is to be raised."""
        journal, depth, *_ = self.mark_of_run
        self.frames.clear()
        self.back_to(journal)
        del self.stack[depth:]
        self.dirty.clear()
        self.checking.clear()
        self._close()
        return _as_fault(error, self)

    def _close(self) -> None:
        self.most = max(self.most, self.bounds.work - self.work)
        _, _, steps, changes = self.mark_of_run
        self.steps, self.changes = self.steps + steps, self.changes + changes

    def do(self, verb: str, values: dict[str, Any], driver: Driver) -> Event:
        """Does one verb from the outside."""
        event: Event = self.run(lambda: self.emit(verb, values), driver)
        return event

    def play(self, driver: Driver) -> Event:
        """The whole game, from its start."""
        return self.do(self.program.start, {}, driver)

    def place_of(self, at: int) -> str:
        place = self.code.spans[at]
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


def _as_fault(error: BaseException, game: Game) -> Fault | Stopped:
    """Content that met none where it needs a value is a fault of the content, with its line."""
    if isinstance(error, Fault | Stopped):
        return error
    if isinstance(error, AttributeError | TypeError) and _in_content(error, game):
        path, line = _in_content(error, game)[-1]
        return Fault(f"{path}:{line}: a value was none where one is needed ({error})")
    if isinstance(error, RecursionError):
        return Fault("events are nested too deeply")
    if isinstance(error, Prevented | Ended | Unpaid):
        return Fault("a text ended an event that was not running")
    raise error


def _in_content(error: BaseException, game: Game) -> list[tuple[str, int]]:
    """The lines of content in a traceback; empty when the fault is the runtime's own."""
    paths = game.code.sources
    found = []
    trace = error.__traceback__
    while trace is not None:
        found.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return [f for f in found if f[0] in paths] if found and found[-1][0] in paths else []
