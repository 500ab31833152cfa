"""Some inputs of the fuzzer, always the same: each ends, none in a traceback, and engines play alike."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator

import pytest

from tests.fuzz.__main__ import Fuzzer
from tests.fuzz.attempt import PLAYED, REFUSED, Report
from tests.fuzz.games import ROOT, SMALL, game
from tests.fuzz.guard import DIED, HUNG, guarded
from tests.fuzz.shrink import shrunk
from tests.line_process import LineProcess

INPUTS = 240
# Seeds apart, so that the inputs of one do not hang on those of another.
SEEDS = (11, 12, 13, 14)


@pytest.fixture(scope="module")
def apart() -> Iterator[LineProcess]:
    process = LineProcess(sys.executable, "-m", "tests.fuzz.apart", folder=ROOT)
    yield process
    process.end()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_input_ends_in_a_traceback(apart: LineProcess, seed: int) -> None:
    failures, counts = json.loads(apart.ask(json.dumps([seed, INPUTS // len(SEEDS)])))
    assert failures == {}
    assert counts["tried"] == INPUTS // len(SEEDS)
    assert counts[PLAYED] >= INPUTS // len(SEEDS) // 20, counts  # most is refused, but never all


def test_equal_seeds_make_equal_inputs() -> None:
    first, second = (Fuzzer(5, None, large=0, javascript=False) for _ in range(2))
    made = [first.input(n) for n in range(40)]
    assert made == [second.input(n) for n in range(40)]
    assert sum(files != game(name) for name, files, _ in made) > 30
    assert {name for name, _, _ in made} == set(SMALL)


# ---- the guard
def test_a_job_reports() -> None:
    assert guarded(lambda: Report(PLAYED, "wrong"), 5) == Report(PLAYED, "wrong")


def test_a_job_that_never_ends_is_ended() -> None:
    def job() -> Report:
        while True:
            pass

    assert guarded(job, 1) == Report(REFUSED, HUNG)


def test_a_job_that_dies_is_survived() -> None:
    assert guarded(lambda: os._exit(7), 5).failure == f"{DIED} with 7"  # type: ignore[arg-type,return-value]


def test_a_job_that_takes_all_memory_is_survived() -> None:
    def job() -> Report:
        held = bytearray(8 * 1024**3)
        return Report(PLAYED, str(len(held)))

    assert guarded(job, 10).failure == "MemoryError"


# ---- shrinking
def test_what_fails_is_made_small() -> None:
    files = {"ruleset.yaml": "a: 1\nb: 2\n", "rules/a.rules": "one\ntwo bad words\nthree\n", "rules/b.rules": "four\n"}
    small = shrunk(files, lambda f: "bad" in f.get("rules/a.rules", ""), 200)
    assert small == {"ruleset.yaml": "", "rules/a.rules": " bad"}


def test_shrinking_ends_after_so_many_tries() -> None:
    asked: list[int] = []
    shrunk({"ruleset.yaml": "a\n" * 400}, lambda f: asked.append(1) is None and False, 10)
    assert len(asked) == 10
