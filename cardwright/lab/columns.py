"""The matches of a run as a Parquet file, for programs that look at data themselves.

Job: print one row for each match. Input: rows. Output: bytes. Needs the extra `lab`, which brings pyarrow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

_NUMBERS = ("number", "seed", "turned", "lead_changes", "events")
_TEXTS = ("scenario", "outcome", "message", "state", "saved")
_LISTS_OF_NUMBERS = ("winners", "decisions", "standing")
_LISTS_OF_TEXTS = ("agents", "rosters")


class NotInstalled(ImportError):
    """The extra is not there."""


def parquet_of(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """The rows of a run; ``sides`` has the players of each side. What a row does not have is null."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as fault:
        raise NotInstalled("Parquet needs pyarrow: install `cardwright[lab]`") from fault
    types: dict[str, Any] = {name: arrow.int64() for name in _NUMBERS}
    types |= {name: arrow.string() for name in _TEXTS}
    types |= {name: arrow.list_(arrow.int64()) for name in _LISTS_OF_NUMBERS}
    types |= {name: arrow.list_(arrow.string()) for name in _LISTS_OF_TEXTS}
    types["sides"] = arrow.list_(arrow.list_(arrow.int64()))
    schema = arrow.schema(sorted(types.items()))
    held = [{name: row.get(name) for name in types} for row in rows]
    sink = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_pylist(held, schema=schema), sink)
    found: bytes = sink.getvalue().to_pybytes()
    return found
