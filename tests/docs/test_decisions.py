"""The pages of decisions: each with its own number, in four parts."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
PARTS = ("Question", "Choice", "Reasons", "Cost")


def test_pages_have_their_own_numbers() -> None:
    assert len({path.name[:4] for path in PAGES}) == len(PAGES) > 0


def test_pages_have_their_parts() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in PAGES}
    assert texts
    assert [name for name, text in texts.items() if not all(f"**{part}.**" in text for part in PARTS)] == []
    assert [name for name, text in texts.items() if not text.startswith(f"# {int(name[:4])}. ")] == []
