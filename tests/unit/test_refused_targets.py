"""Why a target or a square cannot be chosen: what the condition of a `choose` asks with `can`, in the rules' words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardwright
from tests.small_game import write_game

RULES = """
verb hit(u: unit):
  require u.damage < 2 "{u} is down"
  require not u.tapped "{u} has turned away"
  increase u.damage by 1
verb strike_one(p: player):
  choose u from all unit by p such that CONDITION: hit u
flow opening():
  strike_one first(all player)
"""
SCENARIO = """
id: yard
name: {en: Yard}
players: [p1, p2]
board: |
  A B C
  D . .
legend:
  A: {card: thug, owner: p1, controller: p1, name: a}
  B: {card: thug, owner: p1, controller: p1, name: b}
  C: {card: thug, owner: p2, controller: p2, name: c}
  D: {card: thug, owner: p2, controller: p2, name: d}
do: |
  set a.damage to 2
  set b.tapped to true
"""
CARDS = """
- {id: thug, kind: unit, provenance: house, name: {en: Thug}, hp: 3}
"""


@pytest.fixture
def rules(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    text = RULES.replace("CONDITION", request.param)
    return cardwright.load(write_game(tmp_path, text, start="opening", scenario=SCENARIO, cards=CARDS))


def left_out(match: cardwright.Match, viewer: int) -> list[str]:
    return [row["words"]["option"] + ": " + row["words"]["reason"] for row in match.watch(viewer, "en").refused()]


@pytest.mark.parametrize("rules", ["can (hit u)"], indirect=True)
def test_who_is_asked_is_told_why_a_target_is_left_out(rules: cardwright.Rules) -> None:
    match = rules.new("yard")
    before = match.hash
    assert left_out(match, 0) == ["Thug (a1): Thug (a1) is down.", "Thug (b1): Thug (b1) has turned away."]
    assert left_out(match, 1) == [], "what others are asked is not theirs to know"
    assert match.hash == before and left_out(match, 0) == left_out(match, 0)
    assert [row["label"] for row in match.explain()["refused"]] == ["thug#4", "thug#5"]


@pytest.mark.parametrize("rules", ["u.damage < 2 and not u.tapped"], indirect=True)
def test_what_no_requirement_refuses_has_no_reason(rules: cardwright.Rules) -> None:
    assert left_out(rules.new("yard"), 0) == []


@pytest.mark.parametrize("rules", ["u.damage < 2 and can (hit u)"], indirect=True)
def test_a_target_that_is_left_out_before_it_is_asked_for_has_no_reason(rules: cardwright.Rules) -> None:
    assert left_out(rules.new("yard"), 0) == ["Thug (b1): Thug (b1) has turned away."]
