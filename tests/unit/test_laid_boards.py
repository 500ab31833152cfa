"""Boards that are laid in play: drawings in files, and what becomes of copies, snapshots and watchers."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from compiler.interpreter.board_text import draw_board
from compiler.interpreter.copies import copy_of
from compiler.interpreter.drawings import read_drawing, rotated
from compiler.interpreter.game import new_game
from compiler.interpreter.places import set_board
from compiler.interpreter.restoring import restore
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.snapshots import Damaged, snapshot_of
from compiler.interpreter.state import State
from compiler.interpreter.values import Fault
from tests import laid_game
from tests.small_game import Small, do, try_small


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return laid_game.built(tmp_path_factory.mktemp("laid"))


def plate(game: State, card: str) -> Any:
    return next(p for p in game.kinds["plate"] if p._card is not None and p._card._id == card)


def drawn(game: State) -> str:
    assert game.grid is not None
    grid, letters = game.grid, {"mud": "~", "wall": "#", "far": "F"}
    return draw_board(grid, lambda s: next((letters[t] for t in grid.terrain[s]), "."))


FIRST = ". .|. _ _\n  -\n. # _ _ _\n. _ _ _ _"
PATCHED = ". .|. ~ _\n  -\n. # _ _ _\n. _ _ _ _"


def test_the_tests_of_the_game_pass(laid: Small) -> None:
    count = sum(name.startswith("test ") for name in laid.build.scripts)
    for number in range(count):
        outcome = laid.test(number)
        assert outcome.passed, (outcome.name, outcome.failures, outcome.broken)
    assert count > 10


def test_a_vacant_square_is_drawn_and_read_back(laid: Small) -> None:
    game = laid.scenario("first")
    assert drawn(game) == FIRST
    do(game, "lay", p=plate(game, "patch"), s=game.square_names["d1"])
    assert drawn(game) == PATCHED


def test_what_is_laid_is_taken_back(laid: Small) -> None:
    game = laid.scenario("first")
    mark, before = len(game.journal), snapshot_of(game)
    do(game, "lay", p=plate(game, "patch"), s=game.square_names["d1"])
    assert drawn(game) == PATCHED
    game.back_to(mark)
    assert drawn(game) == FIRST
    assert "board" not in before
    assert "board" not in snapshot_of(game)
    assert game.square_names["d1"] not in game.terrain_of


def test_a_copy_keeps_its_board(laid: Small) -> None:
    game = laid.scenario("first")
    kept = copy_of(game)
    do(game, "lay", p=plate(game, "patch"), s=game.square_names["d1"])
    later = copy_of(game)
    do(later, "paint", p=plate(later, "patch"), s=game.square_names["a3"])
    assert [drawn(each) for each in (kept, game)] == [FIRST, PATCHED]
    assert drawn(later) == PATCHED.replace("\n. _ _ _ _", "\n~ _ _ _ _")
    for each in (kept, game, later):
        assert each.grid is not None
        wanted = {s: each.grid.terrain[s] for s in each.squares}
        assert each.terrain_of == wanted


def restored(laid: Small, game: State, change: Callable[[Any], None] = lambda _: None) -> State:
    data = deepcopy(snapshot_of(game))
    change(data)
    made = new_game(laid.code)
    assert game.drawn is not None
    set_board(made, game.drawn)
    restore(made, data)
    return made


def test_a_snapshot_has_what_was_laid(laid: Small) -> None:
    game = laid.scenario("first")
    do(game, "lay", p=plate(game, "patch"), s=game.square_names["d1"])
    made = restored(laid, game)
    assert drawn(made) == PATCHED
    assert snapshot_of(made) == snapshot_of(game)
    assert snapshot_of(game)["board"] == {"squares": [[3, "mud"]], "walls": [[1, 2], [1, 6]]}


HOSTILE: dict[str, Callable[[Any], None]] = {
    "a square that can never be there": lambda d: d["board"]["squares"].append([14 + 1]),
    "a void square": lambda d: d["board"]["squares"].append([-1]),
    "a square that is no number": lambda d: d["board"]["squares"].append(["mud"]),
    "unknown terrain": lambda d: d["board"]["squares"].append([4, "lava"]),
    "a wall between squares that are apart": lambda d: d["board"]["walls"].append([0, 2]),
    "a wall around the edge": lambda d: d["board"]["walls"].append([4, 5]),
    "a wall of one square": lambda d: d["board"]["walls"].append([4]),
    "a wall outside": lambda d: d["board"]["walls"].append([-1, 0]),
    "no walls": lambda d: d["board"].pop("walls"),
    "no board": lambda d: d.update(board=None),
    "who stands on a vacant square": lambda d: d["kinds"]["unit"].update(at=[4]),
    "a vacant square with somebody on it": lambda d: d["standing"].append([4, d["kinds"]["unit"]["id"][0]]),
    "a drawing that is a number": lambda d: d["kinds"]["plate"]["fields"].update(shape=[1, 1, 1, 1]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_damaged_board_is_refused(name: str, laid: Small) -> None:
    game = laid.scenario("first")
    do(game, "lay", p=plate(game, "patch"), s=game.square_names["d1"])
    with pytest.raises(Damaged):
        restored(laid, game, HOSTILE[name])


@pytest.mark.parametrize("text", ["", "+", "+-+\n|.|", "+-+\n|.|\n+-", "+--+\n|. |\n+--+", "x" * 10_000])
def test_what_is_no_drawing_is_a_fault_of_the_game(text: str, laid: Small) -> None:
    game = laid.scenario("first")
    one = plate(game, "patch")
    one.shape = text
    with pytest.raises(Fault, match="this is no drawing"):
        do(game, "paint", p=one, s=game.square_names["a1"])


def test_a_letter_that_no_terrain_has_is_not_laid(laid: Small) -> None:
    game = laid.scenario("first")
    one = plate(game, "patch")
    one.shape = "+ +\n Q \n+ +"
    with pytest.raises(Fault, match="the drawing does not fit at a1"):
        do(game, "paint", p=one, s=game.square_names["a1"])


def test_four_quarters_are_a_whole_turn() -> None:
    text = "+-+ +\n|.|~ \n+ +-+\n|# . \n+-+-+"
    drawing = read_drawing(text)
    assert drawing is not None
    assert rotated(drawing, 1) == "+-+-+\n|# .|\n+ +-+\n|.|~ \n+ + +"
    again = read_drawing(rotated(drawing, 1))
    assert again is not None
    assert rotated(again, 3) == text
    assert rotated(drawing, -4) == text


def told(shape: str, tmp_path: Path) -> list[str]:
    text = "\n".join(f"      {line}" for line in shape.split("\n"))
    cards = f"- id: bend\n  kind: plate\n  name: {{en: Bend}}\n  provenance: house\n  shape: |\n{text}\n"
    return try_small(tmp_path, "relation is_marked(p: plate) = p.quarters > 0", kinds=laid_game.KINDS, cards=cards)[1]


WRONG = {
    "no frame": (" . .", "this line is no frame of the drawing", "7:10"),
    "no frame below": ("+-+\n|.|", "this line is no frame of the drawing", "8:9"),
    "an even frame": ("+-+-\n|. .\n+ + +", "this line is no frame of the drawing", "7:9"),
    "too long": ("+-+\n|. .\n+ +", "this stands outside of the frame", "8:12"),
    "two lines of edges": ("+-+\n+-+\n|.|\n+ +", "no squares between this line of edges and the one above", "8:9"),
    "a letter": ("+-+\n|Q|\n+ +", "`Q` is no terrain's symbol", "8:10"),
    "a vacant square": ("+-+\n|_|\n+ +", "`_` is no terrain's symbol", "8:10"),
    "a letter between": ("+-+-+\n|.x.|\n+ + +", "`x` stands between two squares", "8:11"),
    "an upright wall above": ("+-+\n|.|\n+|+\n|.|\n+ +", "`|` above a square", "9:10"),
    "nothing": ("+ +\n\n+ +", "a drawing without squares", ""),
    "a lost wall": ("+ + +\n .  |\n+ + +", "this wall stands beside no square", "8:13"),
    "too wide": ("+" + "-+" * 65 + "\n|.\n+ +", "more than 64 squares in a row", "7:138"),
    "too many rows": ("+-+" + "\n|.|" * 65 + "\n+-+", "more than 64 rows", ""),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_drawing_is_told_at_its_place(name: str, tmp_path: Path) -> None:
    shape, message, place = WRONG[name]
    found = told(shape, tmp_path)
    assert len(found) == 1, found
    assert message in found[0]
    assert f":{place}" in found[0]


@pytest.mark.parametrize("shape", ["+ +\n .\n+ +", "+-+-+\n|.|~|\n|. .|\n+ + +", "+-+ + +\n|.\n+ + +-+\n|. . .|\n+ +"])
def test_a_drawing_is_accepted(shape: str, tmp_path: Path) -> None:
    assert told(shape, tmp_path) == []


RULES = {
    "place p.shape at 3": "`3` is a number, but a square is needed",
    "place p.shape at a1": "",
    "place rotated(p.shape, 1) at a1": "",
    "place rotated(3, 1) at a1": "`3` is a number, but a drawing is needed",
    "place p.shown at a1": "may be none here",
    "place p at a1": "`p` is a plate, but a figure is needed",
    "lift p.shape": "`p.shape` is a drawing, but an entity is needed",
    "if fits(p, a1): place p.shape at a1": "`p` is a plate, but a figure or drawing is needed",
    "if size(footprint(p.quarters, a1)) > 1: place p.shape at a1": "`p.quarters` is a number, but a figure or drawing is needed",
}


@pytest.mark.parametrize("statement", RULES)
def test_drawings_are_checked(statement: str, tmp_path: Path) -> None:
    rules = f"verb lay(p: plate):\n  {statement}\n"
    found = try_small(tmp_path, rules, kinds=laid_game.KINDS, cards=laid_game.CARDS)[1]
    wanted = RULES[statement]
    assert (wanted in found[0]) if wanted else found == []


def test_a_drawing_needs_a_board_of_squares(tmp_path: Path) -> None:
    kinds = "\n".join(line for line in laid_game.KINDS.split("\n") if not line.startswith("board"))
    rules = "verb lay(p: plate, q: plate):\n  place p.shape at first(list(s for s in q.lies))\n"
    found = try_small(tmp_path, rules, kinds=kinds)[1]
    assert any("the game has no board" in one for one in found), found


@pytest.mark.parametrize("part", ['terrain: {mud: "_"}', ""])
def test_what_stands_for_vacant_stands_for_nothing_else(part: str, tmp_path: Path) -> None:
    kinds, scenario = laid_game.KINDS, laid_game.SCENARIO
    if part:
        kinds = kinds.replace('mud: "~"', 'mud: "_"')
    else:
        scenario = scenario.replace("  A: {kind", "  _: {kind")
    files = {"kinds": kinds, "scenario": scenario, "cards": "" if part else laid_game.CARDS}
    assert try_small(tmp_path, "", **{k: v for k, v in files.items() if v})[1]


def test_a_script_draws_its_board_again(laid: Small) -> None:
    """The grid of a position is shared by all games, and no game changes it."""
    game = laid.scenario("first")
    do(game, "lay", p=plate(game, "patch"), s=game.square_names["d1"])
    scripts = Scripts(laid.code, laid.build.scripts)
    assert drawn(laid.scenario("first")) == FIRST
    assert scripts.boards == {}
