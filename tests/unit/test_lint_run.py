"""Lints as they are run: remarks, configuration, baselines, fixes, and reasoning over ranges."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardwright.cli.main import main
from dsl.diagnostics import Severity
from dsl.lint.baseline import as_baseline, fingerprint, new_findings, read_baseline
from dsl.lint.config import CommandSettings, ConfigError, LintConfig, read_config
from dsl.lint.ranges import ANY, Range, compared
from dsl.lint.rules import RULES
from tests.lint_game import linted, write_example

ZERO = {"ability": "passive: +0 armor\n"}


def codes(game: Path, config: LintConfig | None = None) -> list[str]:
    return [item.code for item in linted(game, config)]


def test_a_test_of_a_roster_is_not_idle(tmp_path: Path) -> None:
    rules = 'roster squad(units: list of unit card):\n  require size(units) > 0 "nobody"\n'
    tests = "- name: one is enough\n  roster: {roster: squad, units: [grunt]}\n"
    assert codes(write_example(tmp_path, {"rules": rules, "tests": tests})) == []


# ---- remarks
@pytest.mark.parametrize(
    "text",
    [
        "# allow: change-by-zero a lesson\npassive: +0 armor\n",
        "passive: +0 armor # allow: change-by-zero a lesson\n",
        "# allow: change-by-zero a lesson\n# and a second remark\n@EX-01\npassive: +0 armor\n",
    ],
)
def test_a_remark_silences_its_line(text: str, tmp_path: Path) -> None:
    assert codes(write_example(tmp_path, {"ability": text})) == []


def test_a_remark_reaches_no_further_than_the_next_line(tmp_path: Path) -> None:
    text = "# allow: change-by-zero a lesson\npassive: +1 armor\npassive: +0 armor\n"
    assert codes(write_example(tmp_path, {"ability": text})) == ["unused-allow", "change-by-zero"]


def test_a_remark_about_an_unknown_code_is_told(tmp_path: Path) -> None:
    assert codes(write_example(tmp_path, {"ability": "# allow: chnge why\npassive: +1 armor\n"})) == ["unused-allow"]


def test_a_remark_about_a_rule_that_does_not_run_is_left_alone(tmp_path: Path) -> None:
    game = write_example(tmp_path, {"ability": "# allow: change-by-zero a lesson\npassive: +1 armor\n"})
    assert codes(game, LintConfig(ignore=frozenset({"change-by-zero"}))) == []


def test_warnings_of_the_checker_can_be_allowed_and_errors_not(tmp_path: Path) -> None:
    rules = 'verb rest(to who: unit, for n: int):\n  tap who\n\nevery unit:\n  activate "rest" as action: rest to self for 2\n'
    game = write_example(tmp_path, {"rules": rules})
    assert codes(game) == ["unread-value"]
    (game / "rules" / "example.rules").write_text("# allow: unread-value kept for the next set\n" + rules)
    assert codes(game) == []
    (game / "rules" / "example.rules").write_text("# allow: unknown-verb why\nverb other(u: unit): tpa u\n")
    assert "unknown-verb" in codes(game)


def test_a_finding_names_its_card(tmp_path: Path) -> None:
    (found,) = linted(write_example(tmp_path, ZERO))
    assert (found.owner, str(found.span)) == ("hero", "example/cards/units.yaml:11:16")


# ---- configuration
def configure(folder: Path, text: str) -> LintConfig:
    (folder / "cardwright.toml").write_text(text, encoding="utf-8")
    return read_config(folder / "example", CommandSettings(allow_rules=True))


def test_a_level_makes_an_error(tmp_path: Path) -> None:
    game = write_example(tmp_path, ZERO)
    config = configure(tmp_path, '[lint.levels]\nchange-by-zero = "error"\n')
    assert [item.severity for item in linted(game, config)] == [Severity.ERROR]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[lint]\nignore = ["change-by-zero"]\n', []),
        ('[lint]\nselect = ["style"]\n', []),
        ('[lint]\nselect = ["correctness"]\n', ["change-by-zero"]),
        ('[lint.per-path]\n"example/cards/*" = ["change-by-zero"]\n', []),
        ('[lint.per-path]\n"example/rules/*" = ["change-by-zero"]\n', ["change-by-zero"]),
    ],
)
def test_what_runs_is_configured(text: str, found: list[str], tmp_path: Path) -> None:
    game = write_example(tmp_path, ZERO)
    assert codes(game, configure(tmp_path, text)) == found


def test_a_rule_that_is_off_runs_by_its_code_only(tmp_path: Path) -> None:
    game = write_example(tmp_path, {"rules": "stat level of unit\n"})
    assert codes(game) == []
    assert codes(game, configure(tmp_path, '[lint]\nselect = ["all"]\n')) == []
    assert codes(game, configure(tmp_path, '[lint]\nselect = ["unmodified-stat"]\n')) == ["unmodified-stat"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[lint]\nselct = []\n", "nothing reads `selct`"),
        ('[lint]\nignore = ["chnge-by-zero"]\n', "did you mean `change-by-zero`?"),
        ('[lint.levels]\nchange-by-zero = "loud"\n', "`loud`"),
        ('[lint]\nignore = "all"\n', "is no list of texts"),
        ("[lint\n", "cannot be read"),
        ('[lint]\nrules = ["nowhere.py"]\n', "there is no file of a rule"),
        ("lint = 3\n", "is no table"),
    ],
)
def test_a_configuration_that_cannot_be_meant_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as fault:
        configure(tmp_path, text)
    assert message in str(fault.value)


OWN = """
from dsl.lint.base import Finder, Rule

