"""The findings of a game as JSON data.

Job: turn diagnostics into JSON data with relative paths and offsets, and read such data with every shape checked.
Input: diagnostics, or data that anybody may have written. Output: data, or diagnostics, or `Corrupt`. Must never trust
the data that it reads, and never import what reads or checks files: a check of unchanged files needs only this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from dsl.codes import CODES
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Fix, Label, Severity
from dsl.source import Source, Span

_LEVELS = tuple(severity.value for severity in Severity)
_NO_TEXT = (-1, -1)
Sources = Callable[[str], Source]


class Corrupt(Exception):
    """The data was not written by this version."""


@dataclass(frozen=True, slots=True)
class Result:
    """All findings of a game, sorted; the numbers of valid cards, of tests, and of findings that wait."""

    findings: tuple[Diagnostic, ...]
    cards: int
    tests: int
    waiting: int = 0


def packed(faults: Iterable[Diagnostic], shown: str) -> list[list[Any]]:
    """Diagnostics as data; their paths are stored without the beginning ``shown``. A place without a text, such as the
    name of a file, is stored as such: it must not become the first character of that file.
    """
    start = len(shown) + 1

    def place(span: Span) -> list[Any]:
        return [span.source.path[start:], *((span.start, span.end) if span.source.text else _NO_TEXT)]

    return [
        [
            f.code, place(f.span), f.message, f.help, [[place(label.span), label.text] for label in f.labels],
            [place(f.fix.span), f.fix.replacement, f.fix.safe] if f.fix is not None else None, f.owner, f.level,
        ]
        for f in faults
    ]  # fmt: skip


def unpacked(data: Iterable[list[Any]], sources: Sources) -> list[Diagnostic]:
    """The diagnostics; ``sources`` returns the text of a path in the game."""

    def place(given: Any) -> Span:
        path, start, end = checked_row(given, (str, int, int))
        source = sources(path)
        if (start, end) == _NO_TEXT:
            return Source(source.path, "").whole()
        if not 0 <= start <= end <= len(source.text):
            raise Corrupt
        return source.span(start, end)

    found: list[Diagnostic] = []
    for row in data:
        shape = (str, list, str, str, list, None, str, str)
        code, at, message, help, labels, fix, owner, level = checked_row(row, shape)
        if code not in CODES and level not in _LEVELS:
            raise Corrupt
        read_labels = tuple(Label(place(checked_row(label, (list, str))[0]), label[1]) for label in labels)
        read_fix = None
        if fix is not None:
            where, replacement, safe = checked_row(fix, (list, str, bool))
            read_fix = Fix(place(where), replacement, safe)
        found.append(Diagnostic(code, place(at), message, help, read_labels, read_fix, owner, level))
    return found


def checked_row(data: object, kinds: tuple[type | None, ...]) -> list[Any]:
    """Checks a row with one value of each kind; None allows any value."""
    if type(data) is not list:
        raise Corrupt
    row = cast("list[Any]", data)
    if len(row) != len(kinds) or any(k is not None and type(v) is not k for k, v in zip(kinds, row, strict=True)):
        raise Corrupt
    return row
