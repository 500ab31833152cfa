"""A match is a value in every engine, as in the interpreter: snapshots go from one engine to the other and back."""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright.authoring.exported import exported, rules_from
from compiler.interpreter.entities import of_kind
from compiler.interpreter.match import Match
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.setups import HostError
from compiler.targets.export import TARGETS, Content, export_code
from tests.conformance.bare_lua import BareLua
from tests.conformance.engines import HAS_CSHARP, CSharp, write
from tests.content_games import GAMES, content, files, rules
from tests.small_game import build_small

FolderOf = Callable[[str, str], Path]

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
let watchers = [];
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
  load: (save) => (match = rules.load(save)),
  save: () => {},
  views: () => {},
  watch: (viewers, ...words) => (watchers = viewers.map((viewer) => match.watch(viewer, ...words))),
  watched: () => {},
  clone: () => ([match, kept] = [match.clone(), match]),
  swap: () => ([match, kept] = [kept, match]),
  branch: (seed) => (match = match.branch(seed)),
  branch_for: (player, seed) => (match = match.branch_for(player, seed)),
  undo: () => match.undo(),
  redo: () => match.redo(),
  play: (...answers) => answers.forEach((answer) => (match.skip(), match.step(answer), match.skip())),
  watch_restored: () => {},
};
// What a viewer is told before and after an answer; nothing after one that is not legal.
const watched_from = (snapshot, viewer, language, answer) => {
  const restored = rules.restore(snapshot);
  const watcher = restored.watch(viewer, language);
  const before = [watcher.view(), watcher.refused()];
  try {
    restored.skip();
    restored.step(answer);
    restored.skip();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { before };
  }
  const events = watcher.events();
  return { before, events, after: watcher.view() };
};
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...values] = JSON.parse(line);
  let found;
  try {
    commands[name](...values);
    found = name.startsWith("view") || name.startsWith("watch") ? {} : told();
    if (name === "save") found.save = match.save();
    if (name === "watch_restored") found = watched_from(...values);
    if (name === "views") found.views = values[0].map((viewer) => match.view(viewer));
    if (name === "watched") {
      found.events = watchers.map((watcher) => watcher.events());
      found.views = watchers.map((watcher) => watcher.view());
      found.refused_of = watchers.map((watcher) => watcher.refused());
      found.allowed = watchers.map((watcher) => {
        try {
          return values[0].map((picked) => watcher.allows(picked));
        } catch (error) {
          return [error.message];
        }
      });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    found = { refused: error.message };
  }
  console.log(JSON.stringify(found));
}
"""


LUA = """
local game = require("game")
local rt, match, kept, watchers = game.rt, nil, nil, {}
local function told()
  match:skip()
  local found = match:step()
  return {
    state = rt.fingerprint(match.game), request = found, legal = match:legal(), snapshot = match:snapshot(),
    answers = match.answers,
  }
end
local commands = {
  new = function(setup, seed, limits) match = game.new_game(setup, seed, limits) end,
  restore = function(snapshot, limits) match = game.restore(snapshot, limits) end,
  load = function(save) match = game.load(save) end,
  save = function() end,
  views = function() end,
  watch = function(viewers, language, names)
    local function given(value) return type(value) ~= "function" and value or nil end -- JSON's null is a function
    for n, viewer in ipairs(viewers) do
      watchers[n] = match:watch(viewer ~= "none" and viewer or nil, given(language), given(names))
    end
  end,
  watched = function() end,
  clone = function() match, kept = match:clone(), match end,
  swap = function() match, kept = kept, match end,
  branch = function(seed) match = match:branch(seed) end,
  branch_for = function(player, seed) match = match:branch_for(player, seed) end,
  undo = function() match:undo() end,
  redo = function() match:redo() end,
  play = function(answer)
    match:skip()
    match:step(answer)
    match:skip()
  end,
  watch_restored = function() end,
}
-- What a viewer is told before and after an answer; nothing after one that is not legal.
local function watched_from(snapshot, viewer, language, answer)
  local restored = game.restore(snapshot)
  local watcher = restored:watch(viewer ~= "none" and viewer or nil, language)
  local found = { before = { watcher:view(), watcher:refused() } }
  restored:skip()
  if pcall(restored.step, restored, answer) then
    restored:skip()
    found.events = watcher:events()
    found.after = watcher:view()
  end
  return found
