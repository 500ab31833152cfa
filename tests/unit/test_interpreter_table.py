"""Figures on a table without squares, and checks that new entities make due."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.callables.code import Code
from tests.small_game import Small, build_small, do, one
from tests.walker.walker import WalkingCode

Make = Callable[..., Small]
TABLE = """\
board: {type: table}
kinds:
  game: {fields: {count: int}}
  player: {fields: {score: int}}
  base: {figure: true, fields: {x: int, y: int, facing: int, width: int, depth: int}}
"""


@pytest.mark.parametrize("code", [Code, WalkingCode])
def test_a_base_on_the_table_is_in_play_until_it_is_removed(tmp_path: Path, code: type[Code]) -> None:
    """There are no squares to stand at: being there is enough."""
    rules = """
verb look(to b: base):
  if b.in_play: increase game.count by 1
verb away(b: base):
  remove b
"""
    game = build_small(tmp_path, rules, kinds=TABLE, code=code).game()
    base = one(game, "base")
    do(game, "look", b=base)
    do(game, "away", b=base)
    do(game, "look", b=base)
    assert game.game is not None
    assert game.game.count == 1


def test_a_new_entity_makes_a_check_over_its_kind_due(small: Make) -> None:
    game = small("""
whenever each u in all unit where u.hp == 5:
  remove u
verb note():
  increase game.count by 1
""").game()
    unit = one(game, "unit")
    do(game, "note")
    assert not unit._alive


@pytest.mark.parametrize("code", [Code, WalkingCode])
def test_measuring_a_place_to_stand_moves_nobody(tmp_path: Path, code: type[Code]) -> None:
    rules = """
verb measure(from a: base, to b: base):
  set game.count to gap_at(a, b.x, b.y + 300, 180, b)
verb mark(a: base):
  set a.x to sine(30)
  set a.y to cosine(240)
  set a.facing to bearing(a, a)
"""
    game = build_small(tmp_path, rules, kinds=TABLE, code=code).game()
    a, b = (one(game, "base", x=x, y=0, facing=0, width=100, depth=100) for x in (0, 1000))
    do(game, "measure", a=a, b=b)
    assert game.game is not None
    assert (game.game.count, a.x, a.y, a.facing) == (200, 0, 0, 0)
    do(game, "mark", a=a)
    assert (a.x, a.y, a.facing) == (500, -500, 0)
