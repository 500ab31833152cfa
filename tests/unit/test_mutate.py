"""Mutants: what is changed, that a test that looks notices it, and that nothing is left of it afterwards."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.main import main
from cardwright.cli.mutation_run import NOTICED, SURVIVED, UNTOUCHED, MutationRun
from dsl.incremental.store import Store
from tests.small_game import build_small, write_game

RULES = """
verb hurt(amount: int, to target: unit):
  require target.hp > 0 and not target.tapped "it cannot be hurt"
  increase target.damage by amount
verb swap(first: unit, with second: unit): hurt 1 to first
verb daze(target: unit): add dazed to target until end of rest
verb watch(target: unit): nothing
flow rest(): nothing
status dazed of unit: passive: -2 armor
stat armor of unit
every unit:
  activate "hit" as action once per rest: hurt 2 to self
live unit for this
"""
CARDS = "- {id: ann, kind: unit, name: {en: Ann}, provenance: house}"
GIVEN = (
    "given: {players: [p], create: [{name: a, card: ann, owner: p, controller: p}, "
    "{name: b, card: ann, owner: p, controller: p}]}"
)
TESTS = f"""
- name: it hurts
  {GIVEN}
  when: hurt 2 to a
  then: ["a.damage == 2", "b.damage == 0"]
- name: a swap hurts the first
  {GIVEN}
  when: swap a with b
  then: ["a.damage == 1"]
"""


def run(folder: Path, tests: str = TESTS) -> MutationRun:
    return MutationRun(build_small(folder, RULES, cards=CARDS, tests=tests).build)


def outcomes(made: MutationRun) -> list[tuple[str, str, str]]:
    return [(made.owner(m), m.description, made.outcome(m)) for m in made.mutants]


def test_what_is_changed_and_noticed(tmp_path: Path) -> None:
    found = outcomes(run(tmp_path))
    assert ("hurt", "`>` became `>=`", SURVIVED) in found
    assert Counter(found)["hurt", "a condition was dropped", SURVIVED] == 2
    assert ("swap", "1 became 2", NOTICED) in found
    assert ("daze", "until its end became until its start", UNTOUCHED) in found
    assert ("daze", "the duration became that of the next one", UNTOUCHED) in found
    assert ("every unit", "`once per rest` was dropped", UNTOUCHED) in found
    assert ("status dazed", "2 became 3", UNTOUCHED) in found


def test_a_test_that_looks_notices(tmp_path: Path) -> None:
    given = GIVEN.replace("controller: p}]", "controller: p, tapped: true}]")
    looks = TESTS + f"- name: refused\n  {given}\n  when: hurt 1 to b\n  illegal: cannot be hurt\n"
    found = outcomes(run(tmp_path, looks))
    assert Counter(found)["hurt", "a condition was dropped", NOTICED] == 1


def test_nothing_is_left_of_a_mutant(tmp_path: Path) -> None:
    made = run(tmp_path)
    first = outcomes(made)
    assert all(made.runner.run_test(test).passed for test in made.tests)
    assert outcomes(made) == first
    assert len({m.id for m in made.mutants}) == len(made.mutants)


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    code = main(["mutate", *arguments, "--format", "json"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else err


def test_processes_limits_and_resuming_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(write_game(tmp_path, RULES, cards=CARDS, tests=TESTS))
    code, whole = ran(capsys, game, "--no-cache", "--jobs", "1")
    assert code == 1
    assert whole["mutants"] == whole["noticed"] + len(whole["survivors"])
    assert ran(capsys, game, "--no-cache", "--jobs", "2") == (1, whole)
    part = ran(capsys, game, "--limit", "4", "--jobs", "1")[1]
    assert part["mutants"] == 4
    assert ran(capsys, game, "--jobs", "1") == (1, whole)
    assert Store(Path(game)).get("mutants") is not None
    assert ran(capsys, game, "--jobs", "1") == (1, whole)
    assert ran(capsys, game, "--fail-under", "1")[0] == 0
    chosen = ran(capsys, game, "-k", "dazed")[1]
    assert {s["owner"] for s in chosen["survivors"]} == {"status dazed"}


def test_what_was_kept_is_not_believed_of_other_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS)
    first = ran(capsys, str(game))[1]
    tests = game / "tests" / "tests.yaml"
    tests.write_text(tests.read_text(encoding="utf-8").replace("a.damage == 1", "a.damage >= 1"), encoding="utf-8")
    assert ran(capsys, str(game))[1]["noticed"] < first["noticed"]
    kept = Store(game).folder
    assert kept is not None
    shutil.rmtree(kept)
    assert ran(capsys, str(game))[1]["noticed"] < first["noticed"]


def test_a_game_whose_tests_fail_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write_game(tmp_path, RULES, cards=CARDS, tests=TESTS.replace("damage == 2", "damage == 3"))
    code, said = ran(capsys, str(game))
    assert code == 2
    assert "1 test fails before anything is changed: `it hurts`" in said


def test_a_mutant_that_never_ends_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.cli.limits._LATE", 0.1)
    made = run(tmp_path)
    made.clock.limit = 0.1
    mutant = next(m for m in made.mutants if m.description == "1 became 2")

    def for_ever(_test: object) -> None:
        while True:
            pass

    monkeypatch.setattr(made.runner, "run_test", for_ever)
    assert made.outcome(mutant) == NOTICED
