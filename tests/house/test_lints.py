"""Every lint rule: its examples say what they claim, its page is current, its name reads well behind `allow`."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from cardwright.cli.render import as_data
from dsl.codes import CODES
from dsl.game.game_files import GameFolder
from dsl.incremental.check import check_game
from dsl.incremental.store import Store
from dsl.lint.base import Rule
from dsl.lint.config import LintConfig
from dsl.lint.groups import GROUPS
from dsl.lint.rules import RULES
from tests.lint_game import linted, write_example

ROOT = Path(__file__).parents[2]
IDS = [rule.code for rule in RULES]


def findings(folder: Path, rule: Rule, example: dict[str, str]) -> list[str]:
    """What all rules that are on, and this one, say about an example."""
    config = LintConfig(given=tuple(replace(r, on=True) if r is rule else r for r in RULES))
    return [f"{item.code}: {item.message} ({item.span})" for item in linted(write_example(folder, example), config)]


def test_the_game_of_the_examples_is_free_of_findings(tmp_path: Path) -> None:
    assert [f"{i.code}: {i.message} ({i.span})" for i in linted(write_example(tmp_path, {}))] == []


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_bad_example(rule: Rule, tmp_path: Path) -> None:
    found = findings(tmp_path, rule, dict(rule.bad))
    assert {item.partition(":")[0] for item in found} == {rule.code}, found


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_good_example(rule: Rule, tmp_path: Path) -> None:
    assert findings(tmp_path, rule, dict(rule.good)) == []


def test_the_tuple_is_complete_and_sorted() -> None:
    files = sorted(p.stem for p in (ROOT / "dsl" / "lint" / "rules").glob("*.py") if p.stem != "__init__")
    assert [rule.code.replace("-", "_") for rule in RULES] == files
    assert len(RULES) >= 40


def test_rules_are_told_apart_and_grouped() -> None:
    assert not {rule.code for rule in RULES} & CODES.keys()
    assert {rule.group for rule in RULES} == set(GROUPS)
    assert [code for code, count in Counter(rule.title for rule in RULES).items() if count > 1] == []


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_a_name_reads_well_behind_allow(rule: Rule) -> None:
    """It names what is wrong, as a noun: `allow: unused-let`, never `allow: no-unused-lets` or `allow: check-lets`."""
    words = rule.code.split("-")
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.code)
    assert words[0] not in ("no", "disallow", "forbid", "check", "avoid", "prefer", "require")
    assert rule.title[0].islower() or rule.title.startswith("AI")
    assert not rule.title.endswith(".")


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_a_page_says_what_why_and_how(rule: Rule) -> None:
    assert rule.doc is not None
    first, _, rest = rule.doc.partition("\n\n")
    assert first.endswith(".")
    assert len(rest.split()) >= 3, "what it means and how to mend it stand in a second paragraph"


def test_a_rule_about_the_whole_game_compares_facts_and_no_trees() -> None:
    """Trees of other files are not there when a game is checked file by file."""
    known = ("context.summary", "context.other_files", "context.vocab", "context.scenarios", "context.files.ruleset",
             "context.idle_allows", "context.is_mentioned_elsewhere", "context.roots")  # fmt: skip
    wrong: dict[str, set[str]] = {}
    for rule in RULES:
        looks = [inspect.getsource(look) for look in (rule.whole, rule.last) if look is not None]
        asked = {name for text in looks for name in re.findall(r"context(?:\.[a-z_]+)+", text)}
        wrong[rule.code] = {name for name in asked if not name.startswith(known)}
    assert {code: names for code, names in wrong.items() if names} == {}


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_an_example_is_judged_alike_file_by_file(rule: Rule, tmp_path: Path) -> None:
    game = write_example(tmp_path, rule.bad)
    config = LintConfig(given=tuple(replace(r, on=True) if r is rule else r for r in RULES))
    result = check_game(GameFolder(game, "example"), config, Store(game, enabled=False))
    assert as_data([], result.findings) == as_data([], linted(game, config))
    assert {item.code for item in result.findings} == {rule.code}
