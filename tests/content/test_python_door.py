"""Every game through the package ``cardwright``, as other programs use it."""

from __future__ import annotations

import json

import pytest

import cardwright
from tests.content_games import CONTENT, GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_saved_and_loaded(game: str) -> None:
    rules = cardwright.load(CONTENT / game)
    match = rules.new(seed=7)
    while match.request is not None and len(match.answers) < 25:
        match.answer(match.legal()[-1])
    again = rules.load(json.loads(json.dumps(match.save())))
    assert (again.hash, again.answers, again.events()) == (match.hash, match.answers, match.events())
    assert again.request == match.request
    assert again.view(0) == match.view(0)
    if match.request is not None:
        again.answer(again.legal()[0])
        assert len(again.answers) == len(match.answers) + 1
