"""Declares the headings of abilities.

Job: declare each heading once for its kind. Input: its definition, and the declarer. Output: entries of the vocabulary.
Does not check what the heading says.
"""

from __future__ import annotations

from typing import Protocol

from dsl.diagnostics import Label, Sink
from dsl.meaning.types import Type, kind_of
from dsl.meaning.vocab import Heading, Param, Vocabulary
from dsl.source import Span
from dsl.syntax import ast


class Declaring(Protocol):
    """What is needed here of the declarer."""

    vocab: Vocabulary
    sink: Sink

    def params(self, params: tuple[ast.Param, ...]) -> tuple[Param, ...]: ...
    def unknown_type(self, name: str, span: Span) -> Type: ...


def declare_heading(declarer: Declaring, node: ast.HeadingDef, rows: tuple[str, ...]) -> None:
    """Kinds may have headings of the same name; a kind has those of the kinds above it, too."""
    kind, name = node.kind.text, node.name.text
    first = declarer.vocab.headings.get((kind, name))
    if kind not in declarer.vocab.kinds:
        declarer.unknown_type(kind, node.kind.span)
    elif first is not None:
        declarer.sink.add(
            "duplicate-name",
            node.name.span,
            f"{kind_of(kind)} has a heading `{name}` already",
            labels=[Label(first.span, "first declared here")],
            help="give one of them another name",
        )
    else:
        params = declarer.params(node.params)
        declarer.vocab.headings[kind, name] = Heading(name, kind, node.name.span, node, params, rows)