end
return function(name, values)
  values = rt.from_json(values)
  local fine, err = pcall(commands[name], values[1], values[2], values[3])
  if not fine then
    return rt.to_json({ refused = string.gsub(err, "^chunk:%(1,1%-2%): ", "") .. "" })
  end
  local found = (name == "views" or string.find(name, "watch", 1, true) == 1) and { done = true } or told()
  found.save = name == "save" and match:save() or nil
  if name == "watch_restored" then
    found = watched_from((table.unpack or unpack)(values))
  end
  if name == "views" then
    found.views = {}
    for n, viewer in ipairs(values[1]) do
      found.views[n] = match:view(viewer ~= "none" and viewer or nil)
    end
  end
  if name == "watched" then
    found.views, found.events, found.refused_of, found.allowed = {}, {}, {}, {}
    for n, watcher in ipairs(watchers) do
      found.events[n] = watcher:events()
      found.views[n] = watcher:view()
      found.refused_of[n] = watcher:refused()
      local allowed = {}
      found.allowed[n] = allowed
      for i, picked in ipairs(values[1]) do
        local _, told = pcall(watcher.allows, watcher, picked)
        allowed[i] = told
      end
      if type(allowed[1]) == "string" then
        found.allowed[n] = { string.gsub(allowed[1], "^chunk:%(1,1%-2%): ", "") .. "" }
      end
    end
  end
  return rt.to_json(found)
end
"""
VERSIONS = {"dungeon_command": "lua51", "descent": "lua53"}  # the others in 5.4


class InLua:
    """An export in Lua; a snapshot or save is a JSON text there."""

    def __init__(self, game: str, _folder_of: FolderOf) -> None:
        bare = BareLua(VERSIONS.get(game, "lua54"), files(game, "lua"))
        self.told = bare.lua.execute(LUA)

    def tell(self, name: str, *values: Any) -> dict[str, Any]:
        if name in ("restore", "load", "watch_restored"):
            values = (json.dumps(values[0]), *values[1:])
        elif name in ("views", "watch"):
            values = (["none" if viewer is None else viewer for viewer in values[0]], *values[1:])
        if name == "watch_restored" and values[1] is None:
            values = (values[0], "none", *values[2:])
        found: dict[str, Any] = json.loads(self.told(name, json.dumps(values)))
        for part in ("snapshot", "save", "events", "after", "views", "refused_of", "before"):
            if isinstance(found.get(part), str):
                found[part] = json.loads(found[part])
            elif part in found:
                found[part] = [json.loads(text) for text in found[part]]
        return found

    def close(self) -> None:
        """Nothing is left open."""


class Waiting:
    """A program that carries out commands, one a line."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, name: str, *values: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([name, *values]) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Node(Waiting):
    """An export in JavaScript."""

    def __init__(self, game: str, folder_of: FolderOf) -> None:
        folder = folder_of(game, "javascript")
        script = folder / "commands.mjs"
        script.write_text(NODE, encoding="utf-8")
        (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
        super().__init__(["node", str(script), str(folder)])


class InCSharp(Waiting):
    """An export in C#."""

    def __init__(self, game: str, folder_of: FolderOf) -> None:
        program = CSharp(content(game), folder_of(game, "csharp"), written=True).program("Matches")
        super().__init__(["mono", str(program)])


Engine = Node | InCSharp | InLua
ENGINES: dict[str, type[Engine]] = {
    "javascript": Node, **({"csharp": InCSharp} if HAS_CSHARP else {}), "lua": InLua,
}  # fmt: skip
# A game of squares and one of a table; saves of every game go through C# in test_engines.py.
IN_CSHARP = ("dungeon_command", "warhammer")


def engines_for(game: str) -> list[str]:
    return [name for name in ENGINES if name != "csharp" or game in IN_CSHARP]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" in metafunc.fixturenames:
        pairs = [(game, engine) for game in GAMES for engine in engines_for(game)]
        metafunc.parametrize(("game", "engine"), pairs, indirect=True, scope="module")
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES, indirect=True, scope="module")


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


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def engines(game: str, folder_of: FolderOf) -> Iterator[dict[str, Engine]]:
    made = {name: ENGINES[name](game, folder_of) for name in engines_for(game)}
    yield made
    for engine in made.values():
        engine.close()


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest, engines: dict[str, Engine]) -> Engine:
    return engines[str(request.param)]


