"""The package ``cardwright`` as other programs use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.cli.main import main

CONTENT = Path(__file__).parents[2] / "content"
NAMES = [
    "ContentError", "Diagnostic", "Event", "HostError", "Match", "Request", "Rules", "View", "Watcher", "__version__",
    "check", "load",
]  # fmt: skip


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(CONTENT / "dungeon_command")


def test_the_public_names_are_these() -> None:
    assert cardwright.__all__ == NAMES
    assert all(getattr(cardwright, name) is not None for name in NAMES)
    assert dir(cardwright) == sorted(NAMES)


def test_another_name_is_told_as_python_tells_it() -> None:
    with pytest.raises(AttributeError, match="module 'cardwright' has no attribute 'lode'"):
        cardwright.lode  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_a_match_is_played_to_its_end(rules: cardwright.Rules) -> None:
    match = rules.new("duel", seed=7)
    assert match.outcome is None
    while match.request is not None:
        match.answer(match.legal()[-1])
    assert (match.outcome, match.message) == ("ended", "")
    assert match.events()


@pytest.mark.slow
def test_an_answer_that_is_refused_changes_nothing(rules: cardwright.Rules) -> None:
    match = rules.new("duel", seed=7)
    before = match.hash, match.request
    with pytest.raises(cardwright.HostError):
        match.answer([999])
    assert (match.hash, match.request) == before


@pytest.mark.parametrize("answer", [5, None, "0", b"\0", {0: 0}, {0}, [None], [[0]], [0.5], [True], range(10**12)])
def test_what_is_no_answer_is_refused_as_one(rules: cardwright.Rules, answer: Any) -> None:
    match = rules.new("duel", seed=7)
    for take in (match.answer, match.watch("all").allows):
        with pytest.raises(cardwright.HostError, match="this is no legal answer"):
            take(answer)
    assert match.watch("all").allows(range(1))


def test_a_game_with_errors_is_not_loaded(tmp_path: Path) -> None:
    game = tmp_path / "broken"
    game.mkdir()
    (game / "ruleset.yaml").write_text("id: broken\n", encoding="utf-8")
    with pytest.raises(cardwright.ContentError) as caught:
        cardwright.load(game)
    told = [(d.code, d.message) for d in caught.value.diagnostics]
    assert told == [(d.code, d.message) for d in cardwright.check(game)] != []
    assert str(caught.value).startswith(f"{caught.value.diagnostics[0].span}: ")


def test_a_game_with_a_faulty_test_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "moon_market", "--into", str(tmp_path)]) == 0
    game = tmp_path / "moon_market"
    sound = cardwright.load(game).hash
    (game / "tests" / "faulty.yaml").write_text("- {name: one, when: nonsense 3}\n", encoding="utf-8")
    assert cardwright.check(game) != ()
    assert cardwright.load(game).hash == sound
    assert main(["check", str(game)]) == 1
    for command in ("play", "explain-turn"):
        capsys.readouterr()
        main([command, str(game)])
        assert "nonsense" not in "".join(capsys.readouterr())
    assert main(["play", str(game)]) == 0


def test_a_folder_that_is_not_there_is_told() -> None:
    with pytest.raises(cardwright.ContentError, match="there is no folder"):
        cardwright.load("nowhere")


@pytest.mark.slow
def test_a_sound_game_has_no_findings() -> None:
    assert cardwright.check(CONTENT / "dungeon_command") == ()
