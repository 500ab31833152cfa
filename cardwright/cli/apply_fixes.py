"""Applies the fixes of a game's findings to its files, or shows them as a unified diff.

Job: change files by offset, so that comments, layout, line ends and byte order marks stay. Input: a Reading. Output:
the number of applied fixes, or a unified diff.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from cardwright.cli.games import Reading
from dsl.fixes import fixes_in, with_fixes
from dsl.source import Source
from dsl.visible import in_one_line
from dsl.writing import rewrite


def apply_fixes(reading: Reading, *, unsafe: bool) -> int:
    """Applies the fixes to the files of a game; returns their number."""
    total, texts = 0, dict[Source, str]()
    for source, fixes in fixes_in(reading.findings, unsafe=unsafe).items():
        texts[source], made = with_fixes(source, fixes)
        total += made
    write(reading, texts)
    return total


def difference(reading: Reading, *, unsafe: bool) -> str:
    """The changes that ``apply_fixes`` would make, as a unified diff."""
    shown = ""
    for source, fixes in fixes_in(reading.findings, unsafe=unsafe).items():
        shown += as_difference(source, with_fixes(source, fixes)[0])
    return shown


def as_difference(source: Source, text: str) -> str:
    """The change of one file, as a unified diff."""
    path = in_one_line(source.path)
    lines = unified_diff(_lines(source.text), _lines(text), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends. Only a line feed ends a line, as for all places."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def file_of(reading: Reading, source: Source) -> Path:
    """The file that a source was read from."""
    return reading.folder / source.path.removeprefix(reading.shown).lstrip("/")


def write(reading: Reading, texts: Mapping[Source, str]) -> None:
    """Writes new texts of a game's files; refuses if a file has changed since it was read."""
    rewrite({file_of(reading, source): (source.text, text) for source, text in texts.items()}, reading.folder)
