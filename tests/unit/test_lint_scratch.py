"""Entities that are created and removed again in one block: which of them the lint reports, and what it advises."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint_game import linted, write_example

RULES = """\
verb weigh(u: unit, by who: player):
  create note = mark with worth = u.level, owner = who
  %s
  remove note
verb look(at thing: mark, by who: player):
  increase who.gold by thing.worth
verb keep(thing: mark, by who: player):
  put thing into who.marks
every player:
  activate as action: weigh one unit by self
"""
HOLDS = "marks: {zone: mark}\n      held: {type: 'mark?'}"


@pytest.mark.parametrize(
    ("line", "many"),
    [
        ("increase who.gold by note.worth", 1),
        ("look at note by who", 1),
        ("keep note by who", 0),
        ("put note into who.marks", 0),
        ("set who.held to note", 0),
        ("if u.tapped: put note into who.marks", 0),
        ("add marked to note", 0),
    ],
)
def test_what_is_never_put_anywhere_is_told(line: str, many: int, tmp_path: Path) -> None:
    rules = RULES % line + "status marked of mark\n"
    example = {"kinds": "mark: {fields: {worth: int, owner: player}}", "player_fields": HOLDS, "rules": rules}
    found = [f for f in linted(write_example(tmp_path, example)) if f.code == "scratch-entity"]
    assert [f.help for f in found] == ["name values with `let`; what a verb finds out it `gives`"] * many


def test_a_kind_with_abilities_is_there_for_them(tmp_path: Path) -> None:
    rules = RULES % "look at note by who" + "every mark: after tap: increase self.worth by 1\n"
    example = {"kinds": "mark: {fields: {worth: int, owner: player}}", "player_fields": HOLDS, "rules": rules}
    assert not [f for f in linted(write_example(tmp_path, example)) if f.code == "scratch-entity"]


def test_a_place_on_a_table_is_a_shape(tmp_path: Path) -> None:
    fields = "x: int\n      y: int\n      facing: int\n      width: int\n      depth: int"
    example = {
        "board": "board: {type: table}\n",
        "fields": fields,
        "kinds": "spot: {figure: true, fields: {x: int, y: int, facing: int, width: int, depth: int}}",
        "rules": (
            "verb step(u: unit):\n  create to_there = spot with x = u.x, y = u.y, facing = u.facing, width = u.width,"
            " depth = u.depth\n  increase to_there.x by 100\n  set u.x to to_there.x\n  remove to_there\n"
            "every unit:\n  activate as action: step self\n"
        ),
    }
    found = [f for f in linted(write_example(tmp_path, example)) if f.code == "scratch-entity"]
    assert [f.help for f in found] == ["make a shape: `rectangle(…)`, `disc(…)` or `shape_of(…)`"]
