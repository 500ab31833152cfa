"""Saves from strangers: refused in words, or a match that plays; never a traceback, never for long."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

import cardwright
from cardwright.cli.main import main
from tests.hostile.test_snapshots import VALUES, changed, paths

CONTENT = Path(__file__).parents[2] / "content"
WAYS = (None, "replay", "state")


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(CONTENT / "dungeon_command")


@pytest.fixture(scope="module")
def save(rules: cardwright.Rules) -> dict[str, Any]:
    match, chosen = rules.new("duel", seed=2), Random(1)
    for _ in range(30):
        match.answer(chosen.choice(match.legal()))
    found: dict[str, Any] = json.loads(json.dumps(match.save()))
    return found


def of_other_rules(save: dict[str, Any]) -> dict[str, Any]:
    return {**save, "plays": "0" * 16, "snapshot": {**save["snapshot"], "hash": "0" * 16}}


def outcome(rules: cardwright.Rules, save: Any, by: str | None) -> str:
    """What comes of a save: why it is refused, or that it plays."""
    try:
        match = rules.load(save, by=by)
        for _ in range(4):
            if match.request is None:
                break
            match.view(0)
            match.answer(match.legal()[0])
        match.save()
    except cardwright.HostError as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("seed", range(3))
def test_a_value_that_is_another_is_refused_or_plays(
    rules: cardwright.Rules, save: dict[str, Any], seed: int, by: str | None
) -> None:
    chosen, given = Random(seed), of_other_rules(save) if by is not None else save
    places = [path for path in paths(given)[1:] if path[0] != "answers" or chosen.random() < 0.1]
    near = [path for path in places if len(path) <= 3]
    for number in range(40):
        path, value = chosen.choice(near if number % 2 else places), chosen.choice(VALUES)
        made = changed(given, path, lambda held, key, value=value: held.__setitem__(key, value))
        assert "Traceback" not in outcome(rules, made, by), (path, value)


@pytest.mark.parametrize("by", WAYS)
def test_what_is_left_out_is_missed(rules: cardwright.Rules, save: dict[str, Any], by: str | None) -> None:
    chosen, given = Random(5), of_other_rules(save) if by is not None else save
    places = [path for path in paths(given)[1:] if isinstance(path[-1], str)]
    for path in [*([key] for key in given), *(chosen.choice(places) for _ in range(40))]:
        outcome(rules, changed(given, tuple(path), lambda held, key: held.pop(key)), by)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"format": 3}, "this is no save of format 1 or 2"),
    ({"game": "chess"}, "this is no save of dungeon_command"),
    ({"plays": 3}, "the hash of a save is a text"),
    ({"chance": "mine"}, "the `chance` of a save is own or host"),
    ({"reseeded": [[1]]}, "the `reseeded` of a save are pairs of whole numbers"),
    ({"reseeded": 7}, "the `reseeded` of a save are pairs of whole numbers"),
    ({"more": 7}, "a save has no `more`"),
    ({"snapshot": []}, "the save is damaged: this is no snapshot: it needs format, game, hash, setup, seed, chance, "
     "opening, board, result and state, nothing else"),
    ({"answers": [["x"]]}, "answer 1 of the save: this is no legal answer: an answer is an array of positions"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "told"), REFUSED)
def test_a_refusal_says_what_is_wrong(
    rules: cardwright.Rules, save: dict[str, Any], change: dict[str, Any], told: str
) -> None:
    assert outcome(rules, {**save, **change}, None) == told


def test_a_snapshot_of_other_rules_than_its_save_is_refused(rules: cardwright.Rules, save: dict[str, Any]) -> None:
    mixed = {**save, "snapshot": {**save["snapshot"], "hash": "0" * 16}}
    assert outcome(rules, mixed, None) == "the save is damaged: its snapshot is of other rules than the save"


def test_what_is_too_much_is_refused_at_once(rules: cardwright.Rules, save: dict[str, Any]) -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    begun = process_time()
    for made in ({"snapshot": deep}, {"places": deep}, {"places": {"bodies": [0] * 1_100_000}}, {"origin": deep}):
        assert "too large, or too deep" in outcome(rules, {**save, **made}, None)
    assert outcome(rules, {**save, "answers": [[0]] * 100_001}, None) == "a save has at most 100000 answers"
    assert process_time() - begun < 5


def test_the_command_refuses_a_truncated_save_and_leaves_every_file(
    save: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "save.json", json.dumps(of_other_rules(save))
    for text, told in ((whole[:5000], "is no JSON"), ("[]", "is no object"), ("{}", "this is no save"),
                       (whole, "the save is of other rules than dungeon_command")):  # fmt: skip
        path.write_text(text, encoding="utf-8")
        assert main(["play", str(CONTENT / "dungeon_command"), "--load", str(path)]) == 2
        assert told in capsys.readouterr().err
        assert path.read_text(encoding="utf-8") == text
    assert main(["play", str(CONTENT / "dungeon_command"), "--load", str(path), "--by", "state"]) == 0
    assert "all of the state was taken over" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == whole
