"""The surface tree of a line that is printed on a card. The ruleset declares what the words of a line mean."""

from __future__ import annotations

from dsl.dataclass import dataclass
from dsl.syntax.ast.node import Node


@dataclass(frozen=True, slots=True, eq=False)
class LinePiece(Node):
    """``range``, ``10`` or ``(``; form: word, number or sign."""

    form: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Line(Node):
    """``(range 10, 3 targets) +11 vs Fort; 25 cold and slowed``."""

    pieces: tuple[LinePiece, ...]
