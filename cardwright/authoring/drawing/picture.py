"""A position as one picture: its board or table, who stands there, players with their zones, and what lies beside.

Job: lay out the parts of a scene below each other, with a legend. Input: a view and the words of the game. Output: SVG.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.authoring.drawing.board import Grid, Table, look_of, patterns
from cardwright.authoring.drawing.scene import Heap, Piece, Reader, Scene, Words
from cardwright.authoring.drawing.svg import Drawing, shortened, text_width

_LEFT, _LINE = 16.0, 19.0
_CARD, _CARD_HIGH, _MOST_CARDS = 112.0, 44.0, 6
Marked = Sequence[tuple[int, Piece]]


def draw_view(view: Mapping[str, Any], words: Words, title: str) -> str:
    """The picture of a view. The same view gives the same picture."""
    scene = Reader(view, words).whole()
    drawing, marked = Drawing(), list(enumerate(scene.standing, 1))
    drawing.text(_LEFT, 32, title, "head")
    drawing.text(_LEFT, 54, _seen_by(view["for"], scene), "plain quiet")
    y = 84.0
    if view["board"] is not None:
        y = Grid(drawing, view["board"], [*scene.terrain], y).draw(marked)
        y = _legend(drawing, scene, y)
    elif marked:
        y = Table(drawing, marked, y).draw()
    y = _figures(drawing, scene, marked, y)
    y = _players(drawing, scene, y)
    _beside(drawing, scene, y)
    return drawing.document(title, _described(scene, view), patterns([*scene.terrain]))


def draw_board(view: Mapping[str, Any], words: Words, title: str) -> str:
    """The board or table of a view alone, with all that stands on it."""
    scene = Reader(view, words).whole()
    drawing, marked = Drawing(), list(enumerate(scene.standing, 1))
    if view["board"] is not None:
        Grid(drawing, view["board"], [*scene.terrain], 24).draw(marked)
    else:
        Table(drawing, marked, 24).draw()
    return drawing.document(title, _described(scene, view), patterns([*scene.terrain]))


def told_pieces(view: Mapping[str, Any], words: Words) -> list[str]:
    """Who stands where, a line each, behind their numbers."""
    scene = Reader(view, words).whole()
    return [f"{number} {_placed(piece, scene)}" for number, piece in enumerate(scene.standing, 1)]


def _seen_by(viewer: int | str | None, scene: Scene) -> str:
    if viewer == "all":
        return "with all that is hidden"
    return f"as {scene.players[viewer]} sees it" if isinstance(viewer, int) else "as a spectator sees it"


def _described(scene: Scene, view: Mapping[str, Any]) -> str:
    """The picture in words, for whoever cannot see it."""
    parts = [f"{_seen_by(view['for'], scene)}."]
    for place, piece in enumerate(scene.standing, 1):
        parts.append(f"{place} {_line(piece, scene)}.")
    for heap in scene.heaps:
        hidden = f"{heap.hidden} hidden" if heap.hidden else ""
        parts.append(f"{heap.owner}, {heap.name}: {', '.join(filter(None, (*heap.seen, hidden)))}.")
    return " ".join(parts)


def _line(piece: Piece, scene: Scene) -> str:
    """A piece in one line: name, place, side, numbers."""
    return _placed(piece, scene) + (f": {', '.join(piece.told)}" if piece.told else "")


def _placed(piece: Piece, scene: Scene) -> str:
    where = piece.at or ""
    if piece.base is not None and piece.at is None:
        where = f"{piece.base[0] / 100:g}″, {piece.base[1] / 100:g}″"
    who = scene.players[piece.side] if piece.side is not None else ""
    placed = ", ".join(filter(None, (where, who)))
    return piece.name + (f" ({placed})" if placed else "")


# ---- parts
def _legend(drawing: Drawing, scene: Scene, y: float) -> float:
    """The patterns of the terrain that is on the board."""
    x = 44.0
    for place, word in enumerate(scene.terrain.values()):
        wide = text_width(word) + 46
        if place and x + wide > 900:
            x, y = 44.0, y + 26
        drawing.box(x, y - 4, 20, 20, fill=f"url(#terrain{place})", stroke="#000")
        drawing.text(x + 27, y + 11, word)
        x += wide
    return y + 38 if scene.terrain else y


def _figures(drawing: Drawing, scene: Scene, marked: Marked, y: float) -> float:
    """All that stand, by side, with their numbers."""
    for seat in [*range(len(scene.players)), None]:
        for mark, piece in marked:
            if piece.side == seat:
                fill, dashes = look_of(seat)
                dashed = dashes or "none"
                drawing.box(_LEFT, y, 26, 15, rx=4, fill=fill, stroke="#000", stroke_width=1.5, stroke_dasharray=dashed)
                drawing.text(_LEFT + 13, y + 12, str(mark), "small middle")
                for line in _wrapped(_line(piece, scene), 900):
                    drawing.text(_LEFT + 34, y + 12, line)
                    y += _LINE
    return y + 14 if marked else y


def _wrapped(text: str, width: float) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(joined) > width:
            lines.append(shortened(word, width))
        else:
            lines[-1] = joined
    return lines


def _players(drawing: Drawing, scene: Scene, y: float) -> float:
    """Numbers and zones of each player, then of others that have any."""
    numbers = dict(scene.numbers)
    owners = dict.fromkeys([*numbers, *(heap.owner for heap in scene.heaps)])
    for owner in owners:
        heaps = [heap for heap in scene.heaps if heap.owner == owner]
        told = numbers.get(owner, ())
        if not heaps and not told:
            continue
        drawing.line([(_LEFT, y), (_LEFT + 940, y)], stroke="#999")
        drawing.text(_LEFT, y + 20, owner, "strong")
        y += 26
        for line in _wrapped(", ".join(told), 920) if told else ():
            drawing.text(_LEFT, y + 12, line)
            y += _LINE
        for heap in heaps:
            y = _heap(drawing, heap, y + 6)
        y += 12
    return y


def _heap(drawing: Drawing, heap: Heap, y: float) -> float:
    """A zone: its name and size, and cards; equal cards next to each other are one, those past some a number."""
    count = len(heap.ordered)
    drawing.text(_LEFT, y + 18, shortened(f"{heap.name}: {count}", 150), "plain")
    runs: list[tuple[str | None, int]] = []
    for item in heap.ordered:
        if runs and runs[-1][0] == item:
            runs[-1] = item, runs[-1][1] + 1
        else:
            runs.append((item, 1))
    x = _LEFT + 160
    for item, many in runs[:_MOST_CARDS]:
        _card(drawing, item, many, x, y)
        x += _CARD + 8
    left = sum(many for _, many in runs[_MOST_CARDS:])
    if left:
        drawing.text(x, y + 26, f"and {left} more")
    return y + _CARD_HIGH + 6


def _card(drawing: Drawing, name: str | None, many: int, x: float, y: float) -> None:
    """A card, or the back of one."""
    behind = min(many - 1, 3) * 2
    for step in range(behind, -1, -2):
        fill = "#fff" if name is not None else "#cfcfcf"
        drawing.box(x + step, y + step, _CARD - 6, _CARD_HIGH - 6, rx=5, fill=fill, stroke="#000")
    times = f"{many} × " if many > 1 else ""
    if name is None:
        for step in range(1, 6):
            at = x + step * (_CARD - 6) / 6
            drawing.line([(at, y + 4), (at, y + _CARD_HIGH - 10)], stroke="#888")
        told = f"{times}hidden"
        wide = text_width(told, "small") + 8
        drawing.box(x + (_CARD - 6 - wide) / 2, y + 9, wide, 20, fill="#fff")
        drawing.text(x + (_CARD - 6) / 2, y + 23, told, "small middle")
        return
    words = _lines(f"{times}{name}", _CARD - 14)
    for place, line in enumerate(words):
        drawing.text(x + 5, y + (15 if len(words) > 1 else 22) + 13 * place, line, "small")


def _lines(text: str, width: float) -> list[str]:
    """A text in one or two lines."""
    if text_width(text, "small") <= width:
        return [text]
    words = text.split(" ")
    for cut in range(len(words) - 1, 0, -1):
        first = " ".join(words[:cut])
        if text_width(first, "small") <= width:
            return [first, shortened(" ".join(words[cut:]), width, "small")]
    return [shortened(text, width, "small")]


def _beside(drawing: Drawing, scene: Scene, y: float) -> None:
    """What stands nowhere and lies in no zone, such as what somebody bears."""
    if not scene.elsewhere:
        return
    drawing.line([(_LEFT, y), (_LEFT + 940, y)], stroke="#999")
    drawing.text(_LEFT, y + 20, "beside the board", "strong")
    y += 26
    for piece in scene.elsewhere:
        for line in _wrapped(_line(piece, scene), 920):
            drawing.text(_LEFT, y + 12, line)
            y += _LINE
