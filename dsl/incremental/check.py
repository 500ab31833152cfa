"""Checks a game, unless the last check was of the same files.

Job: tell the stored findings of an unchanged game, else check it file by file. Input: a game's folder, a lint
configuration, a Store. Output: `Result`, which is byte for byte the same whatever the store contains. What checks is
imported only where something has changed, so that the command answers at once.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dsl.diagnostics import InternalError, Sink
from dsl.incremental.findings import Corrupt, Result, packed, unpacked
from dsl.incremental.store import Store, digest

if TYPE_CHECKING:
    from dsl.game.game_files import GameFolder
    from dsl.incremental.run import StartWorkers
    from dsl.incremental.worker import Worker
    from dsl.lint.config import LintConfig

RUN = "run"  # the name in the store


def check_game(
    folder: GameFolder, config: LintConfig | None, store: Store, start_workers: StartWorkers | None = None,
    before: Worker | None = None,
) -> Result:  # fmt: skip
    """The findings of a game; ``config`` is None where no lints run. ``before``: see `dsl.incremental.run.Run`.

    Raises what a worker raises, after a second try without stored results.
    """
    try:
        return _stored_or_new(folder, config, store, start_workers, before)
    except (Corrupt, InternalError, LookupError, TypeError, ValueError, AttributeError):
        if store.folder is None:
            raise
        # Stored data can have valid shapes and still be wrong for this version: check everything again.
        return _stored_or_new(folder, config, Store(store.game, enabled=False), start_workers, None)


def _stored_or_new(
    folder: GameFolder, config: LintConfig | None, store: Store, start_workers: StartWorkers | None,
    before: Worker | None,
) -> Result:  # fmt: skip
    key = _run_key(folder, config)
    kept = store.get(RUN)
    if kept is not None and kept.get("key") == key:
        findings = unpacked(kept["findings"], folder.as_shown)
        return Result(tuple(findings), int(kept["cards"]), int(kept["tests"]), int(kept["waiting"]))
    from dsl.incremental.run import Run, single_process

    result = Run(folder, config, store, start_workers or single_process, before).checked()
    data = {"key": key, "findings": packed(result.findings, folder.shown)}
    store.put(RUN, {**data, "cards": result.cards, "tests": result.tests, "waiting": result.waiting})
    return result


def _run_key(folder: GameFolder, config: LintConfig | None) -> str:
    """Everything on which the findings depend."""
    contents = (folder.bytes(name, Sink()) or b"" for name in folder.all_files())
    settings = "" if config is None else json.dumps(config.settings())
    return digest(folder.shown, settings, *folder.listing(), *contents)
