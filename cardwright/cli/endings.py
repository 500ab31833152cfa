"""Signals that end the command.

Job: let a process that is told to end, or whose terminal is closed, end as by Ctrl-C: what is played is saved, and
temporary folders are removed. Input: signals. Output: an exception that only `main` catches. What the system or the
caller ignores stays ignored (`nohup`); processes that this one forks end at once, as it decides.
"""

from __future__ import annotations

import os
import signal

_HANGUP = getattr(signal, "SIGHUP", None)  # not every system has it
_ENDINGS = (signal.SIGTERM, *([_HANGUP] if _HANGUP is not None else []))


class Ended(SystemExit):
    """The process was told to end; ``exit_code`` is that of shells for it."""

    def __init__(self, number: int) -> None:
        self.exit_code = 128 + number
        super().__init__(self.exit_code)


def end_in_order() -> None:
    """From here on, the signals raise `Ended`."""
    for number in _ENDINGS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    if hasattr(os, "register_at_fork"):  # a signal waits until the new process has decided how it ends
        os.register_at_fork(before=_hold, after_in_parent=_let_go, after_in_child=_begin)


def _hold() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)


def _let_go() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)


def _begin() -> None:
    end_at_once()
    _let_go()


def _end(number: int, _frame: object) -> None:
    """A terminal that closes may tell it twice; who asks a second time does not want to wait."""
    end_at_once()
    if _HANGUP is not None:
        signal.signal(_HANGUP, signal.SIG_IGN)
    raise Ended(number)


def end_at_once() -> None:
    """From here on, the signals and Ctrl-C end the process: for one that has nothing to put in order, and whose threads
    wait for somebody else.
    """
    for number in (signal.SIGINT, *_ENDINGS):
        if signal.getsignal(number) in (signal.default_int_handler, _end):
            signal.signal(number, signal.SIG_DFL)
