"""Errata by date: the states of a card, the games of a day, and the page that tells what is different."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from cardwright import api
from cardwright.authoring.exported import exported
from cardwright.cli.main import main
from compiler.build import build_game
from compiler.core.ir_json import IrError
from compiler.targets.json_export import export_json, read_export
from dsl.diagnostics import Sink

GARDEN = Path(__file__).parents[1] / "golden" / "texts" / "garden"
REASON = "reason: {en: It was too strong., ru: Карта была слишком сильна.}"
PUMPKIN = f"""\
    errata:
      - since: 2026-03-01
        {REASON}
        before: {{worth: 5}}
      - since: 2026-06-01
        {REASON}
        before: {{worth: 4, keywords: []}}
"""
MAGPIE = f"""\
    errata:
      - since: 2026-06-01
        {REASON}
        before:
          rules: |
            react before gain by player other than self:
              decrease amount by 1
              gain 2 by self
"""
TESTS = """\
tests:
  - name: what a pumpkin is worth
    given: {players: [p1], create: [{name: pumpkin, card: pumpkin, owner: p1}]}
    when: nothing
    then: ["pumpkin.worth == 5"]
"""


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    game = Path(shutil.copytree(GARDEN, tmp_path / "garden"))
    change(game, "    keywords: [ripe(2)]\n", "    keywords: [ripe(2)]\n" + PUMPKIN)
    change(game, "        gain 1 by self\n  - id: mole", "        gain 1 by self\n" + MAGPIE + "  - id: mole")
    (game / "tests").mkdir()
    (game / "tests" / "worth.yaml").write_text(TESTS, encoding="utf-8")
    return game


def change(game: Path, old: str, new: str) -> None:
    path = game / "cards" / "actions.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out + shown.err


@pytest.mark.slow
def test_a_site_has_a_page_of_them(garden: Path, tmp_path: Path) -> None:
    assert main(["site", str(garden), "--no-pictures", "--out", str(tmp_path / "site")]) == 0
    page = (tmp_path / "site" / "errata.html").read_text(encoding="utf-8")
    days = re.findall(r"<time datetime=\"([\d-]+)\"", page)
    assert days == sorted(days, reverse=True) and len(days) >= 2
    assert "<h3>Pumpkin</h3>" in page and '<a href="errata.html"' in page
    assert "Тыква" in (tmp_path / "site" / "errata.ru.html").read_text(encoding="utf-8")


def test_a_site_without_them_has_no_such_page(tmp_path: Path) -> None:
    assert main(["site", str(GARDEN), "--no-pictures", "--out", str(tmp_path / "site")]) == 0
    assert not (tmp_path / "site" / "errata.html").exists()
    assert "errata" not in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("day", "worth"),
    [("", 2), ("2026-06-01", 2), ("2026-05-31", 4), ("2026-03-01", 4), ("2026-02-28", 5), ("0999-01-01", 5)],
)
def test_a_game_has_the_cards_of_a_day(garden: Path, day: str, worth: int) -> None:
    rules = api.load(garden, as_of=day)
    assert rules is not None and api.check(garden, as_of=day) == ()
    build = build_game(garden, Sink()) if not day else None
    assert build is None or build.vocab.cards["pumpkin"].values["worth"] == worth


@pytest.mark.slow
def test_every_command_takes_a_day(garden: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(garden)
    assert run(capsys, "check", game, "--no-lint")[0] == 0
    assert run(capsys, "check", game, "--no-lint", "--as-of", "2026-01-01")[0] == 0
    assert run(capsys, "test", game)[0] == 1
    assert run(capsys, "test", game, "--as-of", "2026-02-28")[0] == 0
    assert "gain 1 point" in run(capsys, "text", game, "magpie")[1]
    assert "gain 2 points" in run(capsys, "text", game, "magpie", "--as-of", "2026-05-31")[1]
    assert run(capsys, "play", game, "--as-of", "2026-05-31")[0] == 0
    assert run(capsys, "cards", game, "--format", "json", "--as-of", "2026-05-31")[0] in (0, 2)  # 2: without Typst
    for day, worth in (("2026-01-01", 5), ("2026-03-01", 4)):
        out = tmp_path / day
        assert run(capsys, "export", game, "--target", "godot", "--out", str(out), "--as-of", day)[0] == 0
        cards = json.loads((out / "cards.json").read_text(encoding="utf-8"))["action"]
        assert next(one["worth"] for one in cards if one["id"] == "pumpkin") == worth


@pytest.mark.parametrize("command", ["check", "test", "play", "text", "export"])
@pytest.mark.parametrize("day", ["2026-02-30", "today", "20260131", "2026-1-1", ""])
def test_a_day_that_does_not_exist_is_refused(
    garden: Path, command: str, day: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = ["--target", "json", "--out", "out"] if command == "export" else []
    code, told = run(capsys, command, str(garden), *more, "--as-of", day)
    assert code == 2 and "there is no day" in told
    with pytest.raises(ValueError, match="no day"):
        api.load(garden, as_of=day or "-")


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("before: {worth: 5}", "before: {worth: -5}", "wrong-value", "-5"),
        ("before: {worth: 5}", "before: {wort: 5}", "unknown-key", "wort"),
        ("before: {worth: 5}", "before: {worth: 5, id: squash}", "unknown-key", "id"),
        ("before: {worth: 5}", "before: {}", "wrong-value", "{}"),
        ("before: {worth: 5}", "before: {keywords: [ripe]}", "missing-operand", "ripe"),
        ("since: 2026-03-01", "since: 2026-02-30", "wrong-value", "2026-02-30"),
        ("since: 2026-03-01", "since: 2026-09-01", "wrong-value", "2026-06-01"),
        ("since: 2026-03-01", "since: March", "wrong-value", "March"),
        ("gain 2 by self", "gain 2 by nobody", "unknown-name", "nobody"),
        ("gain 2 by self", "gain 2 by self)", "syntax", ")"),
    ],
)
def test_earlier_states_are_checked(
    garden: Path, old: str, new: str, code: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (garden / "cards" / "actions.yaml").read_text(encoding="utf-8")
    (garden / "cards" / "actions.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [one for one in api.check(garden) if one.severity.value == "error"]
    assert [(one.code, one.span.text) for one in found] == [(code, place)]
    whole, told = run(capsys, "check", str(garden), "--no-lint", "--format", "json")
    by_file = [(one["code"], one["message"]) for one in json.loads(told)["diagnostics"] if one["severity"] == "error"]
    assert whole == 1 and by_file == [(one.code, one.message) for one in found]


@pytest.mark.slow
def test_the_page_tells_what_is_different(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, "errata", str(garden))
    assert code == 0 and told.index("2026-06-01") < told.index("2026-03-01")
    assert "2026-06-01 Magpie: It was too strong.\n" in told
    assert "Worth is now 2 (before: 4)." in told and "Worth is now 4 (before: 5)." in told
    assert "once per turn" in told
    page = run(capsys, "errata", str(garden), "--format", "markdown", "--lang", "ru")[1]
    assert page.startswith("# Исправления: Сад\n\n## 2026-06-01\n\n### ") and "Карта была слишком сильна" in page
    data = json.loads(run(capsys, "errata", str(garden), "--format", "json")[1])
    assert [(one["since"], one["card"]) for one in data["errata"]] == [
        ("2026-06-01", "magpie"), ("2026-06-01", "pumpkin"), ("2026-03-01", "pumpkin"),
    ]  # fmt: skip
    assert all(one["changes"] for one in data["errata"])


def test_a_game_without_errata_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "errata", str(GARDEN))[1].endswith("no card has errata\n")


def test_an_earlier_state_has_no_printed_text_of_a_later_one(garden: Path) -> None:
    change(
        garden, "    worth: 2\n    keywords: [ripe(2)]", "    worth: 2\n    text: {en: New.}\n    keywords: [ripe(2)]"
    )
    build = build_game(garden, Sink())
    assert build is not None
    card = build.vocab.cards["pumpkin"]
    assert card.printed_lines("en") == ["New."] and [one.printed for one in card.others] == [{}, {}]


# ---- exports
WHERE = {"javascript": "rules.js", "python": "rules.py", "lua": "rules.lua", "csharp": "rules.cs", "json": "rules.json"}


@pytest.mark.parametrize(
    ("day", "cards"),
    [
        ("", {"pumpkin": "2026-06-01", "magpie": "2026-06-01"}),
        ("2026-03-01", {"pumpkin": "2026-03-01"}),
        ("2026-01-31", {}),
    ],
)
@pytest.mark.parametrize("target", WHERE)
def test_an_export_says_which_versions_it_has(
    garden: Path, tmp_path: Path, target: str, day: str, cards: dict[str, str]
) -> None:
    shutil.rmtree(garden / "tests")
    asked = ["--as-of", day] if day else []
    assert main(["export", str(garden), "--target", target, "--out", str(tmp_path / "out"), *asked]) == 0
    text = (tmp_path / "out" / WHERE[target]).read_text(encoding="utf-8")
    told = re.sub(r"[\s\\\"'\[\]]", "", text).replace("=", ":")
    listed = ",".join(f"{card}:{since}" for card, since in sorted(cards.items()))
    assert f"errata:{{as_of:{day},cards:{{{listed}}}" in told
    whole = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").rglob("*.*")
                    if path.name in ("package.json", "pyproject.toml") or path.suffix == ".rockspec")  # fmt: skip
    assert (f" as of {day}, compiled by Cardwright" in whole) is (day != "" and target != "json")


def test_errata_of_an_export_are_read_back(garden: Path) -> None:
    shutil.rmtree(garden / "tests")
    build = build_game(garden, Sink(), "garden")
    assert build is not None
    text = export_json(exported(build, "garden"), "0" * 64)["rules.json"]
    assert read_export(text).errata == {"magpie": "2026-06-01", "pumpkin": "2026-06-01"}
    with pytest.raises(IrError, match="`errata` has a day"):
        read_export(text.replace('"magpie":"2026-06-01"', '"magpie":1', 1))
