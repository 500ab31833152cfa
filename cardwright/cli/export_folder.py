"""The folder that an export is written to.

Job: write all files of an export, and a record of what they hold, so that the next export replaces what exports wrote
and nothing else. A folder that is not there yet appears with all of them. Input: texts and bytes by path in the folder.
Output: files. Never removes a file; what somebody else wrote, or has changed since, is replaced only where this is
asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import click

from dsl.game.game_files import game_around
from dsl.writing import read_file, write_files, write_folder

RECORD = ".cardwright-export.json"
_FORMAT = 1


def write_export(files: Mapping[str, str | bytes], out: Path, *, overwrite: bool) -> int:
    """Writes all files, or none if one of them may not be replaced; returns their size in bytes."""
    _keep_out_of_games(out)
    new = {path: held.encode("utf-8") if isinstance(held, str) else held for path, held in files.items()}
    old = {path: read_file(out / path, out) for path in new}
    known = _recorded(read_file(out / RECORD, out))
    ours = {path: [_mark(data)] for path, data in new.items()}
    # A kill between two files leaves some old and some new ones, so the record lists both before the first is replaced.
    both = {path: list(dict.fromkeys([*marks, *known.get(path, ())])) for path, marks in ours.items()}
    foreign = [path for path, data in old.items() if data is not None and _mark(data) not in both[path]]
    if foreign and not overwrite:
        more = f" (and {len(foreign) - 1} more)" if len(foreign) > 1 else ""
        raise click.ClickException(
            f"`{out / foreign[0]}`{more} was not written by an export, or was changed since, so nothing was written; "
            "take another folder, or say --overwrite"
        )
    if not os.path.lexists(out):
        write_folder({RECORD: _record(ours), **new}, out)
        return sum(map(len, new.values()))
    placed = {out / RECORD: _record({**known, **both}), **{out / path: data for path, data in new.items()}}
    write_files(placed, out, {out / path: data for path, data in old.items()})
    write_files({out / RECORD: _record({**known, **ours})}, out)
    return sum(map(len, new.values()))


def _keep_out_of_games(out: Path) -> None:
    """Refuses a folder of which a game would say that nothing reads it: only hidden ones are nothing to a game."""
    whole = Path(os.path.abspath(out))
    game = game_around(whole)
    if game is not None and not any(part.startswith(".") for part in whole.relative_to(game).parts):
        raise click.ClickException(
            f"`{out}` lies in the game `{game.name}`, where nothing reads what is written; take a folder outside of it"
        )


def _mark(data: bytes) -> str:
    """A digest of a file that ignores changes of line ends, which version control may make."""
    return sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _record(marks: Mapping[str, list[str]]) -> bytes:
    text = json.dumps({"format": _FORMAT, "files": marks}, indent=1, sort_keys=True)
    return (text + "\n").encode("utf-8")


def _recorded(data: bytes | None) -> dict[str, list[str]]:
    """The marks of each file that exports have written; empty if the record cannot be read."""
    try:
        record: Any = json.loads(data or b"")
        files = cast("dict[str, list[Any]]", record["files"]) if record["format"] == _FORMAT else {}
        return {str(path): [str(mark) for mark in marks] for path, marks in files.items()}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}
