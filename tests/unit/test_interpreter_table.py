"""Figures on a table without squares, and checks that new entities make due."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.callables.code import Code
from compiler.targets.export import content_of
from tests.conformance.engines import ENGINES, Interpreter
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
def test_a_new_entity_of_a_narrower_kind_makes_a_check_due(tmp_path: Path, code: type[Code]) -> None:
    rules = """
whenever each b in all base where b.x == 5:
  remove b
verb note():
  increase game.count by 1
"""
    game = build_small(tmp_path, rules, kinds=f"{TABLE}  disk: {{is: base}}\n", code=code).game()
    disk = one(game, "disk", x=5)
    do(game, "note")
    assert not disk._alive


@pytest.mark.parametrize("code", [Code, WalkingCode])
def test_a_check_that_only_measures_is_due_when_a_base_has_moved(tmp_path: Path, code: type[Code]) -> None:
    """It names no field; what it measures hangs on where bases stand all the same."""
    rules = """
whenever each b in all base where gap(b, disc(0, 0, 100)) > 500:
  remove b
verb push(b: base, far: int):
  set b.x to far
"""
    game = build_small(tmp_path, rules, kinds=TABLE, code=code).game()
    base = one(game, "base")
    do(game, "push", b=base, far=10)
    assert base._alive
    do(game, "push", b=base, far=1000)
    assert not base._alive


@pytest.mark.parametrize("code", [Code, WalkingCode])
def test_measuring_a_place_to_stand_moves_nobody(tmp_path: Path, code: type[Code]) -> None:
    rules = """
verb measure(from a: base, to b: base):
  set game.count to gap(turned(moved(shape_of(b), -300, 0), 180), b)
  if meets(disc(a.x, a.y, 50), b): increase game.count by 1000
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


@pytest.mark.parametrize("engine", ["python", "javascript", "lua51", "lua54"])
def test_an_arc_of_more_than_there_is_is_a_fault_in_every_engine(tmp_path: Path, engine: str) -> None:
    rules = """
verb look(b: base, angle: int):
  if in_arc(b, b, angle): increase game.count by 1
"""
    test = (
        "- name: arc of {angle}\n  given:\n    players: [p]\n"
        "    create: [{{name: b, kind: base, x: 0, y: 0, facing: 0, width: 100, depth: 100}}]\n"
        "  when: look b {angle}\n  then: [game.count == 1]\n"
    )
    angles = (0, 180, 181, "(0 - 1)", 2**53)
    tests = "".join(test.format(angle=angle) for angle in angles)
    small = build_small(tmp_path, rules, kinds=TABLE, tests=tests)
    content = content_of(small.program, small.build.scripts)
    cases = [("test", number) for number in range(len(angles))]
    wanted = Interpreter(content, tmp_path).run(cases)
    assert [any("degrees" in line for line in lines) for lines in wanted] == [False, False, True, True, True]
    (tmp_path / engine).mkdir()
    assert ENGINES[engine](content, tmp_path / engine).run(cases) == wanted
