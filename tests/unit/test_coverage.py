"""Rows of a rulebook: carried, shown, excused, missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.coverage import Coverage, measure
from cardwright.cli.games import read_game
from cardwright.cli.main import main

BOOK = """\
rows:
  - {id: X-GAIN-01, kind: rule, statement: "a card gives what it is worth"}
  - {id: X-EX-01, kind: example, statement: "a harvest gives three"}
  - {id: X-EX-02, kind: example, statement: "a feast gives one"}
  - {id: X-BOX-01, kind: data, statement: "the box holds cards"}
  - {id: X-END-01, kind: rule, statement: "the game ends"}
excused:
  - {id: X-BOX-01, reason: not-mechanical, note: "contents of the box"}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "market"
    (folder / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    rules = folder / "rules" / "match.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("verb gain(", "@X-GAIN-01\nverb gain("), encoding="utf-8")
    tests = folder / "tests" / "actions.yaml"
    named = tests.read_text(encoding="utf-8").replace("worth\n    given", "worth\n    rows: [X-EX-01]\n    given", 1)
    tests.write_text(named, encoding="utf-8")
    return folder


def coverage(folder: Path) -> Coverage:
    measured = measure(read_game(folder))
    assert measured is not None
    return measured


def test_a_row_is_shown_by_what_a_passing_test_carries_out_and_an_example_by_its_test(game: Path) -> None:
    measured = coverage(game)
    assert measured.carried == {"X-GAIN-01", "X-EX-01"}
    assert measured.shown == measured.carried
    assert measured.excused == {"X-BOX-01": "not-mechanical"}
    assert measured.missing == ("X-EX-02", "X-END-01")


def test_a_failing_test_shows_nothing(game: Path) -> None:
    tests = game / "tests" / "actions.yaml"
    tests.write_text(tests.read_text(encoding="utf-8").replace('"p1.score == 3"', '"p1.score == 4"'), encoding="utf-8")
    measured = coverage(game)
    assert "X-EX-01" in measured.unshown
    assert "X-EX-01" not in measured.shown


def test_a_test_cannot_name_a_row_that_is_not_there(game: Path) -> None:
    tests = game / "tests" / "actions.yaml"
    tests.write_text(tests.read_text(encoding="utf-8").replace("X-EX-01", "X-EX-09"), encoding="utf-8")
    found = [(fault.code, fault.message) for fault in read_game(game).findings]
    assert ("unknown-row", "the rulebook has no row `X-EX-09`") in found
