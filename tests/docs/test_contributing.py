"""The examples of the page for contributors work: its card, its keyword, its lint rule and its target."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler.targets.export import Content, export_code
from dsl.lint.base import Rule
from dsl.lint.config import LintConfig
from dsl.lint.rules import RULES
from tests.conformance.test_engines import content as content_of_game
from tests.golden.test_cli import run
from tests.lint_game import linted, write_example

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
GAME = ROOT / "content" / "dungeon_command"
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


def examples(part: str, language: str) -> list[str]:
    """The blocks of a language in a part of the page, without the margin of a numbered step."""
    (text,) = re.findall(rf"^## {part}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return [
        re.sub(rf"^{margin}", "", body, flags=re.MULTILINE)
        for margin, name, body in FENCE.findall(text) if name == language
    ]  # fmt: skip


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(GAME, tmp_path / "content" / "dungeon_command"))


def test_the_card(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, test = examples("Add a card", "yaml")
    (printed,) = examples("Add a card", "console")
    append(game / "cards/common_orders.yaml", card)
    assert "no test uses `second_wind`" in run("cardwright check content/dungeon_command", capsys)
    append(game / "tests/orders.yaml", test)
    commands = [line.removeprefix("$ ") for line in printed.split("\n") if line.startswith("$ ")]
    assert "".join(run(command, capsys) for command in commands) == printed


def test_the_keyword(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (keyword,) = examples("Add a keyword", "")
    printed, noun, test = examples("Add a keyword", "yaml")
    words = game / "words.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("nouns:\n", "nouns:\n" + noun, 1), encoding="utf-8")
    append(game / "rules/damage.rules", "\n" + keyword)
    cards = game / "cards/lolth_creatures.yaml"
    before, card, after = cards.read_text(encoding="utf-8").partition("  - id: giant_spider\n")
    cards.write_text(before + card + after.replace("    keywords: [scuttle]\n", printed, 1), encoding="utf-8")
    append(game / "tests/damage.yaml", test)
    assert run("cardwright check content/dungeon_command", capsys).endswith("no findings\n")
    assert run("cardwright test content/dungeon_command -k thorny", capsys).endswith("1 passed, 0 failed\n")


def test_the_lint_rule(tmp_path: Path) -> None:
    (code,) = examples("Add a lint rule", "python")
    known: dict[str, Any] = {}
    exec(compile(code, "long_message.py", "exec"), known)
    rule: Rule = known["RULE"]
    assert rule.doc is not None
    config = LintConfig(given=(*RULES, replace(rule, on=True)))
    bad = linted(write_example(tmp_path / "bad", dict(rule.bad)), config)
    assert {found.code for found in bad} == {rule.code} == {"long-message"}
    assert linted(write_example(tmp_path / "good", dict(rule.good)), config) == []


def test_the_target() -> None:
    code, *_ = examples("Add a target", "python")
    known: dict[str, Any] = {}
    exec(compile(code, "lua_include.py", "exec"), known)
    content: Content = content_of_game(GAME)
    files = export_code(content, known["LuaInclude"](), tests=True)
    assert 'include(here .. "rt")' in files["game.lua"]
    assert not any("require(" in files[name] for name in ("game.lua", "rules.lua", "tests.lua"))
