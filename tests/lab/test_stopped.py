"""An agent whose branch of a match is stopped, such as by a limit of time, is stopped itself."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.lab.greedy import Greedy
from cardwright.lab.turn import Turn, carry_on
from compiler.interpreter.match import Match
from compiler.interpreter.spending import SLICE
from compiler.interpreter.values import Stopped
from tests.content_games import rules


def stopped_after(looks: int) -> Match:
    """A match of which whoever plays is stopped when somebody has looked so many times whether it shall go on."""
    match, left = rules("dungeon_command").new_game({"scenario": "duel"}, 1), [looks]

    def watch() -> bool:
        left[0] -= 1
        return left[0] < 0

    match.game.watch = watch
    return match


@pytest.mark.parametrize("looks", [0, 1, 2])
def test_whoever_stops_a_branch_stops_the_agent(looks: int) -> None:
    match = stopped_after(looks)
    assert match.game.work > SLICE
    with pytest.raises(Stopped, match="the host has stopped the game"):
        played_by_greedy(match)
    assert match.result is None


def played_by_greedy(match: Match) -> None:
    for _ in range(1000):
        carry_on(match, Greedy(1).answer(Turn(match)))


def test_a_match_that_is_stopped_while_it_is_played_again_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    match = rules("dungeon_command").new_game({"scenario": "duel"}, 1)
    agent = Random(1)
    for _ in range(20):
        carry_on(match, agent.choice(match.legal())["answer"])
    monkeypatch.setattr(match.rules.code, "watch", lambda: True)
    with pytest.raises(Stopped, match="the host has stopped the game"):
        match.replayed(10)
