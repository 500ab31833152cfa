"""Rosters: read, tried, and tested by content."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.coverage import measure
from cardwright.cli.games import read_game
from cardwright.cli.main import main
from cardwright.cli.test import run_tests

RULES = """
@X-ROSTER-01
roster hoard(crops: list of action card, chief: action card, most: int):
  require size(crops) <= most "{size(crops)} cards, and {most} are allowed"
  @X-ROSTER-02
  require chief not in crops "the chief is no crop"
"""
BOOK = """\
rows:
  - {id: X-ROSTER-01, kind: rule, statement: "a hoard has so many cards at most"}
  - {id: X-ROSTER-02, kind: rule, statement: "the chief stands apart"}
"""
TESTS = """
  - name: a small hoard is legal
    roster: {roster: hoard, crops: {harvest: 2}, chief: feast, most: 2}
  - name: a large hoard is not
    roster: {roster: hoard, crops: {harvest: 2, feast: 1}, chief: harvest, most: 2}
    illegal: "3 cards, and 2 are allowed"
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "market"
    (folder / "rulebook.yaml").write_text(BOOK, encoding="utf-8")
    for name, text in (("rules/match.rules", RULES), ("tests/actions.yaml", TESTS)):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").rstrip("\n") + "\n" + text.lstrip("\n"), encoding="utf-8")
    return folder


def roster_file(game: Path, text: str) -> Path:
    (game / "rosters").mkdir(exist_ok=True)
    path = game / "rosters" / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_roster_of_a_game_with_errors_elsewhere_is_told_to_be_unjudged(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = roster_file(game, "roster: hoard\nname: Mine\ncrops: [harvest]\nchief: feast\nmost: 2\n")
    cards = game / "cards" / "actions.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("worth: 1", "worht: 1"), encoding="utf-8")
    capsys.readouterr()
    assert main(["roster", str(file)]) == 1
    told = capsys.readouterr()
    assert 'key "worht"' in told.err
    assert told.out.startswith(f"{file.as_posix()}: it cannot be judged: ") and told.out.endswith(" has 1 error\n")


def test_a_file_named_as_a_roster_elsewhere_in_the_game_is_none(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster_file(game, "roster: hoard\nname: Mine\ncrops: [harvest]\nchief: feast\nmost: 2\n")
    cards = (game / "cards" / "actions.yaml").rename(game / "cards" / "mine.yaml")
    capsys.readouterr()
    assert main(["roster", str(cards)]) == 2
    assert f"Error: `{cards}` is no sound roster of " in capsys.readouterr().err


def test_content_tests_try_rosters_and_run_their_rows(game: Path) -> None:
    reading = read_game(game)
    assert not [f for f in reading.findings if f.severity.value == "error"]
    assert all(outcome.passed for outcome in run_tests(reading))
    measured = measure(reading)
    assert measured is not None
    assert measured.run == {"X-ROSTER-01", "X-ROSTER-02"}


def test_a_roster_refused_for_another_reason_fails_its_test(game: Path) -> None:
    tests = game / "tests" / "actions.yaml"
    tests.write_text(tests.read_text(encoding="utf-8").replace("3 cards, and 2", "4 cards, and 2"), encoding="utf-8")
    failed = [failure.message for outcome in run_tests(read_game(game)) for failure in outcome.failures]
    assert failed == [
        "the roster is not illegal for this reason; wrong is: 3 cards, and 2 are allowed; the chief is no crop"
    ]


def test_every_broken_requirement_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = roster_file(game, "roster: hoard\nname: Mine\ncrops: [harvest, harvest, feast]\nchief: feast\nmost: 2\n")
    capsys.readouterr()
    assert main(["roster", str(file)]) == 1
    told = capsys.readouterr().out
    assert "3 cards, and 2 are allowed" in told
    assert "the chief is no crop" in told
    assert "[X-ROSTER-02]" in told
    assert "2 broken" in told
    assert told.rstrip().endswith("a way to mend it: take 1 `feast` out of `crops`")


@pytest.mark.parametrize(
    ("written", "mending"),
    [
        ("crops: [harvest, harvest]\nchief: feast\nmost: 1\n", "take 1 `harvest` out of `crops`"),
        ("crops: [feast]\nchief: feast\nmost: 2\n", "take 1 `feast` out of `crops`"),
        ("crops: {harvest: 5}\nchief: feast\nmost: 2\n", "take 3 `harvest` out of `crops`"),
        ("crops: [harvest]\nchief: feast\nmost: -1\n", "none that the search finds"),
    ],
)
def test_a_broken_roster_is_told_the_shortest_mending(
    game: Path, capsys: pytest.CaptureFixture[str], written: str, mending: str
) -> None:
    file = roster_file(game, "roster: hoard\nname: Mine\n" + written)
    capsys.readouterr()
    assert main(["roster", str(file)]) == 1
    assert capsys.readouterr().out.rstrip().endswith(f"a way to mend it: {mending}")


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("roster: horde\nname: M\n", "unknown-name", "no roster is named `horde`"),
        ("roster: hoard\nname: M\ncrops: [havest]\nchief: feast\nmost: 2\n", "unknown-name", "no action card is named `havest`"),
        ("roster: hoard\nname: M\ncrops: [harvest]\nmost: 2\n", "missing-key", "`chief` is missing"),
        ("roster: hoard\nname: M\ncrops: []\nchief: feast\nmost: 2\nhead: feast\n", "unknown-key", "`hoard` has no `head`"),
    ],
)  # fmt: skip
def test_a_roster_that_names_what_is_not_there_is_a_finding(game: Path, text: str, code: str, message: str) -> None:
    roster_file(game, text)
    assert (code, message) in [(fault.code, fault.message) for fault in read_game(game).findings]


def test_a_default_that_no_list_reads_is_told(game: Path) -> None:
    path = game / "rules" / "match.rules"
    path.write_text(path.read_text(encoding="utf-8").replace("most: int)", "most: int = 2)"), encoding="utf-8")
    told = "nothing reads this default: a list of cards gives `most` itself"
    assert ("unread-value", told) in [(fault.code, fault.message) for fault in read_game(game).findings]
