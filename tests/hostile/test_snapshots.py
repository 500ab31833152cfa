"""Snapshots from strangers: refused in words, or a match that plays; never a traceback, never for long."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

import cardwright
from compiler.targets.export import rules_hash
from tests.conformance.engines import HAS_CSHARP, CSharp, Engine, JavaScript, Lua, write
from tests.content_games import content, files

Data = dict[str, Any]
E = TypeVar("E", bound=Engine)
HERE = Path(__file__).parent
CONTENT = HERE.parents[1] / "content"
VALUES: list[Any] = [
    None, True, -1, 0, 1, 7, 10**6, 2**53, 10**30, 1.5, "", "x", "__class__", "_id", [], {}, ["entity", 3],
    ["entity", 10**9], ["event", 0], ["list", ["entity", 1]], ["ability", "x"], ["body", "x"], ["rounds", 10**9],
    ["zone", ["entity", 1], "hp"], ["square", -1], ["face", 0], ["none of these"], {"id": [1]}, "\ud800", float("nan"),
]  # fmt: skip


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(CONTENT / "dungeon_command")


@pytest.fixture(scope="module")
def data(rules: cardwright.Rules) -> Data:
    match, chosen = rules.new("duel", seed=2), Random(1)
    for _ in range(30):
        match.answer(chosen.choice(match.legal()))
    found: Data = json.loads(json.dumps(match.snapshot()))
    return found


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a value where something else may stand."""
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [path, *(found for key, item in items for found in paths(item, (*path, key)))]