FOUND = Finder("loud-card")


def check(context):
    for card in context.vocab.cards.values():
        if card.names["en"].isupper():
            yield FOUND(card.span, f"`{card.id}` shouts")


RULE = Rule("loud-card", "text", "a name in capitals", "A name in capitals.", {}, {}, check)
"""


def test_a_project_brings_its_own_rules(tmp_path: Path) -> None:
    card = "- {id: scout, kind: unit, name: {en: SCOUT, ru: Разведчик}, provenance: house, level: 2, hp: 3}\n"
    game = write_example(tmp_path, {"cards": card})
    (tmp_path / "loud.py").write_text(OWN, encoding="utf-8")
    config = configure(tmp_path, '[lint]\nrules = ["loud.py"]\nignore = ["untested-card"]\n')
    assert codes(game, config) == ["loud-card"]


def test_a_rule_of_ones_own_may_not_take_a_name(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(OWN.replace("loud-card", "unused-let"), encoding="utf-8")
    with pytest.raises(ConfigError, match="has the name of another one"):
        configure(tmp_path, '[lint]\nrules = ["loud.py"]\n')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import nothing_of_this_name", "cannot be loaded"),
        ("def check(:", "cannot be loaded"),
        ("X = 1", "defines no `RULE`"),
    ],
)
def test_a_rule_of_ones_own_that_cannot_be_loaded_is_told(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        configure(tmp_path, '[lint]\nrules = ["own.py"]\n')


# ---- baselines
def test_a_baseline_outlives_lines_that_move(tmp_path: Path) -> None:
    game = write_example(tmp_path, ZERO)
    (old,) = linted(game)
    known = read_baseline(as_baseline([old]))
    cards = game / "cards" / "units.yaml"
    cards.write_text("# a remark\n" + cards.read_text(encoding="utf-8"), encoding="utf-8")
    (moved,) = linted(game)
    assert moved.span.start != old.span.start
    assert fingerprint(moved) == fingerprint(old)
    assert new_findings([moved], known) == []
    assert new_findings([moved, moved], known) == [moved]
    assert new_findings([replace(moved, message="another")], known) != []


def test_what_is_no_baseline_is_refused() -> None:
    for text in ("[]", '{"format": 2}', "nonsense"):
        with pytest.raises(ValueError, match=r".+"):
            read_baseline(text)


# ---- the command
def test_check_runs_lints_by_the_file_and_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = write_example(tmp_path, ZERO)
    monkeypatch.chdir(tmp_path)
    assert main(["check", str(game)]) == 0
    assert "warning[change-by-zero]" in capsys.readouterr().out
    assert main(["check", str(game), "--fail-level", "warning"]) == 1
    for quiet in (["--no-lint"], ["--ignore", "change-by-zero"], ["--select", "style"]):
        capsys.readouterr()
        assert main(["check", str(game), *quiet]) == 0
        assert "no findings" in capsys.readouterr().out
    assert main(["check", str(game), "--baseline", "old.json", "--write-baseline"]) == 0
    assert main(["check", str(game), "--baseline", "old.json", "--fail-level", "warning"]) == 0
    assert main(["check", str(game), "--ignore", "chnge-by-zero"]) == 2
    assert "did you mean `change-by-zero`?" in capsys.readouterr().err
    (tmp_path / "old.json").write_text("{}")
    assert main(["check", str(game), "--baseline", "old.json"]) == 2


def test_fixes_keep_everything_around_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "after tap self: # first\n  let idle = 2\n  increase self.damage by -2   # kept\n  heal 1 to self\n"
    game = write_example(tmp_path, {"ability": text})
    monkeypatch.chdir(tmp_path)
    cards = game / "cards" / "units.yaml"
    before = b"\xef\xbb\xbf" + cards.read_bytes().replace(b"\n", b"\r\n")
    cards.write_bytes(before)
    assert main(["check", "example", "--diff"]) == 1
    shown = capsys.readouterr().out
    assert "-        increase self.damage by -2   # kept" in shown
    assert cards.read_bytes() == before
    assert main(["check", "example", "--fix"]) == 0
    assert capsys.readouterr().err == "example: 2 mended\n"
    wanted = before.replace(b"        let idle = 2\r\n", b"").replace(
        b"increase self.damage by -2", b"decrease self.damage by 2"
    )
    assert cards.read_bytes() == wanted
    assert main(["check", "example", "--diff"]) == 0


def test_guesses_are_made_only_where_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = write_example(tmp_path, {"ability": "after tap self: hael 1 to self\n"})
    monkeypatch.chdir(tmp_path)
    assert main(["check", "example", "--fix"]) == 1
    assert "hael" in (game / "cards" / "units.yaml").read_text(encoding="utf-8")
    assert main(["check", "example", "--fix", "--unsafe-fixes"]) == 0
    assert "after tap self: heal 1 to self" in (game / "cards" / "units.yaml").read_text(encoding="utf-8")
    assert "1 mended" in capsys.readouterr().err


@pytest.mark.slow
def test_every_safe_fix_of_an_example_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    mended = []
    for rule in RULES:
        game = write_example(tmp_path / rule.code, dict(rule.bad))
        if any(item.fix is not None and item.fix.safe for item in linted(game)):
            assert main(["check", str(game), "--fix", "--fail-level", "warning"]) == 0, capsys.readouterr().out
            mended.append(rule.code)
    assert mended == [
        "double-negation", "negated-change", "negated-comparison", "nested-ternary", "quoted-name", "single-member-list", "spaced-name",
        "unused-let", "written-best", "written-cards", "written-heading", "written-instances", "written-range",
    ]  # fmt: skip


# ---- interactions
RATTLE = 'verb rattle(target: unit, n: int): increase target.damage by n\n\nevery unit:\n  activate "rattle" as action: rattle self 1\n'


@pytest.mark.parametrize(
    ("ability", "found"),
    [
        ("after rattle self: rattle self 1", ["trigger-loop"]),
        ("after rattle self where self.damage < 9: rattle self 1", []),
        ("after rattle self once per turn: rattle self 1", []),
        ("after rattle self:\n  if self.damage < 9: rattle self 1", []),
        ("after rattle self 1: rattle self 2", []),
        ("after rattle self 1: rattle self 1", ["trigger-loop"]),
        ("after rattle where target is self: rattle self 1", ["trigger-loop"]),
        ("after rattle where target is self and n > 1: rattle self n", ["trigger-loop"]),
        ("after rattle where target is self and n > 1: rattle self 1", []),
        ("after rattle where target is not self: rattle self 1", []),
        ("after rattle self where n > 1: rattle self n", ["trigger-loop"]),
        ("after rattle self where n > 1: rattle self (n - 1)", []),
        ("after rattle self where n < self.damage: rattle self n", []),
        ("before rattle self where n > 1:\n  set n to 1\n  rattle self n", []),
        ("after rattle self: rattle one enemy 1", []),
        ("after rattle enemy: rattle self 1", []),
        ("after rattle unit: rattle target 1", ["trigger-loop"]),
        ("after rattle enemy: rattle target 1", []),
        ("instead of rattle self: increase n by 1", []),
        ("instead of rattle self:\n  rattle target (n + 1)\n  prevent", ["trigger-loop"]),
        ("instead of rattle self: rattle event.target n", []),
        ("instead of rattle:\n  rattle target 1\n  prevent", ["trigger-loop"]),
        ("instead of rattle self where n < 5: rattle target (n + 1)", []),
        ("instead of rattle self:\n  prevent\n  rattle target 1", []),
        ("instead of rattle self: rattle one enemy n", []),
        ("instead of rattle self within 2 of this: rattle target n", []),
        ("instead of rattle self:\n  choose other from all enemy:\n    set target to other\n  rattle target n", []),
    ],
)
def test_only_certain_loops_are_told(ability: str, found: list[str], tmp_path: Path) -> None:
    told = codes(write_example(tmp_path, {"rules": RATTLE, "ability": ability + "\n"}))
    assert [code for code in told if code != "idle-replacement"] == found


WORK = """\
verb earn(amount: int, by who: player): increase who.gold by amount
verb rest(by who: player):
  earn 1 by who
  end turn
