"""Drawings in files: some squares with their terrain and walls, in a frame.

Job: read what an author drew into the text that engines have of it, where every edge is written out; find a character
of a block in its file. Input: a YAML value and the letters of the terrain. Output: a text, or diagnostics at the
characters that are wrong. Never lays a drawing.

In a line of squares they are every second character, with an edge before, between and behind them. A line of edges may
be left out between two lines of squares: there is no wall then.
"""

from __future__ import annotations

from collections.abc import Collection

from dsl.diagnostics import Label, Sink
from dsl.reading.yaml_tree import Mapping, Node, Scalar, text_slice
from dsl.source import Span

LARGEST = 64  # rows and columns of the largest drawing, as of the largest board
_VOID, _BARE = " ", "."
_FRAME = "begin and end with a line such as `+-+-+`: `-` is a wall, and a space is none"


def character_at(block: Scalar, line: int, column: int) -> Span:
    """The place of a character of a literal block, whose lines begin below its sign."""
    source, position = block.source, block.source.text.find("\n", block.start) + 1
    for _ in range(line):
        position = source.text.find("\n", position) + 1
    piece = text_slice(block, Sink())
    start = position + (piece.indent if piece is not None else 0) + column
    return source.span(start, start + 1)


def read_drawing(node: Scalar, letters: Collection[str], sink: Sink) -> str:
    """The text of a drawing; an empty one where something in it is wrong. ``letters`` are those of the terrain."""
    if text_slice(node, sink, "a drawing") is None:
        return ""
    lines = [line.rstrip() for line in node.text.rstrip("\n").split("\n")]
    reader = _Reader(node, lines, letters, sink)
    return "\n".join(reader.cells) if reader.read() else ""


def check_symbols(terrain: Node | None, sink: Sink) -> None:
    """Reports a symbol that two terrains have: a drawn board could mean only one of them."""
    first: dict[str, Scalar] = {}
    for name, written in terrain.entries if isinstance(terrain, Mapping) else ():
        symbol = written.get("symbol") if isinstance(written, Mapping) else written
        if not isinstance(symbol, Scalar) or first.setdefault(symbol.text, name) is name:
            continue
        other = first[symbol.text]
        told = f"`{symbol.text}` is the symbol of `{other.text}` already"
        labels = [Label(other.span, "first declared here")]
        sink.add("duplicate-name", symbol.span, told, help="give one of them another symbol", labels=labels)


class _Reader:
    """``cells`` are the lines of the text: of edges and of squares in turn."""

    def __init__(self, node: Scalar, lines: list[str], letters: Collection[str], sink: Sink) -> None:
        self.node, self.lines, self.letters, self.sink = node, lines, letters, sink
        self.size = len(lines[0])
        self.cells: list[str] = []
        self.numbers: list[int] = []  # the line in the file of each line of the text

    def fault(self, line: int, column: int, message: str, help: str = "", code: str = "wrong-value") -> bool:
        """Reports a character; behind the end of its line, the whole drawing."""
        is_there = self.node.style == "literal" and column < len(self.lines[line])
        place = character_at(self.node, line, column) if is_there else self.node.span
        self.sink.add(code, place, message, help=help)
        return False

    def read(self) -> bool:
        return self.is_framed() and all(map(self.read_line, range(len(self.lines)))) and self.has_squares()

    def is_framed(self) -> bool:
        for number in (0, len(self.lines) - 1):
            line = self.lines[number]
            if not (_is_edges(line) and line[0] == line[-1] == "+" and len(line) >= 3 and len(line) % 2):
                return self.fault(number, 0, "this line is no frame of the drawing", _FRAME)
        if self.size > 2 * LARGEST + 1:
            return self.fault(0, 2 * LARGEST + 1, f"more than {LARGEST} squares in a row")
        return True

    def read_line(self, number: int) -> bool:
        line = self.lines[number]
        if len(line) > self.size:
            return self.fault(number, self.size, "this stands outside of the frame", "make the first line as long")
        after_edges = len(self.cells) % 2 == 1
        if _is_edges(line):
            if after_edges:
                return self.fault(number, 0, "no squares between this line of edges and the one above", "leave one out")
            return self.put(number, self.edges(number, line))
        if not after_edges:
            self.put(number, "+ " * (self.size // 2) + "+")
        if len(self.cells) > 2 * LARGEST:
            return self.fault(number, 0, f"more than {LARGEST} rows")
        return self.put(number, self.squares(number, line))

    def put(self, number: int, made: str | None) -> bool:
        if made is not None:
            self.cells.append(made)
            self.numbers.append(number)
        return made is not None

    def edges(self, number: int, line: str) -> str | None:
        for column in range(1, len(line), 2):
            if line[column] not in " -":
                self.fault(number, column, f"`{line[column]}` above a square", "a space or `-` stands there")
                return None
        return "".join("+" if i % 2 == 0 else line[i : i + 1] or " " for i in range(self.size))

    def squares(self, number: int, line: str) -> str | None:
        for column, letter in enumerate(line):
            if column % 2 == 0 and letter not in " |":
                help = "squares are every second character; between them stand spaces or `|`"
                self.fault(number, column, f"`{letter}` stands between two squares", help)
                return None
            if column % 2 and letter not in (_VOID, _BARE) and letter not in self.letters:
                help = "write the symbol of a terrain, `.` for a bare square, or a space for none"
                self.fault(number, column, f"`{letter}` is no terrain's symbol", help, "unknown-name")
                return None
        return line.ljust(self.size)

    def has_squares(self) -> bool:
        rows = range(1, len(self.cells), 2)
        if all(self.cells[row][1::2].isspace() for row in rows):
            self.sink.add("wrong-value", self.node.span, "a drawing without squares", help="draw one at least: `.`")
            return False
        for row, line in enumerate(self.cells):
            for column, letter in enumerate(line):
                if letter in "|-" and (row + column) % 2 and not self.is_beside_square(row, column):
                    return self.fault(self.numbers[row], column, "this wall stands beside no square", "leave it out")
        return True

    def is_beside_square(self, row: int, column: int) -> bool:
        across, down = (0, 1) if row % 2 == 0 else (1, 0)
        beside = ((row - down, column - across), (row + down, column + across))
        return any(self.cells[y][x] != _VOID for y, x in beside if 0 <= y < len(self.cells) and 0 <= x < self.size)


def _is_edges(line: str) -> bool:
    return not set(line) - set(" +-|") and not {"+", "-"}.isdisjoint(line)
