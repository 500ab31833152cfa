"""What the printer must be told of a language.

Job: hold, for one target, a row of text for each construct of the core tree. Rows have holes: ``$name`` in an
expression is replaced by the expression printed there, in brackets where its row binds less tightly than the hole
``needs``; a line that is nothing but ``$body`` is replaced by the lines of a block, indented as it stands. Input and
output: texts. Never knows a node of the core tree.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

ATOM = 100  # what never needs brackets
WIDTH = 100
_HOLE = re.compile(r"\$([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Row:
    """The text of an expression, how tightly it binds, and how tightly what stands in its holes must bind.

    ``wide`` is the same over several lines, for where one would be too long.
    """

    text: str
    level: int = ATOM
    needs: Mapping[str, int] = field(default_factory=dict[str, int])
    spread_out: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """An expression as printed. Later lines are indented from where the first one begins."""

    text: str
    level: int = ATOM

    def inside(self, least: int) -> str:
        """Its text for a hole, in brackets where it must be."""
        return self.text if self.level >= least else f"({self.text})"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block, with the index in the span table of what it was made from."""

    text: str
    at: int = 0


class Target(ABC):
    """One target language. The tables are total: `printer` names the rows, and a test prints every construct."""

    name: str
    suffix: str
    comment: str  # what begins a comment that ends with the line
    indent: str
    reserved: frozenset[str]  # words that cannot be a field's name after a point
    rows: ClassVar[Mapping[str, Row]]  # expressions
    lines: ClassVar[Mapping[str, str]]  # statements and definitions, as lines with holes
    runtime: tuple[str, ...]  # files of the runtime, beside the generated ones
    # `rules`, `data`, `tests`, `index`: path and text, with holes for `functions`, `literal`, `title`, and for the
    # `names` of the functions that the rules and the tests have in common
    modules: ClassVar[Mapping[str, tuple[str, str]]]

    # ---- literals
    @abstractmethod
    def text(self, value: str) -> str:
        """A text as a literal."""

    @abstractmethod
    def array(self, items: list[str]) -> str:
        """A collection of the items, as a literal."""

    @abstractmethod
    def key(self, name: str) -> str:
        """A name as the key of a literal object."""

    def none(self) -> str:
        return self.rows["none"].text

    def plain(self, value: bool | int | str | None) -> Printed:
        """A number, truth value, text or none as a literal."""
        if value is None:
            return Printed(self.none())
        if isinstance(value, bool):
            return Printed(self.rows["true" if value else "false"].text)
        if isinstance(value, int):
            return Printed(str(value), ATOM if value >= 0 else self.rows["neg"].level)
        return Printed(self.text(value))

    def object(self, pairs: Iterable[tuple[str, str]]) -> str:
        """A mapping as a literal; values are printed already."""
        row = self.rows["pair"].text
        items = [filled(row, {"key": self.key(name), "value": value}) for name, value in pairs]
        return bracketed(self.rows["object"].text, items, self.indent)

    def given(self, value: Printed, something: bool) -> str:
        """A value of a mapping; ``something``: it is certainly neither none nor false."""
        return value.text

    # ---- names
    def reference(self, identifier: str) -> str:
        """How other functions name a generated one."""
        return filled(self.rows["reference"].text, {"name": identifier})

    # ---- what languages do in their own way
    def row(self, name: str) -> Row:
        return self.rows[name]

    def has(self, name: str) -> bool:
        return name in self.rows

    def expression(self, row_name: str, /, **holes: Printed | str) -> Printed:
        """A row with its holes filled."""
        row = self.row(row_name)
        texts = {
            hole: value.inside(row.needs.get(hole, 0)) if isinstance(value, Printed) else value
            for hole, value in holes.items()
        }
        text = filled(row.text, texts)
        if row.spread_out and ("\n" in text or len(text) > WIDTH):
            text = spread(row.spread_out, texts)
        return Printed(text, row.level)

    def call(self, row_name: str, arguments: list[str], /, **holes: str) -> Printed:
        """A row whose hole ``$arguments`` takes a list, over several lines where one would be too long."""
        row = self.row(row_name)
        return Printed(bracketed(filled(row.text, holes), arguments, self.indent), row.level)

    def block(self, row_name: str, at: int, body: list[Line] | None = None, /, **holes: str) -> list[Line]:
        """The lines of a row; ``body`` stands where its ``$body`` does."""
        made: list[Line] = []
        for line in self.lines[row_name].split("\n"):
            space = line[: len(line) - len(line.lstrip())]
            if line.strip() == "$body":
                made += [Line(indented(inner.text, space), inner.at) for inner in body or ()]
                continue
            text = filled(line.lstrip(), holes)
            if text.strip():
                made.append(Line(indented(text, space), at))
        return made


def filled(text: str, holes: Mapping[str, str]) -> str:
    """A row's text with its holes filled; a hole that nobody fills stays."""
    return _HOLE.sub(lambda found: holes.get(found[1], found[0]), text)


def spread(text: str, holes: Mapping[str, str]) -> str:
    """A row's lines with their holes filled; what fills them is indented like the line."""
    lines = ((line[: len(line) - len(line.lstrip())], line.lstrip()) for line in text.split("\n"))
    return "\n".join(indented(filled(line, holes), space) for space, line in lines)


def bracketed(text: str, items: list[str], indent: str) -> str:
    """Items, parted by commas, where ``$arguments`` stands; each on its own line where one line would not hold them."""
    whole = ", ".join(items)
    if "\n" not in whole and len(text) + len(whole) <= WIDTH:
        return text.replace("$arguments", whole)
    inner = ",\n".join(indented(item, indent) for item in items)
    return text.replace("$arguments", f"\n{inner}\n" if items else "")


def indented(text: str, indent: str) -> str:
    return "\n".join(indent + line if line else line for line in text.split("\n"))
