"""The folder that an export is written to.

Job: write all files of an export, and a record of their contents, so that the next export replaces only files that an
export has written. Input: texts by path in the folder. Output: files. Never removes a file. Replaces files of others,
or files that were changed since, only if the user asks for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import click

from dsl.writing import read_file, write_files

RECORD = ".cardwright-export.json"
_FORMAT = 1


def write_export(files: Mapping[str, str], out: Path, *, overwrite: bool) -> int:
    """Writes all files, or none if one of them may not be replaced; returns their size in bytes."""
    new = {path: text.encode("utf-8") for path, text in files.items()}
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
    placed = {out / RECORD: _record({**known, **both}), **{out / path: data for path, data in new.items()}}
    write_files(placed, out, {out / path: data for path, data in old.items()})
    write_files({out / RECORD: _record({**known, **ours})}, out)
    return sum(map(len, new.values()))


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
