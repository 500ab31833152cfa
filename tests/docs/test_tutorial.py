"""The tutorial is a transcript: its files are written, its commands run, and what it says they print is what they print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.test_cli import perform

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"


def test_the_tutorial_tells_what_happens(
    update_golden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written = PAGE.read_text(encoding="utf-8")
    happened = perform(written, tmp_path, capsys)
    if update_golden:
        PAGE.write_text(happened, encoding="utf-8")
    assert happened == written
    assert "play" in written and "error[" in written and "0 failed" in written
