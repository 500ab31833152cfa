"""What is wrong with a drawn board is told before anything is played on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_game import KINDS, try_small

SCENARIO = """
id: first
name: First
players: [p1]
board: |
  A . #
    -
  . ~|.
legend:
  A: {kind: unit, owner: p1, controller: p1}
"""


def test_a_sound_board_is_silent(tmp_path: Path) -> None:
    assert try_small(tmp_path, "verb rest(): nothing\n", kinds=KINDS, scenario=SCENARIO)[1] == []


def test_a_large_figure_may_be_drawn_on_all_its_squares(tmp_path: Path) -> None:
    scenario = SCENARIO.replace("A . #\n    -\n  . ~|.", "A A #\n    -\n  A A|.")
    assert try_small(tmp_path, "verb rest(): nothing\n", kinds=KINDS, scenario=scenario)[1] == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "A . #",
            "A Q #",
            "unknown-name: `Q` is in no legend, and no terrain's symbol (small/scenarios/scenario.yaml:6:5)",
        ),
        (". ~|.", ". ~x.", "unknown-name: `x` stands between two squares (small/scenarios/scenario.yaml:8:6)"),
        (
            "A . #",
            ". . #",
            "unknown-name: the letter `A` does not stand on the board (small/scenarios/scenario.yaml:10:3)",
        ),
        (
            ". ~|.",
            ". ~|A",
            "wrong-value: `A` is one figure, and stands on squares that are no square block "
            "(small/scenarios/scenario.yaml:8:7)",
        ),
        (
            ". ~|.",
            "A ~|.",
            "wrong-value: `A` is one figure, and stands on squares that are no square block "
            "(small/scenarios/scenario.yaml:8:3)",
        ),
    ],
)
def test_letters_that_mean_nothing_are_told_where_they_stand(tmp_path: Path, old: str, new: str, message: str) -> None:
    rules = "verb rest(): nothing\n"
    _, told = try_small(tmp_path, rules, kinds=KINDS, scenario=SCENARIO.replace(old, new))
    assert told == [message]


@pytest.mark.parametrize("sign", ["+", "-", "|", ".", " "])
@pytest.mark.parametrize("written", ['mud: "~"', 'mud: {symbol: "~"}'])
def test_no_terrain_has_a_sign_that_draws_squares_and_walls(tmp_path: Path, sign: str, written: str) -> None:
    kinds = KINDS.replace('mud: "~"', written.replace("~", sign))
    _, told = try_small(tmp_path, "verb rest(): nothing\n", kinds=kinds)
    assert len(told) == 1 and told[0].startswith("wrong-value: ") and "which is not allowed here" in told[0]


@pytest.mark.parametrize("sign", ["+", "-", "|"])
def test_no_letter_of_a_legend_draws_walls(tmp_path: Path, sign: str) -> None:
    scenario = SCENARIO.replace("A . #", f"{sign} . #").replace("A: {", f"'{sign}': {{")
    _, told = try_small(tmp_path, "verb rest(): nothing\n", kinds=KINDS, scenario=scenario)
    assert told != []
