"""Every game through the package ``cardwright``, as other programs use it."""

from __future__ import annotations

import json

import pytest

from tests.content_games import GAMES, loaded


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_saved_and_loaded(game: str) -> None:
    rules = loaded(game)
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


@pytest.mark.parametrize("game", GAMES)
def test_a_match_as_agents_use_it(game: str) -> None:
    rules = loaded(game)
    match = rules.new(seed=7)
    for _ in range(400):
        if match.request is None:
            break
        match.answer(match.legal()[-1])
        if len(match.answers) == 40 and match.request is not None:
            data = match.snapshot()
            other = rules.restore(data)
            assert other.hash == match.hash
            twin = match.clone()
            twin.answer(twin.legal()[0])
            twin.undo()
            assert twin.hash == match.hash
    assert match.outcome in (None, "ended")
    assert match.hash and match.events()[-1] and match.view(0)
