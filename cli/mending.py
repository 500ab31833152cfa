"""Fixes of a game's findings: made in its files, or shown as a difference.

Job: bring fixes into files by offset, so that comments, layout, line ends and byte order marks stay. Input: a Reading;
output: how many were made, or a unified difference.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

from cli.games import Reading
from dsl.fixes import fixed, fixes_in
from dsl.source import Source
from dsl.visible import in_one_line

_MARK = b"\xef\xbb\xbf"


def mended(reading: Reading, *, unsafe: bool) -> int:
    """Makes the fixes in the files of a game; gives how many."""
    total = 0
    for source, fixes in fixes_in(reading.findings, unsafe=unsafe).items():
        text, made = fixed(source, fixes)
        write(file_of(reading, source), text)
        total += made
    return total


def difference(reading: Reading, *, unsafe: bool) -> str:
    """What ``mended`` would change."""
    shown = ""
    for source, fixes in fixes_in(reading.findings, unsafe=unsafe).items():
        shown += as_difference(source, fixed(source, fixes)[0])
    return shown


def as_difference(source: Source, text: str) -> str:
    """What becomes of a file, as a unified difference."""
    path = in_one_line(source.path)
    lines = unified_diff(_lines(source.text), _lines(text), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends, as every place counts them: a line ends at a line feed and nowhere else."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def file_of(reading: Reading, source: Source) -> Path:
    """The file that a source was read from."""
    return reading.folder / source.path.removeprefix(reading.shown).lstrip("/")


def write(path: Path, text: str) -> None:
    """Writes a text as it is, with the byte order mark that the file had."""
    mark = _MARK if path.read_bytes().startswith(_MARK) else b""
    path.write_bytes(mark + text.encode("utf-8"))
