"""The package ``cardwright`` as other programs use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cardwright

CONTENT = Path(__file__).parents[2] / "content"
GAMES = sorted(path.parent.name for path in CONTENT.glob("*/ruleset.yaml"))
NAMES = ["ContentError", "Diagnostic", "HostError", "Match", "Request", "Rules", "__version__", "check", "load"]


def test_the_public_names_are_these() -> None:
    assert cardwright.__all__ == NAMES
    assert all(getattr(cardwright, name) is not None for name in NAMES)
    assert dir(cardwright) == sorted(NAMES)


def test_another_name_is_told_as_python_tells_it() -> None:
    with pytest.raises(AttributeError, match="module 'cardwright' has no attribute 'lode'"):
        cardwright.lode  # type: ignore[attr-defined]  # noqa: B018


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


def test_a_match_is_played_to_its_end() -> None:
    match = cardwright.load(CONTENT / "dungeon_command").new("duel", seed=7)
    assert match.outcome is None
    while match.request is not None:
        match.answer(match.legal()[-1])
    assert (match.outcome, match.message) == ("ended", "")
    assert match.events()


def test_an_answer_that_is_refused_changes_nothing() -> None:
    match = cardwright.load(CONTENT / "dungeon_command").new("duel", seed=7)
    before = match.hash, match.request
    with pytest.raises(cardwright.HostError):
        match.answer([999])
    assert (match.hash, match.request) == before


def test_a_game_with_errors_is_not_loaded(tmp_path: Path) -> None:
    game = tmp_path / "broken"
    game.mkdir()
    (game / "ruleset.yaml").write_text("id: broken\n", encoding="utf-8")
    with pytest.raises(cardwright.ContentError) as caught:
        cardwright.load(game)
    told = [(d.code, d.message) for d in caught.value.diagnostics]
    assert told == [(d.code, d.message) for d in cardwright.check(game)] != []
    assert str(caught.value).startswith(f"{caught.value.diagnostics[0].span}: ")


def test_a_folder_that_is_not_there_is_told() -> None:
    with pytest.raises(cardwright.ContentError, match="there is no folder"):
        cardwright.load("nowhere")


def test_a_sound_game_has_no_findings() -> None:
    assert cardwright.check(CONTENT / "dungeon_command") == ()
