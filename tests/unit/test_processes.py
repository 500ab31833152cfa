"""Processes that work for the tool: one that is killed is an error at once, and none outlives who started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

import pytest

from cardwright.cli.processes import ProcessEnded, Processes, answering
from cardwright.cli.worker_pool import ProcessPool
from dsl.game.game_files import GameFolder
from dsl.incremental.shared import Shared
from dsl.incremental.worker import Worker
from tests.changing_game import CONFIG, SHOWN, write_changing

COUNT = 3


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Fails what waits for longer, and would wait for ever."""

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError("it waits for a process that has ended")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def squared(number: int) -> int:
    return number * number


def nothing() -> None:
    """Nothing has to be prepared."""


@pytest.fixture
def processes() -> Iterator[Processes]:
    made = Processes(COUNT, answering, squared, nothing)
    yield made
    made.close()


def test_what_is_shared_comes_back_whole(processes: Processes) -> None:
    for items in (0, 1, 2, 50):
        assert sorted(processes.shared(range(items), 4)) == [n * n for n in range(items)]


@pytest.mark.parametrize("number", range(COUNT))
def test_a_process_that_is_killed_is_missed_whichever_it_is(processes: Processes, number: int) -> None:
    os.kill(processes.processes[number].pid, signal.SIGKILL)
    processes.processes[number].join()
    with at_most(20), pytest.raises(ProcessEnded, match="ended before its work was done"):
        list(processes.shared(range(50), 4))


@pytest.mark.parametrize("number", [0, 1])
def test_a_check_does_not_wait_for_a_process_that_was_killed(tmp_path: Path, number: int) -> None:
    game = write_changing(tmp_path)
    shared = Shared(GameFolder(game, SHOWN))
    pool = ProcessPool(Worker(shared, CONFIG), 2, lambda done, of: None)
    try:
        os.kill(pool.processes.processes[number].pid, signal.SIGKILL)
        with at_most(20), pytest.raises(ProcessEnded, match="ended before its work was done"):
            pool.read([f"cards/more_{n}.yaml" for n in range(3)])
    finally:
        pool.close()


def sleeping(pipe: Connection) -> None:
    pipe.send(os.getpid())
    pipe.recv()


STARTED = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from cardwright.cli.processes import Processes
from tests.unit.test_processes import sleeping
started = Processes(2, sleeping)
print(*(process.pid for process in started.processes), flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_processes_end_with_who_started_them_also_where_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTED], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        children = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(children) == 2 and all(is_running(child) for child in children)
        parent.kill()
    waited = time.monotonic() + 20
    while any(is_running(child) for child in children) and time.monotonic() < waited:
        time.sleep(0.05)
    assert not any(is_running(child) for child in children)


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended; one that has ended may still be listed."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
