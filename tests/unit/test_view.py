"""What a player may know of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.games import read_game
from cardwright.cli.main import main
from compiler.callables.code import Code
from compiler.interpreter.agents import first_agent
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game
from compiler.interpreter.pictures import picture, view
from compiler.interpreter.places import put_bottom, reorder, reveal
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.state import State
from compiler.interpreter.values import Env


@pytest.fixture
def game(tmp_path: Path) -> State:
    """The game that `cardwright new` writes, at its start: each player's hand is seen by its owner alone."""
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    build = read_game(tmp_path / "market").build
    assert build is not None and build.program is not None
    code = Code(build.program)
    made = new_game(code)
    scripts = Scripts(code, build.scripts)
    scripts.start(build.scripts["scenario first"], made, Env({}), Driver(first_agent(1)))
    return made


def test_a_player_sees_the_own_hand_and_counts_the_other(game: State) -> None:
    one, other = of_kind(game, "player")
    seen = view(game, one)
    assert "hand=[feast#4 harvest#5 harvest#6]" in seen
    assert "hand=[? ? ?]" in seen
    assert "harvest#7" not in seen
    assert "harvest#7" in view(game, other) and "feast#4" not in view(game, other)


def test_nothing_is_hidden_from_the_whole_picture(game: State) -> None:
    assert "?" not in picture(game)
    assert all(card in picture(game) for card in ("feast#4", "harvest#9"))


def test_what_is_revealed_is_known_until_it_moves(game: State) -> None:
    one, other = of_kind(game, "player")
    crop = other.hand.items[0]
    reveal(game, crop, one)
    assert "hand=[harvest#7 ? ?]" in view(game, one)
    put_bottom(game, crop, other.hand)
    assert "hand=[? ? ?]" in view(game, one)


def test_a_shuffle_hides_what_was_revealed(game: State) -> None:
    one, other = of_kind(game, "player")
    before = len(game.journal)
    reveal(game, other.hand.items[0], one)
    reorder(game, other.hand, [2, 1, 0])
    assert "hand=[? ? ?]" in view(game, one)
    game.back_to(before + 1)
    assert "hand=[harvest#7 ? ?]" in view(game, one)
