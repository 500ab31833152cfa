"""What lints say of texts that meet: loops with a play that shows them, and replacements whose order matters."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import indent

import pytest

from cardwright.cli.main import main
from dsl.diagnostics import Diagnostic
from tests.lint_game import linted, write_example

SHOUTS = "verb rattle(target: unit): increase game.round by 1\nverb echo(target: unit): increase game.round by 2\n"
HERO = "activate as action: rattle self\nafter rattle: echo target\n"
ANSWER = "\nevery unit: after echo: rattle target\n"


def findings_of(folder: Path, code: str, example: Mapping[str, str], ties: str = "oldest") -> list[Diagnostic]:
    game = write_example(folder, example)
    ruleset = game / "ruleset.yaml"
    ruleset.write_text(ruleset.read_text(encoding="utf-8").replace("ties: oldest", f"ties: {ties}"), encoding="utf-8")
    found = linted(game)
    assert {fault.severity.value for fault in found} <= {"warning"}
    return [fault for fault in found if fault.code == code]


# ---- loops
def test_a_loop_comes_with_a_play_of_two_cards_that_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = findings_of(tmp_path, "trigger-loop", {"rules": SHOUTS + ANSWER, "ability": HERO})
    _, _, test = found.help.partition("this test shows it:\n")
    assert "A: {card: hero, owner: p1, controller: p1}" in test
    assert "B: {card: " in test
    assert "events: [rattle, echo, rattle, echo, rattle]" in test
    tests = tmp_path / "example" / "tests" / "units.yaml"
    tests.write_text(tests.read_text(encoding="utf-8") + indent(test, "  ") + "\n", encoding="utf-8")
    assert main(["test", str(tmp_path / "example"), "-k", "rattle causes echo"]) == 1
    assert "rattle causes echo: events are nested more than" in capsys.readouterr().out


def test_a_play_is_shown_in_lines_below_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_example(tmp_path, {"rules": SHOUTS + ANSWER, "ability": HERO})
    assert main(["check", str(game), "--select", "trigger-loop"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = next(n for n, line in enumerate(lines) if line.endswith("this test shows it:"))
    assert [line.split()[0] for line in lines[start + 1 : start + 5]] == ["-", "given:", "players:", "board:"]
    assert all(line.startswith("     ") for line in lines[start + 1 : start + 10])


def test_no_play_where_a_value_would_have_to_be_invented(tmp_path: Path) -> None:
    rules = "verb rattle(target: square): increase game.round by 1\nverb echo(target: square): rattle target\n"
    rules += "every unit:\n  activate as action: rattle self.at\n  after rattle: echo target\n"
    (found,) = findings_of(tmp_path, "trigger-loop", {"rules": rules})
    assert found.help == "limit one of them with `once per …`, or ask something"


STING = """\
verb sting(amount: int, to target: unit):
  require %s "it does not hurt"
  increase target.damage by amount
verb echo(amount: int, to target: unit):
  sting amount to target
every unit:
  activate as action: sting 1 to self
  after %s
"""


@pytest.mark.parametrize(
    ("required", "answer", "many"),
    [
        ("amount > 0", "sting: sting 1 to target", 1),
        ("amount > 0", "sting: sting amount to target", 1),
        ("amount > 0", "sting: echo amount to target", 1),
        ("amount > 0", "sting to self: sting 2 to self", 1),
        ("amount > 0 and target.level > 2", "sting: sting amount to target", 1),
        ("amount > 0", "sting: sting (amount - 1) to target", 0),
        ("amount > 1", "sting: sting 1 to target", 0),
        ("amount > 0 and not target.tapped", "sting: sting 1 to target", 0),
        ("amount > target.armor", "sting: sting 1 to target", 0),
        ("amount > 0 and target.damage < 3", "sting: echo amount to target", 0),
        ("(any unit where tapped)", "sting: sting 1 to target", 0),
        ("amount > 0", "sting once per turn: sting 1 to target", 0),
    ],
)
def test_a_loop_behind_a_requirement_that_stays_as_it_is(required: str, answer: str, many: int, tmp_path: Path) -> None:
    found = findings_of(tmp_path, "trigger-loop", {"rules": STING % (required, answer)})
    assert [fault.message for fault in found] == ["`sting` causes itself for ever"] * many


def test_a_loop_of_two_cards_behind_requirements(tmp_path: Path) -> None:
    rules = (
        'verb bite(n: int, to target: unit):\n  require n > 0 "it is no bite"\n  increase target.damage by n\n'
        'verb snap(n: int, to target: unit):\n  require n > 1 "it is no snap"\n  increase target.damage by n\n'
        "every unit:\n  activate as action: bite 2 to self\n  after bite: snap n to target\n"
    )
    (found,) = findings_of(tmp_path, "trigger-loop", {"rules": rules, "ability": "after snap: bite 3 to target\n"})
    assert found.message == "`bite` causes itself for ever"
    assert [label.text for label in found.labels] == ["does `snap`", "does `bite`"]


BITES = """\
verb bite(n: int, to target: unit):
  require n > 0 "it is no bite"
  increase target.damage by n
