"""The schemas by which editors check cards are those that the rulesets make."""

from __future__ import annotations

import pytest

from cardwright.cli import schema
from cardwright.cli.main import main
from tests.content_games import CONTENT, GAMES, built


def test_written_schemas_are_current(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "load_game_files", lambda folder, _sink, _shown: built(folder.name).files)  # read once
    for game in GAMES:
        assert main(["schema", "--check", str(CONTENT / game)]) == 0, capsys.readouterr().out
