"""The results for one file as JSON data.

Job: turn facts and comments into JSON data, and read such data with every shape checked. Input: values, or data that
anybody may have written. Output: data, or values, or `Corrupt`. Must never trust the data that it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, fields
from typing import Any, TypeVar, cast

from dsl.checking.whole_game import VerbUse
from dsl.dataclass import dataclass
from dsl.incremental.findings import Corrupt, checked_row
from dsl.lint.base import Allow
from dsl.lint.summaries import SORTED_LISTS, FileSummary
from dsl.meaning.other_files import Outline
from dsl.source import Source

T = TypeVar("T")


@dataclass(slots=True)
class Read:
    """The result of reading one file alone. ``ids``: id, kind ("" if not declared), start, end, whether it is valid.

    ``id_faults``: errors in the declaration of an id, by its index; they count only if no other card has that id first.
    ``entries``: the number of tests or of valid cards. Diagnostics are packed.
    """

    ids: list[tuple[str, str, int, int, bool]] = field(default_factory=list[tuple[str, str, int, int, bool]])
    entries: int = 0
    outline: Outline = field(default_factory=Outline)
    faults: list[list[Any]] = field(default_factory=list[list[Any]])
    id_faults: list[tuple[int, list[Any]]] = field(default_factory=list[tuple[int, list[Any]]])


@dataclass(slots=True)
class Found:
    """The result of checking one file; ``questions`` are those about other files. Diagnostics are packed."""

    rows: list[list[Any]] = field(default_factory=list[list[Any]])
    faults: list[list[Any]] = field(default_factory=list[list[Any]])
    lints: list[list[Any]] = field(default_factory=list[list[Any]])
    allows: list[list[Any]] = field(default_factory=list[list[Any]])
    verb_use: VerbUse = field(default_factory=VerbUse)
    summary: FileSummary = field(default_factory=FileSummary)
    questions: dict[str, str] = field(default_factory=dict[str, str])


# ---- values to data
def packed_allow(allow: Allow) -> list[Any]:
    return [allow.span.start, allow.span.end, allow.code, allow.reason, *allow.lines, allow.owner]


def as_data(value: Read | Found) -> dict[str, Any]:
    """A value as JSON data, without empty fields."""
    data = {f.name: getattr(value, f.name) for f in fields(value)}
    for name, held in data.items():
        if isinstance(held, Outline | VerbUse | FileSummary):
            data[name] = {f.name: found for f in fields(held) if (found := getattr(held, f.name))}
    return {name: held for name, held in data.items() if held}


# ---- data to values
def unpacked_allows(data: Iterable[list[Any]], source: Source) -> list[Allow]:
    rows = (checked_row(row, (int, int, str, str, int, int, str)) for row in data)
    return [Allow(source.span(row[0], row[1]), row[2], row[3], (row[4], row[5]), row[6]) for row in rows]


def read_of(data: object) -> Read:
    """A Read from data."""
    found = _filled(Read, data, {"ids": _rows(str, str, int, int, bool), "entries": _is(int), "outline": _outline,
                                 "faults": _is(list), "id_faults": _rows(int, list)})  # fmt: skip
    return found


def found_of(data: object) -> Found:
    """A Found from data."""
    lists = dict.fromkeys(("rows", "faults", "lints", "allows"), _is(list))
    return _filled(Found, data, {**lists, "verb_use": _verb_use, "summary": _summary, "questions": _table(str)})


def _outline(data: object) -> Outline:
    lists = {"texts": _names, "cardless": _names, "invalid_cards": _names}
    return _filled(Outline, data, {"kinds": _table(str), "printed": _table(list), **lists})


def _verb_use(data: object) -> VerbUse:
    shapes = {"called": _names, "read": _names, "watched": _rows(str, str), "awaited": _rows(int, int, list),
              "laid": _rows(int, int, list), "answers": _rows(int, int, str, bool, list)}  # fmt: skip
    return _filled(VerbUse, data, shapes)


def _summary(data: object) -> FileSummary:
    lists = (*SORTED_LISTS, "words", "self_causing_verbs")
    names = dict.fromkeys(lists, _names)
    shapes = {"cards": _rows(str, str, str, str, int, int), "tests": _rows(str, int, int), "tree_counts": _table(int),
              "numbers": _rows(str, int, int, int, str), "number_counts": _table(int),
              "certain_calls": _rows(str, list), "ability_classes": _rows(int, int, str, str, str),
              "offered_classes": _rows(int, int, str, str, str), "unanswered_calls": _rows(int, int, str, str),
              "resolved_ais": _rows(int, int, str, str),
              "replacements": _rows(int, int, str, str, str, str, str, str)}  # fmt: skip
    return _filled(FileSummary, data, {**names, **shapes})


_Shape = Callable[[object], Any]


def _filled(kind: type[T], data: object, shapes: Mapping[str, _Shape]) -> T:
    if not isinstance(data, dict):
        raise Corrupt
    given = cast("dict[str, object]", data)
    if not given.keys() <= shapes.keys():
        raise Corrupt
    return kind(**{name: shapes[name](value) for name, value in given.items()})


def _is(kind: type) -> _Shape:
    def read(data: object) -> object:
        if type(data) is not kind:
            raise Corrupt
        return data

    return read


def _names(data: object) -> list[str]:
    if type(data) is not list or not {*map(type, cast("list[object]", data))} <= {str}:
        raise Corrupt
    return cast("list[str]", data)


def _table(kind: type) -> _Shape:
    def read(data: object) -> object:
        if type(data) is not dict or not {*map(type, cast("dict[str, object]", data).values())} <= {kind}:
            raise Corrupt
        return cast("object", data)

    return read


def _rows(*kinds: type) -> _Shape:
    wanted = list(kinds)

    def read(data: object) -> list[tuple[Any, ...]]:
        if type(data) is not list:
            raise Corrupt
        rows = cast("list[Any]", data)
        if not all(type(row) is list and [*map(type, row)] == wanted for row in rows):
            raise Corrupt
        return [tuple(row) for row in rows]

    return read
