"""The lines of content at which a game can stop.

Job: find the lines with a statement, and the one that is meant where a breakpoint stands on another line. Input: the
bodies of a game. Output: lines by file.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# Rows that begin no statement: the work of a body, what follows a call or request, and ends.
INSIDE = frozenset({
    "spend", "store", "jump", "return", "emitted", "entered", "step_end", "chosen", "branch", "mark", "note",
})  # fmt: skip


def statement_lines(bodies: Iterable[Any], places: Sequence[Any]) -> dict[str, list[int]]:
    """The lines with statements, sorted, by file."""
    found: dict[str, set[int]] = {}
    for body in bodies:
        for row in body.rows:
            if row[0] not in INSIDE:
                place = places[row[1]]
                found.setdefault(place.path, set()).add(place.line)
    return {path: sorted(lines) for path, lines in found.items()}


def line_meant(lines: Mapping[str, Sequence[int]], path: str, line: int) -> int | None:
    """The line itself if it has a statement, or else the next one that has; None if no line follows."""
    known = lines.get(path, ())
    position = bisect_left(known, line)
    return known[position] if position < len(known) else None
