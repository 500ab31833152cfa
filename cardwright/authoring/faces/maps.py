"""The map of a scenario on sheets of paper, for figures to stand on.

Job: choose how the sheets lie, and set them: an overview with all that stands on the board, then the board in parts at
the size of figures. Input: a view, the words of the game, the paper. Output: PDF, pictures of the sheets, or a page for
browsers. A table without squares has only its overview.
"""

# The parts of a view are of any type: its schema says which.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.authoring.drawing.maps import Part, draw_part, legend, parts_of
from cardwright.authoring.drawing.picture import draw_board, told_pieces
from cardwright.authoring.drawing.scene import Words
from cardwright.authoring.drawing.svg import escaped
from cardwright.authoring.faces.sheets import EDGE, PAPERS
from cardwright.authoring.faces.typesetting import typeset_extra
from compiler.interpreter.grid import Grid
from dsl.dataclass import dataclass

INCH = 25.4
_MARGIN = 2 * (EDGE + 4)  # at both sides, with the cut marks
_NOTES = {
    "en": "sheet {number} of {many} · squares {first} to {last} · print at 100 %: a square is {square:g} mm wide",
    "ru": "лист {number} из {many} · клетки от {first} до {last} · печать в масштабе 100 %: клетка {square:g} мм",
}


@dataclass(frozen=True, slots=True)
class MapPaper:
    """How a map is printed: the paper, and the width of a square in millimetres."""

    name: str = "a4"
    square: float = INCH


def map_sheets(
    view: Mapping[str, Any], words: Words, titles: tuple[str, str], paper: MapPaper, form: str
) -> list[bytes]:
    """The sheets as files: one PDF, or a picture of each. ``titles``: of the map, and of the game."""
    size, parts = _laid(view["board"], paper)
    terrain = legend(view, words)
    order = [name for name, _, _ in terrain]
    sheets = [
        {
            "across": part.across, "down": part.down, "drawing": draw_part(view, order, part),
            "note": _note(part, (number, len(parts)), words.language, paper.square),
        }
        for number, part in enumerate(parts, 1)
    ]  # fmt: skip
    job = {
        "title": titles[1], "heading": titles[0], "language": words.language, "paper": list(size),
        "square": paper.square, "plan": draw_board(view, words, titles[0]), "sheets": sheets,
        "legend": [{"name": word, "swatch": swatch} for _, word, swatch in terrain], "lines": told_pieces(view, words),
    }  # fmt: skip
    return typeset_extra(job, "maps.typ", form)


def _laid(board: Mapping[str, Any] | None, paper: MapPaper) -> tuple[tuple[float, float], list[Part]]:
    """The paper, upright or across, whichever needs fewer sheets, and the parts of the board on them."""
    upright = PAPERS[paper.name]
    if board is None:
        return upright, []
    ways: list[tuple[tuple[float, float], list[Part]]] = []
    for width, height in (upright, upright[::-1]):
        across, down = (max(int((room - _MARGIN) / paper.square), 1) for room in (width, height))
        ways.append(((width, height), parts_of(board, across, down)))
    return min(ways, key=lambda way: len(way[1]))


def _note(part: Part, number: tuple[int, int], language: str, square: float) -> str:
    upto = Grid(part.column + part.across, part.row + part.down)
    first = upto.square_name(part.row * upto.width + part.column)
    last = upto.square_name(upto.width * upto.height - 1)
    return _NOTES.get(language, _NOTES["en"]).format(
        number=number[0], many=number[1], first=first, last=last, square=square
    )


def map_page(sheets: Sequence[bytes], title: str, language: str) -> bytes:
    """One page for browsers with pictures of all sheets; it loads nothing and runs nothing."""
    pictures = "\n".join(
        f'<p><img alt="{number}/{len(sheets)}" src="data:image/svg+xml;base64,{b64encode(sheet).decode("ascii")}"></p>'
        for number, sheet in enumerate(sheets, 1)
    )
    text = (
        f'<!doctype html>\n<html lang="{escaped(language)}">\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{escaped(title)}</title>\n<style>@page{{margin:0}}p{{margin:0;break-after:page}}"
        "@media screen{body{background:#777;text-align:center}img{background:#fff;margin:1em}}</style>\n"
        f"{pictures}\n</html>\n"
    )
    return text.encode("utf-8")
