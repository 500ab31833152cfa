"""Which files of a game change on the disk.

Job: watch a folder. Input: its path. Output: the paths of what has changed in it, whenever something has. The system
watches a folder and not its path: where that one is gone, as by a switch to another branch, and one is there again, the
new one is watched.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from pathlib import Path

from watchfiles import Change, awatch  # pyright: ignore[reportUnknownVariableType]

from dsl.game.game_files import GameFolder

_LOOK = 1.0  # seconds between two looks whether the folder is still the same


async def changed_files(folder: Path, stop: asyncio.Event) -> AsyncGenerator[list[str]]:
    """The paths in the folder that have changed; none where it is lost, and those of all files once it is back."""
    is_back, polls = False, None
    while not stop.is_set():
        known = _identity(folder)
        try:
            watched = awatch(
                folder, stop_event=stop, debounce=100, step=20, rust_timeout=int(_LOOK * 1000), yield_on_timeout=True,
                force_polling=polls,
            )  # fmt: skip
            async with aclosing(watched):
                async for changes in watched:
                    if is_back:
                        yield GameFolder(folder, folder.as_posix()).all_files()
                        is_back = False
                    shown = _shown(folder, {path for _, path in changes})
                    if shown:
                        yield shown
                    # A new folder may have the identity of the one before, and one that is moved with what is around
                    # it is told by nothing else.
                    if (Change.deleted, str(folder)) in changes or _identity(folder) != known:
                        yield []
                        break
        except FileNotFoundError:  # there is none now
            pass
        except (OSError, RuntimeError):  # the system watches no more: then all files are looked at again and again
            polls = True
        is_back = True
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _LOOK)


def _shown(folder: Path, paths: set[str]) -> list[str]:
    """Paths in the folder, without those that are hidden, and the folder itself."""
    inside = {Path(path).relative_to(folder).as_posix() for path in paths}
    return sorted(path for path in inside if not any(part.startswith(".") for part in path.split("/")))


def _identity(folder: Path) -> tuple[int, int] | None:
    """What the system knows a folder by; None where there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
