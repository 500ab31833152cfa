"""Rosters are judged by `check`: those in files, and those to which the ruleset holds the players of a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.cli.checking import checked_game
from cardwright.cli.kept_rosters import broken_rosters
from cardwright.cli.main import FINDINGS, main
from cardwright.cli.paths import shown_path
from dsl.incremental.store import Store
from tests.content_games import CONTENT, GAMES

RULESET = """\
id: example
name: {en: An example}
version: 0.1.0
language: 1
source: written for this test
languages: [en]
%s
kinds:
  game: {fields: {round: int}}
  player:
    fields: {free: bool, deck: {zone: piece, roster: pieces}}
  piece:
    card: true
    fields:
      cost: {type: int, printed: true}
      rules: {type: rules, printed: true, default: ""}
      owner: player
"""
KEEPS = "kept_rosters:\n  - {each: player, where: pays, roster: set, limit: limit_for, pieces: pieces_of}\n"
RULES = """\
roster set(limit: int, pieces: list of piece card):
  require sum(p.cost for p in pieces) <= limit "too dear for {limit}"
  require size(pieces) > 0 "nothing is in it"
relation pays(p: player) = not p.free
define limit_for(p: player) -> int = 5
define many(p: player) -> int = size(p.deck)
define pieces_of(p: player) -> list of piece card = list(c.card for c in all piece where c.owner is p)
live piece for this while in_play
"""
CARDS = """\
cards:
  - {id: rook, kind: piece, name: {en: Rook}, provenance: house, cost: 3}
"""
SCENARIO = """\
id: first
name: First
players: [p1, {name: p2, roster: %s}%s]
decks:
  - {zone: p1.deck, owner: p1, cards: {rook: 1}}
"""
DEAR, CHEAP = (f"roster: set\nname: R\nlimit: 9\npieces: {{rook: {many}}}\n" for many in (3, 1))


def write(folder: Path, *, keeps: str = KEEPS, roster: str = CHEAP, scenario: str = SCENARIO % ("mine", "")) -> Path:
    game = folder / "example"
    files = {
        "ruleset.yaml": RULESET % keeps, "rules/play.rules": RULES, "cards/pieces.yaml": CARDS,
        "rosters/mine.yaml": roster, "scenarios/first.yaml": scenario,
    }  # fmt: skip
    for name, text in files.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
    return game


def found(game: Path) -> list[str]:
    reading = checked_game(game, (game,), None, cache=False)
    return [f"{item.code}: {item.message} ({item.span.line_column()[0]})" for item in reading.findings]


def test_a_game_that_keeps_its_rosters_is_clean(tmp_path: Path) -> None:
    assert found(write(tmp_path)) == []


def test_a_roster_file_that_breaks_its_definition(tmp_path: Path) -> None:
    roster = DEAR.replace("limit: 9", "limit: 8")
    assert found(write(tmp_path, keeps="", roster=roster)) == [
        "roster-illegal: `mine` breaks `set`: too dear for 8 (1)"
    ]


def test_a_player_of_a_scenario_who_breaks_a_roster_is_told_where_the_player_stands(tmp_path: Path) -> None:
    """The file keeps to its own limit, the scenario does not; the third player has nothing, and the fourth is free."""
    scenario = SCENARIO % ("mine", ", p3, {name: p4, free: true}")
    assert found(write(tmp_path, roster=DEAR, scenario=scenario)) == [
        "roster-illegal: p2 breaks `set`: too dear for 5 (3)",
        "roster-illegal: p3 breaks `set`: nothing is in it (3)",
    ]


def test_a_scenario_is_excused_for_a_reason_and_only_where_it_needs_one(tmp_path: Path) -> None:
    excused = SCENARIO + "excused: a puzzle\n"
    assert found(write(tmp_path, roster=DEAR, scenario=excused % ("mine", ""))) == []
    assert found(write(tmp_path, scenario=excused % ("mine", ""))) == ["roster-illegal: `first` breaks no roster (6)"]
    assert found(write(tmp_path, keeps="", scenario=excused % ("mine", ""))) == [
        "unknown-key: no roster is kept to in this game (6)"
    ]


def test_a_start_that_fails_cannot_be_judged(tmp_path: Path) -> None:
    scenario = SCENARIO % ("mine", "") + "do: |\n  let lost = the one piece where cost > 8\n  remove lost\n"
    (line,) = found(write(tmp_path, scenario=scenario))
    assert line.startswith("roster-illegal: the start of `first` cannot be judged: "), line


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("each: player", "each: plaier", "unknown-kind: no kind is named `plaier` (8)"),
        ("roster: set", "roster: sett", "unknown-name: no roster is named `sett` (8)"),
        (", limit: limit_for", "", "missing-key: `limit` is missing (8)"),
        ("limit: limit_for", "limit: limits", "unknown-name: no define is named `limits` (8)"),
        ("limit: limit_for", "limit: pays", "wrong-operand: `pays` must give a number for a player (8)"),
        ("each: player", "each: piece", "wrong-operand: `pays` must give yes or no for a piece (8)"),
        ("where: pays", "where: many", "wrong-operand: `many` must give yes or no for a player (8)"),
        ("where: pays", "lmit: limit_for", "unknown-key: `set` has no `lmit` (8)"),
    ],
)
def test_what_the_ruleset_says_is_checked(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert message in found(write(tmp_path, keeps=KEEPS.replace(before, after)))


def test_findings_are_kept_for_the_next_run_until_a_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    game = write(tmp_path, roster=DEAR)
    first = broken_rosters(game, shown_path(game), Store(game))
    assert [item.message for item in first] == ["p2 breaks `set`: too dear for 5"]
    monkeypatch.setattr("compiler.build.build_game", None)  # nothing is read again
    assert broken_rosters(game, shown_path(game), Store(game))[0].sort_key() == first[0].sort_key()
    monkeypatch.undo()
    write(tmp_path)
    assert broken_rosters(game, shown_path(game), Store(game)) == []


def test_the_command_ends_with_the_code_of_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(write(tmp_path, roster=DEAR)), "--no-cache", "--no-lint"]) == FINDINGS
    assert "p2 breaks `set`: too dear for 5" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_rosters_and_scenarios_of_the_games_are_legal(game: str) -> None:
    assert broken_rosters(CONTENT / game, shown_path(CONTENT / game), Store(CONTENT / game, enabled=False)) == []
