"""What a player may know of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.games import read_game
from cardwright.cli.main import main
from compiler.callables.code import Code
from compiler.interpreter.agents import first_agent
from compiler.interpreter.game import Driver, Game
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.values import Env


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """The game that `cardwright new` writes, at its start: each player's hand is seen by its owner alone."""
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    build = read_game(tmp_path / "market").build
    assert build is not None and build.program is not None
    code = Code(build.program)
    made = Game(code)
    scripts = Scripts(code, build.scripts)
    scripts.start(build.scripts["scenario first"], made, Env({}), Driver(first_agent(1)))
    return made


def test_a_player_sees_the_own_hand_and_counts_the_other(game: Game) -> None:
    one, other = game.of_kind("player")
    seen = game.view(one)
    assert "hand=[feast#4 harvest#5 harvest#6]" in seen
    assert "hand=[? ? ?]" in seen
    assert "harvest#7" not in seen
    assert "harvest#7" in game.view(other) and "feast#4" not in game.view(other)


def test_nothing_is_hidden_from_the_whole_picture(game: Game) -> None:
    assert "?" not in game.picture()
    assert all(card in game.picture() for card in ("feast#4", "harvest#9"))


def test_what_is_revealed_is_known_until_it_moves(game: Game) -> None:
    one, other = game.of_kind("player")
    crop = other.hand.items[0]
    game.reveal(crop, one)
    assert "hand=[harvest#7 ? ?]" in game.view(one)
    game.put_bottom(crop, other.hand)
    assert "hand=[? ? ?]" in game.view(one)


def test_a_shuffle_hides_what_was_revealed(game: Game) -> None:
    one, other = game.of_kind("player")
    before = len(game.journal)
    game.reveal(other.hand.items[0], one)
    game.reorder(other.hand, [2, 1, 0])
    assert "hand=[? ? ?]" in game.view(one)
    game.back_to(before + 1)
    assert "hand=[harvest#7 ? ?]" in game.view(one)
