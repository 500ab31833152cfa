"""Where games are, and how paths are shown. Imports nothing that takes time, for commands that read no game."""

from __future__ import annotations

from pathlib import Path

CONTENT = Path("content")


def shown_path(path: Path) -> str:
    """A path as people are shown it: from the working folder where it is below."""
    from dsl.reading.files import visible

    absolute, here = path.absolute(), Path.cwd()
    return visible((absolute.relative_to(here) if absolute.is_relative_to(here) else path).as_posix())
