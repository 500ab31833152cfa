"""The pages of the lint rules are what their files make, and `explain` shows the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.main import main

ROOT = Path(__file__).parents[2]


def test_the_pages_are_current(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["lints", "--check", "docs/lint"]) == 0, capsys.readouterr().out


def test_a_stale_page_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lints", "--write", str(tmp_path)]) == 0
    (tmp_path / "unused-let.md").write_text("old")
    (tmp_path / "gone.md").write_text("of a rule that is no more")
    capsys.readouterr()
    assert main(["lints", "--check", str(tmp_path)]) == 1
    assert [line.split()[0].rpartition("/")[2] for line in capsys.readouterr().out.splitlines()] == [
        "gone.md",
        "unused-let.md",
    ]


def test_explain_shows_the_page_of_a_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "trigger-loop"]) == 0
    page = (ROOT / "docs" / "lint" / "trigger-loop.md").read_text(encoding="utf-8")
    assert page.rstrip() in capsys.readouterr().out
