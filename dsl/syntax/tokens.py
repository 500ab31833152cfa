"""Tokens as the tree builder takes them.

Job: make the value of a token. Input: its text and place. Output: a name as a node; a number, text or row id with its
place. All other tokens are only their text.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.source import Source, Span
from dsl.syntax import ast


class Word(str):
    """A token whose kind or place matters."""

    __slots__ = ("end_pos", "start_pos", "type")
    type: str
    start_pos: int
    end_pos: int


def _leaf(kind: str) -> Callable[[Source, str, int, int], Word]:
    def leaf(_source: Source, text: str, start: int, end: int) -> Word:
        word = Word(text)
        word.type, word.start_pos, word.end_pos = kind, start, end
        return word

    return leaf


def name(source: Source, text: str, start: int, end: int) -> ast.Ident:
    return ast.Ident(Span(source, start, end), text)


LEAVES = {"NAME": name, "FUNC": name} | {kind: _leaf(kind) for kind in ("INT", "STRING", "ROW")}
