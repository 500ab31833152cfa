"""A job in a process of its own, with bounds on its memory and its time.

Job: run it in a fork, so that what it breaks, fills or never ends costs only that process. Input: a function. Output:
its report, or one that says how the process died.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import sys
import time
from pathlib import Path

from tests.fuzz.attempt import REFUSED, Job, Report

MEMORY = 2 * 1024**3
HUNG, DIED = "does not end", "the process died"


def guarded(job: Job, seconds: float, *, memory: bool = True) -> Report:
    """The report of a job that may use so many seconds of processor, and four times as many of the clock."""
    sys.stdout.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(job, writing, seconds, memory)
    os.close(writing)
    data = _read(reading, time.monotonic() + 4 * seconds + 5)
    if data is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if data:
        report: Report = pickle.loads(data)
        return report
    ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if data is None or ended in (signal.SIGXCPU, signal.SIGKILL):
        return Report(REFUSED, HUNG)
    return Report(REFUSED, f"{DIED} by signal {ended}" if ended else f"{DIED} with {os.waitstatus_to_exitcode(status)}")


def _child(job: Job, writing: int, seconds: float, memory: bool) -> None:
    """Never returns."""
    used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
    limit = used + max(1, int(seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    if memory:
        most = _address_space() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        try:
            report = job()
        except MemoryError:
            report = Report(REFUSED, "MemoryError")
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(report, pipe)
    finally:
        os._exit(0)


def _address_space() -> int:
    """The bytes of this process, which may have grown while other tests ran in it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def _read(pipe: int, deadline: float) -> bytes | None:
    """All that comes until the other end closes; None where it does not close in time."""
    found = b""
    with os.fdopen(pipe, "rb", buffering=0) as stream:
        while (left := deadline - time.monotonic()) > 0:
            ready, _, _ = select.select([stream], [], [], left)
            if not ready:
                break
            piece = stream.read(65536)
            if not piece:
                return found
            found += piece
    return None
