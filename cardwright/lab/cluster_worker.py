"""What a worker of a Dask cluster does.

Job: hold the rules of a game, and play batches of its matches. Input: a compiled game, plans, batches. Output: sums.
Imported on clusters alone, since it needs the extra `dask`.
"""

from __future__ import annotations

import pickle
from importlib.metadata import version
from threading import Lock
from typing import Any

from distributed import WorkerPlugin

from cardwright.authoring.exported import rules_from
from cardwright.lab.batches import Plan, Sums, play_batch
from cardwright.lab.pool import Batch, Source
from compiler.garbage_collection import spare_the_program
from compiler.interpreter.host import Rules

VERSION = version("cardwright")
_PLAYED: dict[str, Rules] = {}  # by the hash of the rules
_LOCK = Lock()  # one match at a time in a process, however many threads it has


class Game(WorkerPlugin):
    """A compiled game, for every worker that there is and that joins later."""

    def __init__(self, source: Source) -> None:
        self.hash, self.version = source.rules.hash, VERSION
        self.content = pickle.dumps(source.content())
        self.name = f"cardwright {self.hash}"

    def setup(self, worker: Any) -> None:
        if self.version != VERSION:
            raise RuntimeError(f"{worker.address} has Cardwright {VERSION}, and not {self.version}")
        if self.hash not in _PLAYED:
            _PLAYED[self.hash] = rules_from(pickle.loads(self.content))
            spare_the_program()


def play(game: str, plan: Plan, batch: Batch) -> Sums:
    """Plays a batch of a game that the worker holds."""
    with _LOCK:
        return play_batch(_PLAYED[game], plan, batch)
