"""Boards of squares, and tables measured in hundredths, as drawings.

Job: draw terrain, walls, heights, and figures with their size, name and side, so that they can be told apart in black
and white. Input: the board of a view, and pieces. Output: elements of a drawing.
"""

# The parts of a view are of any type: its schema says which.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import Any

from cardwright.authoring.drawing.scene import Piece
from cardwright.authoring.drawing.svg import Drawing, number, shortened, text_width

_CELL, _LEAST_CELL, _WIDEST = 76, 36, 1400
_NAME = re.compile(r"([a-z]+)(\d+)")
_TABLE, _GRID = 900, 600  # pixels along the longer side of a table; hundredths between two of its lines
SIDES = (("#d3e3f5", ""), ("#f7dfc0", "7 3"), ("#d9ecd0", "2 2"), ("#ecd9ee", "9 3 2 3"), ("#f4f0c4", "1 4"))
_NOBODY = ("#ffffff", "")
# Terrain, in the order in which the ruleset has it: a pattern each, which tells it apart without colours.
_MARKS = (
    ("#8d8d8d", "M0 0L12 12M12 0L0 12"), ("#e9e2d2", "M0 12L12 0"), ("#dcebf5", "M0 3Q3 0 6 3T12 3M0 9Q3 6 6 9T12 9"),
    ("#e4efd9", "M3 3h.1M9 9h.1"), ("#f3ddd6", "M0 0L12 12"), ("#ededed", "M0 6H12"), ("#e8e4f0", "M6 0V12"),
    ("#f2ecd0", "M6 2V10M2 6H10"), ("#dfe9e6", "M2 10L6 3L10 10Z"), ("#f0e0ea", "M6 3A3 3 0 1 0 6.1 3"),
)  # fmt: skip


