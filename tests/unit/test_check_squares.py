"""The squares that a test names are on its board."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.checking.squares import column_name, place_named
from tests.small_game import try_small

RULES = "verb go(target: unit, to goal: square): place target at goal\nlive unit for this"
CARDS = "- {id: ann, kind: unit, name: {en: Ann}, provenance: house}"
TEST = """\
- name: a way
  given:
    players: [p]
    board: |
      . .|.
      -   .
      A . .
    legend: {{A: {{card: ann, owner: p, controller: p}}}}
  when: go a to {square}
  then: [a.at == {square}]
"""


@pytest.mark.parametrize(
    ("square", "faults"), [("c1", 0), ("a2", 0), ("d1", 2), ("a3", 2), ("zz1", 2), ("a0", 2), ("a65", 2)]
)
def test_a_square_off_the_board_is_told(square: str, faults: int, tmp_path: Path) -> None:
    test = TEST.format(square=square).replace("-   .", "-")
    _, told = try_small(tmp_path, RULES, cards=CARDS, tests=test)
    assert len(told) == faults
    assert all(f"`{square}`" in one for one in told)


def test_names_of_columns() -> None:
    assert [column_name(n) for n in (1, 26, 27, 64)] == ["a", "z", "aa", "bl"]
    assert place_named("bl64") == (64, 64)
    assert [place_named(name) for name in ("bm1", "a65", "a01", "1a", "A1")] == [None] * 5
