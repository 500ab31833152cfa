"""A match is a value in JavaScript, as in the interpreter: snapshots go from one engine to the other and back."""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

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
from compiler.interpreter.entities import of_kind
from compiler.interpreter.host import Rules
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.setups import HostError
from compiler.targets.export import rules_hash
from tests.conformance.engines import JavaScript
from tests.content_games import GAMES, built

TURNS, APART = 60, 10
CHANGES = 60
VALUES: list[Any] = [
    None, -1, 1, 7, 10**6, "x", "__proto__", [], ["entity", 10**9], ["event", 10**9], ["ability", "x"],
    ["zone", ["entity", 1], "x"], ["face", 10**9], ["none of these"], {"id": [1]},
]  # fmt: skip
# Carries out commands, one a line, on the matches of one export.
NODE = """
import { createInterface } from "node:readline";
const rules = await import(`${process.argv[2]}/index.js`);
const { fingerprint } = await import(`${process.argv[2]}/rt.js`);
let match = null;
let kept = null;
const told = () => {
  match.skip();
  const found = match.step();
  const { answers } = match.save();
  const legal = match.legal();
  return { state: fingerprint(match.game), request: found, legal, snapshot: match.snapshot(), answers };
};
const commands = {
  new: (setup, seed, limits) => (match = rules.new_game(setup, seed, limits)),
  restore: (snapshot, limits) => (match = rules.restore(snapshot, limits)),
  clone: () => ([match, kept] = [match.clone(), match]),
  swap: () => ([match, kept] = [kept, match]),
  branch: (seed) => (match = match.branch(seed)),
  branch_for: (player, seed) => (match = match.branch_for(player, seed)),
  undo: () => match.undo(),
  redo: () => match.redo(),
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
        again = data_of(rules_of(game).restore(found["snapshot"]))
        assert again == data_of(match)
        if match.request is None:
            break
        answer = picked(match, chosen)
        give(match, answer)
        found = node.tell("play", answer)


def same(match: Match, found: dict[str, Any]) -> None:
    """Both are at the same request in the same state."""
    assert (found["state"], found["legal"]) == (fingerprint(match.game), match.legal())
    assert found["answers"] == match.answers
    match.skip()
    assert found["request"] == json.loads(json.dumps(match.step()))


@pytest.mark.parametrize("chance", ["own", "host"])
def test_what_is_done_to_a_match_has_the_same_outcome(game: str, node: Node, chance: str) -> None:
    """At random: an answer, one that is taken back or given again, a copy, a branch, the other of two matches."""
    chosen, match = Random(5), rules_of(game).new_game(seed=5, limits={"chance": chance})
    kept = match
    node.tell("new", {}, 5, {"chance": chance})
    node.tell("clone")
    match, done = match.clone(), set[str]()
    for turn in range(TURNS * 2):
        what = chosen.choice(["play", "play", "play", "play", "undo", "undo", "redo", "clone", "branch", "swap"])
        told: tuple[Any, ...] = (turn,) if what == "branch" else ()
        refused = ""
        if what == "clone":
            match, kept = match.clone(), match
        elif what == "swap":
            match, kept = kept, match
        elif what == "branch":
            match = match.branch(turn)
        elif what == "play":
            if match.request is None:
                continue
            told = (picked(match, chosen),)
            give(match, told[0])
        else:
            try:
                match.undo() if what == "undo" else match.redo()
            except HostError as error:
                refused = str(error)
        found = node.tell(what, *told)
        assert found.get("refused", "") == refused
        if not refused:
            same(match, found)
            done.add(what)
    assert done == {"play", "undo", "redo", "clone", "branch", "swap"}


def test_a_branch_for_a_player_deals_the_same_in_both(game: str, node: Node) -> None:
    """From several requests of a match, for each player: dealt alike, and played on alike."""
    match, chosen, dealt = rules_of(game).new_game(seed=8), Random(8), 0
    node.tell("new", {}, 8)
    node.tell("clone")
    for turn in range(TURNS // APART):
        for player in range(len(of_kind(match.game, "player")) + 1):
            node.tell("swap")
            node.tell("clone")
            branch, refused = None, ""
            try:
                branch = match.branch_for(player, turn)
            except HostError as error:
                refused = str(error)
            found = node.tell("branch_for", player, turn)
            assert found.get("refused", "") == refused
            if branch is not None:
                dealt += 1
                play_on(branch, node, found)
        node.tell("swap")
        for _ in range(APART):
            if match.request is not None:
                answer = picked(match, chosen)
                give(match, answer)
                node.tell("play", answer)
        node.tell("clone")
    assert dealt


def play_on(match: Match, node: Node, found: dict[str, Any]) -> None:
    """The same snapshot in both, after some answers as well, and when one is taken back."""
    chosen = Random(9)
    assert found["snapshot"] == data_of(match)
    same(match, found)
    for _ in range(APART):
        if match.request is None:
            return
        answer = picked(match, chosen)
        give(match, answer)
        same(match, node.tell("play", answer))
    match.undo()
    same(match, node.tell("undo"))


def test_a_match_goes_from_one_engine_to_the_other_and_back(game: str, node: Node) -> None:
    match, chosen = rules_of(game).new_game(seed=4), Random(4)
    for _ in range(TURNS // APART):
        data = data_of(match)
        found = node.tell("restore", data)
        assert (found["snapshot"], found["state"]) == (data, fingerprint(match.game))
        for _ in range(APART):
            if match.request is not None:
                assert found["legal"] == match.legal()
                answer = picked(match, chosen)
                give(match, answer)
                found = node.tell("play", answer)
        assert found["state"] == fingerprint(match.game)
        match = rules_of(game).restore(found["snapshot"])
        assert fingerprint(match.game) == found["state"]


def test_a_snapshot_that_is_changed_is_refused_in_the_same_words(game: str, node: Node) -> None:
    """Some value of it is another, or missing; what is taken plays on in both."""
    match, chosen = rules_of(game).new_game(seed=6), Random(6)
    for _ in range(20):
        give(match, picked(match, chosen))
    data, refused = data_of(match), set[str]()
    for _ in range(CHANGES):
        changed = data_of(match)
        change(changed, chosen)
        told = ""
        try:
            rules_of(game).restore(changed)
        except HostError as error:
            told = str(error)
        assert node.tell("restore", changed).get("refused", "") == told
        refused.add(told)
    assert len(refused) > 3
    assert data == data_of(match)


def change(data: Any, chosen: Random) -> None:
    """Changes a value somewhere in data."""
    while True:
        key = chosen.choice(list(data) if isinstance(data, dict) else range(len(data)))
        if isinstance(data[key], dict | list) and data[key] and chosen.random() < 0.8:
            data = data[key]
            continue
        data[key] = chosen.choice(VALUES)
        return
