"""The page of card texts is what its command writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "card-texts.md"
HEAD = "# Texts of cards"


def test_the_page_is_what_the_command_writes(
    update_golden: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    code = main(["text", "dungeon_command", "--format", "markdown"])
    made, err = capsys.readouterr()
    assert (code, err) == (0, "")
    before, mark, _ = PAGE.read_text(encoding="utf-8").partition("<!-- made -->\n\n")
    assert before.startswith(HEAD) and mark
    if update_golden:
        PAGE.write_text(before + mark + made, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == before + mark + made
    assert made.count("```yaml") >= 30


@pytest.mark.parametrize(("arguments", "option"), [
    (["--play", "--format", "json"], "--format"),
    (["killing_strike", "--play"], "cards"),
    (["--format", "markdown", "--lang", "ru"], "--lang"),
])  # fmt: skip
def test_what_has_no_effect_is_refused(arguments: list[str], option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", "dungeon_command", *arguments]) == 2
    assert f"`{option}` has no effect here" in capsys.readouterr().err
