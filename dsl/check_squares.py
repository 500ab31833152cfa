"""Squares that tests and scenarios name, on the board that they draw.

Job: report the name of a square that is not on the drawn board. Input: the lines of a board, and nodes of the texts
around it. Output: diagnostics. Squares that the drawing leaves out within it are not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dsl import ast
from dsl.checked import Facts
from dsl.diagnostics import Sink

LARGEST = 64  # rows and columns of the largest board
_SQUARE = re.compile(r"([a-z]{1,2})([1-9]\d?)")
_EDGES = frozenset(" -+|")


def place_named(text: str) -> tuple[int, int] | None:
    """The column and row, from 1, of a square's name (`a1`, `aa3`); None for what no board has."""
    found = _SQUARE.fullmatch(text)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    row = int(found[2])
    return (column, row) if column <= LARGEST and row <= LARGEST else None


def column_name(column: int) -> str:
    """``a`` for 1, ``aa`` for 27."""
    before, last = divmod(column - 1, 26)
    return (chr(ord("a") + before - 1) if before else "") + chr(ord("a") + last)


def check_squares(facts: Facts, board: Sequence[str], nodes: Iterable[ast.Node], sink: Sink) -> None:
    """Report every square named in the nodes that is not on the board."""
    rows = [line for line in board if not ("-" in line and _EDGES.issuperset(line))]
    width = max(((len(line.rstrip()) + 1) // 2 for line in rows), default=0)
    for node in nodes:
        for below in node.walk():
            ref = facts.refs.get(below)
            place = place_named(ref.name) if ref is not None and ref.form == "square" else None
            if place is not None and (place[0] > width or place[1] > len(rows)):
                columns = f"the columns a to {column_name(width)} and the rows 1 to {len(rows)}"
                message = f"the board has no square `{below.span.text}`"
                sink.add("unknown-name", below.span, message, help=f"it has {columns}")
