"""Words of strangers: marks that a text uses within itself, hidden characters, deep texts."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from cardwright.cli.main import main
from compiler.build import build_game
from dsl.diagnostics import Sink
from dsl.wording.texts import card_text

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GARDEN, tmp_path / "garden"))


@pytest.mark.parametrize("sign", ["\\ue000", "\\ue003", "\\u202e", "\\u0007"])
def test_words_with_signs_that_nobody_sees_are_refused(
    garden: Path, sign: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = garden / "words.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("{one: card,", f'{{one: "ca{sign}rd",'), encoding="utf-8")
    assert main(["check", str(garden), "--no-cache"]) == 1
    out = capsys.readouterr().out
    assert "words.yaml" in out and "error[" in out


def test_a_condition_that_is_nested_deeply_is_written_at_once(garden: Path) -> None:
    text = "self"
    for _ in range(24):
        text = f"(self if self is {text} else self)"
    card = f"""\
all: {{kind: action, provenance: house}}
cards:
  - id: deep
    name: {{en: Deep, ru: Глубина}}
    worth: 1
    rules: |
      after play by self where self is {text}: gain 1 by self
"""
    (garden / "cards" / "actions.yaml").write_text(card, encoding="utf-8")
    build = build_game(garden, Sink())
    assert build is not None and build.checked is not None
    before = time.process_time()
    assert len(card_text(build.checked, "deep", "ru")[0].text) > 500
    assert time.process_time() - before < 5
