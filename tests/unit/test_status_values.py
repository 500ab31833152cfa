"""Statuses as values: a card names what it lays on others, with or without values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.interpreter.entities import create, of_kind
from compiler.interpreter.modifiers import has
from tests.small_game import KINDS, Small, do, one, try_small

Make = Callable[..., Small]

RULES = """
status slowed of unit
status burning(n: int) of unit
verb curse(by source: hex, to target: unit):
  each effect in source.lays:
    add effect to target until end of lift_curse from effect
verb lift_curse(from effect: status):
  nothing
verb lift_slowness():
  lift_curse from slowed
"""
HEX = """\
  hex:
    is: unit
    card: true
    fields: {lays: {type: set of status, printed: true}}
"""
WITCH = '- {id: witch, kind: hex, name: {en: Witch}, provenance: house, lays: [slowed, "burning(3)"]}'


def test_a_card_names_statuses_that_it_lays(small: Make) -> None:
    game = small(RULES, kinds=KINDS + HEX, cards=WITCH).game()
    witch, unit = create(game, "hex", game.cards["witch"], {}), one(game, "unit")
    do(game, "curse", source=witch, target=unit)
    assert has(game, unit, "slowed") and of_kind(game, "burning")[0].n == 3
    do(game, "lift_slowness")
    assert not has(game, unit, "slowed") and has(game, unit, "burning")


def test_values_cut_off_by_a_comma_are_told_with_the_remedy(tmp_path: Path) -> None:
    rules = "keyword guard(points: int, kind: colour) of unit\n"
    cards = "- {id: rook, kind: unit, name: {en: Rook}, provenance: house, keywords: [guard(3, red)]}"
    _, told = try_small(tmp_path, rules, cards=cards)
    assert any(line.startswith("syntax: its values are not closed") for line in told)


def test_a_status_that_another_drops_answers_no_more(small: Make) -> None:
    game = small("""
status fear of unit:
  after wake to self:
    increase game.count by 1
    drop fear from self
verb wake(to target: unit):
  set target.tapped to false
verb scare(target: unit):
  add fear to target
""").game()
    unit = one(game, "unit")
    do(game, "scare", target=unit)
    do(game, "scare", target=unit)
    do(game, "wake", target=unit)
    assert game.game.count == 1


def test_who_cannot_is_found_in_each_event_of_a_class(tmp_path: Path) -> None:
    """The events may name who acts in their own way."""
    rules = """
verb walk(by who: unit):
  set who.tapped to true
verb run(by {runner}: unit):
  set {runner}.tapped to true
events going = walk, run
status stuck of unit:
  passive: self cannot going
"""
    for runner in ("who", "racer"):
        _, told = try_small(tmp_path, rules.format(runner=runner))
        assert told == []


LINES = """\
  spell_line:
    part: true
    line: ["{id}", {before: ":", list: ["{lays}"]}]
    fields: {id: {type: text, printed: true}, lays: {type: set of status, printed: true, default: []}}
  hexer:
    is: unit
    card: true
    fields: {spells: {type: list of spell_line, printed: true, default: []}}
"""
LINE_RULES = """
status slowed of unit
status burning(n: int) of unit
"""
HEXER = '- {{id: hag, kind: hexer, name: {{en: Hexer}}, provenance: house, spells: ["glare: {lays}"]}}'


def test_a_printed_line_names_statuses_with_their_values(small: Make) -> None:
    game = small(LINE_RULES, kinds=KINDS + LINES, cards=HEXER.format(lays="burning 3, slowed")).game()
    hexer = create(game, "hexer", game.cards["hag"], {})
    (spell,) = hexer.spells  # type: ignore[attr-defined]
    assert spell.lays == (("burning", (3,)), "slowed")


@pytest.mark.parametrize(
    ("lays", "message"),
    [
        ("burning much", "wrong-operand: `much` does not fit"),
        ("burning", "missing-operand: "),
        ("slowed 2", "extra-operand: "),
        ("burned 3", "unknown-name: no keyword is named `burned`"),
    ],
)
def test_values_in_a_printed_line_are_checked(tmp_path: Path, lays: str, message: str) -> None:
    _, told = try_small(tmp_path, LINE_RULES, kinds=KINDS + LINES, cards=HEXER.format(lays=lays))
    assert len(told) == 1 and told[0].startswith(message)
