"""Batches played by a Dask cluster.

Job: hand batches out to the workers of a cluster, and give back what became of them as it comes. Input: an address, a
source of rules, a plan, batches. Output: pairs of batch and sums, as of `cardwright/lab/pool.py`. Needs the extra
`dask`, which the workers need as well.

The compiled game is sent once to each worker, also to those that join later. A worker that dies loses nothing: Dask
plays its batches again. A batch that was on several workers that died is played when nothing else is, so that no other
can be guilty, and halved, down to the one match that is.
"""

from __future__ import annotations

import logging
import re
from asyncio import CancelledError
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from importlib import import_module
from typing import Any, NamedTuple

from cardwright.lab.batches import Plan, Sums
from cardwright.lab.columns import NotInstalled
from cardwright.lab.pool import Batch, Done, Source, halved

LOCAL = "dask://local"
_PLACE = re.compile(r"dask://(local|[^\s/:]+:\d+|\[[0-9a-fA-F:]+\]:\d+)")
_AHEAD = 2  # so many batches for each thread of a worker are handed out at a time
_PATIENCE = 30  # seconds to wait for a scheduler, and for the first worker
_DEATHS = 1  # of workers of a local cluster that a batch may survive before it is suspected
_CLOSING = 5  # seconds for a local cluster to end


class NoCluster(ValueError):
    """There is no cluster at an address, or it cannot play; the message says why."""


class Where(NamedTuple):
    """A cluster: its address, and how many workers a local one has."""

    place: str
    jobs: int


def is_place(text: str) -> bool:
    """Whether a text is an address of a cluster."""
    return _PLACE.fullmatch(text) is not None


def play_on(where: Where, source: Source, plan: Plan, batches: Iterable[Batch]) -> Iterator[Done]:
    """Plays batches on a cluster."""
    try:
        dask: Any = import_module("distributed")
        worker: Any = import_module("cardwright.lab.cluster_worker")
    except ImportError as fault:
        raise NotInstalled("a cluster needs Dask: install `cardwright[dask]`") from fault
    waiting = deque(batches)
    if not waiting:
        return
    with ExitStack() as stack:
        client = _client(dask, where, stack)
        try:
            client.register_plugin(worker.Game(source))
        except RuntimeError as fault:
            raise NoCluster(str(fault)) from fault
        run = _Run(dask, client, (worker.play, source.rules.hash, plan))
        suspects = yield from run.together(waiting)
        for batch in suspects:
            yield from halved(plan, batch, run.alone)


def _client(dask: Any, where: Where, stack: ExitStack) -> Any:
    """A client of the cluster, which ends with the stack; so does a local cluster."""
    try:
        if where.place == LOCAL:
            cluster = dask.LocalCluster(
                n_workers=where.jobs, threads_per_worker=1, processes=True, dashboard_address=":0",
                silence_logs=logging.CRITICAL, scheduler_kwargs={"allowed_failures": _DEATHS},
            )  # fmt: skip
            stack.callback(_close, cluster)
            address = cluster.scheduler_address
        else:
            address = "tcp://" + where.place.removeprefix("dask://")
        client = stack.enter_context(dask.Client(address, timeout=_PATIENCE))
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, TimeoutError) as fault:
        raise NoCluster(f"`{where.place}`: {fault}") from fault
    return client


def _close(cluster: Any) -> None:
    """Ends a local cluster; one that is starting a worker anew may not answer, or meet its own assertions while it
    closes: it ends with this process.
    """
    with suppress(TimeoutError, AssertionError):
        cluster.close(timeout=_CLOSING)


class _Run:
    """A run on a cluster; ``call`` is what a worker is to do with a batch."""

    def __init__(self, dask: Any, client: Any, call: tuple[Any, ...]) -> None:
        self.dask, self.client, self.call = dask, client, call

    def submit(self, batch: Batch) -> Any:
        return self.client.submit(*self.call, batch, pure=False)

    def together(self, waiting: deque[Batch]) -> Generator[Done, None, list[Batch]]:
        """Plays batches until none waits; gives those that were on too many workers that died."""
        running: dict[Any, Batch] = {}
        suspects: list[Batch] = []
        while waiting or running:
            while waiting and len(running) < _AHEAD * max(1, sum(self.client.nthreads().values())):
                batch = waiting.popleft()
                running[self.submit(batch)] = batch
            for future in self.finished(running):
                batch, sums = running.pop(future), self.result(future)
                if sums is None:
                    suspects.append(batch)
                else:
                    yield batch, sums
        return suspects

    def alone(self, batch: Batch) -> Sums | None:
        """Plays a batch while nothing else is played; None where workers die of it."""
        return self.result(self.submit(batch))

    def finished(self, running: dict[Any, Batch]) -> list[Any]:
        try:
            return list(self.dask.wait(list(running), return_when="FIRST_COMPLETED").done)
        except CancelledError as fault:
            raise self.lost() from fault

    def result(self, future: Any) -> Sums | None:
        try:
            found: Sums = future.result()
        except self.dask.KilledWorker:
            return None
        except CancelledError as fault:
            raise self.lost() from fault
        return found

    def lost(self) -> NoCluster:
        return NoCluster("the cluster was lost; with --record, the same command goes on where it stopped")
