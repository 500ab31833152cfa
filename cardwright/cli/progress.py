"""Shows on a terminal how many files of a game are checked."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from cardwright.cli.output import status

Report = Callable[[int, int], None]  # is called with the number of files that are done and of all


@contextmanager
def progress(text: str) -> Generator[Report]:
    """Shows progress on a terminal while the work lasts; without a terminal, nothing."""
    status(f"{text} …")
    try:
        yield lambda done, of: status(f"{text}: {done} of {of} files …")
    finally:
        status("")
