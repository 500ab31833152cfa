"""What a player cannot know is in nothing that an environment tells that player."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from cardwright.api import Match
from cardwright.envs.playing import Play
from compiler.interpreter.setups import HostError
from tests.envs.tables import SCENARIOS, go_on, play_of, rules_of
from tests.poisoned import of_other_ages, poisoned

STEPS, APART = 40, 8


def told(play: Play, seat: int) -> tuple[object, ...]:
    """All that an environment tells a player: observation, mask, texts."""
    found = play.observed(seat)
    mask = tuple(play.legal()) if play.seat == seat else ()
    vector = play.layout.vector(found).tobytes()
    return vector, tuple(found.left_out.items()), mask, play.observed_text(seat), play.information(seat)


def of(play: Play, match: Match) -> Play:
    """An environment over a match."""
    return Play(play.actions, play.layout, match, play.length, story=True)


@pytest.mark.parametrize("game", SCENARIOS)
def test_branches_that_differ_in_what_is_hidden_are_the_same_to_a_player(game: str) -> None:
    play, chosen, compared, differ, hides = play_of(game, seed=3), Random(3), 0, 0, False
    kinds = rules_of(game)._rules.code.program.kinds
    for step in range(STEPS):
        if play.has_stopped:
            break
        if step % APART == 0:
            data = play.match.snapshot()
            for seat in range(len(play.seats)):
                hides |= any(None in zone["entities"] for zone in (play.view(seat) or {})["zones"].values())
                made = of_other_ages(kinds, poisoned(kinds, data, seat, chosen), chosen)
                others = list[Play]()
                if not play.picked:  # ages are others there, so both stories begin anew
                    one, other = (of(play, rules_of(game).restore(held)) for held in (data, made))
                    assert told(one, seat) == told(other, seat), (step, seat)
                with suppress(HostError):  # what is being done may name something hidden
                    others += [play.branch_for(seat, seed) for seed in (1, 2)]
                for other in others:
                    assert told(other, seat) == told(play, seat), (step, seat)
                    compared, differ = compared + 1, differ + (other.match.hash != play.match.hash)
        go_on(play, chosen)
    assert compared > 8
    assert differ or not hides, "the branches do differ"


def test_what_another_has_picked_so_far_is_told_to_nobody() -> None:
    play, chosen = play_of("descent", seed=1), Random(1)
    seen = 0
    while not play.has_stopped and seen < 3:
        seat = play.seat
        assert seat is not None
        before = [told(play, other) for other in range(len(play.seats)) if other != seat]
        go_on(play, chosen)
        if play.picked:
            assert [told(play, other) for other in range(len(play.seats)) if other != seat] == before
            seen += 1
    assert seen == 3


@pytest.mark.parametrize("game", ["dungeon_command", "descent"])
def test_what_a_player_was_told_tells_states_apart(game: str) -> None:
    """Two ways to different histories of one player have different information states, also where the view is alike."""
    play = play_of(game, seed=4)
    known, chosen = set[str](), Random(4)
    for _ in range(40):
        seat = play.seat
        assert seat is not None
        text = play.information(seat)
        assert text not in known, "each decision of a player follows from another story"
        known.add(text)
        go_on(play, chosen)
