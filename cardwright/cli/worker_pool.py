"""Several processes that check one game, and their progress.

Job: divide the files of a game among processes that read and check them, and show the progress on a terminal. Input: a
Worker that is ready to begin; output: a WorkerPool. Nothing that the processes send each other is stored. The number of
processes must never change the findings.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from cardwright.cli.processes import Processes
from cardwright.cli.progress import Report
from compiler.garbage_collection import without_garbage_collection
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
        self.processes = Processes(count, _serve, worker)

    def read(self, files: list[str]) -> dict[str, Read]:
        return self._shared("read", dict.fromkeys(files, ()), None)

    def find(self, files: Mapping[str, list[int]], other_files: OtherFiles) -> dict[str, Found]:
        return self._shared("find", dict(files), other_files)

    def close(self) -> None:
        self.processes.close()

    def _shared(self, what: str, files: dict[str, Any], other_files: OtherFiles | None) -> dict[str, Any]:
        """Gives each file to the process that has its trees, else to the one with the fewest bytes to do."""
        shares: list[dict[str, Any]] = [{} for _ in self.processes.pipes]
        loads = [0] * len(shares)
        sizes = {inside: self.worker.size(inside) for inside in files}
        for inside in sorted(files, key=lambda name: (-sizes[name], name)):
            index = self.assigned.get(inside, loads.index(min(loads)))
            self.assigned[inside] = index
            loads[index] += sizes[inside]
            shares[index][inside] = files[inside]
        for number, share in enumerate(shares):
            self.processes.send(number, (what, share, other_files))
        return self._gathered(len(files))

    def _gathered(self, count: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while len(found) < count:
            for _, (inside, result) in self.processes.received():
                if isinstance(result, BaseException):
                    raise result
                found[inside] = result
                self.report(len(found), count)
        return found


def _serve(pipe: Connection, worker: Worker) -> None:
    """Runs in each process: does the tasks that arrive, file by file."""
    with without_garbage_collection():
        while True:
            what, share, other_files = pipe.recv()
            try:
                if other_files is not None:
                    worker.set_other_files(other_files)
                for inside, dropped in share.items():
                    done = worker.read(inside) if what == "read" else worker.find(inside, dropped)
                    pipe.send((inside, done))
            except Exception as error:  # the main process raises it again
                pipe.send(("", error))
