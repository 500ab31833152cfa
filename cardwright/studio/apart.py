"""Work in a process of its own.

Job: run a function of ours beside the server, and end it when it takes too long. Input: a function of a module, and its
arguments, all of which can be sent. Output: its result. The content of a game is read and run there, so that it can
neither stop the studio nor make it wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar, cast

from cardwright.studio.commands import SECONDS
from cardwright.studio.refusing import NotRun, too_long

_Result = TypeVar("_Result")


async def apart(work: Callable[..., _Result], *given: Any) -> _Result:
    """The result of a function; NotRun if it takes too long, or its process dies."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(None, partial(_waited, work, given))


def _waited(work: Callable[..., _Result], given: tuple[Any, ...]) -> _Result:
    context = get_context("spawn")  # a fork would take the server's threads and sockets along
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, work, given), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(SECONDS):
            raise too_long(SECONDS)
        return cast("_Result", ours.recv())
    except EOFError as ended:
        raise NotRun("it ended without a result", "выполнение окончилось без результата") from ended
    finally:
        process.kill()
        process.join()
        ours.close()


def _work(theirs: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    theirs.send(work(*given))
