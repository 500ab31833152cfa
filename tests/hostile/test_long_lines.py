"""A line may be as long as its author likes: what is wrong in it is told, and soon.

The patterns that look for habits of other languages take the more time the longer a text is, so they are given a part
of a long line only. A check runs in a process of its own that may use a few seconds of processor.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.build import build_game
from dsl.diagnostics import Sink
from tests.fuzz.attempt import PLAYED, Report
from tests.fuzz.guard import guarded
from tests.small_game import write_game

LONG = 30_000
SECONDS = 8.0  # a check of the small game takes less than one


@pytest.mark.parametrize(
    "line",
    [
        "set game.round to x" + " " * LONG + "?",
        "let a = b ?" + " " * LONG + "c",
        "? :" * LONG,
        "_" * LONG + "!",
        "a, " * LONG,
        '"' * LONG,
        "x" * LONG + " = = 1",
    ],
    ids=lambda line: f"{line[:12].strip()}…",
)
def test_a_long_line_of_rules_is_told_its_fault(line: str, tmp_path: Path) -> None:
    root = write_game(tmp_path, f"verb odd(target: unit):\n  {line}\n")
    assert guarded(lambda: told(root), SECONDS) == Report(PLAYED, "syntax")


def told(root: Path) -> Report:
    sink = Sink()
    build_game(root, sink)
    assert all(len(fault.message) < 500 and len(fault.help) < 500 for fault in sink.items)
    return Report(PLAYED, " ".join(sorted({fault.code for fault in sink.items})))