def test_a_snapshot_is_the_same_in_both(game: str, engine: Engine) -> None:
    """The same answers, and after each the same snapshot."""
    match, chosen = rules(game).new_game(seed=3), Random(3)
    found = engine.tell("new", {}, 3)
    for _ in range(TURNS):
        again = data_of(rules(game).restore(found["snapshot"]))
        assert written(again) == written(data_of(match)) == written(found["snapshot"])
        if match.request is None:
            break
        answer = picked(match, chosen)
        give(match, answer)
        found = engine.tell("play", answer)


def written(data: Any) -> Any:
    """Data without the locals that are none: an engine may leave them out."""
    if isinstance(data, list):
        items = [written(item) for item in data]
        return [item for item in items if item[1:] != [None]] if items[:1] == ["values"] else items
    return {name: written(item) for name, item in data.items()} if isinstance(data, dict) else data


def same(match: Match, found: dict[str, Any]) -> None:
    """Both are at the same request in the same state."""
    assert (found["state"], found["legal"]) == (fingerprint(match.game), match.legal())
    assert found["answers"] == match.answers
    match.skip()
    assert found["request"] == json.loads(json.dumps(match.step()))


@pytest.mark.parametrize("chance", ["own", "host"])
def test_what_is_done_to_a_match_has_the_same_outcome(game: str, engine: Engine, chance: str) -> None:
    """At random: an answer, one that is taken back or given again, a copy, a branch, the other of two matches."""
    chosen, match = Random(5), rules(game).new_game(seed=5, limits={"chance": chance})
    kept = match
    engine.tell("new", {}, 5, {"chance": chance})
    engine.tell("clone")
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
        found = engine.tell(what, *told)
        assert found.get("refused", "") == refused
        if not refused:
            same(match, found)
            done.add(what)
        if what == "undo" and not refused:
            assert written(found["snapshot"]) == written(data_of(match))
    assert done == {"play", "undo", "redo", "clone", "branch", "swap"}


def test_a_branch_for_a_player_deals_alike(game: str, engine: Engine) -> None:
    """What is hidden is dealt anew in the same way; where it cannot be, the words are the same."""
    match, chosen, dealt = rules(game).new_game(seed=7), Random(7), 0
    for seed in range(12):
        engine.tell("restore", data_of(match))
        found, refused = engine.tell("branch_for", seed % 2, seed), ""
        try:
            branch = match.branch_for(seed % 2, seed)
            same(branch, found)
            assert written(found["snapshot"]) == written(data_of(branch))
            saves = engine.tell("save")["save"], branch.save()  # which go on from what was dealt
            assert [written(save["origin"]) for save in saves] == [written(data_of(branch))] * 2
            dealt += 1
        except HostError as error:
            refused = str(error)
        assert found.get("refused", "") == refused
        for _ in range(3):
            if match.request is not None:
                give(match, picked(match, chosen))
    assert dealt


def test_what_lies_with_a_player_who_is_no_more_is_dealt_anew(game: str, engine: Engine) -> None:
    """No rule takes a player out of the game; a snapshot can say so."""
    data = data_of(played(rules(game).new_game(seed=7), Random(7), 6))
    kinds, gone = data["state"]["kinds"]["player"], {"id": [], "fields": {}}
    for held, left in ((kinds, gone), (kinds["fields"], gone["fields"])):
        for name in [name for name in held if name != "fields"]:
            left[name] = [held[name].pop()]
    data["state"]["removed"]["player"] = gone
    branch = rules(game).restore(data).branch_for(0, 5)
    engine.tell("restore", data)
    found = engine.tell("branch_for", 0, 5)
    assert written(found["snapshot"]) == written(data_of(branch)) == written(branch.save()["origin"])


def test_a_branch_of_a_match_that_has_ended_tells_no_hash_of_the_truth(game: str, engine: Engine) -> None:
    data = data_of(played(rules(game).new_game(seed=7), Random(7), 6))
    data["state"] |= {"frames": [], "stack": []}
    data["result"] = {"type": "result", "outcome": "ended", "message": "", "events": 0, "state": "the truth"}
    branch = rules(game).restore(data).branch_for(0, 5)
    engine.tell("restore", data)
    found = engine.tell("branch_for", 0, 5)
    same(branch, found)
    assert found["snapshot"]["result"]["state"] == fingerprint(branch.game)


