"""What of a game can be exchanged: the parts of its texts by their grammar, the values of its files by their place.

Job: read a file and give its pieces. A piece is a range of the file and its sort; pieces of one sort may stand for each
other. Input: a path and a text. Output: pieces, the same for equal texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

from dsl.diagnostics import Sink
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml, text_slice
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.parse import parse_abilities, parse_expression, parse_rules, parse_statements

_FAMILIES = {
    **dict.fromkeys(get_args(ast.Definition), "definition"),
    **dict.fromkeys(get_args(ast.Ability), "ability"),
    **dict.fromkeys(get_args(ast.Modifier), "modifier"),
    **dict.fromkeys(get_args(ast.Header), "header"),
    **dict.fromkeys(get_args(ast.Expr), "expression"),
    **dict.fromkeys(get_args(ast.Statement), "statement"),
    **dict.fromkeys(get_args(ast.Duration), "duration"),
}
# Whole lines of a text: what can be left out or said twice.
LINES = frozenset({"definition", "ability", "modifier", "statement", "AiStep", "TableRow", "Option", "entry"})


@dataclass(frozen=True, slots=True)
class Piece:
    """``sort`` is a family of the grammar, a class of node, or of YAML: value, text, entry."""

    sort: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def pieces(path: str, text: str) -> tuple[Piece, ...]:
    """All pieces of a file; of one that cannot be read, those of its readable parts."""
    if path.endswith(".rules"):
        source = Source(path, text)
        return tuple(_of_nodes(parse_rules(source, Sink())))
    root = parse_yaml(Source(path, text), Sink())
    return tuple(_of_yaml(root)) if root is not None else ()


def _of_nodes(nodes: tuple[ast.Node, ...]) -> Iterator[Piece]:
    for top in nodes:
        for node in top.walk():
            span = node.span
            if span.end > span.start:
                yield Piece(_FAMILIES.get(type(node), type(node).__name__), span.start, span.end)


def _of_yaml(node: Node) -> Iterator[Piece]:
    match node:
        case Mapping(entries=entries):
            for key, value in entries:
                yield Piece("entry", key.start, value.end)
                yield Piece("value", value.start, value.end)
                yield from _of_yaml(value)
        case Sequence(items=items):
            for item in items:
                yield Piece("value", item.start, item.end)
                yield from _of_yaml(item)
        case Scalar(style="literal"):
            yield Piece("text", node.start, node.end)
            yield from _of_text(node)
        case Scalar():
            yield from _of_expression(node.inside)


def _of_text(node: Scalar) -> Iterator[Piece]:
    """The pieces of abilities or statements that stand in a block of a file."""
    piece = text_slice(node, Sink())
    if piece is None:
        return
    span = piece.source.span(piece.start, piece.end)
    for read in (parse_abilities, parse_statements):
        sink = Sink()
        found = read(span, piece.indent, sink)
        if found and not sink.items:
            yield from _of_nodes(found)
            return


def _of_expression(span: Span) -> Iterator[Piece]:
    if not any(c in span.text for c in " .("):
        return
    sink = Sink()
    found = parse_expression(span, sink)
    if found is not None and not sink.items:
        yield from _of_nodes((found,))


@lru_cache(maxsize=8192)
def text_of(text: str, piece: Piece) -> str:
    """A piece as it would stand at the left margin."""
    column = piece.start - text.rfind("\n", 0, piece.start) - 1
    first, *rest = text[piece.start : piece.end].split("\n")
    return "\n".join([first, *(line[column:] if not line[:column].strip() else line.lstrip() for line in rest)])


def replaced(text: str, piece: Piece, by: str) -> str:
    """A text with something else in the place of a piece, its lines under the first."""
    column = piece.start - text.rfind("\n", 0, piece.start) - 1
    return text[: piece.start] + by.replace("\n", "\n" + " " * column) + text[piece.end :]
