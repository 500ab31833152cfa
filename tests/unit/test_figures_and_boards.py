"""Three mechanics that no game of content/ uses yet: a redirected text, a change of the whole board, several boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.games import read_game
from cardwright.cli.test import run_tests

RULESET = """\
id: theatre
name: {en: Theatre}
version: 0.1.0
language: 1
source: house
languages: [en]
start: match
board: {type: grid, metric: chebyshev}
kinds:
  game: {fields: {round: int}}
  player: {fields: {score: int}}
  figure:
    figure: true
    fields:
      damage: int
      boards: {type: set of board}
      controller: player
  board:
    card: true
    fields:
      health: {type: int, printed: true}
      force: {type: int, printed: true}
      rules: {type: rules, printed: true, default: ""}
      wearer: {type: "figure?"}
"""

RULES = """\
define health(f: figure) -> int = sum(b.health for b in f.boards)
stat force of figure = highest(b.force for b in boards)

live board for wearer while wearer is not none and this in wearer.boards

verb deal(amount: int, to target: figure):
  increase target.damage by amount
verb strike(to target: figure, by who: figure):
  require target is not who "nobody strikes at oneself"
  deal who.force to target
verb put_on(b: board, by f: figure):
  set b.wearer to f
  increase f.boards by b
verb change(into b: board, by f: figure):
  set f.boards to [b]
  set b.wearer to f
status marked of figure
verb duel(by who: figure):
  nothing
flow match():
  each f in all figure: duel by f
whenever each f in all figure where size(f.boards) > 0 and f.damage >= health(f): remove f
"""

CARDS = """\
cards:
  - id: clown
    kind: board
    name: {en: Clown}
    provenance: house
    health: 6
    force: 1
    rules: |
      before duel by self:
        strike one figure where it is not self by self
        add marked to target
  - id: tragedian
    kind: board
    name: {en: Tragedian}
    provenance: house
    health: 9
    force: 4
    rules: |
      after deal to self: add marked to self
  - id: prompter
    kind: board
    name: {en: Prompter}
    provenance: house
    health: 2
    force: 0
    rules: |
      instead of strike to self:
        choose other from (all figure where it is not self and it is not who) by self.controller
        set target to other
"""

TESTS = """\
tests:
  - name: a figure changes its whole board, and its damage stays
    given:
      players: [p1]
      board: f . e
      legend:
        f: {kind: figure, controller: p1}
        e: {kind: figure, controller: p1}
      create:
        - {name: mask, card: clown}
        - {name: robe, card: tragedian}
        - {name: foil, card: tragedian}
      do: |
        put_on mask by f
        put_on foil by e
        deal 5 to f
    when:
      - do: strike e by f
        then: ["e.damage == 1", "f lacks marked"]
      - do: |
          change into robe by f
          strike e by f
        then: ["f.damage == 5", "health(f) == 9", "e.damage == 5"]
      - do: deal 1 to f
        then: ["f has marked", "f.damage == 6", "f in (all figure)"]
  - name: a figure of two boards has the texts of both, and the health of both together
    given:
      players: [p1]
      board: f . e
      legend:
        f: {kind: figure, controller: p1}
        e: {kind: figure, controller: p1}
      create:
        - {name: mask, card: clown}
        - {name: robe, card: tragedian}
      do: |
        put_on mask by f
        put_on robe by f
    when: |
      deal 9 to f
      duel by f
    then: ["health(f) == 15", "f has marked", "e has marked", "e.damage == 4", "f in (all figure)"]
  - name: a text that is redirected goes on at the other target
    given:
      players: [p1]
      board: f e h
      legend:
        f: {kind: figure, controller: p1}
        e: {kind: figure, controller: p1}
        h: {kind: figure, controller: p1}
      create:
        - {name: mask, card: clown}
        - {name: box, card: prompter}
        - {name: robe, card: tragedian}
      do: |
        put_on mask by f
        put_on box by e
        put_on robe by h
    choices: [e]
    when: duel by f
    then: ["e.damage == 0", "e lacks marked", "h.damage == 1", "h has marked"]
"""


@pytest.fixture
def theatre(tmp_path: Path) -> Path:
    for name, text in (
        ("ruleset.yaml", RULESET),
        ("rules/boards.rules", RULES),
        ("cards/boards.yaml", CARDS),
        ("tests/boards.yaml", TESTS),
    ):
        path = tmp_path / "theatre" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "theatre"


def test_redirection_and_boards(theatre: Path) -> None:
    reading = read_game(theatre)
    assert [f.message for f in reading.findings if f.severity.value == "error"] == []
    outcomes = run_tests(reading)
    assert len(outcomes) == 3
    assert [f"{o.name}: {f.message}" for o in outcomes for f in o.failures] == []
