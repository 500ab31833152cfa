"""Checks beside the requests.

Job: check a game in a thread of its own, from what the cache and earlier checks know, and drop the check when the game
is edited again. Input: a LiveGame, of which it reads a copy of the texts. Output: results, which the server gives to
the game between two requests. Must never change the game itself. Why threads:
`docs/decisions/0036-checks-beside-requests.md`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from cardwright.authoring.server.live import LiveGame
from dsl.diagnostics import Diagnostic, Sink
from dsl.incremental.check import RUN, check_game
from dsl.incremental.nearby import Nearby, definitions_of_file
from dsl.incremental.packing import Read, read_of
from dsl.incremental.run import SingleProcess, WorkerPool, stored_name
from dsl.incremental.shared import Shared
from dsl.incremental.store import Store
from dsl.incremental.worker import Worker
from dsl.meaning.other_files import OtherFiles

_OWN_RUN = "run-editor"  # the command tells the same findings with other paths


class Dropped(Exception):
    """The game was edited, so nobody needs this check."""


class Memory(Store):
    """The cache of one game, with its newest results in memory. ``saves``: the texts are those on the disk, so that
    their results go into the cache, too.
    """

    def __init__(self, game: Path) -> None:
        super().__init__(game)
        self.held: dict[str, str] = {}
        self.saves = False

    def get(self, name: str) -> dict[str, Any] | None:
        if name not in self.held:
            found = super().get(_OWN_RUN if name == RUN else name)
            if found is None:
                return None
            self.held[name] = json.dumps(found)
        return json.loads(self.held[name])  # type: ignore[no-any-return]

    def put(self, name: str, data: dict[str, Any]) -> None:
        self.held[name] = json.dumps(data)
        if self.saves:
            super().put(_OWN_RUN if name == RUN else name, data)

    def keep_only(self, names: Any, prefix: str) -> None:
        kept = set(names)
        self.held = {name: data for name, data in self.held.items() if name in kept or not name.startswith(prefix)}
        if self.saves:
            super().keep_only(kept, prefix)

    def forget(self, name: str) -> None:
        """Removes a result that others do not fit to."""
        self.held[name] = "{}"


class Check:
    """One check of a game, from its state when this object is made. Its methods run in other threads; ``take`` is
    called there with what is known of the shared files, as soon as it is.
    """

    def __init__(self, game: LiveGame, memory: Memory, take: Callable[[Worker], None] = lambda worker: None) -> None:
        self.folder = game.new_folder()
        self.folder.checkpoint = self.checkpoint
        self.config = game.config
        self.memory = memory
        self.before = game.known.twin() if game.known is not None else None
        self.take = take
        self.texts = dict(game.texts)
        self.dropped = Event()

    def checkpoint(self) -> None:
        """Ends the check if nobody needs it."""
        if self.dropped.is_set():
            raise Dropped

    def of_file(self, inside: str) -> Nearby | None:
        """What is wrong in a file that others depend on, as far as it can be known without them."""
        self.checkpoint()
        before = self.before
        if before is None or before.checked is None:
            return None
        shared = Shared(self.folder, before.shared.book)
        path = self.folder.shown_path(inside)
        return definitions_of_file(shared, path, before.checked, before.other_files)

    def of_game(self) -> tuple[Diagnostic, ...]:
        """The findings of the whole game."""
        self.memory.saves = self._is_saved()
        return check_game(self.folder, self.config, self.memory, self._start, self.before).findings

    def shared_files(self) -> Worker:
        """What is known of the shared files, where the findings came from the cache without reading them."""
        reads = self._reads()
        if reads is None:
            self.memory.forget(RUN)
            check_game(self.folder, self.config, self.memory, before=self.before)
            reads = self._reads() or []
        worker = Worker(Shared(self.folder), self.config)
        self.checkpoint()
        kinds = {id_: kind for read in reads for id_, kind, *_ in read.ids if kind}
        worker.set_other_files(OtherFiles(kinds, [read.outline for read in reads]))
        return worker

    def _start(self, worker: Worker, size: int) -> WorkerPool:
        if worker.checked is not None:
            self.take(worker.twin())
        return SingleProcess(worker)

    def _is_saved(self) -> bool:
        disk = LiveGame(self.folder.path, self.config).folder
        return all(disk.bytes(name, Sink()) == self.folder.bytes(name, Sink()) for name in self.texts)

    def _reads(self) -> list[Read] | None:
        """What each card and test file shows; None if the cache lacks one."""
        names = [name for name in self.folder.all_files() if name.startswith(("cards/", "tests/"))]
        kept = [self.memory.get(stored_name(name)) for name in names]
        return [read_of(data["read"]) for data in kept if data is not None] if None not in kept else None
