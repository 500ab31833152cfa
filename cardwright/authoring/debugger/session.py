"""A game that is debugged: it runs from stop to stop, forth and back.

Job: stop a running game before a statement. Before each row at which a statement begins, the game asks whether to stop;
if so it hands out a `Pause` as it would hand out a request, and waits as data. Going back returns to the last request
before and plays again, with the same answers, up to the statement. Input: a debuggee (what is run) and breakpoints.
Output: stops. Must never print.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from cardwright.authoring.debugger.breakpoints import Breakpoints, LiveTrace, Reason
from cardwright.authoring.debugger.debuggees import Debuggee
from cardwright.authoring.debugger.lines import INSIDE
from compiler.interpreter.copies import Checkpoint, checkpoint, return_to
from compiler.interpreter.frames import Body
from compiler.interpreter.game import go_on
from compiler.interpreter.operations import OPERATIONS
from compiler.interpreter.values import Fault, Stopped
from dsl.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Pause:
    """What a game waits for that was stopped; ``value`` is what the row that comes next takes."""

    is_frame: ClassVar[bool] = False
    value: Any


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment to which a session can return: a request, or the beginning of a section.

    ``key``: the statements begun, the sections, whether the section is begun, and the answers given until then;
    ``lines`` of the trace, and the lines at which the frames were.
    """

    key: tuple[int, int, bool, int]
    lines: int
    seen: tuple[tuple[str, int] | None, ...]
    point: Checkpoint


