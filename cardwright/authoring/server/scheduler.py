"""When the games are checked.

Job: begin a check after an edit, drop it at the next one, and give its results to the game and to the editor. Input:
edits. Output: calls of ``tell``. Two threads work beside the requests: one for the file that is being edited, one for
whole games. Everything else here happens between two requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cardwright.authoring.server.checks import Check, Dropped, Memory
from cardwright.authoring.server.live import ALONE, LiveGame
from dsl.incremental.shared import shared_key
from dsl.incremental.worker import Worker

PAUSE = 0.25  # seconds without edits before everything that they may affect is checked


class Scheduler:
    """The checks of all games: for each game at most one."""

    def __init__(self, tell: Callable[[LiveGame, list[str]], None], fault: Callable[[Exception], None]) -> None:
        self.tell, self.fault = tell, fault
        self.of_files = ThreadPoolExecutor(1, "check of a file")
        self.of_games = ThreadPoolExecutor(1, "check of a game")
        self.memories: dict[Path, Memory] = {}
        self.now: dict[Path, tuple[Check, asyncio.Task[None]]] = {}
        self.unread: dict[Path, set[str]] = {}
        self.loaded: dict[Path, asyncio.Event] = {}

    def begin(self, game: LiveGame, inside: str = "", pause: float = 0.0) -> None:
        """Checks a game after a pause; ``inside`` is what was edited."""
        self.drop(game)
        if inside and not inside.startswith(ALONE):
            self.unread.setdefault(game.path, set()).add(inside)
        self.loaded.setdefault(game.path, asyncio.Event())
        loop = asyncio.get_running_loop()

        def take(worker: Worker) -> None:
            loop.call_soon_threadsafe(self._take_worker, game, check, worker)

        check = Check(game, self.memories.setdefault(game.path, Memory(game.path)), take)
        self.now[game.path] = check, loop.create_task(self._run(game, check, pause))

    def drop(self, game: LiveGame) -> None:
        """Ends the check of a game, if there is one."""
        check, task = self.now.pop(game.path, (None, None))
        if check is not None and task is not None:
            check.dropped.set()
            task.cancel()

    def forget(self, game: LiveGame) -> None:
        """Forgets a game that the server no longer has."""
        self.drop(game)
        for table in (self.memories, self.unread):
            table.pop(game.path, None)
        waited = self.loaded.pop(game.path, None)
        if waited is not None:
            waited.set()

    async def is_loaded(self, game: LiveGame) -> bool:
        """Waits until the game is read; False if it was forgotten before."""
        if game.known is None and game.path in self.loaded:
            await self.loaded[game.path].wait()
        return game.known is not None

    async def is_settled(self, game: LiveGame, inside: str) -> bool:
        """Waits until a file that others depend on is read as it is now."""
        while await self.is_loaded(game) and inside in self.unread.get(game.path, ()):
            await asyncio.sleep(0.01)
        return game.known is not None

    async def _run(self, game: LiveGame, check: Check, pause: float) -> None:
        loop = asyncio.get_running_loop()
        try:
            for inside in sorted(self.unread.get(game.path, ())):
                nearby = await loop.run_in_executor(self.of_files, check.of_file, inside)
                if nearby is not None:
                    self.tell(game, game.take_nearby(inside, nearby))
                self.unread[game.path].discard(inside)
            await asyncio.sleep(pause)
            findings = await loop.run_in_executor(self.of_games, check.of_game)
            self.tell(game, game.take_findings(findings))
            if game.known is None or game.known.shared.key != shared_key(check.folder):
                worker = await loop.run_in_executor(self.of_games, check.shared_files)
                self._take_worker(game, check, worker)
        except Dropped:
            pass
        except Exception as fault:  # no request waits for this, so the fault is shown, and the old results stay
            self.fault(fault)
            self.loaded[game.path].set()

    def _take_worker(self, game: LiveGame, check: Check, worker: Worker) -> None:
        if not check.dropped.is_set():
            game.take_worker(worker)
            self.loaded[game.path].set()
