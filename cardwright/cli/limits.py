"""How long content may run, and how far it is.

Job: one clock for what a command runs: it tells on a terminal what is being done, stops what takes too long, and says
that it did. The work of the rules has
a bound of its own (``docs/language.md``, "Bounds"); this one is the machine's, and never a verdict of the rules.
Input: seconds of processor time. Output: the option of the commands, and what a game looks at while it runs.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic, process_time
from typing import Any

import click

from cardwright.cli.options import Measure
from cardwright.cli.output import status
from compiler.interpreter.values import Stopped

EACH = 60.0  # seconds for a test, a game, a roster or a change that is tried
SEVERAL = 30  # times as long for the whole run of a command
EVERY = 1.0  # seconds between two lines that tell how far it is
_LATE = 5.0  # seconds after which what looks at no clock is stopped from outside
_LONGEST = 1e9  # seconds, some thirty years: the system's timers take no more than about nine times that


class Clock:
    """A running game calls it from time to time; the context ``running`` surrounds each test or game.

    With 0 seconds there is no limit for each; with ``several`` 0 there is none for all together.
    """

    def __init__(self, seconds: float, *, several: float = SEVERAL) -> None:
        self.limit, self.several = seconds, several
        self.started = process_time()
        self.begun: float | None = None  # while nothing runs
        self.doing: Callable[[], str] | None = None
        self.shown = monotonic()

    @contextmanager
    def running(self, doing: Callable[[], str] | None = None) -> Generator[None]:
        """Around one test or game; raises Stopped where the time of the whole command is over.

        ``doing`` says what is being done, which is shown where it takes long; who prints next clears the line.
        """
        self.begun, self.doing = process_time(), doing
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
            signal.setitimer(signal.ITIMER_VIRTUAL, min(seconds, _LONGEST))

    def alarm(self, _signal: int, _frame: object) -> None:
        raise Stopped(self.stop_message(self.limit))

    def __call__(self) -> bool:
        if self.begun is None:
            return False
        self.tell()
        if self.limit and process_time() - self.begun > self.limit:
            raise Stopped(self.stop_message(self.limit))
        if self.has_ended():
            raise Stopped(f"{self.stop_message(self.limit * self.several)}, for all of it together")
        return False

    def tell(self) -> None:
        if self.doing is not None and monotonic() - self.shown >= EVERY:
            self.shown = monotonic()
            status(self.doing())

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
        "--time-limit", type=Measure(0), default=EACH, show_default=True, metavar="SECONDS",
        help=f"Stop each test or game after so much processor time, all of them after {SEVERAL} times that; 0: never.",
    )(command)  # fmt: skip
