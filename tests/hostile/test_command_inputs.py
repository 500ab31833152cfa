"""Files of other programs on the command line: saves, suites, transcripts and rosters are refused in words, and bounded."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.main import main
from dsl.game.named_files import MOST_BYTES
from tests.edits import replace, write


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands")
    assert main(["new", "market", "--into", str(folder)]) == 0
    made = folder / "market"
    replace(
        made / "ruleset.yaml",
        "hand: {zone: action, visible: owner",
        "hand: {zone: action, visible: owner, roster: crops",
    )
    write(made, "rules/hoard.rules", 'roster hoard(crops: list of action card, most: int):\n'
          '  require round_down(6 / size(crops)) >= 1 "too many"\n  require size(crops) <= most "more than are kept"\n')  # fmt: skip
    (made / "rosters").mkdir()
    write(made, "rosters/mine.yaml", "roster: hoard\nname: Mine\ncrops: {harvest: 2}\nmost: 1\n")
    write(made, "rosters/empty.yaml", "roster: hoard\nname: None\ncrops: []\nmost: 1\n")
    return made


@pytest.fixture(scope="module")
def save(game: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("save") / "save.json"
    assert main(["play", str(game), "--save", str(path)]) == 0
    return dict(json.loads(path.read_text(encoding="utf-8")))


WRONG: list[Any] = [
    None, True, 1.5, "x", {"a": 0}, [[0]], [{}], [True], ["0"], [None], [1.5], -1, 99, 10**30, [10**30], [99], [-1], [0, 0], [0] * 1000,
]  # fmt: skip


def test_a_save_with_any_answer_ends_in_words(
    game: Path, save: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, kinds = tmp_path / "save.json", set[str]()
    for at in (0, 2, len(save["answers"]) - 1):
        for wrong in WRONG:
            answers = [*save["answers"][:at], wrong, *save["answers"][at + 1 :]]
            path.write_text(json.dumps({**save, "answers": answers}), encoding="utf-8")
            assert main(["play", str(game), "--replay", str(path)]) == 2, (at, wrong)
            told = capsys.readouterr().err
            assert f"answer {at + 1} of the save: " in told and "is no legal answer" in told, (at, wrong, told)
            kinds.add(told)
    assert len(kinds) > 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("1" * 5000, "is no JSON"),
        ("[]", "is no object"),
        ("null", "is no object"),
        ("{}", "this is no save"),
        ('{"game": "market", "scenario": "first", "answers": [], "state": ""}', "this is no save"),
        ('{"format": 3}', "this is no save of format 1 or 2"),
    ],
)
def test_a_file_that_is_no_save(
    game: Path, tmp_path: Path, text: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "save.json"
    for command in ("play", "debug"):
        path.write_text(text, encoding="utf-8")
        assert main([command, str(game), "--replay", str(path)]) == 2
        assert words in capsys.readouterr().err
        path.write_bytes(b"\xff\xfe{}")
        assert main([command, str(game), "--replay", str(path)]) == 2
        assert "is no JSON" in capsys.readouterr().err


def case(**changed: Any) -> dict[str, Any]:
    return {"name": "a", "place": "x:1:1", "constructs": ["Op in"], "transcript": ["one", "two"], **changed}


def compared(tmp_path: Path, cases: Any, transcripts: Any) -> int:
    suite, told = tmp_path / "conformance.json", tmp_path / "told.json"
    suite.write_text(json.dumps({"format": 1, "cases": cases}), encoding="utf-8")
    told.write_text(json.dumps(transcripts), encoding="utf-8")
    return main(["conformance", str(suite), str(told)])


@pytest.mark.parametrize("part", ["name", "place", "constructs", "transcript"])
@pytest.mark.parametrize("wrong", [None, 1, [], {}, [1], [[]], "x", True])
def test_a_suite_with_a_case_that_is_none(
    tmp_path: Path, part: str, wrong: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    fits = isinstance(wrong, str) if part in ("name", "place") else wrong == []
    ended = compared(tmp_path, [case(**{part: wrong})], {})
    told = capsys.readouterr()
    assert ended == (2 if not fits else 0 if part == "transcript" else 1), told
    assert fits or "has a case that is none" in told.err


def test_what_an_engine_tells_is_shown_cut_and_without_control(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = "\x1b[2J\r::error::x\u202e\ud800\u2028" + "y" * 1_000_000
    assert compared(tmp_path, [case()], {"a": ["one", hostile]}) == 1
    told = capsys.readouterr().out
    assert "\\x1b[2J\\r::error::x\\u202e\\ud800\\u2028yyy" in told and len(told) < 2000
    assert "… 999" in told
    assert compared(tmp_path, [case()], {hostile: []}) == 2
    assert "\x1b" not in (err := capsys.readouterr().err) and len(err) < 2000


@pytest.mark.parametrize("source", ["/dev/zero", "yes"])
def test_a_file_that_never_ends_is_cut(tmp_path: Path, source: str, capsys: pytest.CaptureFixture[str]) -> None:
    suite = tmp_path / "conformance.json"
    suite.write_text(json.dumps({"format": 1, "cases": [case()]}), encoding="utf-8")
    writer = subprocess.Popen([sys.executable, "-c", "while True: print('y' * 9999)"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        assert writer.stdout is not None
        path = source if source.startswith("/") else f"/dev/fd/{writer.stdout.fileno()}"
        before = time.process_time()
        assert main(["conformance", str(suite), path]) == 2
        assert time.process_time() - before < 10
    finally:
        writer.kill()
        writer.wait()
    assert f"is longer than {MOST_BYTES} bytes" in capsys.readouterr().err


def test_a_roster_that_cannot_be_judged_is_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One whose requirement fails is no traceback, and what fails is never proposed."""
    assert main(["roster", str(game / "rosters" / "empty.yaml")]) == 1
    assert "it cannot be judged: a number was divided by zero" in capsys.readouterr().out
    assert main(["roster", str(game / "rosters" / "mine.yaml")]) == 1
    assert "a way to mend it: take 1 `harvest` out of `crops`" in capsys.readouterr().out
