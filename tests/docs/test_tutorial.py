"""Pages that are transcripts: their files are written, their commands run, and they print what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.test_cli import perform

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("name", "holds"),
    [("tutorial", ["cardwright play", "error["]), ("games-of-cards", ["no findings"]),
     ("refused-calls", ["warning[unanswered-payment]"])],
)  # fmt: skip
def test_a_page_tells_what_happens(
    name: str,
    holds: list[str],
    update_golden: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / f"{name}.md"
    written = page.read_text(encoding="utf-8")
    happened = perform(written, tmp_path, capsys)
    if update_golden:
        page.write_text(happened, encoding="utf-8")
    assert happened == written
    assert " 0 failed" in written and all(text in written for text in holds)