class Session:
    """One debugged game. ``count`` is the number of statements that were begun; ``reason`` says why it stands still.

    After its end ``ended`` has a sentence, and nothing runs any more, but going back is possible.
    """

    def __init__(self, debuggee: Debuggee) -> None:
        self.debuggee, self.code = debuggee, debuggee.code
        self.breakpoints = Breakpoints()
        self.holds: Callable[[str], bool] = lambda _condition: True  # whether a condition holds where the game stands
        self.is_asked_to_stop: Callable[[], bool] = lambda: False
        for body in self.code.bodies.values():
            body.operations = tuple((partial(self._operation, row[0]), *row[1:]) for row in body.rows)
        self.trace = LiveTrace()
        self.game = debuggee.game
        self.game.trace = self.trace
        self.count = self.section = 0
        self.answers: list[Any] = []
        self.given = 0  # so many of the answers have been given since the beginning
        self.moments: list[Moment] = []
        self.seen: list[tuple[Any, tuple[str, int] | None]] = []  # for each frame the line at which it was last
        self.reason: Reason | None = None
        self.ended = ""
        self._pause: Pause | None = None
        self._mode: str = "run"
        self._depth = 0
        self._target_count: int | None = None
        self._is_resuming = self._is_begun = False
        self._fault_at: int | None = None  # the statement that met a fault, when the game has returned to it

    # ---- forth
    def run(self, mode: str = "run") -> None:
        """Goes on to the next stop. ``mode``: run (to a breakpoint), in, over or out (of the frame that stands)."""
        if self.ended:
            return
        self._mode, self._depth, self._target_count = mode, len(self.game.frames), None
        self._advance()

    def start(self) -> None:
        """Runs to the first statement; what stands in the middle of a match stays there."""
        if self.debuggee.has_begun:
            self.reason = Reason("entry", "where the match stands")
            return
        self.run("in")
        if self.reason is not None and self.reason.kind == "step":
            self.reason = Reason("entry", "at the first statement")

    # ---- back
    def back_one(self, mode: str = "in") -> None:
        """Returns to the statement before; with ``over``, to the one before in the same frame or around it."""
        if mode == "over":
            self._back_to_last(len(self.game.frames), lambda: None)
        else:
            self.go_to(max(self.count - 1, 1))

    def run_back(self) -> None:
        """Returns to the last breakpoint before, or to the first statement."""
        self._back_to_last(-1, self._met)

    def go_to(self, count: int) -> None:
        """Returns to the statement with a number, or goes on to it."""
        if count <= self.count or self.ended:
            self._return_before(count)
        self.ended, self._mode, self._target_count = "", "returned", count
        self._advance()
        self.trace.fresh.clear()
        self.breakpoints.look_again(self.entities())

    def _back_to_last(self, depth: int, met: Callable[[], Reason | None]) -> None:
        """Plays everything before again, and returns to the last statement that is wanted."""
        here, found, reason = self.count, 1, None
        self._return_before(1)
        self.ended = ""
        while True:
            self._mode, self._target_count = "returned", self.count + 1
            self._advance()
            if self.count >= here or self.ended:
                break
            why = met() if depth < 0 else None
            if why is not None or (depth >= 0 and len(self.game.frames) <= depth):
                found, reason = self.count, why
        self.go_to(found)
        if reason is not None:
            self.reason = reason

    def _return_before(self, count: int) -> None:
        """Returns to the last moment before a statement."""
        self._pause = None
        found = max((i for i, m in enumerate(self.moments) if m.key[0] < count), default=-1)
        if found < 0:
            return
        moment = self.moments[found]
        del self.moments[found + 1 :]
        return_to(self.game, moment.point)
        del self.trace.lines[moment.lines :]
        self.trace.fresh.clear()
        self.count, self.section, self._is_begun, self.given = moment.key
        self.seen = list(zip(self.game.frames, moment.seen, strict=False))
        self.breakpoints.look_again(self.entities())

    # ---- running
    def _advance(self) -> None:
        self.reason, known_fault = None, self._fault_at
        self._fault_at = None
        try:
            told = self._resumed()
            while not isinstance(told, Pause):
                if told is not None:
                    told = go_on(self.game, self._answer(told))
                elif self._is_finished():
                    self.ended = self.debuggee.outcome(self.game)
                    return
                else:
                    told = self._next_section()
            self._pause = told
        except (Fault, Stopped) as fault:
            self._failed(fault, known_fault)

    def _resumed(self) -> Any:
        """Goes on where the game stands: before a row, at a request, or between two sections."""
        if self._pause is not None:
            pause, self._pause, self._is_resuming = self._pause, None, True
            self.game.frames[-1].pc -= 1
            return go_on(self.game, pause.value)
        if self._is_begun and self.game.frames:
            return self.game.frames[-1].made(self.game)
        return None

    def _is_finished(self) -> bool:
        """Whether the section that has just ended was the last one."""
        if self._is_begun:
            self.debuggee.close(self.section - 1, self.game)
        self._is_begun = False
        return self.section >= self.debuggee.sections

    def _next_section(self) -> Any:
        self._keep_moment()
        self.section, self._is_begun = self.section + 1, True
        return self.debuggee.begin(self.section - 1)

    def _answer(self, request: Any) -> Any:
        """The answer to a request: the one that was given before, or a new one."""
        self._keep_moment()
        if self.given == len(self.answers):
            self.answers.append(self.debuggee.answer(self.section - 1, self.game, request))
        self.given += 1
        return self.answers[self.given - 1]

    def _keep_moment(self) -> None:
        here = self.count, self.section, self._is_begun, self.given
        if self.moments and self.moments[-1].key == here:
            return  # the session has returned to it
        seen = tuple(line for _, line in self.seen[: len(self.game.frames)])
        self.moments.append(Moment(here, len(self.trace.lines), seen, checkpoint(self.game)))

    def _failed(self, fault: Fault | Stopped, known: int | None) -> None:
        """A fault takes back all of its section. The session returns to the statement that met it, the first time."""
        at = self.count
        while self.moments and self.moments[-1].key[2]:
            self.moments.pop()
        if isinstance(fault, Stopped) or self._target_count is not None or known == at:
            self.ended = f"fault: {fault}"
            return
        self.go_to(at)
        if not self.ended:
            self.reason, self._fault_at = Reason("fault", str(fault)), at

    # ---- stopping
    def _operation(self, name: str, rt: Any, v: dict[str, Any], row: tuple[Any, ...], value: Any) -> Any:
        """A row of a debugged body: it is carried out, unless the game is to stop before it."""
        if name not in INSIDE and rt is self.game and not rt.dry_run and self._stops(row[1], name):
            return Pause(value)
        return OPERATIONS[name](rt, v, row, value)

    def _stops(self, at: int, name: str) -> bool:
        frames = self.game.frames
        if self._is_resuming:
            self._is_resuming = False
            return False
        place = self.code.spans[at]
        line, depth = (place.path, place.line), len(frames)
        is_same = depth <= len(self.seen) and self.seen[depth - 1][0] is frames[-1]
        if is_same and self.seen[depth - 1][1] == line and name != "next":
            return False
        del self.seen[depth - 1 :]
        while len(self.seen) < depth - 1:
            self.seen.append((frames[len(self.seen)], None))
        self.seen.append((frames[-1], line))
        self.count += 1
        if self._target_count is not None:
            if self.count == self._target_count:
                self.reason = Reason("returned", "")
            return self.count == self._target_count
        self.reason = self._met() or self._stepped(depth)
        return self.reason is not None

    def _met(self) -> Reason | None:
        """The breakpoint that is met where the game stands."""
        fresh = list(self.trace.fresh)
        self.trace.fresh.clear()
        points = self.breakpoints
        found = points.in_trace(fresh, self.holds) if points.events or points.refusals else None
        if found is None and points.fields:
            found = points.in_fields(self.entities(), self.holds)
        if found is None and points.lines:
            line = self.seen[-1][1]
            found = points.at_line(line, self.holds) if line is not None else None
        if found is None and self.is_asked_to_stop():
            found = Reason("pause", "stopped on request")
        return found

    def _stepped(self, depth: int) -> Reason | None:
        mode = self._mode
        if mode == "in" or (mode == "over" and depth <= self._depth) or (mode == "out" and depth < self._depth):
            return Reason("step", "")
        return None

    # ---- what is there
    def entities(self) -> dict[int, Any]:
        """The entities of the game by number."""
        return {e._id: e for held in self.game.kinds.values() for e in held}

    def bodies(self) -> list[Body]:
        """The bodies that are carried out, the innermost first."""
        return [f for f in reversed(self.game.frames) if isinstance(f, Body)]

    def place(self, body: Body) -> Any:
        """The place of the statement at which a body is: an entry of the table of places."""
        return self.code.spans[body.code.rows[max(body.pc - 1, 0)][1]]
