"""The shape of what is kept of a batch.

Job: say whether data is what became of the matches of a batch. Input: JSON data that any program may have written, a
batch. Output: yes or no.
"""

# What lies in a file is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Shape = Callable[[Any], bool]
_LARGEST = 2**53  # every number of a match is smaller
_CELL = re.compile(r"\S+ [0-9]+ .+")  # a scenario, a seat, and what becomes of the card


def is_batch(data: Any, batch: tuple[str, int, int]) -> bool:
    """Whether data is of these matches: each has its row, and all members are of the types that reports read."""
    scenario, start, end = batch
    return (
        _SUMS(data)
        and len(data["rows"]) == end - start > 0
        and all(row["scenario"] == scenario and row["number"] == n for n, row in enumerate(data["rows"], start))
        and all(_is_seated(row) for row in data["rows"])
    )


def _is_seated(row: Mapping[str, Any]) -> bool:
    """Whether each player of a match has an agent, and is of one side."""
    seats = sorted(seat for side in row["sides"] for seat in side)
    return all(row["sides"]) and seats == [*range(len(row["agents"]))] and len(seats) == len(row["decisions"])


# ---- shapes
def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _cell(value: Any) -> bool:
    return _numbers(value) and len(value) == 4


def _list(of: Shape) -> Shape:
    return lambda value: isinstance(value, list) and all(map(of, value))


def _or_none(of: Shape) -> Shape:
    return lambda value: value is None or of(value)


def _mapping(of: Shape, name: Shape = _text) -> Shape:
    return lambda value: isinstance(value, dict) and all(name(key) and of(held) for key, held in value.items())


def _object(needed: Mapping[str, Shape], may: Mapping[str, Shape]) -> Shape:
    def fits(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and needed.keys() <= value.keys()
            and all(of(value[name]) for name, of in {**needed, **may}.items() if name in value)
        )

    return fits


_numbers = _list(_number)
_ROW = _object(
    {
        **dict.fromkeys(("scenario", "outcome", "message", "state"), _text),
        **dict.fromkeys(("number", "seed", "turned", "lead_changes", "events"), _number),
        **dict.fromkeys(("winners", "standing"), _or_none(_numbers)),
        "sides": _list(_numbers), "decisions": _numbers, "agents": _list(_text),
    },
    {"rosters": _list(_text), "saved": _text},
)  # fmt: skip
_SUMS = _object(
    {
        "rows": _list(_ROW),
        **dict.fromkeys(("verbs", "abilities", "offered"), _mapping(_number)),
        "cards": _mapping(_mapping(_cell, lambda key: _CELL.fullmatch(key) is not None)),
    },
    {},
)
