"""Every engine plays every game as the interpreter does: the same transcripts of all content tests and of matches.

`MATCHES` in the environment says how many matches of each playable game are compared (`make conformance`: 200).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.main import main
from compiler.build import build_game
from compiler.callables.code import Code
from compiler.core.ir_json import value_of
from compiler.core.scripts import Script
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test
from compiler.targets.export import Content, content_of
from compiler.targets.json_export import read_export
from compiler.targets.suite import answers_of, card_line, compare, rates, reported
from dsl.diagnostics import Sink
from tests.conformance.conftest import EngineOf, interpreter
from tests.conformance.engines import ENGINES, HAS_CSHARP, Case, Interpreter, Transcript
from tests.conformance.relay import run_leg
from tests.content_games import GAMES, brief, content

MATCHES = int(os.environ.get("MATCHES", "3"))
COMPARED = ("python", "javascript", "lua52", "lua54", *(("csharp",) if HAS_CSHARP else ()))
# A game is compared in portions of so many matches, that several processes may share the work.
PORTION = 20
PORTIONS = [(game, first) for game in GAMES for first in range(1, MATCHES + 1, PORTION)]


def content_in(folder: Path) -> Content:
    sink = Sink()
    build = build_game(folder, sink, f"content/{folder.name}")
    if build is None or build.program is None:
        pytest.fail("\n".join(f"{d.span}: {d.message}" for d in sink.sorted()))
    return content_of(build.program, build.scripts)


def cases_of(made: Content, seeds: range) -> list[Case]:
    """Matches that take the scenarios in turn, after all tests where the seeds begin."""
    tests: list[Case] = [("test", number) for number in range(len(made.tests) if seeds.start == 1 else 0)]
    names = list(made.scenarios) if made.program.start else []
    return [*tests, *(("match", names[seed % len(names)], seed) for seed in seeds if names)]


def agree(made: Content, cases: list[Case], wanted: list[Transcript], given: list[Transcript], engine: str) -> None:
    """Fails with the shortest transcript that shows a difference, and the line of the card where engines parted."""
    told = [
        {"name": str(case), "place": place(made, case), "transcript": lines, "constructs": ()}
        for case, lines in zip(cases, wanted, strict=True)
    ]
    failed = compare(told, {str(case): lines for case, lines in zip(cases, given, strict=True)})
    if failed:
        where = card_line(made.program, failed[0])
        told = "\n".join(reported(failed[0]))
        pytest.fail(f"{engine}: {len(failed)} of {len(cases)} differ; at {where}:\n{told}", pytrace=False)


def place(made: Content, case: Case) -> str:
    script = made.tests[case[1]] if case[0] == "test" else made.scenarios[case[1]]
    at = made.program.spans[script.at]
    return f"{at.path}:{at.line}"


@pytest.mark.parametrize(("game", "first"), PORTIONS)
def test_engines_play_a_game_as_the_interpreter_does(game: str, first: int, engine_of: EngineOf) -> None:
    made = content(game)
    cases = cases_of(made, range(first, min(first + PORTION, MATCHES + 1)))
    assert cases
    wanted = interpreter(game).run(cases)
    for name in COMPARED:
        agree(made, cases, wanted, engine_of(game, name).run(cases), name)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small game that is always the same."""
    folder = tmp_path_factory.mktemp("engines")
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    return folder / "moon_market"


@pytest.mark.skipif(not HAS_CSHARP, reason="this machine has no C# compiler (mono-mcs): C# is not compared")
def test_csharp_is_compared() -> None:
    assert "csharp" in COMPARED


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "csharp" or HAS_CSHARP])
def test_an_engine_plays_the_template(template: Path, engine: str, tmp_path: Path) -> None:
    made = content_in(template)
    cases = cases_of(made, range(1, 11))
    home = tmp_path / f"template_{engine}"
    home.mkdir()
    agree(made, cases, Interpreter(made, tmp_path).run(cases), ENGINES[engine](made, home).run(cases), engine)


def test_a_difference_is_told_by_the_shortest_transcript(template: Path) -> None:
    made = content_in(template)
    cases = cases_of(made, range(1, 3))
    wanted = Interpreter(made, template).run(cases)
    given = [list(lines) for lines in wanted]
    given[-1][-1] = given[0][2] = "state of another world"
    with pytest.raises(pytest.fail.Exception) as failure:
        agree(made, cases, wanted, given, "lua52")
    told = str(failure.value)
    assert told.startswith(f"lua52: 2 of {len(cases)} differ; at content/moon_market/")
    assert told.endswith(f"    - {wanted[0][2]}\n    + state of another world")


