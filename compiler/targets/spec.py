"""The description of a target language for the printer.

Job: hold, for one target, a text row for each construct of the core tree. Rows have holes: ``$name`` in an expression
is replaced by the printed expression, in brackets if its row binds less tightly than ``needs`` says for the hole; a
line that is only ``$body`` is replaced by the lines of a block with its indentation. Input and output: texts. Never
knows a node of the core tree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, LiteralString

from compiler.core.identifiers import is_identifier
from compiler.targets.code_text import (
    WIDTH,
    CodeText,
    bracketed,
    filled,
    fixed,
    indented,
    joined,
    named,
    number,
    remark,
    spread,
)
from compiler.targets.package import Package

ATOM = 100  # never needs brackets


@dataclass(frozen=True, slots=True)
class Row:
    """The text of an expression, how tightly it binds, and how tightly the values of its holes must bind.

    ``spread_out`` is the same over several lines, used if one line would be too long.
    """

    text: LiteralString
    level: int = ATOM
    needs: Mapping[str, int] = field(default_factory=dict[str, int])
    spread_out: LiteralString = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed expression. Its later lines are indented relative to its first."""

    text: CodeText
    level: int = ATOM

    def inside(self, least: int) -> CodeText:
        """The text for a hole, in brackets if needed."""
        return self.text if self.level >= least else filled("($inner)", {"inner": self.text})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block, with the index of its source in the span table."""

    text: CodeText
    at: int = 0


class Target(ABC):
    """One target language. The tables are complete: `printer` names the rows, and a test prints every construct."""

    name: str
    suffix: str
    comment: LiteralString  # a row in which `$words` is the rest of the line
    indent: LiteralString
    reserved: frozenset[str]  # words that cannot be a field name after a dot
    rows: ClassVar[Mapping[str, Row]]  # expressions
    lines: ClassVar[Mapping[str, LiteralString]]  # statements and definitions, as lines with holes
    tables_are_text: ClassVar[bool] = False  # tables are no literals of the language, but JSON
    remembers_in_groups: ClassVar[bool] = False  # the runtime forgets an answer when something that it reads changes
    # So many functions stand within each other in an expression; deeper ones are functions of their own.
    most_nested: ClassVar[int | None] = None
    runtime: tuple[str, ...]  # files of the runtime, beside the generated ones
    # `rules`, `data`, `tests`, `index`: path and text, with holes for `functions`, `literal`, `title`, and for the
    # `names` of the functions that rules and tests share
    modules: ClassVar[Mapping[str, tuple[str, LiteralString]]]

    @abstractmethod
    def package(self, package: Package, files: Mapping[str, str]) -> dict[str, str]:
        """The files that make the modules of an export a package, and those of them that a package changes."""

    # ---- literals
    @abstractmethod
    def text(self, value: str) -> CodeText:
        """Any text as a literal: ASCII, on one line."""

    @abstractmethod
    def array(self, items: list[CodeText]) -> CodeText:
        """A literal collection of the items."""

    def by_key(self, name: str) -> bool:
        """Whether a field is named by a text, because its name cannot stand after a dot."""
        return name in self.reserved

    def key(self, name: str) -> CodeText:
        """A name as the key of an object literal."""
        is_bare = self.has("bare_key") and is_identifier(name) and not self.by_key(name)
        return self.rowed("bare_key", name=named(name)) if is_bare else self.rowed("key", name=self.text(name))

    def none(self) -> CodeText:
        return fixed(self.rows["none"].text)

    def remark(self, words: str) -> CodeText:
        """A comment up to the end of its line."""
        return filled(self.comment, {"words": remark(words)})

    def plain(self, value: bool | int | str | None) -> Printed:
        """A literal number, truth value, text or none."""
        if value is None:
            return Printed(self.none())
        if isinstance(value, bool):
            return Printed(fixed(self.rows["true" if value else "false"].text))
        if isinstance(value, int):
            return Printed(number(value), ATOM if value >= 0 else self.rows["neg"].level)
        return Printed(self.text(value))

    def object(self, pairs: Iterable[tuple[str, CodeText]]) -> CodeText:
        """A literal mapping; its values are printed already."""
        row = self.rows["pair"].text
        items = [filled(row, {"key": _key(type(self), name), "value": value}) for name, value in pairs]
        return bracketed(self.rows["object"].text, items, self.indent)

    def results(self, items: list[CodeText]) -> CodeText:
        """The results of a function that gives several."""
        return self.array(items)

    def given(self, value: Printed, something: bool) -> CodeText:
        """A value of a mapping; ``something``: it is certainly neither none nor false."""
        return value.text

    # ---- tables and modules
    def table(self, text: str, functions: list[tuple[str, int]]) -> CodeText:
        """A table from its JSON text, in which a function is its number among ``functions``, each with the count of its
        parameters; for languages whose ``tables_are_text``.
        """
        raise NotImplementedError

    def holes(self, game: str, functions: CodeText) -> Mapping[str, CodeText]:
        """What the texts of modules have holes for, beside what all languages have."""
        return {}

    def parameters(self, names: list[CodeText]) -> CodeText:
        """The parameters of a function, the running game first."""
        return joined(", ", names)

    def unset(self, names: list[CodeText]) -> CodeText:
        """Locals that are declared before they have a value."""
        return joined(", ", names)

    def function_name(self, identifier: str) -> CodeText:
        """A function of the game as a value."""
        return self.reference(identifier)

    # ---- names
    def reference(self, identifier: str) -> CodeText:
        """A generated function, as other functions refer to it."""
        return self.rowed("reference", name=named(identifier))

    def local(self, name: str) -> CodeText:
        """A local of a text. Its prefix distinguishes it from all words of the target and the runtime."""
        return named(f"v_{name}")

    # ---- differences between languages
    def row(self, name: str) -> Row:
        return self.rows[name]

    def has(self, name: str) -> bool:
        return name in self.rows

    def rowed(self, row_name: str, /, **holes: CodeText) -> CodeText:
        """The text of a row whose holes need no brackets."""
        return filled(self.rows[row_name].text, holes)

    def expression(self, row_name: str, /, **holes: Printed | CodeText) -> Printed:
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

    def call(self, row_name: str, arguments: list[CodeText], /, **holes: CodeText) -> Printed:
        """A row whose hole ``$arguments`` takes a list, over several lines if one would be too long."""
        row = self.row(row_name)
        return Printed(bracketed(row.text, arguments, self.indent, holes), row.level)

    def block(self, row_name: str, at: int, body: list[Line] | None = None, /, **holes: CodeText) -> list[Line]:
        """The lines of a row, with ``body`` in place of its ``$body``."""
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


@lru_cache(maxsize=2048)
def _key(target: type[Target], name: str) -> CodeText:
    """The key of an object literal; tables have few keys, many times."""
    return target().key(name)
