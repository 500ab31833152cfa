"""Matches that are watched: the first that breaks an invariant is made short, and its save breaks it still."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from cardwright.authoring.exported import rules_of
from cardwright.cli import watched_matches
from cardwright.cli.main import main
from cardwright.lab.one_match import BROKEN, ENDED, Task
from cardwright.lab.watching import watched
from compiler.interpreter.host import Rules
from tests.small_game import build_small

RULES = """
invariant low_count = game.count < LIMIT

flow match():
  repeat 60 times:
    each p in all player: turn by p

flow turn(by p: player):
  may by p: increase game.count by 1
  choose n from [1, 2, 3] by p: set p.score to n
"""
SCENARIO = """\
id: table
name: {en: Table}
players: [p1, p2]
"""
TASK = Task("table", 0, 4, ("random",))


def rules(folder: Path, limit: int) -> Rules:
    made = build_small(folder, RULES.replace("LIMIT", str(limit)), start="match", scenario=SCENARIO)
    return rules_of(made.build)


def test_a_broken_match_is_made_as_short_as_it_can_be(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    game = rules(tmp_path, 3)
    outcome, found = watched(game, TASK, lambda tried, answers: told.append((tried, answers)))
    assert outcome == BROKEN
    assert found is not None
    assert found.first > 6
    assert len(found.match.answers) == 5  # three times yes, each with a number but the last
    assert found.broken["name"] == "low_count"
    assert found.broken["values"] == {"game.count": "3"}
    assert len(told) == found.attempts
    assert game.load(found.match.save()).invariants() == [found.broken]


def test_it_is_the_same_every_time_and_bounded(tmp_path: Path) -> None:
    game = rules(tmp_path, 8)
    whole = [watched(game, TASK)[1] for _ in range(2)]
    assert whole[0] is not None and whole[1] is not None
    assert whole[0].match.answers == whole[1].match.answers
    bounded = watched(game, TASK, most=3)[1]
    assert bounded is not None and bounded.attempts == 3
    assert bounded.broken["name"] == "low_count"


def test_a_match_that_breaks_nothing_ends(tmp_path: Path) -> None:
    assert watched(rules(tmp_path, 999), TASK) == (ENDED, None)


def test_what_is_broken_at_the_end_alone_is_found(tmp_path: Path) -> None:
    text = RULES.replace(
        "repeat 60 times:\n    each p in all player: turn by p",
        "turn by first(list(p for p in all player))\n  set game.count to 9",
    )
    made = build_small(tmp_path, text.replace("LIMIT", "5"), start="match", scenario=SCENARIO)
    outcome, found = watched(rules_of(made.build), TASK)
    assert outcome == BROKEN
    assert found is not None and found.match.request is None


def test_the_command_keeps_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules(tmp_path, 3)
    save, folder = tmp_path / "broken.json", str(tmp_path / "small")
    assert main(["simulate", folder, "--matches", "2", "--watch", str(save)]) == 1
    told = capsys.readouterr().out
    assert "the invariant `low_count` is broken: game.count is 3" in told
    assert "the shortest found has 5" in told
    assert len(json.loads(save.read_text(encoding="utf-8"))["answers"]) == 5
    for option, value in (("--format", "json"), ("--out", "report"), ("--record", "kept")):
        assert main(["simulate", folder, "--watch", str(save), option, value]) == 2
        assert f"`{option}` has no effect here: `--watch`" in capsys.readouterr().err
    rules(tmp_path, 999)
    assert main(["simulate", folder, "--matches", "2", "--watch", str(save)]) == 0
    assert "2 matches were watched, and no invariant of 1 is broken" in capsys.readouterr().out


def test_the_first_broken_match_is_the_same_whatever_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched_matches, "watched", partial(watched, most=3))
    build_small(tmp_path, RULES.replace("LIMIT", "70"), start="match", scenario=SCENARIO)
    told: list[str] = []
    for jobs in ("1", "2"):
        save = tmp_path / f"broken-{jobs}.json"
        main(["simulate", str(tmp_path / "small"), "--matches", "40", "--watch", str(save), "--jobs", jobs])
        told.append(capsys.readouterr().out.replace(save.name, "SAVE"))
    assert told[0] == told[1] and "after " in told[0]


def test_a_game_without_invariants_cannot_be_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = RULES.partition("\n\n")[2]
    build_small(tmp_path, text, start="match", scenario=SCENARIO)
    assert main(["simulate", str(tmp_path / "small"), "--watch", str(tmp_path / "broken.json")]) == 2
    assert "declares no `invariant`" in capsys.readouterr().err
