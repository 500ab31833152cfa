"""Exports in JavaScript: a host is told the same as by the interpreter, and a save goes from one to the other."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from compiler.interpreter.host import Match
from tests.conformance.conftest import told_to_a_page
from tests.content_games import CONTENT, GAMES, content, rules

SCRIPT = Path(__file__).parent / "javascript" / "host_log.mjs"
ANSWERS = 60
SEED = 5


@pytest.fixture(scope="module", params=GAMES)
def exported(request: pytest.FixtureRequest, folder_of: Callable[[str, str], Path]) -> tuple[str, Path]:
    return request.param, folder_of(request.param, "javascript")


def test_a_host_is_told_the_same(exported: tuple[str, Path]) -> None:
    game, folder = exported
    setups = [{"scenario": scenario} for scenario in content(game).scenarios]
    logs = played(folder, [{"setup": setup, "seed": SEED, "answers": ANSWERS} for setup in setups])
    for setup, theirs in zip(setups, logs, strict=True):
        ours = log_of(rules(game).new_game(setup, SEED), ANSWERS)
        for number, (one, other) in enumerate(zip(theirs, ours, strict=True)):
            assert one == other, f"{game} {setup['scenario']}, {number}"


def test_a_save_of_the_interpreter_goes_on_in_javascript(exported: tuple[str, Path]) -> None:
    game, folder = exported
    match = rules(game).new_game(None, SEED)
    save = log_of(match, ANSWERS // 2)[-1]
    (theirs,) = played(folder, [{"save": save, "answers": ANSWERS // 2}])
    match.skip()
    assert theirs == log_of(match, ANSWERS // 2)
    assert rules(game).load(theirs[-1]).save() == theirs[-1]


def test_the_host_of_the_page_plays_to_the_end(exported: tuple[str, Path]) -> None:
    game, folder = exported
    page = (CONTENT.parent / "docs" / "engines.md").read_text(encoding="utf-8")
    (folder / "host.js").write_text(page.split("```js\n")[1].split("```")[0], encoding="utf-8")
    done = subprocess.run(["node", str(folder / "host.js")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert done.stdout.splitlines() == told_to_a_page(game)


def played(folder: Path, matches: list[dict[str, Any]]) -> Iterator[list[Any]]:
    """What one process tells of each match, read when it is wanted."""
    command = ["node", str(SCRIPT), str(folder)]
    done = subprocess.run(command, input=json.dumps(matches), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return map(json.loads, done.stdout.rstrip("\n").split("\n"))


def log_of(match: Match, answers: int) -> list[Any]:
    """As `host_log.mjs` makes it."""
    log: list[Any] = []
    for number in range(answers):
        told = match.step()
        while told["type"] == "event":
            log.append(told)
            told = match.step()
        log.append(told)
        if told["type"] == "result":
            break
        legal = match.legal()
        log += [legal, match.explain(), match.view(0), match.view(1), match.invariants()]
        log.append(match.step(legal[7 * number % len(legal)]["answer"]))
    return [*log, match.save()]
