"""The symbols that a test answers a roll with are on some die of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_game import try_small

RULES = """
verb throw(by who: player):
  let r = roll red
  increase who.score by r.hearts
"""
DICE = "dice: {red: {faces: [{hearts: 1}, {hearts: 2, value: 3}, {}]}}\n"
TEST = "- name: a throw\n  given: {{players: [p]}}\n  when: throw by p\n  dice: [{answer}]\n  then: [p.score > 0]\n"


@pytest.mark.parametrize(
    ("answer", "faults"),
    [
        ("{hearts: 1}", 0),
        ("{hearts: 2, value: 3}", 0),
        ("[{hearts: 1}]", 0),
        ("{heart: 1}", 1),
        ("[{value: 3, harts: 2}]", 1),
    ],
)
def test_symbols(answer: str, faults: int, tmp_path: Path) -> None:
    _, told = try_small(tmp_path, RULES, more=DICE, tests=TEST.format(answer=answer))
    assert len(told) == faults
    assert all(one.startswith("unknown-name: no die of the game shows") for one in told)
