"""The rows of a rulebook as data: what carries each, the tests that show it, and what is known of its proof.

Job: collect for each row what `cardwright coverage --rows --format json` tells. Input: a game and its coverage. Output:
data for JSON; places are relative to the game's folder.
"""

from __future__ import annotations

from typing import Any

from cardwright.cli.games import Reading
from cardwright.cli.row_levels import Coverage, level_of
from dsl.source import Span


def rows_data(reading: Reading, coverage: Coverage) -> list[dict[str, Any]]:
    """Every row, in the order of the book."""
    build = reading.build
    assert build is not None
    book = build.rulebook
    places = {test.name: test.span for test in build.tests}
    return [
        {
            "row": row.id,
            "heading": row.heading,
            "says": row.statement,
            "level": level_of(coverage, row.id),
            "note": book.excused[row.id].note if row.id in book.excused else "",
            "carried": [_place(reading, span) for span in book.carried.get(row.id, ())],
            "tests": [{"name": name, **_place(reading, places.get(name))} for name in coverage.told[row.id].tests],
            "changes": [
                {"change": change.mutant.key, "outcome": change.outcome, "by": change.by, "excuse": change.excuse}
                for change in coverage.told[row.id].changes
            ],
        }
        for row in book.rows.values()
    ]


def _place(reading: Reading, span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"path": "", "line": 0}
    inside = span.source.path.removeprefix(reading.shown).lstrip("/")
    return {"path": inside, "line": span.line_column()[0]}
