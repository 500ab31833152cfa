"""What an editor shows of printed texts and errata."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.authoring.server.card_texts import said_of_card
from cardwright.authoring.server.live import LiveGame
from tests.live_game import live_game

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"
FILE = "cards/actions.yaml"
MORE = """\
    text:
      en: Whenever another player scores, you score too.
    errata:
      - since: 2026-03-01
        reason: {en: It was too strong., ru: Карта была слишком сильна.}
        before: {worth: 5}
      - since: 2026-06-01
        reason: {en: It was too strong., ru: Карта была слишком сильна.}
        before:
          rules: |
            react before gain by player other than self:
              gain 2 by self
"""


@pytest.fixture
def game(tmp_path: Path) -> LiveGame:
    folder = Path(shutil.copytree(GARDEN, tmp_path / "garden"))
    path = folder / FILE
    text = path.read_text(encoding="utf-8")
    assert text.count("        gain 1 by self\n  - id: mole") == 1
    path.write_text(text.replace("gain 1 by self\n  - id: mole", f"gain 1 by self\n{MORE}  - id: mole"), "utf-8")
    return live_game(folder)


def said(game: LiveGame, at: str) -> str:
    return said_of_card(game, FILE, game.source(FILE).text.index(at) + 1)


def test_beside_a_printed_text_stands_what_the_rules_say(game: LiveGame) -> None:
    for place in ("text:\n      en", "Whenever another"):
        assert said(game, place) == (
            "the rules say (`en`):\n\nReaction: before a player other than you gains points, decrease the gain by 1. "
            "You gain 1 point. Use this once per turn."
        )


def test_an_erratum_says_what_is_different_since_then(game: LiveGame) -> None:
    first = said(game, "since: 2026-03-01")
    assert first.startswith("**since 2026-03-01**\n\n`worth`: `5` → ") and "before" not in first
    second = said(game, "          rules: |\n            react")
    assert second.startswith("**since 2026-06-01**\n\nbefore (`en`): ")
    assert "you gain 2 points" in second and "You gain 1 point" in second and "(`ru`)" in second


def test_elsewhere_nothing_is_said(game: LiveGame) -> None:
    assert said(game, "id: mole") == said(game, "errata:") == ""
    assert said_of_card(game, "rules/match.rules", 1) == ""


def test_a_text_that_is_being_written_says_nothing(game: LiveGame) -> None:
    text = game.source(FILE).text
    game.edit(FILE, text.replace("gain 1 by self\n    text", "gain 1 by\n    text"))
    assert said(game, "Whenever another") == ""
