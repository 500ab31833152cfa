"""Drawn boards of tests and scenarios, and the squares that their texts name.

Job: report letters of a drawing without a meaning, and squares that are not on the drawn board. Input: the lines of a
board, and nodes of the texts with it. Output: diagnostics. Must never reject squares within the bounds of the drawing
that the drawing leaves empty.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from dsl.checking.results import Facts
from dsl.diagnostics import Sink
from dsl.meaning.drawings import character_at
from dsl.reading.yaml_tree import Scalar
from dsl.source import Span
from dsl.syntax import ast

LARGEST = 64  # rows and columns of the largest board
_SQUARE = re.compile(r"([a-z]{1,2})([1-9][0-9]?)")
_EDGES = frozenset(" -+|")


def place_named(text: str) -> tuple[int, int] | None:
    """The column and row, from 1, of a square's name (`a1`, `aa3`); None if no board has such a square."""
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
    """Reports every named square that is not on the board."""
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


def check_letters(board: Scalar, meanings: Mapping[str, Span | None], sink: Sink) -> None:
    """Reports letters of a drawing without a meaning, and letters of its legend that it does not contain, or scatters.

    ``meanings`` maps each letter of the legend to its place, and each symbol of a terrain to None.
    """
    seen: dict[str, list[tuple[int, int]]] = {}
    lines = board.text.rstrip("\n").split("\n")
    rows = [n for n, line in enumerate(lines) if not ("-" in line and _EDGES.issuperset(line))]
    framed = next((n for n in rows if lines[n].startswith("|")), None)
    if framed is not None:
        help = "`|` is a wall between two squares: the edge of a board is drawn by nothing"
        sink.add("wrong-value", character_at(board, framed, 0), "a frame stands around this board", help=help)
        return
    for row, number in enumerate(rows):
        for column, letter in enumerate(lines[number].rstrip()):
            allowed = letter in meanings or letter in "._ " if column % 2 == 0 else letter in "| "
            if not allowed and letter not in seen:
                place = character_at(board, number, column)
                message, help = _unknown_letter(letter, column)
                sink.add("unknown-name", place, message, help=help)
            seen.setdefault(letter, []).append((row, column // 2))
    for letter, span in meanings.items():
        if span is None:
            continue
        squares = seen.get(letter, [])
        if not squares:
            help = "draw it, or leave it out; what stands on no square is named below `create:`"
            sink.add("unknown-name", span, f"the letter `{letter}` does not stand on the board", help=help)
        elif not _is_block(squares):
            row, column = squares[1]
            message = f"`{letter}` is one figure, and stands on squares that are no square block"
            help = "give each figure a letter of its own"
            sink.add("wrong-value", character_at(board, rows[row], column * 2), message, help=help)


def _is_block(squares: Sequence[tuple[int, int]]) -> bool:
    """Whether squares, which are in reading order, fill a block that is as wide as it is deep."""
    (row, column), side = squares[0], math.isqrt(len(squares))
    return list(squares) == [(row + down, column + right) for down in range(side) for right in range(side)]


def _unknown_letter(letter: str, column: int) -> tuple[str, str]:
    if column % 2:
        help = "squares are every second column; between them stand spaces or `|`"
        return f"`{letter}` stands between two squares", help
    help = "name it in `legend:`, or write `.` for a bare square, `_` for a vacant one"
    return f"`{letter}` is in no legend, and no terrain's symbol", help
