"""A scenario's player brings a roster: its cards lie in the zones that take them. And the scenario that is usual."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.games import read_game
from cardwright.cli.main import main
from cardwright.cli.play import Table
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import Driver, new_game
from compiler.interpreter.values import Env
from tests.edits import replace, write

HAND = "hand: {zone: action, visible: owner"
STALL = "id: stall\nname: {en: Stall}\nplayers: [{name: p1, roster: mine}, {name: p2, score: 3}]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    assert main(["new", "market", "--into", str(tmp_path)]) == 0
    folder = tmp_path / "market"
    (folder / "rosters").mkdir()
    replace(folder / "ruleset.yaml", HAND, HAND + ", roster: crops")
    replace(folder / "ruleset.yaml", "pile: {zone: action}", "pile: {zone: action, roster: chief}")
    write(folder, "rules/hoard.rules", 'roster hoard(crops: list of action card, chief: action card, most: int):\n'
          '  require size(crops) <= most "too many"\n')  # fmt: skip
    write(folder, "rosters/mine.yaml", "roster: hoard\nname: Mine\ncrops: {harvest: 2}\nchief: feast\nmost: 4\n")
    write(folder, "scenarios/stall.yaml", STALL)
    return folder


def faults(game: Path) -> list[tuple[str, str]]:
    return [(f.code, f.message) for f in read_game(game).findings if f.severity.value == "error"]


def test_the_cards_of_a_roster_lie_where_they_begin_and_are_the_players(game: Path) -> None:
    assert faults(game) == []
    table = Table(read_game(game), "stall")
    running = new_game(table.code)
    table.scripts.start(table.script, running, Env({}), Driver(lambda _game, _request: [0]))
    one, other = of_kind(running, "player")
    assert [card._card._id for card in one.hand] == ["harvest", "harvest"]
    assert [card._card._id for card in one.pile] == ["feast"]
    assert {card.owner for card in [*one.hand, *one.pile]} == {one}
    assert (len(other.hand), other.score) == (0, 3)


def test_a_test_may_have_a_roster_dealt(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(game, "tests/deal.yaml", "tests:\n  - name: dealt\n    given: {players: [{name: p1, roster: mine}]}\n"
          "    when: play (first(p1.pile)) by p1\n    illegal: it is not in your hand\n")  # fmt: skip
    assert main(["test", str(game)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [
        ("scenarios/stall.yaml", "roster: mine", "roster: mien", "unknown-name", "no roster is named `mien`"),
        ("ruleset.yaml", ", roster: crops", "", "missing-key", "no zone of a player takes the `crops` of a roster"),
        ("ruleset.yaml", "roster: crops", "roster: corps", "unknown-name", "no roster lists `corps`"),
        ("ruleset.yaml", "roster: crops", "roster: most", "wrong-operand", "`hand` holds action, and not a number"),
        ("ruleset.yaml", "{type: int, min: 0, max: 1000}", "{type: int, roster: crops}", "wrong-operand",
         "`score` takes from a roster, and is no zone of a player"),
        ("ruleset.yaml", "start: match", "start: match\nscenario: stal", "unknown-name", "no scenario is named `stal`"),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_is_told(game: Path, file: str, old: str, new: str, code: str, message: str) -> None:
    replace(game / file, old, new)
    assert (code, message) in faults(game)


def test_play_begins_from_the_usual_scenario_or_asks_which(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["play", str(game)]) == 2
    assert "has no usual scenario; name one of first, stall" in capsys.readouterr().err
    replace(game / "ruleset.yaml", "start: match", "start: match\nscenario: stall")
    assert main(["play", str(game)]) == 0
    assert "Player 2: score 3" in capsys.readouterr().out