# ---- saves
@pytest.mark.parametrize("game", GAMES)
def test_a_save_goes_from_engine_to_engine(game: str, engine_of: EngineOf) -> None:
    """Whoever loads is told what the one who saved was told, and the game ends as it does in one engine alone."""
    made = content(game)
    assert made.program.start and made.scenarios
    start = (brief(game), 5)
    engines = {name: engine_of(game, name) for name in COMPARED}
    save, last = None, ""
    for turns, name in zip((9, 11, 13, 12, 5) if HAS_CSHARP else (9, 11, 13, 17), engines, strict=True):
        before, after, save = run_leg(engines[name], save, start, turns)
        assert last in ("", before), name
        last = after
    assert save is not None and (len(save["answers"]) == 50 or last.startswith("ended"))
    ends = {name: run_leg(engine, save, start, 5_000)[1] for name, engine in engines.items()}
    assert set(ends.values()) == {run_leg(engines["python"], None, start, 5_050)[1]}
    assert ends["python"].startswith("ended")


# ---- the suite and the JSON alone
@pytest.fixture(scope="module")
def exported(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported")
    assert main(["export", str(template), "--target", "json", "--conformance", "--out", str(out)]) == 0
    return out


def replayed(folder: Path) -> tuple[list[dict[str, Any]], dict[str, list[str]]]:
    """The cases of a suite, and their transcripts by an engine that has read nothing but the two files."""
    suite = json.loads((folder / "conformance.json").read_text(encoding="utf-8"))
    rules = read_export((folder / "rules.json").read_text(encoding="utf-8"))
    cases: list[dict[str, Any]] = suite["cases"]
    tests = {case["name"]: value_of(Script, case["script"]) for case in cases if case["kind"] == "test"}
    runner = Scripts(Code(rules.program), {**rules.scenarios, **tests})
    return cases, {
        case["name"]: transcript_of_test(runner, tests[case["name"]])
        if case["kind"] == "test"
        else transcript_of_match(runner, rules.scenarios[case["scenario"]], case["seed"])
        for case in cases
    }


def test_the_suite_is_replayed_from_the_files_alone(exported: Path) -> None:
    cases, given = replayed(exported)
    assert compare(cases, given) == []
    assert {case["kind"] for case in cases} == {"test", "match"}
    assert all(case["answers"] == answers_of(case["transcript"]) for case in cases)
    passed = rates(cases, [])
    assert passed["Create"] == (len(cases), len(cases))
    assert {"Choose some", "Emit", "Write add"} <= passed.keys()


def test_the_command_tells_a_rate_for_each_construct(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases, given = replayed(exported)
    results = tmp_path / "transcripts.json"
    results.write_text(json.dumps(given), encoding="utf-8")
    capsys.readouterr()
    assert main(["conformance", str(exported / "conformance.json"), str(results)]) == 0
    assert capsys.readouterr().out.endswith(f"{len(cases)} cases agree, 0 differ\n")
    given[cases[0]["name"]][-1] = "state 0"
    results.write_text(json.dumps(given), encoding="utf-8")
    assert main(["conformance", str(exported / "conformance.json"), str(results)]) == 1
    shown = capsys.readouterr().out
    assert f"{cases[0]['place']}: {cases[0]['name']}" in shown
    assert "    + state 0\n" in shown
    assert shown.endswith(f"{len(cases) - 1} cases agree, 1 differ\n")
    rows = [line for line in shown.split("\n") if " % " in line]
    assert {line.split()[0] for line in rows} > {"100"}


@pytest.mark.parametrize(
    ("suite", "transcripts", "told"),
    [
        ("[]", "{}", "is no object"),
        ("{", "{}", "is no JSON"),
        ('{"format": 2, "cases": []}', "{}", "is no suite of format 1"),
        ('{"format": 1, "cases": [{}]}', "{}", "has a case that is none"),
        ('{"format": 1, "cases": []}', '{"a": [1]}', "the transcript of `a` is no array of lines"),
        ('{"format": 1, "cases": []}', '{"b": [], "a": []}', "the suite has no case `a`"),
    ],
)
def test_what_is_no_suite_is_refused(
    suite: str, transcripts: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "suite.json").write_text(suite, encoding="utf-8")
    (tmp_path / "transcripts.json").write_text(transcripts, encoding="utf-8")
    assert main(["conformance", str(tmp_path / "suite.json"), str(tmp_path / "transcripts.json")]) == 2
    assert told in capsys.readouterr().err
