"""Automated figures: what decides between candidates, and the words for why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.cli.main import CLEAN, USAGE, main
from compiler.core import ir
from tests.small_game import KINDS, build_small, try_small, write_game

RULES = """\
status dazed of unit
noun foe = unit where owner is not self.owner
define place_in_line(u: unit) -> int = u.marked
live unit for this while in_play

flow match():
  each u in all unit: resolve ai of u

verb hit(target: unit, by striker: unit):
  require target.armor < 3 "{target} feels nothing"
  increase target.damage by 1
verb mend(target: unit):
  require target.damage > 0 "{target} is whole"
  decrease target.damage by 1
"""
KINDS_MORE = "policy: {priority: place_in_line}\n"
HOUND = """\
- id: hound
  kind: unit
  name: {en: Hound}
  provenance: house
  rules: |
    ai:
      when self.tapped:
        nothing
      when self.hp > 1:
        mend self
      when any foe within 9 of self:
        hit one foe preferring without dazed then most armor by self
        then mend self:
          nothing
        then hit farthest foe by self
      otherwise:
        nothing
- id: rock
  kind: unit
  name: {en: Rock}
  provenance: house
"""
YARD = """\
id: yard
name: Yard
players: [p1, p2]
board: |
  h a b c
legend:
  h: {card: hound, name: rex, owner: p1, controller: p1}
  a: {card: rock, name: near, owner: p2, controller: p2, armor: 1, marked: 2}
  b: {card: rock, name: mid, owner: p2, controller: p2, armor: 1, marked: 1}
  c: {card: rock, name: far, owner: p2, controller: p2, armor: 3}
"""
TOLD = """\
1. rex acts by its steps ({place})
   not `self.tapped`: it does not hold
   not `self.hp > 1`: it holds, and nothing in it can be done now
   taken: `any foe within 9 of self`
        among near, mid:
          without dazed: all alike
          most armor: all alike
          place_in_line: mid (near 2, mid 1)
        so mid
      hit mid by rex
      left out: `mend self` cannot be done now
      then `hit farthest foe by self`
        among near, mid:
          farthest: mid (near 1, mid 2)
        so mid
      hit mid by rex

"""
BEGUN = """\
1. Hound (a1) acts
   Not so: `self.tapped`.
   `self.hp > 1`, but nothing can be done about it now.
   `any foe within 9 of self`, so:
        Among Rock (b1), Rock (c1):
          `without dazed`: all alike
          `most armor`: all alike
"""
DONE = """\
      Hound (a1): hit Rock (c1).
      Left out, for it cannot be done now: `mend self`.
      Then: `hit farthest foe by self`.
        Among Rock (b1), Rock (c1):
          `farthest`: Rock (c1) (Rock (b1): 1, Rock (c1): 2)
        so Rock (c1)
      Hound (a1): hit Rock (c1).

"""
IN_WORDS = f"""\
{BEGUN}\
          the order that the rules give: Rock (c1) (Rock (b1): 2, Rock (c1): 1)
        so Rock (c1)
{DONE}"""
LEFT = f"{BEGUN}        so Rock (b1), Rock (c1), as the players choose\n"
OVER = f"{LEFT}        The rules leave Rock (b1), Rock (c1). Player 1 chooses: Rock (c1).\n{DONE}"


def hound_in(tmp_path: Path, more: str, scenario: str = YARD) -> Path:
    kinds = KINDS.replace("      tapped: bool\n", "      tapped: bool\n      marked: int\n")
    return write_game(tmp_path, RULES, start="match", kinds=kinds, more=more, cards=HOUND, scenario=scenario)


def waiting_game(tmp_path: Path) -> Path:
    """A game in which the order of the hound leaves two targets, among which a player chooses."""
    return hound_in(tmp_path, "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return hound_in(tmp_path, KINDS_MORE)


def test_the_words_say_which_step_why_not_those_above_and_why_this_target(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain-turn", str(folder), "yard", "--of", "rex", "--trace"]) == CLEAN
    place = next(line for line in capsys.readouterr().out.split("(") if "cards.yaml" in line).partition(")")[0]
    main(["explain-turn", str(folder), "--of", "hound", "--turn", "1", "--trace"])
    assert capsys.readouterr().out == TOLD.format(place=place)
    main(["explain-turn", str(folder), "--of", "hound", "--turn", "1"])
    assert capsys.readouterr().out == IN_WORDS


def test_a_saved_match_is_explained_as_far_as_it_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also the turn in which a player is asked; a save of other rules is refused."""
    folder = waiting_game(tmp_path)
    match = cardwright.load(folder).new(scenario="yard", seed=1)
    save = tmp_path / "match.json"

    def told(*options: str) -> str:
        save.write_text(json.dumps(match.save()), encoding="utf-8")
        assert main(["explain-turn", str(folder), "--load", str(save), *options]) == CLEAN
        return capsys.readouterr().out

    assert told() == f"{LEFT}\n"
    match.answer([1])
    assert told() == OVER
    rows = json.loads(told("--format", "json"))
    assert [(row["figure"], row["card"], row["has_ended"]) for row in rows] == [("hound#4", "hound", True)]
    assert rows[0]["lines"] == OVER.replace("1. ", "").rstrip("\n").split("\n")
    assert main(["explain-turn", str(folder), "yard", "--load", str(save)]) == USAGE
    assert "a save tells how its match was played" in capsys.readouterr().err
    (folder / "rules" / "rules.rules").write_text(RULES.replace("by 1", "by 2", 1), encoding="utf-8")
    assert main(["explain-turn", str(folder), "--load", str(save)]) == USAGE
    assert "the save is of other rules" in capsys.readouterr().err