def changed(data: Data, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Data:
    made = copy.deepcopy(data)
    held: Any = made
    for key in path[:-1]:
        held = held[key]
    change(held, path[-1])
    return made


def put(data: Data, path: tuple[Any, ...], value: Any) -> Data:
    """The data with another value at a place."""
    return changed(data, path, lambda held, key: held.__setitem__(key, value))


def outcome(rules: cardwright.Rules, data: Any) -> str:
    """What comes of a snapshot: why it is refused, or that it plays."""
    try:
        match = rules.restore(data)
    except cardwright.HostError as refused:
        return str(refused)
    for _ in range(6):
        if match.request is None:
            break
        match.view(0)
        try:
            match.explain()
            possible = match.legal()
        except cardwright.HostError as refused:
            return str(refused)
        if not possible:
            break
        match.answer(possible[0])
    assert match.hash
    match.clone().snapshot()
    return ""


@pytest.mark.parametrize("seed", range(6))
def test_a_value_that_is_another_is_refused_or_plays(rules: cardwright.Rules, data: Data, seed: int) -> None:
    chosen = Random(seed)
    places = paths(data)[1:]
    for _ in range(60):
        path, value = chosen.choice(places), chosen.choice(VALUES)
        made = put(data, path, value)
        told = outcome(rules, made)
        assert "Traceback" not in told, (path, value)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_left_out_is_missed(rules: cardwright.Rules, data: Data, seed: int) -> None:
    chosen = Random(seed)
    places = [path for path in paths(data)[1:] if isinstance(path[-1], str)]
    for _ in range(40):
        path = chosen.choice(places)
        outcome(rules, changed(data, path, lambda held, key: held.pop(key)))


def exported(folder: Path, kind: type[E]) -> E:
    """An engine with its export, which another test of this run may have made."""
    write(files("dungeon_command", kind.target), folder)
    return kind(content("dungeon_command"), folder, written=True)


def in_javascript(folder: Path, snapshots: list[Data]) -> list[str]:
    exported(folder, JavaScript)
    (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    command, lines = ["node", str(HERE / "damage.mjs"), folder.as_posix()], json.dumps(snapshots)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return list(json.loads(done.stdout))


def in_lua(folder: Path, snapshots: list[Data]) -> list[str]:
    lua = exported(folder, Lua).dialect.LuaRuntime(unpack_returned_tuples=True)
    lua.execute("package.path = ...", f"{folder.as_posix()}/?.lua")
    outcome = lua.execute((HERE / "damage.lua").read_text(encoding="utf-8"))
    return [str(outcome(json.dumps(snapshot))) for snapshot in snapshots]


def in_csharp(folder: Path, snapshots: list[Data]) -> list[str]:
    return list(exported(folder, CSharp).told(snapshots, "Damage"))


OTHERS = {"javascript": in_javascript, "lua": in_lua, **({"csharp": in_csharp} if HAS_CSHARP else {})}


@pytest.mark.parametrize("engine", OTHERS)
def test_other_engines_refuse_them_in_the_same_words_or_play(
    rules: cardwright.Rules, data: Data, engine: str, tmp_path: Path
) -> None:
    chosen, held = Random(5), {**data, "hash": rules_hash(content("dungeon_command"))}
    places, asked = paths(held)[1:], []
    for _ in range(150):
        path, value = chosen.choice(places), chosen.choice([v for v in VALUES if v == v and v != "\ud800"])
        asked.append(put(held, path, value))
    # What is chosen among: only who asks for the legal answers meets it.
    options = [path for path in places if path[-2:-1] == ("options",)]
    assert options
    asked += [put(held, path, 1) for path in options]
    change, words = zip(*((change(held), f"refused: {words}") for change, words in REFUSED), strict=True)
    told = OTHERS[engine](tmp_path, [*asked, *change])
    ours = [outcome(rules, {**made, "hash": data["hash"]} if made["hash"] == held["hash"] else made) for made in asked]
    own = f"{rules.game} {data['hash']}", f"{rules.game} {held['hash']}"
    for made, answer, wanted in zip(asked, told[: len(asked)], ours, strict=True):
        assert answer == (f"refused: {wanted.replace(*own)}" if wanted else ""), made
    assert 10 < told.count("") < 120
    assert told[len(asked) :] == list(words)


REFUSED: list[tuple[Callable[[Data], Any], str]] = [
    (lambda data: [], "this is no snapshot: it needs format, game, hash, setup, seed, chance, opening, board, result and "
     "state, nothing else"),
    (lambda data: {**data, "format": 2}, "this is no snapshot of format 1"),
    (lambda data: {**data, "game": "chess"}, "this is no snapshot of dungeon_command"),
    (lambda data: {**data, "seed": "x"}, "a seed is a whole number from -9007199254740991 to 9007199254740991"),
    (lambda data: {**data, "chance": 0}, "the `chance` of a snapshot is a number from 1 to 2147483646"),
    (lambda data: {**data, "board": 99}, "the snapshot is damaged: there is no such board"),
    (lambda data: {**data, "state": 0.5}, "a number of the snapshot is not whole"),
    (lambda data: {**data, "state": {**data["state"], "frames": [["Once", 0, {}]]}},
     "the snapshot is damaged: something in it is missing, or stands where something else is needed"),
    (lambda data: {**data, "state": {**data["state"], "used": [["entity", 10**9]]}},
     "the snapshot is damaged: what counts a use has an ability, who carries it, maybe a verb, and a number"),
    (lambda data: put(data, ("state", "events", 0, "parent"), ["event", -1]),
     "the snapshot is damaged: something in it is missing, or stands where something else is needed"),
    (lambda data: {**data, "state": {**data["state"], "faces": [["d99999", 0]]}},
     "the snapshot is damaged: something in it is missing, or stands where something else is needed"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "told"), REFUSED)
def test_a_refusal_says_what_is_wrong(
    rules: cardwright.Rules, data: Data, change: Callable[[Data], Any], told: str
) -> None:
    assert outcome(rules, change(data)) == told


def test_a_snapshot_of_other_rules_is_refused(rules: cardwright.Rules, data: Data) -> None:
    assert "the snapshot is of other rules than dungeon_command" in outcome(rules, {**data, "hash": "0" * 16})


def test_a_snapshot_that_is_too_deep_or_too_large_is_refused_at_once(rules: cardwright.Rules, data: Data) -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    assert outcome(rules, {**data, "state": deep}) == "the snapshot is too large, or too deep"
    assert outcome(rules, {**data, "state": [0] * 1_100_000}) == "the snapshot is too large, or too deep"


def test_a_value_of_another_sort_names_its_field(rules: cardwright.Rules, data: Data) -> None:
    made = copy.deepcopy(data)
    made["state"]["kinds"]["creature"]["fields"]["damage"][0] = "much"
    assert outcome(rules, made) == "the snapshot is damaged: `damage` of a creature is of another sort"
