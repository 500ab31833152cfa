"""For people: each finding with its source line, related places and help, then one summary line for each game."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.cli.games import Reading, elsewhere
from cardwright.cli.output import EscapedText, escaped
from cardwright.cli.render import as_text, counted
from dsl.counts import numbered
from dsl.lint.groups import WHOLE
from dsl.visible import in_one_line


def show(readings: Sequence[Reading]) -> str:
    blocks = [as_text(fault) for reading in readings for fault in reading.findings]
    blocks.append(escaped("\n".join(in_one_line(_summary(reading)) for reading in readings)))
    return EscapedText("\n\n".join(blocks))


def _summary(reading: Reading) -> str:
    """One line for a game: its size and the number of its findings."""
    found = counted(reading.findings) or "no findings"
    others = f" ({elsewhere(reading)})" if reading.elsewhere else ""
    if reading.waiting:
        many = "1 finding waits" if reading.waiting == 1 else f"{reading.waiting} findings wait"
        others += f"; {many} for version {WHOLE}"
    if reading.size is None:
        return f"{reading.shown}: {found}{others}"
    counts = zip(reading.size, ("card", "test"), strict=True)
    holds = ", ".join(numbered(count, word) for count, word in counts)
    return f"{reading.shown}: {holds}: {found}{others}"