verb snap(n: int, to target: unit):
  require n > 0 "it is no snap"
  bite n to target
verb lick(n: int, to target: unit):
  require n > 0 "it does not help"
  decrease target.damage by n
keyword sore of unit: after bite to self: %s
keyword wild of unit: after snap to self: %s
every unit: activate as action: snap 2 to self
"""
FOREVER = "`bite` causes itself for ever"
SAME = f"{FOREVER}, where both texts have the same `self`"


@pytest.mark.parametrize(
    ("sore", "wild", "told"),
    [
        ("snap 1 to self", "nothing", [FOREVER]),
        ("tap self", "bite 1 to self", []),
        ("lick 1 to self", "bite 1 to self", []),
        ("snap 1 to target", "nothing", []),
        ("snap 1 to one unit", "nothing", []),
    ],
)
def test_a_loop_of_texts_that_answer_only_what_happens_to_self(
    sore: str, wild: str, told: list[str], tmp_path: Path
) -> None:
    rules = BITES % (sore, wild) + "every unit:\n  passive: self gains sore\n  passive: self gains wild\n"
    assert [f.message for f in findings_of(tmp_path, "trigger-loop", {"rules": rules})] == told


def test_two_figures_that_answer_only_what_happens_to_themselves_make_no_loop(tmp_path: Path) -> None:
    entry = (
        "- id: ogre\n  kind: unit\n  name: {en: Ogre, ru: Огр}\n  provenance: house\n  level: 1\n  hp: 1\n"
        "  rules: |\n    after bite to self: snap 1 to self\n"
    )
    rules = BITES.replace("  bite n to target", "  increase target.damage by n").split("keyword")[0]
    answers = "activate as action: snap 2 to self\nafter snap to self: bite 1 to self\n"
    example = {"rules": rules, "cards": entry, "ability": answers}
    assert findings_of(tmp_path, "trigger-loop", example) == []
    example["cards"] = entry + "    after snap to self: bite 1 to self\n"
    assert len(findings_of(tmp_path, "trigger-loop", example)) == 1


# ---- replacements
KEYWORDS = """
keyword soft of unit: instead of heal to self{one}: set amount to 1
keyword thick of unit: instead of heal to self{other}: {change}
"""
WEARS = "passive:\n  self gains soft\n  self gains thick\n"
CASES = {
    "one sets, one adds": ("", "", "increase amount by 2", "oldest", 1),
    "both set the same": ("", "", "set amount to 1", "oldest", 0),
    "both set": ("", "", "set amount to 2", "oldest", 1),
    "never at once": (" where amount == 1", " where amount == 2", "increase amount by 2", "oldest", 0),
    "perhaps at once": (" where amount == 1", " where amount >= 2", "increase amount by 2", "oldest", 1),
    "the players choose": ("", "", "increase amount by 2", "choose", 0),
    "the first player chooses": ("", "", "increase amount by 2", "first_player", 0),
}


@pytest.mark.parametrize("case", CASES)
def test_replacements_of_two_texts(case: str, tmp_path: Path) -> None:
    one, other, change, ties, count = CASES[case]
    rules = KEYWORDS.format(one=one, other=other, change=change)
    found = findings_of(tmp_path, "order-dependent-replacements", {"rules": rules, "ability": WEARS}, ties)
    assert [f.message for f in found] == [
        "this and an ability of another text change `amount`, and their order matters"
    ] * count
    assert all(label.text == "the other one" for f in found for label in f.labels)


def test_two_figures_are_never_the_same_one(tmp_path: Path) -> None:
    entry = (
        "- id: ogre\n  kind: unit\n  name: {en: Ogre, ru: Огр}\n  provenance: house\n  level: 1\n  hp: 1\n"
        "  rules: |\n    instead of heal to self: set amount to 1\n"
    )
    example = {"cards": entry, "ability": "instead of heal to self: increase amount by 2\n"}
    assert findings_of(tmp_path, "order-dependent-replacements", example) == []
    both = {"cards": entry.replace(" to self:", ":"), "ability": "instead of heal to self: increase amount by 2\n"}
    assert len(findings_of(tmp_path, "order-dependent-replacements", both)) == 1
