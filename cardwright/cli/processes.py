"""Processes that work for this one, and that are missed when they end.

Job: start processes, hand out work, and take what they answer as it comes. Input: a function that a process runs with
its end of a pipe. Output: answers. A process that ends before it has answered is an error and never a wait without end.
All end with the process that started them, also where that one is killed: their pipes end then.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any

import click

IS_FORKED = sys.platform == "linux"  # a process has what this one had when it started it
_CLOSED = (BrokenPipeError, ConnectionResetError, EOFError)


class ProcessEnded(click.ClickException):
    """Whoever ended it, it was not this command."""

    def __init__(self) -> None:
        super().__init__(
            "a process of this command ended before its work was done: it was killed, or memory ran out; "
            "run the command again"
        )


class Processes:
    """So many processes; each runs ``serve(pipe, *given)``. Whoever starts them closes them."""

    def __init__(self, count: int, serve: Callable[..., None], *given: Any) -> None:
        context = get_context("fork") if IS_FORKED else get_context("spawn")
        self.pipes: list[Any] = []
        self.processes: list[Any] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            self.pipes.append(ours)
            others = tuple(self.pipes) if IS_FORKED else ()
            process = context.Process(target=_begin, args=(theirs, others, serve, given), daemon=True)
            process.start()
            theirs.close()  # a pipe ends when nobody has its other end
            self.processes.append(process)

    def send(self, number: int, what: Any) -> None:
        """Sends something to a process; that it has ended is said where an answer is waited for."""
        with suppress(*_CLOSED):
            self.pipes[number].send(what)

    def received(self) -> Iterator[tuple[int, Any]]:
        """The answers that are there, each with the number of its process; waits for one at least."""
        for pipe in wait(self.pipes):
            number = self.pipes.index(pipe)
            try:
                yield number, self.pipes[number].recv()
            except _CLOSED as error:
                raise ProcessEnded from error

    def shared(self, items: Sequence[Any], size: int) -> Iterator[Any]:
        """What ``answering`` processes make of all items, in no order; each is given so many at a time."""
        waiting = iter([items[start : start + size] for start in range(0, len(items), size)])
        busy = 0
        for number, part in zip(range(len(self.pipes)), waiting, strict=False):
            self.send(number, part)
            busy += 1
        while busy:
            for number, answers in self.received():
                busy -= 1
                for part in islice(waiting, 1):
                    self.send(number, part)
                    busy += 1
                yield from answers

    def close(self) -> None:
        """Ends all processes, whatever they are doing."""
        for process in self.processes:
            process.terminate()
            process.join()
        for pipe in self.pipes:
            pipe.close()


def answering(pipe: Connection, work: Callable[[Any], Any], prepare: Callable[..., None], *given: Any) -> None:
    """What a process runs that answers lists of items with what ``work`` makes of each."""
    prepare(*given)
    while True:
        pipe.send([work(item) for item in pipe.recv()])


def _begin(pipe: Connection, others: Sequence[Connection], serve: Callable[..., None], given: Sequence[Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one decides
    for other in others:
        other.close()
    with suppress(*_CLOSED):
        serve(pipe, *given)
