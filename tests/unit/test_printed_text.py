"""The printed text of a card: where it may stand, what it is compared with, and where it is shown."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardwright.cli.main import main
from dsl.diagnostics import Diagnostic
from tests.lint_game import linted, write_example

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"


def found(folder: Path, text: str, rules: str) -> list[Diagnostic]:
    card = f"""\
- id: scout
  kind: unit
  name: {{en: Scout, ru: Разведчик}}
  provenance: house
  level: 1
  hp: 1
  text: {text}
  rules: |
    {rules}
"""
    return [one for one in linted(write_example(folder, {"cards": card})) if one.code not in ("untested-card",)]


@pytest.mark.parametrize(
    ("text", "rules", "place", "message"),
    [
        ('{en: "After this unit is tapped, heal 3."}', "after tap self: heal 2 to self", "3", "the rules say 2"),
        ('{ru: "Когда поворачивают, верните 3."}', "after tap self: heal 2 to self", "3", "the rules say 2"),
        ("{en: When tapped heal 2.}", "after tap self:\n      may: heal 2 to self", "When tapped heal 2.", "leave it"),
        ("{en: When tapped you may heal 2.}", "after tap self: heal 2 to self", "may", "leaves a choice"),
        ("{en: Before it is tapped heal 2.}", "after tap self: heal 2 to self", "Before", "act after"),
        ('{en: "When an enemy is healed, tap it."}', "after tap enemy: tap self", "healed", "react to `tap`"),
        ("{en: Heal two whenever it is tapped.}", "after tap self: heal 2 to self", "", ""),
        ("{en: Spread\n    over lines.}", "after tap self: heal 2 to self", "Spread\n      over lines.", "is a block"),
    ],
)
def test_what_differs_is_told_at_its_place(tmp_path: Path, text: str, rules: str, place: str, message: str) -> None:
    faults = found(tmp_path, text, rules)
    assert [one.span.text for one in faults] == ([place] if place else [])
    assert all(message in one.message for one in faults)
    if place and faults[0].code == "printed-text":
        assert faults[0].labels[0].span.text in text + rules


def test_lines_are_compared_with_their_ability(tmp_path: Path) -> None:
    text = "\n    en: |\n      When tapped, heal 1.\n      When an enemy is tapped, heal 3."
    (fault,) = found(tmp_path, text, "after tap self: heal 1 to self\n    after tap enemy: heal 2 to self")
    assert fault.span.text == "3" and fault.span.line_column()[0] == 13


@pytest.mark.parametrize("text", ["{}", "Tap it.", "{de: Tippe.}", '{en: ""}'])
def test_a_printed_text_is_in_a_language_of_the_game(tmp_path: Path, text: str) -> None:
    faults = found(tmp_path, text, "after tap self: heal 1 to self")
    assert {one.code for one in faults} <= {"wrong-value", "wrong-type", "unknown-key"} and faults


def test_the_printed_text_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Path(shutil.copytree(GARDEN, tmp_path / "garden"))
    file = next(iter(sorted((game / "cards").glob("*.yaml"))))
    lines = file.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("  - id:"))
    card = lines[at].partition(":")[2].strip()
    lines.insert(at + 1, "    text:\n      en: |\n        As it is printed.\n        In two lines.")
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["text", str(game), card, "--format", "json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)["texts"]
    assert [one["text"] for one in shown["paragraphs"]] == ["As it is printed.", "In two lines."]
    assert main(["text", str(game), card, "--lang", "ru"]) == 0
    assert "As it is printed" not in capsys.readouterr().out
    assert main(["export", str(game), "--target", "csv", "--out", str(tmp_path / "sheets")]) == 0
    table = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "sheets").glob("*.csv"))
    assert "text_en" in table and "As it is printed." in table
