"""How tests name the parts that are printed in cards."""

from __future__ import annotations

from collections.abc import Callable

from tests.small_game import KINDS, Small

PARTS = KINDS.replace(
    '      rules: {type: rules, printed: true, default: ""}\n      owner: player\n      controller: player\n',
    '      lines: {type: list of line, printed: true, default: []}\n      edge: {type: "line?"}\n'
    "      owner: player\n      controller: player\n"
    "  line: {part: true, fields: {worth: {type: int, printed: true}}}\n",
)
RULES = """
verb gain(by u: unit):
  choose picked from u.lines by u.owner:
    increase u.owner.score by picked.worth
"""
CARDS = """
- {id: orc, kind: unit, name: {en: Orc}, provenance: house, lines: [{worth: 1}, {worth: 5}]}
"""
TESTS = """
- name: the second line
  given: {players: [p], create: [{name: grunt, card: orc, owner: p, controller: p}]}
  choices: ["grunt.lines#2"]
  when: gain by grunt
  then: ["p.score == 5"]
"""


def test_a_test_names_a_part_by_its_place(small: Callable[..., Small]) -> None:
    outcome = small(RULES, kinds=PARTS, cards=CARDS, tests=TESTS).test()
    assert outcome.passed, outcome.failures