def patterns(terrain: Sequence[str]) -> str:
    """The definitions of the patterns of so many terrains."""
    made: list[str] = []
    for place, _ in enumerate(terrain):
        colour, path = _MARKS[place % len(_MARKS)]
        wide = 12 + 4 * (place // len(_MARKS))
        made.append(
            f'<pattern id="terrain{place}" width="{wide}" height="{wide}" patternUnits="userSpaceOnUse">'
            f'<rect width="{wide}" height="{wide}" fill="{colour}"/>'
            f'<path d="{path}" fill="none" stroke="#333" stroke-linecap="round"/></pattern>'
        )
    return "".join(made)


def look_of(seat: int | None) -> tuple[str, str]:
    """The colour and the dashes of a side."""
    return _NOBODY if seat is None else SIDES[seat % len(SIDES)]


# ---- squares
class Grid:
    """A board of squares, drawn with its upper left corner at a point."""

    def __init__(self, drawing: Drawing, board: Mapping[str, Any], terrain: Sequence[str], top: float) -> None:
        self.drawing, self.board, self.terrain = drawing, board, list(terrain)
        self.cell: int = max(_LEAST_CELL, min(_CELL, _WIDEST // max(board["width"], 1)))
        self.left, self.top = 44.0, top

    def corner(self, square: str) -> tuple[float, float]:
        """The upper left corner of a square."""
        found = _NAME.fullmatch(square)
        assert found is not None
        column = 0
        for letter in found[1]:
            column = column * 26 + ord(letter) - ord("a") + 1
        return self.left + (column - 1) * self.cell, self.top + (int(found[2]) - 1) * self.cell

    def draw(self, pieces: Sequence[tuple[int, Piece]]) -> float:
        """Draws all of it; gives the y below it."""
        for square in self.board.get("vacant_squares", ()):
            x, y = self.corner(square)
            self.drawing.box(x, y, self.cell, self.cell, fill="none", stroke="#bbb", stroke_dasharray="2 4")
        for square in self.board["squares"]:
            self.draw_square(square)
        self.draw_names()
        for wall in self.board["walls"]:
            self.draw_wall(*wall)
        crowds: dict[str, list[tuple[int, Piece]]] = {}
        for mark, piece in pieces:
            assert piece.at is not None
            crowds.setdefault(piece.at, []).append((mark, piece))
        for square, crowd in crowds.items():
            self.draw_crowd(square, sorted(crowd, key=lambda pair: -pair[1].size))
        height: int = self.board["height"]
        return self.top + height * self.cell + 24

    def draw_square(self, square: Mapping[str, Any]) -> None:
        x, y = self.corner(square["at"])
        names = [name for name in self.terrain if name in square["terrain"]]
        wide = self.cell / max(len(names), 1)
        for place, name in enumerate(names):
            pattern = f"url(#terrain{self.terrain.index(name)})"
            self.drawing.box(x + place * wide, y, wide, self.cell, fill=pattern)
        self.drawing.box(x, y, self.cell, self.cell, fill="none", stroke="#777")
        if square["elevation"]:
            self.drawing.text(x + self.cell - 4, y + 13, f"▲{square['elevation']}", "small end")

    def draw_names(self) -> None:
        """The letters of columns and the numbers of rows."""
        columns, rows = dict[str, float](), dict[str, float]()
        for square in (*(square["at"] for square in self.board["squares"]), *self.board.get("vacant_squares", ())):
            found = _NAME.fullmatch(square)
            assert found is not None
            columns[found[1]], rows[found[2]] = self.corner(square)
        for name, x in columns.items():
            self.drawing.text(x + self.cell / 2, self.top - 6, name, "small quiet middle")
        for name, y in rows.items():
            self.drawing.text(self.left - 12, y + self.cell / 2 + 4, name, "small quiet middle")

    def draw_wall(self, one: str, other: str) -> None:
        """The edge between two squares."""
        (x, y), (across, down) = self.corner(one), self.corner(other)
        if x == across:
            ends = [(x, max(y, down)), (x + self.cell, max(y, down))]
        else:
            ends = [(max(x, across), y), (max(x, across), y + self.cell)]
        self.drawing.line(ends, stroke_width=5, stroke_linecap="round")

    def draw_crowd(self, square: str, crowd: Sequence[tuple[int, Piece]]) -> None:
        """The figures on one square: one fills its own squares, several share them."""
        x, y = self.corner(square)
        for place, (mark, piece) in enumerate(crowd):
            wide = piece.size * self.cell - 8
            high = wide if len(crowd) == 1 else (self.cell - 8) / len(crowd)
            if len(crowd) > 1 and piece.size > 1:
                wide, high = piece.size * self.cell - 8, piece.size * self.cell - 8
            token(self.drawing, (x + 4, y + 4 + (place * high if piece.size == 1 else 0), wide, high), mark, piece)


def token(drawing: Drawing, area: tuple[float, float, float, float], mark: int, piece: Piece) -> None:
    """A figure: a box with its mark, and as much of its name as fits."""
    x, y, width, height = area
    fill, dashes = look_of(piece.side)
    drawing.titled(f"{mark} {piece.name}" + (f": {', '.join(piece.told)}" if piece.told else ""))
    drawing.box(x, y, width, height, rx=8, fill=fill, stroke="#000", stroke_width=2, stroke_dasharray=dashes or "none")
    lines = _in_lines(piece.name, width - 6, int((height - 20) // 12)) if height >= 32 else []
    middle = y + height / 2 - 6 * len(lines) + 5
    drawing.text(x + width / 2, middle, str(mark), "strong middle")
    for place, line in enumerate(lines, 1):
        drawing.text(x + width / 2, middle + 12 * place + 1, line, "small middle")
    drawing.end_group()


def _in_lines(name: str, width: float, most: int) -> list[str]:
    """A name in so many lines of so much room."""
    lines: list[str] = []
    for word in name.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, "small") <= width:
            lines[-1] = joined
        elif len(lines) < most:
            lines.append(word)
        elif lines:
            lines[-1] = joined
    return [shortened(line, width, "small") for line in lines]


# ---- tables
class Table:
    """A table without squares: bases where they stand, and the way that they look."""

    def __init__(self, drawing: Drawing, pieces: Sequence[tuple[int, Piece]], top: float) -> None:
        self.drawing, self.pieces = drawing, [(mark, piece, piece.base) for mark, piece in pieces if piece.base]
        reach = [(x, y, max(width, depth) / 2) for _, _, (x, y, _, width, depth) in self.pieces]
        self.low = [_before(min((place[axis] - place[2] for place in reach), default=0)) for axis in (0, 1)]
        self.high = [-_before(-max((place[axis] + place[2] for place in reach), default=_GRID)) for axis in (0, 1)]
        self.scale = _TABLE / max(self.high[0] - self.low[0], self.high[1] - self.low[1])
        self.left, self.top = 44.0, top

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.left + (x - self.low[0]) * self.scale, self.top + (y - self.low[1]) * self.scale

    def draw(self) -> float:
        """Draws all of it; gives the y below it."""
        (left, top), (right, bottom) = self.point(*self.low), self.point(*self.high)
        self.drawing.box(left, top, right - left, bottom - top, fill="#fbfbf7", stroke="#000")
        for x in range(self.low[0], self.high[0] + 1, _GRID):
            across = self.point(x, 0)[0]
            self.drawing.line([(across, top), (across, bottom)], stroke="#bbb")
            self.drawing.text(across, top - 6, f"{x // 100}″", "small quiet middle")
        for y in range(self.low[1], self.high[1] + 1, _GRID):
            down = self.point(0, y)[1]
            self.drawing.line([(left, down), (right, down)], stroke="#bbb")
            self.drawing.text(left - 6, down + 4, f"{y // 100}″", "small quiet end")
        for mark, piece, base in sorted(self.pieces, key=lambda row: -row[2][3] * row[2][4]):
            self.draw_base(mark, piece, base)
        return bottom + 24

    def draw_base(self, mark: int, piece: Piece, base: tuple[int, ...]) -> None:
        x, y, facing, width, depth = base
        corners = [_turned(x, y, facing, across * width / 2, ahead * depth / 2)
                   for across, ahead in ((-1, 1), (1, 1), (1, -1), (-1, -1))]  # fmt: skip
        fill, dashes = look_of(piece.side)
        self.drawing.titled(f"{mark} {piece.name}" + (f": {', '.join(piece.told)}" if piece.told else ""))
        told = " ".join(f"{number(a)},{number(b)}" for a, b in (self.point(*corner) for corner in corners))
        border = {"stroke": "#000", "stroke_dasharray": dashes or "none"}
        self.drawing.add("polygon", {"points": told, "fill": fill, **border})
        front = [self.point(*_turned(x, y, facing, a * width / 2, depth / 2)) for a in (-1, 1)]
        self.drawing.line(front, stroke_width=4)  # the side to which it looks
        self.label(mark, piece, base)
        self.drawing.end_group()

    def label(self, mark: int, piece: Piece, base: tuple[int, ...]) -> None:
        """The mark and, where there is room, the name: in the rear of the base, for others may stand in its front."""
        x, y, facing, width, depth = base
        high, wide = width * self.scale, depth * self.scale
        if facing % 180 == 0:
            high, wide = wide, high
        is_tall = high >= 44 and wide >= 44
        across, down = self.point(*_turned(x, y, facing, 0, -depth / 5 if is_tall else 0))
        told = f"{mark} {piece.name}"
        if is_tall:
            self.drawing.text(across, down - 2, str(mark), "strong middle")
            self.drawing.text(across, down + 11, shortened(piece.name, wide - 6, "small"), "small middle")
        elif high >= 14 and wide >= 70:
            self.drawing.text(across, down + 4, shortened(told, wide - 6, "small"), "small middle")
        else:
            self.drawing.text(across, down + 4, str(mark), "small middle")


def _before(value: float) -> int:
    """The line of the table at or before a place, with some room."""
    return int((value - _GRID // 6) // _GRID) * _GRID


def _turned(x: float, y: float, facing: float, across: float, ahead: float) -> tuple[float, float]:
    """A point of a base, by how far it is to the right of the centre and ahead of it."""
    turn = radians(facing)
    return x + across * cos(turn) + ahead * sin(turn), y + across * sin(turn) - ahead * cos(turn)
