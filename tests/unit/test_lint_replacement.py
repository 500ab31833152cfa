"""What an `instead of` must do to replace its event: else the lint tells that the event happens all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint_game import linted, write_example


@pytest.mark.parametrize(("ability", "is_told"), [
    ("instead of heal to self: tap self", True),
    ("instead of heal to self: nothing", True),
    ("instead of heal to self: set self.damage to 0", True),
    ("instead of heal to self: decrease target.damage by amount", True),
    ("react instead of heal to self: tap self", True),
    ("instead of heal to self: prevent", False),
    ("instead of heal to self: set amount to 1", False),
    ("instead of heal to self: decrease event.amount by 1", False),
    ("instead of heal to self:\n  if self.tapped: prevent", False),
    ("instead of heal to self:\n  tap self\n  end turn", False),
    ("react instead of heal to self: prevent", False),
    ("before heal to self: tap self", False),
])  # fmt: skip
def test_an_event_that_happens_all_the_same_is_told(ability: str, is_told: bool, tmp_path: Path) -> None:
    found = [
        item.message for item in linted(write_example(tmp_path, {"ability": ability})) if "instead" in item.message
    ]
    assert found == ["this stands instead of `heal`, and `heal` happens all the same"] * is_told
