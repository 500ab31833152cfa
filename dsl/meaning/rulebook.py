"""The rulebook of a game: its rows, and the excused ones.

Job: read ``rulebook.yaml``, and check that every row that content names exists. Input: GameFiles and the Vocabulary.
Output: Rulebook. Does not count which rows tests show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.game.game_files import GameFiles
from dsl.meaning.vocab import Card, Vocabulary
from dsl.reading.yaml_tree import Mapping, Sequence, plain
from dsl.source import Span
from dsl.suggest import suggest
from dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    kind: str
    statement: str
    heading: str
    span: Span


@dataclass(frozen=True, slots=True)
class Excuse:
    """``reason``: not-mechanical, unknown-in-source, contradiction (then ``decision`` names its page)."""

    id: str
    reason: str
    note: str
    decision: str


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change of the game, as `cardwright mutate` names it, after which the game still plays the same."""

    change: str
    reason: str
    span: Span


@dataclass(slots=True)
class Rulebook:
    """``carried`` maps a row to the places that implement it. Tests implement the examples of the book."""

    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    excused: dict[str, Excuse] = field(default_factory=dict[str, Excuse])
    carried: dict[str, list[Span]] = field(default_factory=dict[str, list[Span]])
    equivalent: dict[str, Equivalent] = field(default_factory=dict[str, Equivalent])

    @property
    def examples(self) -> frozenset[str]:
        return frozenset(row.id for row in self.rows.values() if row.kind == "example")


def read_rulebook(files: GameFiles, vocab: Vocabulary, sink: Sink) -> Rulebook:
    """The rows and the places that implement them; reports unknown rows if the game has a rulebook."""
    book = Rulebook()
    node = files.rulebook
    rows = node.get("rows") if node is not None else None
    for item in rows.items if isinstance(rows, Sequence) else ():
        data: Any = plain(item)
        book.rows[str(data["id"])] = Row(
            str(data["id"]),
            str(data.get("kind", "")),
            str(data.get("statement", "")),
            str(data.get("heading", "")),
            item.span,
        )
    excused = node.get("excused") if node is not None else None
    for item in excused.items if isinstance(excused, Sequence) else ():
        data = plain(item)
        made = Excuse(str(data["id"]), str(data["reason"]), str(data.get("note", "")), str(data.get("decision", "")))
        book.excused[made.id] = made
        if made.id not in book.rows:
            _unknown(made.id, item.span, book, sink)
    equivalent = node.get("equivalent") if node is not None else None
    for item in equivalent.items if isinstance(equivalent, Sequence) else ():
        data = plain(item)
        book.equivalent[str(data["change"])] = Equivalent(str(data["change"]), str(data["reason"]), item.span)
    tested = [(row, span) for test in files.tests for row, span in _data_rows(test)]
    for row, span in (*_named(files, vocab), *((r, s) for r, s in tested if r in book.examples)):
        book.carried.setdefault(row, []).append(span)
    guarded = [(row, i.node.span) for i in vocab.invariants.values() for row in i.rows]
    check_rows(book, (*_named(files, vocab), *guarded, *tested), sink)
    return book


def check_rows(book: Rulebook, named: Iterable[tuple[str, Span]], sink: Sink) -> None:
    """Reports each named row that the rulebook does not have; nothing for games without a rulebook."""
    for row, span in named:
        if book.rows and row not in book.rows:
            _unknown(row, span, book, sink)


def rows_of(cards: Iterable[Card], tests: Iterable[Mapping]) -> list[tuple[str, Span]]:
    """Every row that cards and tests name, with its place."""
    found: list[tuple[str, Span]] = []
    for card in cards:
        found += [(row, card.span) for row in card.rows]
        for text in card.texts:
            for ability in text.abilities:
                found += _rows_in(ability)
    return found + [(row, span) for test in tests for row, span in _data_rows(test)]


def _unknown(row: str, span: Span, book: Rulebook, sink: Sink) -> None:
    sink.add("unknown-row", span, f"the rulebook has no row `{row}`", help=suggest(row, book.rows))


def _named(files: GameFiles, vocab: Vocabulary) -> list[tuple[str, Span]]:
    """Every row that content claims to carry out, with its place."""
    found: list[tuple[str, Span]] = []
    for node, rows in vocab.definitions:
        if isinstance(node, ast.InvariantDef):  # it guards what others carry out
            continue
        found += [(row, node.span) for row in rows]
        found += _rows_in(node)
    found += rows_of(vocab.cards.values(), ())
    if files.ruleset is not None:
        found += _data_rows(files.ruleset)
    return found


def _rows_in(root: ast.Node) -> list[tuple[str, Span]]:
    """Every row in a tree, with its place; only texts with an at sign have any."""
    if "@" not in root.span.text:
        return []
    return [(below.text, below.span) for below in root.walk() if isinstance(below, ast.Row)]


def _data_rows(node: Any) -> list[tuple[str, Span]]:
    """The `rows:` lists of a ruleset, at any depth."""
    found: list[tuple[str, Span]] = []
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if key.text == "rows" and isinstance(value, Sequence):
                found += [(str(plain(item)), item.span) for item in value.items]
            else:
                found += _data_rows(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            found += _data_rows(item)
    return found
