"""A smaller game that fails alike.

Job: leave out files, entries and lines, then words, for as long as the failure stays the same. Input: files and a
judge. Output: files. At most ``tries`` times the judge is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tests.fuzz.games import Files

Judge = Callable[[Files], bool]
_WORD = re.compile(r"\s*\S+")


def shrunk(files: Files, fails: Judge, tries: int) -> Files:
    left = [tries]

    def judge(candidate: Files) -> bool:
        left[0] -= 1
        return left[0] >= 0 and fails(candidate)

    for path in sorted(files, key=lambda p: -len(files[p])):
        fewer = {p: t for p, t in files.items() if p != path}
        if path != "ruleset.yaml" and judge(fewer):
            files = fewer
    for split in (_blocks, _lines, _words):
        for path in sorted(files):
            files = _fewer(files, path, split(files[path]), judge)
    return files


def _fewer(files: Files, path: str, parts: Sequence[str], judge: Judge) -> Files:
    """Leaves out runs of parts of a file: halves, quarters, and so on."""
    size = max(1, len(parts) // 2)
    while parts:
        at = 0
        while at < len(parts):
            candidate = [*parts[:at], *parts[at + size :]]
            if judge({**files, path: "".join(candidate)}):
                parts = candidate
                files = {**files, path: "".join(parts)}
            else:
                at += size
        if size == 1:
            break
        size //= 2
    return files


def _blocks(text: str) -> list[str]:
    """Lines with those that stand further in below them: a definition, an entry of a list."""
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        starts = not line.startswith((" ", "\n")) or re.match(r"  - ", line)
        if starts or not found:
            found.append(line)
        else:
            found[-1] += line
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _words(text: str) -> list[str]:
    return _WORD.findall(text) if len(text) < 3000 else []
