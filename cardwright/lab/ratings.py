"""Ratings of rosters, by who beats whom (OpenSkill, the model of Plackett and Luce).

Job: put the rosters of a run in order. Input: rows of matches in which sides have rosters. Output: JSON data, the best
first. Matches are taken in their order, so the same run gives the same ratings. Needs the extra `lab`, which brings
openskill.

A rating ranks. It is no prediction: how often one roster beats another is a rate of wins, which is told beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cardwright.lab.columns import NotInstalled
from cardwright.lab.one_match import ENDED
from cardwright.lab.report import Row, by_part
from cardwright.lab.statistics import Z


def rated(rows: Sequence[Row], rosters: Sequence[str]) -> list[dict[str, Any]]:
    """The rosters with their ratings, and their wins against others; of matches that have ended."""
    try:
        model: Any = import_module("openskill.models").PlackettLuce()
    except ImportError as fault:
        raise NotInstalled("ratings need openskill: install `cardwright[lab]`") from fault
    held = {name: model.create_rating([25.0, 25.0 / 3], name=name) for name in rosters}
    played = dict.fromkeys(rosters, 0)
    for row in rows:
        if row["outcome"] != ENDED or row["winners"] is None:
            continue
        teams = [[row["rosters"][seat] for seat in side] for side in row["sides"]]
        for name in (name for team in teams for name in team):
            played[name] += 1
        places = [int(set(side).isdisjoint(row["winners"])) for side in row["sides"]]  # nobody has won: all are equal
        found = model.rate([[held[name] for name in team] for team in teams], ranks=places)
        for team, made in zip(teams, found, strict=True):
            held.update(zip(team, made, strict=True))
    wins = {one["name"]: one["wins"] for one in by_part(rows, "rosters")}
    return sorted(
        (
            {
                "roster": name, "mean": round(held[name].mu, 2),
                "low": round(held[name].mu - Z * held[name].sigma, 2),
                "high": round(held[name].mu + Z * held[name].sigma, 2),
                "matches": played[name], "wins": wins.get(name),
            }
            for name in rosters
        ),
        key=lambda row: (-row["mean"], row["roster"]),
    )  # fmt: skip
