"""Checks games file by file, with stored results of the last run.

Job: choose how a game is checked (its cache, its lints, one process or several) and make a Reading of the findings.
Input: a folder and the options of the command line. Output: a Reading. Must never print findings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.cli.games import Reading, read_game, split_findings
from cardwright.cli.kept_rosters import broken_rosters
from cardwright.cli.output import say
from cardwright.cli.paths import shown_path
from cardwright.cli.progress import progress
from compiler.garbage_collection import without_garbage_collection
from dsl.diagnostics import Diagnostic
from dsl.game.game_files import GameFolder, KeptSources
from dsl.incremental.check import check_game
from dsl.incremental.store import Store
from dsl.lint.config import LintConfig

if TYPE_CHECKING:
    from dsl.incremental.run import WorkerPool
    from dsl.incremental.worker import Worker


def checked_game(
    folder: Path, requested: Sequence[Path], config: LintConfig | None, *, cache: bool, day: str = ""
) -> Reading:
    """A game with its findings; ``config`` selects the lints, or is None if none run.

    ``day``: with the cards as they were on it, of which nothing is stored.
    """
    store = opened_store(folder, enabled=cache and not day)
    sources: KeptSources = {}
    if day or (config is not None and config.given is not None):  # a project's own rules may read anything
        from cardwright.cli.linting import linted

        reading = read_game(folder, requested, day=day)
        reading = linted(reading, requested, config) if config is not None else reading
    else:
        reading = _by_file(folder, requested, config, store, sources)
    if reading.errors:
        return reading
    broken = broken_rosters(folder, reading.shown, store, sources, day)
    within, others = split_findings(broken, folder, reading.shown, requested)
    findings = tuple(sorted((*reading.findings, *within), key=Diagnostic.sort_key))
    return replace(reading, findings=findings, elsewhere=(*reading.elsewhere, *others))


def opened_store(folder: Path, *, enabled: bool) -> Store:
    """The cache of a game; says on stderr why a cache is refused."""
    store = Store(folder, enabled=enabled)
    if store.reason:
        say(f"nothing is kept for the next run: {store.reason}", err=True)
    return store


def _by_file(
    folder: Path, requested: Sequence[Path], config: LintConfig | None, store: Store, sources: KeptSources
) -> Reading:
    shown = shown_path(folder)
    with progress(f"checking {shown}") as report, without_garbage_collection():
        files = GameFolder(folder.absolute(), shown, kept=sources)

        def start(worker: Worker, size: int) -> WorkerPool:
            from cardwright.cli.worker_pool import start_workers

            return start_workers(worker, size, report)

        result = check_game(files, config, store, start)
    within, others = split_findings(result.findings, folder, shown, requested)
    return Reading(folder, shown, None, within, others, (result.cards, result.tests), result.waiting)
