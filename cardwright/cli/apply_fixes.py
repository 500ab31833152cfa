"""Fixes of a game's findings: made in its files, or shown as a difference.

Job: bring fixes into files by offset, so that comments, layout, line ends and byte order marks stay. Input: a Reading;
output: how many were made, or a unified difference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from cardwright.cli.games import Reading
from dsl.fixes import fixed, fixes_in
from dsl.source import Source
from dsl.visible import in_one_line
from dsl.writing import rewrite


def mended(reading: Reading, *, unsafe: bool) -> int:
    """Makes the fixes in the files of a game; gives how many."""
    total, texts = 0, dict[Source, str]()
    for source, fixes in fixes_in(reading.findings, unsafe=unsafe).items():
        texts[source], made = fixed(source, fixes)
        total += made
    write(reading, texts)
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


def write(reading: Reading, texts: Mapping[Source, str]) -> None:
    """Writes what becomes of files of a game; refuses where a file is no longer what was read."""
    rewrite({file_of(reading, source): (source.text, text) for source, text in texts.items()}, reading.folder)
