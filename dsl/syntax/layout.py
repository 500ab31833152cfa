"""Formatting: the indentation and spaces of a text, and nothing else.

Job: format a text line by line: two spaces for each level, one space between words, at most one empty line. Comments,
line breaks and the order stay. Input: a text that can be parsed, and the column at which its lines begin. Output: the
formatted text, or None if it would parse to a different tree (then the text stays as it is).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, fields
from typing import Any

from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.parse import parse_abilities, parse_rules

_TOKEN = re.compile(
    r'"[^"\n]*"|#.*|@[A-Z][A-Z0-9-]*|[A-Za-z0-9_]+|==|!=|<=|>=|->|[-+*/<>=]|[()\[\],.:?]|\S'
)  # strings, comments, rows, words and numbers, operators, punctuation
_WORD = re.compile(r"[A-Za-z0-9_]+$")
# After one of these, a sign is part of the number that follows.
_BEFORE_VALUES = {
    "and", "at", "by", "else", "for", "from", "if", "in", "is", "least", "most", "not", "of", "or", "require",
    "requires", "satisfies", "to", "when", "where", "while", "with", "within",
    "=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "(", "[", ",", ":",
}  # fmt: skip


def formatted_rules(source: Source) -> str | None:
    """A formatted ``.rules`` file; None if the file has syntax errors or would parse differently."""
    newline = "\r\n" if "\r\n" in source.text else "\n"
    text = newline.join(_Layout(0).lines(source.text.split("\n"))).strip("\r\n") + newline
    return text if _same(_read(source), _read(Source(source.path, text))) else None


def formatted_abilities(span: Span) -> str | None:
    """A card's formatted text, from the first character of its first line; None as for ``formatted_rules``.

    Only a YAML block is formatted. A text beside its key is left to YAML.
    """
    source, margin = span.source, span.line_column()[1] - 1
    if source.line_text(span.line_column()[0])[:margin].strip():
        return span.text
    newline = "\r\n" if "\r\n" in source.text else "\n"
    text = newline.join(_Layout(margin).lines((" " * margin + span.text).split("\n"))).strip("\r\n")[margin:]
    trial = Source(source.path, source.text[: span.start] + text)
    same = _same(_abilities(span, margin), _abilities(trial.span(span.start, len(trial.text)), margin))
    return text if same else None


def _read(source: Source) -> Any:
    sink = Sink()
    found = parse_rules(source, sink)
    return None if sink.items else found


def _abilities(span: Span, margin: int) -> Any:
    sink = Sink()
    found = parse_abilities(span, margin, sink)
    return None if sink.items else found


def _same(one: Any, other: Any) -> bool:
    return one is not None and other is not None and _shape(one) == _shape(other)


def _shape(value: Any) -> Any:
    """A tree without the places of its nodes."""
    if isinstance(value, ast.Node):
        return (type(value).__name__, *(_shape(getattr(value, f.name)) for f in fields(value) if f.name != "span"))
    return tuple(_shape(item) for item in value) if isinstance(value, tuple) else value  # pyright: ignore


@dataclass(slots=True)
class _Layout:
    """Formats lines. ``columns`` are the old columns of the open blocks; ``shift`` is how far the last line moved."""

    margin: int
    columns: list[int] = field(default_factory=list[int])
    depth: int = 0
    shift: int = 0

    def lines(self, old: list[str]) -> Iterator[str]:
        blank, waiting = False, list[str]()
        for line in old:
            text, column = line.strip(), len(line) - len(line.lstrip(" "))
            if not text:
                blank = True
            elif self.depth == 0 and text.startswith("#"):
                waiting += ["", line] if blank else [line]
                blank = False
            else:
                yield from self.remarks(waiting, column)
                yield from [""] if blank and self.depth == 0 else []
                yield self.line(text, column)
                waiting, blank = [], False
        yield from self.remarks(waiting, -1)

    def remarks(self, waiting: list[str], following: int) -> Iterator[str]:
        """Comment lines: indented like the open block at their column, else like the line below."""
        for line in waiting:
            column = len(line) - len(line.lstrip(" "))
            known = [c for c in self.columns if c <= following]
            level = self.columns.index(column) if column in self.columns else len(known) - (following in known)
            yield " " * (self.margin + 2 * max(level, 0)) + line.strip() if line else ""

    def line(self, text: str, column: int) -> str:
        inside = self.depth > 0
        if not inside:
            while self.columns and self.columns[-1] > column:
                self.columns.pop()
            if not self.columns or self.columns[-1] < column:
                self.columns.append(column)
            self.shift = self.margin + 2 * (len(self.columns) - 1) - column
        tokens = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
        self.depth += sum((token in "([") - (token in ")]") for token, _ in tokens)
        return " " * max(column + self.shift, 0) + _spaced(tokens)


def _spaced(tokens: list[tuple[str, int]]) -> str:
    """The tokens of a line with the spaces that belong between them."""
    text, before, end, is_prefix = "", "", 0, False
    for token, start in tokens:
        gap = start - end
        text += _gap(before, token, gap, is_prefix) if before else ""
        is_prefix = token in ("+", "-") and _begins_value(before)
        text, before, end = text + token, token, start + len(token)
    return text


def _begins_value(before: str) -> bool:
    """Whether a sign is part of the number after it."""
    return not before or before in _BEFORE_VALUES


def _gap(before: str, token: str, gap: int, is_prefix: bool) -> str:
    """The space between two tokens."""
    if token.startswith("#"):
        return " " * max(gap, 2)
    if is_prefix or before in "([." or token in ")],.:?":
        return ""
    if token == "(" and _WORD.match(before):
        return " " if gap else ""  # `deal (a + b)` and `half(a)` differ
    return " "
