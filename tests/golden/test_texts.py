"""The texts of the tutorial's game, in both languages. ``--update-golden`` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.main import main
from dsl.meaning.lexicon import LANGUAGES

FOLDER = Path(__file__).parent / "texts"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_garden(
    language: str, update_golden: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    code = main(["text", "garden", "--lang", language])
    out, err = capsys.readouterr()
    golden = FOLDER / f"garden.{language}.txt"
    if update_golden:
        golden.write_text(out, encoding="utf-8")
    assert (code, err) == (0, "")
    assert out == golden.read_text(encoding="utf-8")
