"""Files beside the content that a person names: logs, suites, baselines, manifests, settings.

Job: read one, no longer than a bound. The path is the person's own word and may lead through links, but not where it
goes through the folder of a game: what lies there is somebody else's. Input: a path. Output: bytes; a fault is an
OSError.
"""

from __future__ import annotations

import os
from pathlib import Path

from dsl.game.game_files import RULESET
from dsl.reading.folders import LINK, Folder, NotAFileError

MOST_BYTES = 2**28  # a suite of 200 matches is a tenth of it; a pipe that never ends is cut here


def read_named(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file that a person has named; one that is longer is a fault."""
    game = _game_around(path)
    if game is None:
        with path.open("rb") as file:
            held = file.read(most + 1)
    else:
        try:
            held = Folder(game).read(whole_path(path).relative_to(game).as_posix(), most)
        except NotAFileError as fault:
            what = "a link, and links in the folder of a game are not followed" if fault.form == LINK else "no file"
            part = os.path.relpath(game / fault.part)
            raise OSError(f"`{part}` is {what}") from fault
    if len(held) > most:
        raise OSError(f"`{path}` is longer than {most} bytes")
    return held


def _game_around(path: Path) -> Path | None:
    """The outermost game's folder that a path goes through, as it was written."""
    games = [folder for folder in whole_path(path).parents if os.path.lexists(folder / RULESET)]
    return games[-1] if games else None


def whole_path(path: Path) -> Path:
    """A path from the root on; what stands before a `..` is followed, for there the system follows links, too."""
    whole = path.absolute()
    if ".." not in whole.parts:
        return whole
    last = len(whole.parts) - whole.parts[::-1].index("..")
    return Path(*whole.parts[:last]).resolve().joinpath(*whole.parts[last:])
