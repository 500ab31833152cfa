"""Batches played by several processes.

Job: hand batches out, and give back what became of them as it comes. Input: a source of rules, a plan, batches. Output:
pairs of batch and sums. A process that dies loses nothing: the batches that were being played are played again, each in
a process of its own; one that ends its process again is halved, down to the one match that is guilty.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, get_context
from typing import NamedTuple

from cardwright.authoring.exported import rules_from
from cardwright.lab.batches import Plan, Sums, crashed, play_batch
from compiler.garbage_collection import spare_the_program
from compiler.interpreter.host import Rules
from compiler.targets.export import Content

Batch = tuple[str, int, int]
Done = tuple[Batch, Sums]
_AHEAD = 2  # so many batches for each process are handed out at a time


class Source(NamedTuple):
    """Where a process gets the rules: it inherits ``rules`` where it is forked, and else makes them of ``content``."""

    rules: Rules
    content: Callable[[], Content]


class _Held:
    """What a process plays with."""

    rules: Rules | None = None


def play_all(source: Source, plan: Plan, jobs: int, batches: Iterable[Batch]) -> Iterator[Done]:
    """Plays batches; with one job, in this process."""
    if jobs == 1:
        yield from ((batch, play_batch(source.rules, plan, batch)) for batch in batches)
        return
    waiting = deque(batches)
    while waiting:
        suspects = yield from _together(source, plan, jobs, waiting)
        for batch in suspects:
            yield from halved(plan, batch, partial(_alone, source, plan))


def _together(source: Source, plan: Plan, jobs: int, waiting: deque[Batch]) -> Generator[Done, None, list[Batch]]:
    """Plays batches until none waits, or a process dies; gives those that were being played then."""
    running: dict[Future[Sums], Batch] = {}
    with _pool(source, jobs) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < jobs * _AHEAD:
                    running[pool.submit(_play, plan, waiting[0])] = waiting[0]
                    waiting.popleft()
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    sums = future.result()
                    yield running.pop(future), sums
        except BrokenProcessPool:
            yield from ((batch, future.result()) for future, batch in running.items() if _is_whole(future))
            return [batch for future, batch in running.items() if not _is_whole(future)]
        except (KeyboardInterrupt, SystemExit):
            for process in active_children():  # nobody waits for their batches any more
                process.terminate()
            raise
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return []


def halved(plan: Plan, batch: Batch, alone: Callable[[Batch], Sums | None]) -> Iterator[Done]:
    """Plays a batch, and halves it where it ends its process: ``alone`` then gives None."""
    scenario, start, end = batch
    sums = alone(batch)
    if sums is not None:
        yield batch, sums
    elif end - start == 1:
        yield batch, crashed(plan, scenario, start)
    else:
        middle = (start + end) // 2
        yield from halved(plan, (scenario, start, middle), alone)
        yield from halved(plan, (scenario, middle, end), alone)


def _alone(source: Source, plan: Plan, batch: Batch) -> Sums | None:
    """Plays one batch in a process of its own; None where that dies."""
    with _pool(source, 1) as pool:
        try:
            return pool.submit(_play, plan, batch).result()
        except BrokenProcessPool:
            return None


def _is_whole(future: Future[Sums]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _pool(source: Source, jobs: int) -> ProcessPoolExecutor:
    is_forked = sys.platform == "linux"
    _Held.rules = source.rules if is_forked else None
    context = get_context("fork" if is_forked else "spawn")
    return ProcessPoolExecutor(jobs, context, _begin, (None if is_forked else source.content(),))


# ---- in each process
def _begin(content: Content | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that handed the batches out decides
    if content is not None:
        _Held.rules = rules_from(content)
    spare_the_program()


def _play(plan: Plan, batch: Batch) -> Sums:
    assert _Held.rules is not None
    return play_batch(_Held.rules, plan, batch)
