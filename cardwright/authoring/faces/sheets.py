"""Where cards lie on pages.

Job: lay cards of one size on sheets of paper, with cut marks, backs and notes, or on one picture for a table on the
screen. Input: the sizes and numbers of cards. Output: Pages, in millimetres. Must never know what a card shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from cardwright.authoring.faces.describe import Face
from dsl.dataclass import dataclass

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE = 4.0  # what printers leave white, at least
_MARK = 4.0  # how long a cut mark is
_GAP = 0.6  # between a card and a mark in the margin
_COLUMNS, _ROWS = 10, 7  # at most, in a picture for a table on the screen
_NOTES = {
    "en": ("print at 100 %", "backs: print on the other side, turned over its {} edge", ("long", "short")),
    "ru": ("печать в масштабе 100 %", "рубашки: печать на обороте, переворот по {} краю", ("длинному", "короткому")),
}

Mark = tuple[float, float, float, float]  # from a point to a point


@dataclass(frozen=True, slots=True)
class Item:
    """A card on a page: its number among the faces, and the left upper corner of the cut card."""

    card: int
    at: tuple[float, float]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page, with what lies on it."""

    size: tuple[float, float]
    items: tuple[Item, ...]
    marks: tuple[Mark, ...] = ()
    note: str = ""

    def data(self) -> dict[str, Any]:
        """The page for the template."""
        items = [{"card": item.card, "at": list(item.at), "back": item.back} for item in self.items]
        marks = [list(mark) for mark in self.marks]
        return {"size": list(self.size), "items": items, "marks": marks, "note": self.note}


@dataclass(frozen=True, slots=True)
class Paper:
    """How to print: ``offset`` moves the backs, for printers that do not meet the front."""

    name: str = "a4"
    bleed: float = 1.0
    backs: bool = False
    offset: tuple[float, float] = (0.0, 0.0)
    language: str = "en"


class DoesNotFit(ValueError):
    """A card is larger than the paper; the text is the message."""


def single(faces: Sequence[Face], number: int, bleed: float = 0, *, back: bool = False) -> Page:
    """A page that is one card."""
    width, height = faces[number].size
    return Page((width + 2 * bleed, height + 2 * bleed), (Item(number, (bleed, bleed), back),))


def sheets(faces: Sequence[Face], copies: Sequence[int], paper: Paper) -> list[Page]:
    """Sheets of paper with the faces of these numbers, in this order; each size on sheets of its own."""
    made: list[Page] = []
    for size in dict.fromkeys(faces[number].size for number in copies):
        grid = _grid(size, paper)
        of_size = [number for number in copies if faces[number].size == size]
        for some in _slices(of_size, len(grid.places)):
            made += grid.pages(some, paper)
    return [_numbered(page, number, len(made), paper) for number, page in enumerate(made, start=1)]


@dataclass(frozen=True, slots=True)
class _Grid:
    """The places of cards on a sheet."""

    paper: tuple[float, float]
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    card: tuple[float, float]

    @property
    def places(self) -> list[tuple[float, float]]:
        return [(x, y) for y in self.rows for x in self.columns]

    def pages(self, numbers: Sequence[int], paper: Paper) -> Iterator[Page]:
        """A sheet, and the sheet for its other side."""
        marks = tuple(self.marks(paper.bleed))
        yield Page(self.paper, tuple(Item(n, at) for n, at in zip(numbers, self.places, strict=False)), marks)
        if paper.backs:
            right, down = paper.offset
            over = [(self.paper[0] - x - self.card[0] + right, y + down) for x, y in self.places]
            yield Page(self.paper, tuple(Item(n, at, True) for n, at in zip(numbers, over, strict=False)))

    def marks(self, bleed: float) -> Iterator[Mark]:
        """Lines along each cut, outside of the cards: in the margins and in the gaps between cards."""
        width, height = self.card
        for x in (edge for left in self.columns for edge in (left, left + width)):
            yield from ((x, start, x, end) for start, end in _outside(self.rows, height, bleed, self.paper[1]))
        for y in (edge for top in self.rows for edge in (top, top + height)):
            yield from ((start, y, end, y) for start, end in _outside(self.columns, width, bleed, self.paper[0]))


def _outside(starts: Sequence[float], length: float, bleed: float, room: float) -> Iterator[tuple[float, float]]:
    """What lies before, between and behind the cards of a row or column."""
    first, last = starts[0] - bleed - _GAP, starts[-1] + length + bleed + _GAP
    yield max(first - _MARK, 0), first
    yield last, min(last + _MARK, room)
    for start, following in pairwise(starts):
        if following > start + length:
            yield start + length, following


def _grid(size: tuple[int, int], paper: Paper) -> _Grid:
    """The grid, on the paper upright or across, that holds the most cards."""
    width, height = PAPERS[paper.name]
    best = max((_laid(size, (width, height), paper.bleed), _laid(size, (height, width), paper.bleed)), key=_room)
    if not _room(best):
        raise DoesNotFit(f"a card of {size[0]} × {size[1]} mm with its bleed does not fit on {paper.name}")
    return best


def _room(grid: _Grid) -> int:
    return len(grid.columns) * len(grid.rows)


def _laid(size: tuple[int, int], paper: tuple[float, float], bleed: float) -> _Grid:
    columns, rows = (_places(paper[axis], size[axis], bleed) for axis in (0, 1))
    return _Grid(paper, columns, rows, (float(size[0]), float(size[1])))


def _places(room: float, length: int, bleed: float) -> tuple[float, ...]:
    """The places of as many cards as fit beside each other, in the middle."""
    cell = length + 2 * bleed
    many = int((room - 2 * EDGE) / cell)
    first = (room - many * cell) / 2 + bleed
    return tuple(round(first + number * cell, 3) for number in range(many))


def _numbered(page: Page, number: int, many: int, paper: Paper) -> Page:
    scale, over, edges = _NOTES.get(paper.language, _NOTES["en"])
    is_back = any(item.back for item in page.items)
    turned = over.format(edges[page.size[0] > page.size[1]])
    note = f"{number}/{many} · {turned if is_back else scale}"
    return Page(page.size, page.items, page.marks, note)


# ---- a table on the screen
@dataclass(frozen=True, slots=True)
class Deck:
    """Cards in one picture, in rows; the back is in the last place."""

    page: Page
    columns: int
    rows: int
    cards: tuple[int, ...]


def decks(faces: Sequence[Face], numbers: Iterable[int]) -> Iterator[Deck]:
    """Pictures with cards of one size."""
    for some in _slices(list(numbers), _COLUMNS * _ROWS - 1):
        columns = min(max(len(some) + 1, 2), _COLUMNS)
        rows = max(-(-(len(some) + 1) // columns), 2)
        width, height = faces[some[0]].size
        places = [(x * float(width), y * float(height)) for y in range(rows) for x in range(columns)]
        items = [Item(number, at) for number, at in zip(some, places, strict=False)]
        page = Page((columns * width, rows * height), (*items, Item(some[0], places[-1], True)))
        yield Deck(page, columns, rows, tuple(some))


def _slices(numbers: Sequence[int], many: int) -> Iterator[Sequence[int]]:
    return (numbers[start : start + many] for start in range(0, len(numbers), many))
