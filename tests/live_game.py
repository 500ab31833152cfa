"""A game as the language server has it after its first check."""

from __future__ import annotations

from pathlib import Path

from cardwright.authoring.server.checks import Check, Memory
from cardwright.authoring.server.live import LiveGame
from dsl.lint.config import LintConfig


def live_game(path: Path) -> LiveGame:
    game = LiveGame(path, LintConfig())
    check = Check(game, Memory(path))
    game.take_findings(check.of_game())
    game.take_worker(check.shared_files())
    return game
