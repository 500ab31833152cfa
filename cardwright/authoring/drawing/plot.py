"""Shares of outcomes as bars.

Job: draw each question with its outcomes, how likely each is, and what is known of that. Input: rows of values. Output:
a drawing that is as legible in black and white.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.authoring.drawing.svg import Drawing, shortened, text_width
from dsl.dataclass import dataclass

_LEFT, _ROW, _BAR, _MOST = 16, 22, 320, 60


@dataclass(frozen=True, slots=True)
class Bar:
    """An outcome with its share, and between which the share lies; ``told`` stands behind the bar."""

    value: str
    chance: float
    low: float
    high: float
    told: str


@dataclass(frozen=True, slots=True)
class Plot:
    question: str
    bars: Sequence[Bar]
    told: str  # below the bars


def draw_plots(title: str, told: str, plots: Sequence[Plot]) -> str:
    """All plots below each other, with what holds for all of them."""
    drawing = Drawing()
    drawing.text(_LEFT, 32, title, "head")
    drawing.text(_LEFT, 54, told, "plain quiet")
    y = 84.0
    for plot in plots:
        y = _draw(drawing, plot, y) + 26
    parts = [f"{p.question}: " + ", ".join(f"{b.value} {b.told}" for b in p.bars[:_MOST]) for p in plots]
    return drawing.document(title, f"{told}. {'; '.join(parts)}")


def _draw(drawing: Drawing, plot: Plot, y: float) -> float:
    drawing.text(_LEFT, y, plot.question, "strong")
    shown = plot.bars[:_MOST]
    names = [shortened(bar.value, 220) for bar in shown]
    begin = _LEFT + max((text_width(name) for name in names), default=0) + 12
    scale = _BAR / max((bar.high for bar in shown), default=1)
    top = y + 10
    for place, (bar, name) in enumerate(zip(shown, names, strict=True)):
        at = top + place * _ROW
        drawing.text(begin - 8, at + 15, name, "plain end")
        drawing.box(begin, at + 3, max(bar.chance * scale, 0.5), _ROW - 6, fill="#7a9cc6", stroke="#000")
        if bar.high > bar.low:
            middle = at + _ROW / 2
            drawing.line([(begin + bar.low * scale, middle), (begin + bar.high * scale, middle)], stroke_width=2)
            for end in (bar.low, bar.high):
                drawing.line([(begin + end * scale, middle - 4), (begin + end * scale, middle + 4)], stroke_width=2)
        drawing.text(begin + max(bar.chance, bar.high) * scale + 8, at + 15, bar.told)
    bottom = top + len(shown) * _ROW
    drawing.line([(begin, top), (begin, bottom)])
    more = f"{len(plot.bars) - _MOST} outcomes more" if len(plot.bars) > _MOST else ""
    for line in filter(None, (more, plot.told)):
        bottom += 18
        drawing.text(_LEFT, bottom, line, "plain quiet")
    return bottom
