"""SVG as text: elements, escaped text, and a picture that is whole.

Job: write elements so that no text of a game can become markup, and sizes of texts without a font at hand. Input:
numbers and texts. Output: a document without scripts, links or outside parts, with a title and a description. The same
input gives the same text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from dsl.visible import in_one_line, visible

_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what no XML may hold
_STYLE = """\
text{font-family:"DejaVu Sans","Liberation Sans",Arial,Helvetica,sans-serif;fill:#000}\
.small{font-size:11px}.plain{font-size:13px}.strong{font-size:13px;font-weight:bold}.head{font-size:18px;font-weight:bold}\
.quiet{fill:#444}.middle{text-anchor:middle}.end{text-anchor:end}\
.halo{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}"""
Attributes = Mapping[str, float | str]
SIZES = {"small": 11, "plain": 13, "strong": 13, "head": 18}
_WIDE, _NARROW = 0.62, 0.33  # of the height of a letter
_BROAD = frozenset("mw@%шщмжю")
_THIN = frozenset("ijltfrI.,:;'|!()[] ")


def escaped(text: str) -> str:
    """A text of anybody as text of XML, in one line, with hidden characters spelled out."""
    safe = _UNFIT.sub("\ufffd", visible(in_one_line(text)))
    return escape(safe, {'"': "&quot;", "'": "&#39;"})


def text_width(text: str, style: str = "plain") -> float:
    """About how wide a text is; rather more than less."""
    size = SIZES[style.split(" ")[0]] * (1.2 if style.startswith(("strong", "head")) else 1)
    return sum(size * _part(sign) for sign in text)


def _part(sign: str) -> float:
    if sign in _THIN:
        return _NARROW
    if unicodedata.combining(sign):
        return 0.0
    return (
        1.05
        if unicodedata.east_asian_width(sign) in "WF"
        else 0.75
        if sign.isupper() or sign in "mwMW@%шщмжю"
        else _WIDE
    )


def shortened(text: str, width: float, style: str = "plain") -> str:
    """The text, or as much of it as fits, with an ellipsis."""
    if text_width(text, style) <= width:
        return text
    while text and text_width(text + "…", style) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def number(value: float) -> str:
    """A coordinate, to a hundredth."""
    return f"{round(value, 2):g}" if abs(value) < 10_000 else f"{round(value)}"


@dataclass
class Drawing:
    """Elements in the order in which they are painted, and how far they reach."""

    parts: list[str] = field(default_factory=list[str])
    width: float = 0
    height: float = 0

    def extend(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def add(self, element: str, attributes: Attributes, inside: str = "") -> None:
        """An element; an underscore in the name of an attribute is a hyphen."""
        written = [
            f' {name.replace("_", "-")}="{escaped(value) if isinstance(value, str) else number(value)}"'
            for name, value in attributes.items()
        ]
        self.parts.append(f"<{element}{''.join(written)}" + (f">{inside}</{element}>" if inside else "/>"))

    def text(self, x: float, y: float, text: str, style: str = "plain") -> None:
        self.add("text", {"x": x, "y": y, "class": style}, escaped(text) or " ")
        self.extend(x + (0 if "end" in style.split() else text_width(text, style)), y + 4)

    def box(self, x: float, y: float, width: float, height: float, **attributes: float | str) -> None:
        self.add("rect", {"x": x, "y": y, "width": width, "height": height, **attributes})
        self.extend(x + width, y + height)

    def line(self, points: Sequence[tuple[float, float]], **attributes: float | str) -> None:
        told = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add("polyline", {"points": told, "fill": "none", "stroke": "#000", **attributes})
        for x, y in points:
            self.extend(x, y)

    def titled(self, title: str) -> None:
        """Begins a group that has a title of its own, which `end_group` ends."""
        self.parts.append(f"<g><title>{escaped(title)}</title>")

    def end_group(self) -> None:
        self.parts.append("</g>")

    def document(self, title: str, description: str, definitions: str = "", margin: float = 16) -> str:
        """The whole picture."""
        width, height = number(self.width + margin), number(self.height + margin)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            ' role="img" aria-labelledby="title description">'
        )
        told = f'<title id="title">{escaped(title)}</title>\n<desc id="description">{escaped(description)}</desc>'
        paper = f'<rect width="{width}" height="{height}" fill="#fff"/>'
        body = "\n".join(self.parts)
        return f"{head}\n{told}\n<style>{_STYLE}</style>\n<defs>{definitions}</defs>\n{paper}\n{body}\n</svg>\n"