verb save(amount: int, by who: player):
  require who.gold > 3
  earn amount by who
every player:
  activate "Work" as action%s
"""


@pytest.mark.parametrize(
    ("work", "more", "is_told"),
    [
        (": earn 1 by self", "", True),
        (": set self.gold to 3", "", True),
        (":\n    choose u from all unit where tapped: tap u\n    earn 1 by self", "", True),
        (" once per turn: earn 1 by self", "", False),
        (" costs spend 1 by self: earn 1 by self", "", False),
        (" requires self.gold < 5: earn 1 by self", "", False),
        (": save 1 by self", "", False),
        (": rest by self", "", False),
        (":\n    if self.gold < 5: earn 1 by self", "", False),
        (": earn 1 by self", "every unit: passive: self.controller cannot earn", False),
        (": earn 1 by self", "every unit:\n  instead of earn where self.tapped: prevent", False),
        (": earn 1 by self", "whenever each p in all player where p.gold > 9: end turn", False),
    ],
)
def test_only_what_nothing_stops_is_without_end(work: str, more: str, is_told: bool, tmp_path: Path) -> None:
    told = codes(write_example(tmp_path, {"rules": f"{WORK % work}{more}\n"}))
    assert ("endless-activation" in told) is is_told
    once = write_example(tmp_path / "once", {"rules": f"{WORK % work}{more}\n"})
    play = once / "rules" / "play.rules"
    play.write_text(
        play.read_text(encoding="utf-8").replace("offer action to p", "offer action to p once"), encoding="utf-8"
    )
    assert "endless-activation" not in codes(once)


AGAIN = "instead of rattle self:\n  rattle target (n + 1)\n  prevent\n"


def test_who_repeats_what_is_replaced_is_told_to_change_it(tmp_path: Path) -> None:
    game = write_example(tmp_path, {"rules": RATTLE, "ability": AGAIN})
    (found,) = linted(game)
    assert found.help.startswith("change the event, for example by `set amount to …`")


# ---- reasoning
@pytest.mark.parametrize(
    ("left", "operator", "right", "verdict"),
    [
        (Range(1, 9), ">=", Range(1, 1), True),
        (Range(1, 9), ">", Range(1, 1), None),
        (Range(1, 9), ">", Range(9, 9), False),
        (Range(1, 9), "<", Range(10, 10), True),
        (Range(1, 9), "==", Range(0, 0), False),
        (Range(1, 9), "!=", Range(0, 0), True),
        (Range(3, 3), "==", Range(3, 3), True),
        (Range(3, 4), "==", Range(3, 4), None),
        (ANY, "<=", Range(3, 3), None),
        (Range(low=0), "<", Range(0, 0), False),
    ],
)
def test_verdicts_are_certain(left: Range, operator: str, right: Range, verdict: bool | None) -> None:
    assert compared(left, operator, right) is verdict


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("level >= 1", ["condition-always-true"]),
        ("printed(level) >= 1", []),
        ("armor >= 0", []),
        ("level > 4 and level < 4", ["condition-always-false"]),
        ("level > 3 or level < 5", ["condition-always-true"]),
        ("level > 4 or level < 4", []),
        ("count of enemy >= 0", ["condition-always-true"]),
        ("level + hp >= 2", ["condition-always-true"]),
        ("level * 2 > 18", ["condition-always-false"]),
        ("min(level, 3) > 3", ["condition-always-false"]),
        ("damage - level < 0", []),
        ("self is unit", ["condition-always-true"]),
        ("not (level > 9 and tapped)", ["condition-always-false"]),
    ],
)
def test_conditions_are_reasoned_about(condition: str, found: list[str], tmp_path: Path) -> None:
    assert codes(write_example(tmp_path, {"ability": f"passive while {condition}: self cannot tap\n"})) == found