@pytest.mark.parametrize("answers", [[[7]], [[-1]], [[0, 1]], [["x"]], [], [[1], [1]], [None]])
def test_a_save_whose_answers_do_not_lead_where_it_stands_is_refused(
    tmp_path: Path, answers: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, save = waiting_game(tmp_path), tmp_path / "match.json"
    match = cardwright.load(folder).new(scenario="yard", seed=1)
    match.answer([1])
    save.write_text(json.dumps({**match.save(), "answers": answers}), encoding="utf-8")
    assert main(["explain-turn", str(folder), "--load", str(save)]) == USAGE
    shown = capsys.readouterr()
    assert shown.out == "" and "of the save" in shown.err


def test_a_match_that_is_still_being_set_up_has_no_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "match.json"
    folder = hound_in(tmp_path, "", f"{YARD}do: |\n  choose u from all unit by p1: hit u by rex\n")
    save.write_text(json.dumps(cardwright.load(folder).new(scenario="yard", seed=1).save()), encoding="utf-8")
    assert main(["explain-turn", str(folder), "--load", str(save)]) == USAGE
    assert "has not begun" in capsys.readouterr().err


def test_a_turn_that_is_not_there_is_said_to_be_missing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-turn", str(folder), "--of", "far"]) == USAGE
    assert "there is no such turn" in capsys.readouterr().err


def test_what_a_step_says_ends_with_its_bracket(tmp_path: Path) -> None:
    steps = """
verb count_to(amount: int):
  require (amount > 1) and (amount < 9 or amount == 12)
  set game.count to amount
every unit:
  ai:
    when (self.tapped or self.hp > 1) and (self.hp < 9 or self.tapped):
      count_to self.hp
      then count_to (self.hp + 1)
      then count_to (self.hp + 2):
        nothing
    otherwise:
      nothing
"""
    program = build_small(tmp_path, steps).program
    notes = {node.text for ability in program.abilities for node in ability.walk() if isinstance(node, ir.Note)}
    condition = "(self.tapped or self.hp > 1) and (self.hp < 9 or self.tapped)"
    assert notes == {condition, "count_to (self.hp + 1)", "count_to (self.hp + 2)", "otherwise"}
    (required,) = program.verbs["count_to"].head
    assert required.message == ("amount > 1 and (amount < 9 or amount == 12) does not hold",)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("define age(u: unit) -> int = u.damage", []),
        ("define ages(u: unit) -> int = u.damage", ["unknown-name: no define is named `age`"]),
        (
            "define age() -> int = 1",
            ["wrong-operand: `age` must return a number for each possible target"],
        ),
        ("relation age(u: unit) = u.tapped", ["wrong-operand: `age` must return a number"]),
    ],
)
def test_a_priority_is_a_number_for_each_candidate(tmp_path: Path, rule: str, told: list[str]) -> None:
    found = try_small(tmp_path, rule + "\n", more="policy: {priority: age}\n")[1]
    assert len(found) == len(told)
    assert all(given.startswith(wanted) for given, wanted in zip(found, told, strict=True))


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("define lead(p: player) -> int = p.score", []),
        ("define leads(p: player) -> int = p.score", ["unknown-name: no define is named `lead`"]),
        ("define lead() -> int = 1", ["wrong-operand: `lead` must return a number for each player"]),
        ("relation lead(p: player) = p.score > 1", ["wrong-operand: `lead` must return a number"]),
    ],
)
def test_a_standing_is_a_number_for_each_player(tmp_path: Path, rule: str, told: list[str]) -> None:
    found = try_small(tmp_path, rule + "\n", more="policy: {standing: lead}\n")[1]
    assert len(found) == len(told)
    assert all(given.startswith(wanted) for given, wanted in zip(found, told, strict=True))


@pytest.mark.parametrize(
    ("key", "rule", "told"),
    [
        ("won", "relation ahead(p: player) = p.score > 1", []),
        ("won", "relation ahaed(p: player) = p.score > 1", ["unknown-name: no define is named `ahead`"]),
        ("won", "define ahead(p: player) -> int = 1", ["wrong-operand: `ahead` must return whether a player has won"]),
        ("allied", "relation ahead(p: player, q: player) = p is q", []),
        ("allied", "relation ahaed(p: player, q: player) = p is q", ["unknown-name: no define is named `ahead`"]),
        ("allied", "relation ahead(p: player) = true", ["wrong-operand: `ahead` must return whether two players win"]),
    ],
)
def test_who_has_won_and_with_whom_is_a_truth(tmp_path: Path, key: str, rule: str, told: list[str]) -> None:
    found = try_small(tmp_path, rule + "\n", more=f"policy: {{{key}: ahead}}\n")[1]
    assert len(found) == len(told)
    assert all(given.startswith(wanted) for given, wanted in zip(found, told, strict=True))


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("define field() -> set of square = set(s for s in all square)", []),
        ("define fields() -> set of square = set(s for s in all square)", ["unknown-name: no define is named `field`"]),
        ("define field() -> int = 1", ["wrong-operand: `field` must return the squares that are shown"]),
    ],
)
def test_what_is_drawn_is_squares(tmp_path: Path, rule: str, told: list[str]) -> None:
    found = try_small(tmp_path, rule + "\n", more="policy: {in_view: field}\n")[1]
    assert len(found) == len(told)
    assert all(given.startswith(wanted) for given, wanted in zip(found, told, strict=True))