def test_a_match_goes_from_one_engine_to_the_other_and_back(game: str, engines: dict[str, Engine]) -> None:
    match, chosen = rules(game).new_game(seed=4), Random(4)
    for _ in range(TURNS // APART):
        data, found = data_of(match), dict[str, Any]()
        for engine in engines.values():
            found = engine.tell("restore", data)
            assert (written(found["snapshot"]), found["state"]) == (written(data), fingerprint(match.game))
            for _ in range(APART // 2):
                if match.request is not None:
                    assert found["legal"] == match.legal()
                    answer = picked(match, chosen)
                    give(match, answer)
                    found = engine.tell("play", answer)
            assert found["state"] == fingerprint(match.game)
            data = found["snapshot"]
        match = rules(game).restore(data)
        assert fingerprint(match.game) == found["state"]


def save_of(match: Match) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(match.save()))
    return data


def played(match: Match, chosen: Random, turns: int) -> Match:
    for _ in range(turns):
        if match.request is not None:
            give(match, picked(match, chosen))
    return match


def begun(game: str, how: str) -> Match:
    """A match in the middle: of a setup, with dice of the host, a branch, or one that began from a snapshot."""
    chosen, limits = Random(8), {"chance": "host"} if how == "host" else {}
    match = played(rules(game).new_game(seed=8, limits=limits), chosen, 10)
    if how == "branch":
        match = match.branch(9)
    elif how == "restored":
        match = rules(game).restore(data_of(match))
    return played(match, chosen, 10)


@pytest.mark.parametrize("how", ["own", "host", "branch", "restored"])
def test_a_save_goes_from_engine_to_engine(game: str, engines: dict[str, Engine], how: str) -> None:
    """Each writes the same save; what came before it can be taken back, and given again."""
    match, chosen = begun(game, how), Random(9)
    save = save_of(match)
    for engine in engines.values():
        match = rules(game).load(save)
        same(match, engine.tell("load", save))
        assert written(engine.tell("save")["save"]) == written(save_of(match)) == written(save)
        for _ in range(3):
            if match.request is not None:
                answer = picked(match, chosen)
                give(match, answer)
                same(match, engine.tell("play", answer))
        save = save_of(match)
        assert written(engine.tell("save")["save"]) == written(save)
        for what in ("undo", "redo"):
            for _ in range(6):
                match.undo() if what == "undo" else match.redo()
                same(match, engine.tell(what))
        assert written(engine.tell("save")["save"]) == written(save)


def test_a_save_that_is_changed_is_refused_in_the_same_words(game: str, engine: Engine) -> None:
    """Some value of it is another; what is taken is the same match in both."""
    save, chosen, refused = save_of(begun(game, "own")), Random(7), set[str]()
    for _ in range(CHANGES // 2):
        changed = json.loads(json.dumps(save))
        change(changed if chosen.random() < 0.7 else changed["answers"], chosen)
        told = ""
        try:
            rules(game).load(changed)
        except HostError as error:
            told = str(error)
        assert engine.tell("load", changed).get("refused", "") == told
        refused.add(told)
    assert len(refused) > 3


def test_answers_that_do_not_lead_to_the_snapshot_are_found_when_they_are_needed(game: str, engine: Engine) -> None:
    save, other = save_of(begun(game, "own")), save_of(played(rules(game).new_game(seed=10), Random(10), 12))
    mixed = {**save, "answers": other["answers"]}
    match, found = rules(game).load(mixed), engine.tell("load", mixed)
    same(match, found)
    with pytest.raises(HostError, match="the answers of the save do not lead to its snapshot") as told:
        match.undo()
    assert engine.tell("undo") == {"refused": str(told.value)}
    same(match, engine.tell("save"))


def test_a_snapshot_that_is_changed_is_refused_in_the_same_words(game: str, engine: Engine) -> None:
    """Some value of it is another, or missing; what is taken plays on in both."""
    match, chosen = rules(game).new_game(seed=6), Random(6)
    for _ in range(20):
        give(match, picked(match, chosen))
    data, refused = data_of(match), set[str]()
    for _ in range(CHANGES):
        changed = data_of(match)
        change(changed, chosen)
        told = ""
        try:
            rules(game).restore(changed)
        except HostError as error:
            told = str(error)
        assert engine.tell("restore", changed).get("refused", "") == told
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


def engine_of(name: str, made: Content, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An engine of a game that is none of `content/`."""

    def files_of(_game: str, target: str) -> Mapping[str, str]:
        return export_code(made, TARGETS[target]())

    def folder_of(game: str, target: str) -> Path:
        write(files_of(game, target), folder / target)
        return folder / target

    monkeypatch.setattr(sys.modules[__name__], "content", lambda _: made)
    monkeypatch.setattr(sys.modules[__name__], "files", files_of)
    return ENGINES[name]("small", folder_of)


DICE = """
flow match():
  each p in all player:
    let r = roll 2d6
    choose face from r by p: set p.score to face.value
"""


@pytest.mark.parametrize("name", ENGINES)
def test_faces_of_a_roll_are_options_like_any_other(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A roll is a list of a sort of its own; what is chosen from is a plain one in each engine."""
    small = build_small(tmp_path, DICE, start="match", scenario="id: table\nname: {en: Table}\nplayers: [p1, p2]\n")
    made = exported(small.build)
    engine = engine_of(name, made, tmp_path, monkeypatch)
    found = engine.tell("new", {}, 3)
    match = rules_from(made).new_game(seed=3)
    assert match.request is not None and written(found["snapshot"]) == written(data_of(match))
    assert engine.tell("clone") == engine.tell("restore", data_of(match)) == found
    engine.close()


KEPT_KINDS = """\
kinds:
  game: {}
  player: {fields: {score: int, kept: set of letter, hand: {zone: letter}, pile: {zone: letter}}}
  letter: {card: true, fields: {owner: player, others: set of letter, inside: {zone: letter}}}
"""
KEPT = """
status holding(those: set of letter) of player
flow match():
  each p in all player:
    set p.kept to p.hand
    add holding(p.hand) to p
    create n = letter with owner = p, others = p.hand
    each c in p.hand: put c into p.pile
    bury n
    choose c from p.kept by p:
      set p.score to size(p.kept) * 100 + size(n.others) * 10 + size(p.hand) + (1 if n.in_play else 0)
verb bury(c: letter):
  create box = letter with owner = c.owner
  put c into box.inside
  remove box
"""


@pytest.mark.parametrize("name", ENGINES)
def test_what_is_kept_of_a_zone_is_what_lay_there(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A set that was given a zone does not change with it, and a snapshot has it, and what lies with nobody.

    Nothing in a snapshot lies within itself.
    """
    cards = "- {id: note, kind: letter, name: {en: Note}, provenance: house}\n"
    letters = ", ".join("{card: note, owner: p1, zone: p1.hand}" for _ in range(2))
    scenario = f"id: desk\nname: {{en: Desk}}\nplayers: [p1]\ncreate: [{letters}]\n"
    small = build_small(tmp_path, KEPT, start="match", kinds=KEPT_KINDS, cards=cards, scenario=scenario)
    made = exported(small.build)
    engine, match = engine_of(name, made, tmp_path, monkeypatch), rules_from(made).new_game(seed=3)
    found = engine.tell("new", {}, 3)
    assert written(found["snapshot"]) == written(data_of(match))
    assert engine.tell("restore", data_of(match)) == found
    damaged = data_of(match)
    rows, (pile,) = damaged["state"]["kinds"]["letter"], damaged["state"]["kinds"]["player"]["fields"]["pile"]
    for holder, held in zip(pile, reversed(pile), strict=True):
        rows["fields"]["inside"][rows["id"].index(holder)] = [held]
    pile.clear()
    refused = f"the snapshot is damaged: {rows['id'][0]} lies within itself"
    with pytest.raises(HostError, match=refused):
        rules_from(made).restore(damaged)
    assert engine.tell("restore", damaged) == {"refused": refused}
    match = rules_from(made).restore(data_of(match))
    give(match, [1])
    (player,) = of_kind(match.game, "player")
    assert player.score == 220
    assert engine.tell("play", [1])["state"] == fingerprint(match.game)
    engine.close()
