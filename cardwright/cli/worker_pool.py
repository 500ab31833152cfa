"""Several processes that check one game, and how far they are.

Job: share the files of a game among processes that each read and check their own, and show on a terminal how far it is.
Input: a Worker that is ready to begin; output: a Crew. What passes between the processes is their own; nothing of it is
kept. Must never change what is found.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from cardwright.cli.output import status
from dsl.diagnostics import InternalError
from dsl.incremental.packing import Found, Read
from dsl.incremental.run import Alone, Crew
from dsl.incremental.worker import Worker
from dsl.meaning.other_files import World

WORTH = 150_000  # bytes to be read anew from which on several processes are worth their start
_Tell = Callable[[int, int], None]


def hire(worker: Worker, size: int, tell: _Tell = lambda done, of: None) -> Crew:
    """Several processes where there is enough to do, else none."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Processes(worker, count, tell) if size > WORTH and count > 1 else Alone(worker)


class Processes:
    """A crew of processes; each keeps the trees of the files it has read until it checks them."""

    def __init__(self, worker: Worker, count: int, tell: _Tell) -> None:
        self.worker = worker
        self.tell = tell
        self.whose: dict[str, int] = {}
        ways = get_context("fork") if sys.platform == "linux" else get_context("spawn")
        pipes = [ways.Pipe() for _ in range(count)]
        self.ours = [ours for ours, _ in pipes]
        self.people = [ways.Process(target=_serve, args=(theirs, worker), daemon=True) for _, theirs in pipes]
        for process, (_, theirs) in zip(self.people, pipes, strict=True):
            process.start()
            theirs.close()

    def read(self, files: list[str]) -> dict[str, Read]:
        return self._shared("read", dict.fromkeys(files, ()), None)

    def find(self, files: Mapping[str, list[int]], world: World) -> dict[str, Found]:
        return self._shared("find", dict(files), world)

    def close(self) -> None:
        for pipe in self.ours:
            with suppress(OSError):
                pipe.send(None)
            pipe.close()
        for process in self.people:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()

    def _shared(self, what: str, files: dict[str, Any], world: World | None) -> dict[str, Any]:
        """Has every file done by whoever has its trees, and else by who has the least to do."""
        shares: list[dict[str, Any]] = [{} for _ in self.ours]
        loads = [0] * len(shares)
        sizes = {inside: self.worker.size(inside) for inside in files}
        for inside in sorted(files, key=lambda name: (-sizes[name], name)):
            index = self.whose.get(inside, loads.index(min(loads)))
            self.whose[inside] = index
            loads[index] += sizes[inside]
            shares[index][inside] = files[inside]
        for pipe, share in zip(self.ours, shares, strict=True):
            pipe.send((what, share, world))
        return self._gathered(len(files))

    def _gathered(self, count: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while len(found) < count:
            for pipe in wait(self.ours):
                assert isinstance(pipe, Connection)
                try:
                    inside, result = pipe.recv()
                except EOFError as error:
                    raise InternalError("a process that checks files has ended before its work was done") from error
                if isinstance(result, BaseException):
                    raise result
                found[inside] = result
                self.tell(len(found), count)
        return found


def _serve(pipe: Connection, worker: Worker) -> None:
    """Does what is asked for, file by file, until nothing is."""
    with uncollected(), suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while (task := pipe.recv()) is not None:
            what, share, world = task
            try:
                if world is not None:
                    worker.meet(world)
                for inside, dropped in share.items():
                    done = worker.read(inside) if what == "read" else worker.find(inside, dropped)
                    pipe.send((inside, done))
            except Exception as error:  # told where it can be shown
                pipe.send(("", error))


@contextmanager
def uncollected() -> Iterator[None]:
    """Work without the collector of circles: trees and facts have none, and looking for them takes long."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def progress(text: str) -> Iterator[_Tell]:
    """Shows on a terminal how far it is, for as long as the work lasts; elsewhere nothing."""
    status(f"{text} …")
    try:
        yield lambda done, of: status(f"{text}: {done} of {of} files …")
    finally:
        status("")
