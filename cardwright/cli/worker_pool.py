"""Several processes that check one game, and their progress.

Job: divide the files of a game among processes that read and check them, and show the progress on a terminal. Input: a
Worker that is ready to begin; output: a WorkerPool. Nothing that the processes send each other is stored. The number of
processes must never change the findings.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from cardwright.cli.progress import Report
from compiler.garbage_collection import without_garbage_collection
from dsl.diagnostics import InternalError
from dsl.incremental.packing import Found, Read
from dsl.incremental.run import SingleProcess, WorkerPool
from dsl.incremental.worker import Worker
from dsl.meaning.other_files import OtherFiles

PARALLEL_BYTES = 150_000  # with more bytes to read, several processes are worth the time that starting them takes


def start_workers(worker: Worker, size: int, report: Report = lambda done, of: None) -> WorkerPool:
    """Several processes if there is enough work and more than one processor, else this process only.

    ``report`` is called with the number of files that are done and of all.
    """
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ProcessPool(worker, count, report) if size > PARALLEL_BYTES and count > 1 else SingleProcess(worker)


class ProcessPool:
    """A pool of processes; each keeps the trees of the files it has read until it checks them."""

    def __init__(self, worker: Worker, count: int, report: Report) -> None:
        self.worker = worker
        self.report = report
        self.assigned: dict[str, int] = {}
        context = get_context("fork") if sys.platform == "linux" else get_context("spawn")
        pipes = [context.Pipe() for _ in range(count)]
        self.pipes = [ours for ours, _ in pipes]
        self.processes = [context.Process(target=_serve, args=(theirs, worker), daemon=True) for _, theirs in pipes]
        for process, (_, theirs) in zip(self.processes, pipes, strict=True):
            process.start()
            theirs.close()

    def read(self, files: list[str]) -> dict[str, Read]:
        return self._shared("read", dict.fromkeys(files, ()), None)

    def find(self, files: Mapping[str, list[int]], other_files: OtherFiles) -> dict[str, Found]:
        return self._shared("find", dict(files), other_files)

    def close(self) -> None:
        for pipe in self.pipes:
            with suppress(OSError):
                pipe.send(None)
            pipe.close()
        for process in self.processes:
            process.join(timeout=5)
            if process.is_alive():
                process.terminate()

    def _shared(self, what: str, files: dict[str, Any], other_files: OtherFiles | None) -> dict[str, Any]:
        """Gives each file to the process that has its trees, else to the one with the fewest bytes to do."""
        shares: list[dict[str, Any]] = [{} for _ in self.pipes]
        loads = [0] * len(shares)
        sizes = {inside: self.worker.size(inside) for inside in files}
        for inside in sorted(files, key=lambda name: (-sizes[name], name)):
            index = self.assigned.get(inside, loads.index(min(loads)))
            self.assigned[inside] = index
            loads[index] += sizes[inside]
            shares[index][inside] = files[inside]
        for pipe, share in zip(self.pipes, shares, strict=True):
            pipe.send((what, share, other_files))
        return self._gathered(len(files))

    def _gathered(self, count: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while len(found) < count:
            for pipe in wait(self.pipes):
                assert isinstance(pipe, Connection)
                try:
                    inside, result = pipe.recv()
                except EOFError as error:
                    raise InternalError("a process that checks files has ended before its work was done") from error
                if isinstance(result, BaseException):
                    raise result
                found[inside] = result
                self.report(len(found), count)
        return found


def _serve(pipe: Connection, worker: Worker) -> None:
    """Runs in each process: does the tasks that arrive, file by file, until it receives None."""
    with without_garbage_collection(), suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while (task := pipe.recv()) is not None:
            what, share, other_files = task
            try:
                if other_files is not None:
                    worker.set_other_files(other_files)
                for inside, dropped in share.items():
                    done = worker.read(inside) if what == "read" else worker.find(inside, dropped)
                    pipe.send((inside, done))
            except Exception as error:  # the main process raises it again
                pipe.send(("", error))
