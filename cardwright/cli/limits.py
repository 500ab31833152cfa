"""The time limit for running content.

Job: one clock for everything that a command runs. It stops what takes too long, and says so. The rules have their own
limit of work (``docs/language.md``, "Bounds"), which is the same on every machine; this one measures the machine.
Input: seconds of processor time. Output: the option of the commands, and a function that a running game calls.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import process_time
from typing import Any

import click

from compiler.interpreter.values import Stopped

EACH = 60.0  # seconds for one test, game, roster or mutant
SEVERAL = 30  # the limit for a whole command, as a multiple of that
_LATE = 5.0  # seconds of extra time, after which a signal stops code that does not call the clock


class Clock:
    """A running game calls it from time to time; the context ``running`` surrounds each test or game.

    With 0 seconds there is no limit for each; with ``several`` 0 there is none for all together.
    """

    def __init__(self, seconds: float, *, several: float = SEVERAL) -> None:
        self.limit, self.several = seconds, several
        self.started = process_time()
        self.begun: float | None = None  # None while nothing runs

    @contextmanager
    def running(self) -> Generator[None]:
        """The context of one test or game; raises Stopped if the time for the whole command is over."""
        self.begun = process_time()
        try:
            self()
            self._set_alarm(self.limit and self.limit + _LATE)
            yield
        finally:
            self.begun = None
            self._set_alarm(0)

    def _set_alarm(self, seconds: float) -> None:
        """Sets a signal that stops code which does not call the clock, if the system has such signals; 0 cancels it."""
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            if seconds:
                signal.signal(signal.SIGVTALRM, self.alarm)
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    def alarm(self, _signal: int, _frame: object) -> None:
        raise Stopped(self.stop_message(self.limit))

    def __call__(self) -> bool:
        if self.begun is None:
            return False
        if self.limit and process_time() - self.begun > self.limit:
            raise Stopped(self.stop_message(self.limit))
        if self.has_ended():
            raise Stopped(f"{self.stop_message(self.limit * self.several)}, for all of it together")
        return False

    def has_ended(self) -> bool:
        """Whether the time for the whole command is over."""
        whole = self.limit * self.several
        return bool(whole) and process_time() - self.started > whole

    @staticmethod
    def stop_message(seconds: float) -> str:
        return f"stopped after {seconds:g} s of processor time"


def time_limit(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the option to a command that runs content."""
    return click.option(
        "--time-limit", type=click.FloatRange(0), default=EACH, show_default=True, metavar="SECONDS",
        help=f"Stop each test or game after so much processor time, all of them after {SEVERAL} times that; 0: never.",
    )(command)  # fmt: skip
