"""What stands in a file: definitions, cards, tests.

Job: list the entries of a file with their places, without checking them. Input: a LiveGame and a path. Output: entries,
and the values of the protocol that are made of them. Changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from lsprotocol import types as lsp

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.positions import range_of
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink, made_once
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml
from dsl.source import Source, Span
from dsl.syntax.parse import definition_spans

KINDS = {
    "verb": lsp.SymbolKind.Method, "flow": lsp.SymbolKind.Method, "noun": lsp.SymbolKind.Class,
    "keyword": lsp.SymbolKind.Interface, "status": lsp.SymbolKind.Interface, "table": lsp.SymbolKind.Array,
    "events": lsp.SymbolKind.Event, "statuses": lsp.SymbolKind.Enum, "stat": lsp.SymbolKind.Property,
    "roster": lsp.SymbolKind.Struct, "heading": lsp.SymbolKind.Interface, "define": lsp.SymbolKind.Function,
    "relation": lsp.SymbolKind.Function, "invariant": lsp.SymbolKind.Boolean, "card": lsp.SymbolKind.Object,
    "test": lsp.SymbolKind.Object,
}  # fmt: skip
_HEAD = re.compile(r"^([a-z]+) +([a-z_][a-z0-9_]*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One definition, card or test: its sort, its name, its place, and the place of its name."""

    sort: str
    name: str
    span: Span
    at: Span


def entries(game: LiveGame, inside: str) -> Iterator[Entry]:
    """The entries of a file, in the order of its text."""
    source = game.source(inside)
    if inside.endswith(".rules"):
        yield from _definitions(source)
    elif inside.startswith("cards/"):
        yield from _listed(source, "cards", "id")
    elif inside.startswith("tests/"):
        yield from _listed(source, "tests", "name")


def yaml_of(source: Source) -> Node | None:
    """The nodes of a YAML file; None if it cannot be read."""
    return made_once(source, "yaml", Sink(), partial(parse_yaml, source))


def _definitions(source: Source) -> Iterator[Entry]:
    for span in definition_spans(source):
        found = _HEAD.search(span.text)
        if found is not None and found[1] in KINDS:
            at = source.span(span.start + found.start(2), span.start + found.end(2))
            end = span.start + len(span.text.rstrip())
            yield Entry(found[1], found[2], source.span(span.start, end), at)


def _listed(source: Source, what: str, key: str) -> Iterator[Entry]:
    node = yaml_of(source)
    items = node.get(what) if isinstance(node, Mapping) else None
    for item in items.items if isinstance(items, Sequence) else ():
        name = item.get(key) if isinstance(item, Mapping) else None
        if isinstance(name, Scalar):
            yield Entry(what[:-1], name.text, item.span, name.span)


def outline(game: LiveGame, inside: str) -> list[lsp.DocumentSymbol]:
    """The entries of a file for an editor."""
    return [
        lsp.DocumentSymbol(entry.name or "?", KINDS[entry.sort], range_of(entry.span), range_of(entry.at))
        for entry in entries(game, inside)
    ]


_LISTED = {"cards/": ("card", re.compile(r"^ *- \{?id: *['\"]?([a-z0-9_]+)", re.MULTILINE)),
           "tests/": ("test", re.compile(r"^ *- \{?name: *(.+)$", re.MULTILINE))}  # fmt: skip


def quick_entries(game: LiveGame, inside: str) -> Iterator[Entry]:
    """The entries of a file as its lines tell them, without reading YAML: for searches through whole games."""
    source = game.source(inside)
    if inside.endswith(".rules"):
        yield from _definitions(source)
    for folder, (sort, pattern) in _LISTED.items():
        for found in pattern.finditer(source.text) if inside.startswith(folder) else ():
            at = source.span(found.start(1), found.end(1))
            yield Entry(sort, found[1].strip("'\""), at, at)


def folds(source: Source) -> Iterator[tuple[int, int]]:
    """The first and last lines, from 0, of what is indented below a line."""
    above: list[tuple[int, int]] = []  # indentation and number of lines that may have a fold
    last = -1
    for number, line in enumerate(source.text.split("\n")):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        while above and above[-1][0] >= indent:
            _, first = above.pop()
            if last > first:
                yield first, last
        above.append((indent, number))
        last = number
    yield from ((first, last) for _, first in above if last > first)
