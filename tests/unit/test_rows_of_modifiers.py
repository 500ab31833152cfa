"""What lasts carries out rulebook rows too: the rows of a modifier count as shown when it counted."""

from __future__ import annotations

from collections.abc import Callable

from compiler.interpreter.entities import create
from compiler.interpreter.modifiers import stat
from tests.small_game import KINDS, Small, do, one

Make = Callable[..., Small]

RULES = """
@XX-STAT-01
stat armor of unit
@XX-STATUS-01
status guarded of unit:
  @XX-MOD-01
  passive: +2 armor
  @XX-MOD-02
  passive: self cannot leave
@XX-MARK-01
keyword swift of unit
verb guard(target: unit):
  add guarded to target
verb leave(by who: unit):
  set who.tapped to who has swift
"""


def test_rows_of_what_lasts_are_marked_when_it_counts(small: Make) -> None:
    cards = "- {id: hare, kind: unit, name: {en: Hare}, provenance: house, keywords: [swift]}"
    game = small(RULES, cards=cards).game()
    game.marked = set()
    plain, hare = one(game, "unit"), create(game, "unit", game.cards["hare"], {})
    assert stat(game, plain, "armor") == 0 and game.marked == set()
    do(game, "guard", target=plain)
    assert game.marked == {"XX-STATUS-01"}
    assert stat(game, plain, "armor") == 2
    assert game.marked == {"XX-STAT-01", "XX-STATUS-01", "XX-MOD-01"}
    do(game, "leave", who=plain)
    assert "XX-MOD-02" in game.marked and "XX-MARK-01" not in game.marked
    do(game, "leave", who=hare)
    assert "XX-MARK-01" in game.marked


def test_rows_of_an_enum_are_marked_with_what_has_a_value_of_it(small: Make) -> None:
    game = small(
        "stat armor of unit\n",
        kinds=KINDS.replace("colour: [red, blue]", "colour: {values: [red, blue], rows: [XX-ENUM-01]}"),
    ).game()
    game.marked = set()
    one(game, "unit")
    assert game.marked == {"XX-ENUM-01"}


def test_a_lasting_modifier_of_self_lasts_for_self(small: Make) -> None:
    game = small("""
stat armor of unit
verb rise(by who: unit):
  set who.tapped to false
verb rest():
  nothing
every unit:
  after rise by self: brace by self
  after brace by self:
    until end of rest: +3 armor
    until end of rest: +1 armor for self
verb brace(by who: unit):
  set who.tapped to true
""").game()
    one_of, other = one(game, "unit"), one(game, "unit")
    do(game, "rise", who=one_of)
    assert (stat(game, one_of, "armor"), stat(game, other, "armor")) == (4, 0)
    do(game, "rest")
    assert stat(game, one_of, "armor") == 0
