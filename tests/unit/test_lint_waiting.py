"""What nothing uses or tests waits while a game is being built: below version 0.1.0, unless somebody asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.main import CLEAN, FINDINGS, main
from dsl.diagnostics import Diagnostic, Severity
from dsl.lint.config import LintConfig
from dsl.lint.groups import GROUPS
from dsl.lint.rules import RULES
from dsl.source import Source
from tests.lint_game import write_example

Shown = pytest.CaptureFixture[str]
EXAMPLE = {
    "rules": "verb unseen(target: unit): increase target.damage by 0\n",
    "ability": "after heal to self: increase self.damage by 1\n",
    "cards": "- {id: idle, kind: unit, name: {en: Idle, ru: Без дела}, provenance: house, level: 3, hp: 5}\n",
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_example(tmp_path, EXAMPLE)


def at_version(game: Path, version: str) -> None:
    ruleset = game / "ruleset.yaml"
    ruleset.write_text(ruleset.read_text(encoding="utf-8").replace("0.1.0", version), encoding="utf-8")


def checked(capsys: Shown, *options: str) -> tuple[list[str], str]:
    """The codes that are told, and the last line."""
    main(["check", "example", *options])
    lines = capsys.readouterr().out.splitlines()
    return [line.split("[")[1].split("]")[0] for line in lines if "warning[" in line], lines[-1]


def test_a_game_that_is_whole_is_told_all(game: Path, capsys: Shown) -> None:
    codes, last = checked(capsys)
    assert {"untested-card", "unused-verb", "change-by-zero"} <= set(codes) and "wait" not in last


@pytest.mark.parametrize("cache", [[], ["--no-cache"]])
def test_what_nothing_uses_waits_and_is_counted(cache: list[str], game: Path, capsys: Shown) -> None:
    all_of_it, _ = checked(capsys, *cache)
    at_version(game, "0.0.1")
    for _ in range(2):  # the second time from the cache, where there is one
        codes, last = checked(capsys, *cache)
        assert codes == ["change-by-zero"]
        assert last.endswith(f"1 warning; {len(all_of_it) - 1} findings wait for version 0.1.0")


def test_what_is_asked_for_does_not_wait(game: Path, capsys: Shown) -> None:
    all_of_it, _ = checked(capsys)
    at_version(game, "0.0.1")
    assert checked(capsys, "--select", "all")[0] == all_of_it
    assert checked(capsys, "--select", "untested-card")[0] == ["untested-card"]
    assert checked(capsys)[0] == ["change-by-zero"]


def test_what_waits_makes_no_run_fail(game: Path, capsys: Shown) -> None:
    asked = ["check", "example", "--ignore", "change-by-zero", "--fail-level", "warning"]
    assert main(asked) == FINDINGS
    at_version(game, "0.0.1")
    assert main(asked) == CLEAN


@pytest.mark.parametrize(
    ("version", "waits"),
    [
        ("0.0.0", True),
        ("0.0.99", True),
        ("0.1.0", False),
        ("0.10.0", False),
        ("1.0.0", False),
        (f"{'9' * 5_000}.0.0", False),  # more digits than Python reads as a number
    ],
)
def test_the_version_says_whether_a_game_is_whole(version: str, waits: bool) -> None:
    told = {
        rule.group: LintConfig().waits(
            Diagnostic(rule.code, Source("x", "").whole(), "", level=Severity.WARNING.value), version
        )
        for rule in RULES
    }
    assert set(told) == set(GROUPS)
    assert {group for group, waiting in told.items() if waiting} == ({"dead", "tests"} if waits else set())
