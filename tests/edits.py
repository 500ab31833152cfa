"""Writing and changing files in tests."""

from __future__ import annotations

from pathlib import Path


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


def replace(path: Path, old: str, new: str) -> None:
    """Replaces a text that must occur in the file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
