"""A match is a value in JavaScript, as in the interpreter: snapshots go from one engine to the other and back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright.authoring.exported import exported
from compiler.callables.code import Code
from compiler.interpreter.host import Rules
from compiler.interpreter.match import Match
from compiler.targets.export import rules_hash
from tests.conformance.engines import JavaScript
from tests.content_games import GAMES, built

TURNS, APART = 60, 10
# Carries out commands, one a line, on the matches of one export.
NODE = """
import { createInterface } from "node:readline";
const rules = await import(`${process.argv[2]}/index.js`);
let match = null;
const told = () => {
  match.skip();
  const found = match.step();
  return { state: match.game.fingerprint(), request: found, legal: match.legal(), snapshot: match.snapshot() };
};
const commands = {
  new: (setup, seed, limits) => (match = rules.new_game(setup, seed, limits)),
  restore: (snapshot, limits) => (match = rules.restore(snapshot, limits)),
  play: (...answers) => answers.forEach((answer) => (match.skip(), match.step(answer), match.skip())),
};
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...values] = JSON.parse(line);
  let found;
  try {
    commands[name](...values);
    found = told();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    found = { refused: error.message };
  }
  console.log(JSON.stringify(found));
}
"""


class Node:
    """An export in JavaScript that waits for commands."""

    def __init__(self, folder: Path) -> None:
        script = folder / "commands.mjs"
        script.write_text(NODE, encoding="utf-8")
        (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
        command = ["node", str(script), str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, name: str, *values: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([name, *values]) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found


@cache
def rules_of(game: str) -> Rules:
    content = exported(built(game))
    return Rules(Code(content.program), content.scenarios, rules_hash(content), content.deals)


def data_of(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(match.snapshot()))
    return data


def give(match: Match, answer: list[int]) -> None:
    match.skip()
    match.answer(answer)


def picked(match: Match, chosen: Random) -> list[int]:
    """A legal answer of the request that waits."""
    answer: list[int] = chosen.choice(match.legal())["answer"]
    return answer


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def node(game: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp(game)
    JavaScript(exported(built(game)), folder)
    made = Node(folder)
    yield made
    assert made.process.stdin is not None
    made.process.stdin.close()
    made.process.wait()


def test_a_snapshot_is_the_same_in_both(game: str, node: Node) -> None:
    """The same answers, and after each the same snapshot."""
    match, chosen = rules_of(game).new_game(seed=3), Random(3)
    found = node.tell("new", {}, 3)
    for _ in range(TURNS):
        if found["snapshot"] != data_of(match): json.dump([found["snapshot"], data_of(match)], open("/tmp/d.json","w"))
        assert found["snapshot"] == data_of(match)
        if match.request is None:
            break
        answer = picked(match, chosen)
        give(match, answer)
        found = node.tell("play", answer)


def test_a_match_goes_from_one_engine_to_the_other_and_back(game: str, node: Node) -> None:
    match, chosen = rules_of(game).new_game(seed=4), Random(4)
    for _ in range(TURNS // APART):
        data = data_of(match)
        found = node.tell("restore", data)
        assert (found["snapshot"], found["state"]) == (data, match.game.fingerprint())
        for _ in range(APART):
            if match.request is not None:
                assert found["legal"] == match.legal()
                answer = picked(match, chosen)
                give(match, answer)
                found = node.tell("play", answer)
        assert found["state"] == match.game.fingerprint()
        match = rules_of(game).restore(found["snapshot"])
        assert match.game.fingerprint() == found["state"]
