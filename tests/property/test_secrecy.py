"""Two matches that differ only in what somebody cannot know are the same to them, byte for byte."""

from __future__ import annotations

import json
from random import Random

import pytest

import cardwright
from tests.content_games import CONTENT, GAMES
from tests.poisoned import of_other_ages, poisoned

SEEDS, ANSWERS, APART = 2, 24, 4


def told(match: cardwright.Match, viewer: int | None) -> str:
    return json.dumps(match.view(viewer))


@pytest.mark.parametrize("game", GAMES)
def test_a_view_tells_nothing_of_what_lies_hidden(game: str) -> None:
    """Along matches played at random, for every seat and a spectator."""
    rules, pairs, differ = cardwright.load(CONTENT / game), 0, 0
    kinds = rules._rules.code.program.kinds  # pyright: ignore[reportPrivateUsage]
    for seed in range(1, SEEDS + 1):
        match, chosen = rules.new(seed=seed), Random(seed)
        for turn in range(ANSWERS):
            if match.request is None:
                break
            if turn % APART == 0:
                data = match.snapshot()
                for viewer in (*range(len(data["state"]["kinds"]["player"]["id"])), None):
                    other = rules.restore(of_other_ages(kinds, poisoned(kinds, data, viewer, chosen), chosen))
                    assert told(other, viewer) == told(match, viewer), (seed, turn, viewer)
                    pairs, differ = pairs + 1, differ + (other.hash != match.hash)
            match.answer(chosen.choice(match.legal()))
    assert pairs > SEEDS * 3
    hides = any(f.visible != "all" for kind in kinds.values() for f in kind.fields if f.zone)
    assert differ or not hides, "the pairs do differ"
