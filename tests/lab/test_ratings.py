"""Ratings of rosters: they rank by who beats whom, alike for the same seed, and no rating is called a rate of wins."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardwright.cli.main import main
from cardwright.lab.one_match import ENDED, ENDLESS
from cardwright.lab.ratings import rated

Shown = pytest.CaptureFixture[str]


def match(number: int, rosters: list[str], winners: list[int], outcome: str = ENDED) -> dict[str, Any]:
    return {
        "scenario": "duel", "number": number, "seed": number, "outcome": outcome, "winners": winners,
        "sides": [[0], [1]], "rosters": rosters,
    }  # fmt: skip


def test_who_beats_the_others_is_first() -> None:
    rows = [match(n, [("a", "b"), ("b", "c"), ("a", "c")][n % 3], [0]) for n in range(30)]
    found = rated(rows, ("c", "b", "a"))
    assert [row["roster"] for row in found] == ["a", "b", "c"]
    assert found[0]["low"] > found[2]["high"] and found[0]["wins"]["rate"] == 1
    assert [row["matches"] for row in found] == [20, 20, 20]


def test_matches_without_a_winner_bring_ratings_together_and_others_do_not_count() -> None:
    begun = [match(n, ["a", "b"], [0]) for n in range(5)]
    before, after = (
        rated(begun, ("a", "b")),
        rated(begun + [match(n, ["a", "b"], []) for n in range(5, 20)], ("a", "b")),
    )
    assert before[0]["mean"] - before[1]["mean"] > after[0]["mean"] - after[1]["mean"] > 0
    assert rated([*begun, match(9, ["a", "b"], [1], ENDLESS)], ("a", "b")) == before


def test_a_game_s_rosters_are_rated_at_every_place(capsys: Shown) -> None:
    given = ["ratings", "dungeon_command", "duel", "--matches", "4", "--format", "json"]
    assert main([*given, "--jobs", "1"]) == 0
    alone = capsys.readouterr().out
    assert main([*given, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    found = json.loads(alone)
    assert {row["roster"]: row["matches"] for row in found["ratings"]} == {"cormyr": 4, "lolth": 4}
    assert found["run"]["rosters"] == ["cormyr", "lolth"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["duel", "--rosters", "cormyr"], "1 rosters cannot be seated at 2 places"),
        (["duel", "--rosters", "cormyr,lolt"], "no roster is named `lolt`"),
        (["stack_of_two"], "does not give a roster to several players"),
    ],
)
def test_rosters_that_cannot_be_rated(given: list[str], told: str, capsys: Shown) -> None:
    assert main(["ratings", "dungeon_command", *given, "--matches", "1"]) == 2
    assert told in capsys.readouterr().err
