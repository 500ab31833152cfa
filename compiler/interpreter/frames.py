"""The machine: a loop over frames that are data.

Job: carry out what is being done, one frame on top of another, until somebody has to answer or all of it is done. A
frame knows what it does (its class), where it is (``pc``) and its values (its slots); nothing of a running game is held
by Python's own stack, so that a game can be copied, saved and resumed at any request (``docs/decisions``).

A frame's `run` does the next stretch. It gives a frame, which is done first and whose result `run` is then called with;
or a request, with whose answer it is called; or None when it is done, with ``rt.result`` for whoever waits for it.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from compiler.interpreter.values import Ended, Prevented, Request, Unpaid

# What an operation of a body may give beside a frame, a position to go on at, and None for the next row.
RESULT = "result"  # the next row takes ``rt.result``
RETURN = "return"


class Frame:
    """Something that is being done. Its slots are its values; those in ``passing`` a snapshot need not have."""

    __slots__ = ("pc",)
    is_frame: ClassVar[bool] = True
    passing: ClassVar[tuple[str, ...]] = ()
    pc: int

    def run(self, rt: Any, value: Any) -> Frame | Request | None:
        """The next stretch; ``value`` is the result or the answer that the frame has waited for."""
        raise NotImplementedError

    def catch(self, rt: Any, stop: Prevented | Ended | Unpaid) -> bool:
        """Whether what ends early ends here; a frame that says so goes on with its `pc`. Others are left for good."""
        return False


class BodyCode:
    """The body of a verb, ability or check: rows of instructions (``compiler/core/instructions.py``).

    ``was_run``: whether it was begun since somebody last set this to false.
    """

    __slots__ = ("name", "operations", "rows", "was_run")

    def __init__(self, name: str, rows: tuple[tuple[Any, ...], ...]) -> None:
        self.name, self.rows, self.was_run = name, rows, False
        self.operations: tuple[tuple[Any, ...], ...] = ()  # the rows with a function in the place of each name

    def replace_rows(self, rows: tuple[tuple[Any, ...], ...]) -> None:
        """Other rows for the same body, as when a mutant of it is tried."""
        self.rows, self.operations = rows, ()

    def link(self, functions: Mapping[str, Callable[..., Any]]) -> tuple[tuple[Any, ...], ...]:
        """Finds the functions when the body runs for the first time."""
        self.operations = tuple((functions[row[0]], *row[1:]) for row in self.rows)
        return self.operations


class Body(Frame):
    """A body that is carried out: ``pc`` is the next row, ``v`` has the locals."""

    __slots__ = ("code", "v")

    def __init__(self, code: BodyCode, v: dict[str, Any]) -> None:
        self.code, self.v = code, v
        v["target"] = None
        code.was_run = True

    def run(self, rt: Any, value: Any) -> Frame | Request | None:
        code, v, pc = self.code, self.v, self.pc
        rows = code.operations or code.link(rt.operations)
        while True:
            row = rows[pc]
            told = row[0](rt, v, row, value)
            if told is None:
                pc += 1
            elif told is RESULT:
                pc, value = pc + 1, rt.result
                rt.result = None
            elif type(told) is int:
                pc = told
            elif told is RETURN:
                return None
            else:
                self.pc = pc + 1
                return told  # type: ignore[no-any-return]


class Once(Frame):
    """A pure function of the game, run with all the care that is taken of a run. It asks nobody."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[], Any]) -> None:
        self.pc, self.function = 0, function

    def run(self, rt: Any, value: Any) -> None:
        rt.result = self.function()


def begin_frame(rt: Any, frame: Frame) -> Request | None:
    """Starts a frame on top of what is being done, and runs it until it asks or is done."""
    base = len(rt.frames)
    frame.pc = 0
    rt.frames.append(frame)
    return run_frames(rt, base, None)


def run_frames(rt: Any, base: int, value: Any) -> Request | None:
    """Runs the frames above ``base`` until one asks; None when all are done, with ``rt.result``."""
    frames: list[Frame] = rt.frames
    while True:
        try:
            while len(frames) > base:
                told = frames[-1].run(rt, value)
                if told is None:
                    frames.pop()
                    value = rt.result
                    rt.result = None
                elif told.is_frame:
                    frame: Any = told
                    frame.pc = 0
                    frames.append(frame)
                    value = None
                else:
                    request: Any = told
                    return request  # type: ignore[no-any-return]
            rt.result = value
            return None
        except (Prevented, Ended, Unpaid) as stop:
            unwind(frames, base, rt, stop)
            value = None


def unwind(frames: list[Frame], base: int, rt: Any, stop: Prevented | Ended | Unpaid) -> None:
    """Leaves frames up to the one where an early end ends; raises it again where there is none."""
    while len(frames) > base:
        if frames[-1].catch(rt, stop):
            return
        frames.pop()
    raise stop
