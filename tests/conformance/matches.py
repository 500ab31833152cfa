"""Programs that hold a match of an export, and carry out commands on it: one for each engine that is compared.

What is told of the match after a command is what was asked for; nothing else is worked out.
"""

# Data of snapshots is of any type.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from compiler.interpreter.match import Match
from compiler.targets.export import TARGETS, Content, export_code
from tests import content_games
from tests.conformance.bare_lua import BareLua
from tests.conformance.engines import HAS_CSHARP, CSharp, write
from tests.line_process import LineProcess

FolderOf = Callable[[str, str], Path]

ASKED = ("state", "request", "legal", "answers")  # where a match stands, and how it came there
ALL = (*ASKED, "snapshot")
SNAPSHOT, SAVE = ("snapshot",), ("save",)
# Carries out commands, one a line, on the matches of one export.
NODE = """
import { createInterface } from "node:readline";
const rules = await import(`${process.argv[2]}/index.js`);
const { fingerprint } = await import(`${process.argv[2]}/rt.js`);
let match = null;
let kept = null;
let watchers = [];
const parts = {
  state: () => fingerprint(match.game),
  request: () => (match.skip(), match.step()),
  legal: () => match.legal(),
  answers: () => match.answers,
  eyes: () => match.game.eyes.length,
  snapshot: () => match.snapshot(),
  save: () => match.save(),
};
const commands = {
  new: (setup, seed, limits) => (match = rules.new_game(setup, seed, limits)),
  restore: (snapshot, limits) => (match = rules.restore(snapshot, limits)),
  load: (save) => (match = rules.load(save)),
  stay: () => {},
  views: () => {},
  watch: (viewers, ...words) => (watchers = viewers.map((viewer) => match.watch(viewer, ...words))),
  watched: () => {},
  close: () => watchers.forEach((watcher) => watcher.close()),
  clone: () => ([match, kept] = [match.clone(), match]),
  swap: () => ([match, kept] = [kept, match]),
  branch: (seed) => (match = match.branch(seed)),
  branch_for: (player, seed) => (match = match.branch_for(player, seed)),
  undo: () => match.undo(),
  redo: () => match.redo(),
  play: (...answers) => answers.forEach((answer) => (match.skip(), match.step(answer), match.skip())),
  watch_restored: () => {},
};
// What a viewer is told before and after an answer, if there is one; nothing after one that is not legal.
const watched_from = (snapshot, viewer, language, answer) => {
  const restored = rules.restore(snapshot);
  const watcher = restored.watch(viewer, language);
  const before = [watcher.view(), watcher.refused()];
  if (answer === null) return { before };
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
  const [name, wanted, ...values] = JSON.parse(line);
  let found;
  try {
    commands[name](...values);
    found = Object.fromEntries(wanted.map((part) => [part, parts[part]()]));
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
local parts = {
  state = function() return rt.fingerprint(match.game) end,
  request = function() match:skip(); return (match:step()) end,
  legal = function() return match:legal() end,
  answers = function() return match.answers end,
  eyes = function() return #match.game.eyes end,
  snapshot = function() return match:snapshot() end,
  save = function() return match:save() end,
}
local commands = {
  new = function(setup, seed, limits) match = game.new_game(setup, seed, limits) end,
  restore = function(snapshot, limits) match = game.restore(snapshot, limits) end,
  load = function(save) match = game.load(save) end,
  stay = function() end,
  views = function() end,
  watch = function(viewers, language, names)
    local function given(value) return type(value) ~= "function" and value or nil end -- JSON's null is a function
    watchers = {}
    for n, viewer in ipairs(viewers) do
      watchers[n] = match:watch(viewer ~= "none" and viewer or nil, given(language), given(names))
    end
  end,
  watched = function() end,
  close = function() for _, watcher in ipairs(watchers) do watcher:close() end end,
  clone = function() match, kept = match:clone(), match end,
  swap = function() match, kept = kept, match end,
  branch = function(seed) match = match:branch(seed) end,
  branch_for = function(player, seed) match = match:branch_for(player, seed) end,
  undo = function() match:undo() end,
  redo = function() match:redo() end,
  play = function(...)
    for _, answer in ipairs({ ... }) do
      match:skip()
      match:step(answer)
      match:skip()
    end
  end,
  watch_restored = function() end,
}
-- What a viewer is told before and after an answer, if there is one; nothing after one that is not legal.
local function watched_from(snapshot, viewer, language, answer)
  local restored = game.restore(snapshot)
  local watcher = restored:watch(viewer ~= "none" and viewer or nil, language)
  local found = { before = { watcher:view(), watcher:refused() } }
  if answer == "none" then
    return found
  end
  restored:skip()
  if pcall(restored.step, restored, answer) then
    restored:skip()
    found.events = watcher:events()
    found.after = watcher:view()
  end
  return found
end
local unpacked = table.unpack or unpack
return function(name, wanted, values)
  wanted, values = rt.from_json(wanted), rt.from_json(values)
  local found = { done = true }
  local fine, err = pcall(function()
    commands[name](unpacked(values))
    for _, part in ipairs(wanted) do
      found[part] = parts[part]()
    end
  end)
  if not fine then
    return rt.to_json({ refused = string.gsub(err, "^chunk:%(1,1%-2%): ", "") .. "" })
  end
  if name == "watch_restored" then
    found = watched_from(unpacked(values))
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

    def __init__(self, files: Mapping[str, str], version: str = "lua54") -> None:
        self.told = BareLua(version, files).lua.execute(LUA)

    def tell(self, name: str, *values: Any, want: Sequence[str] = ()) -> dict[str, Any]:
        if name in ("restore", "load", "watch_restored"):
            values = (json.dumps(values[0]), *values[1:])
        elif name in ("views", "watch"):
            values = (["none" if viewer is None else viewer for viewer in values[0]], *values[1:])
        if name == "watch_restored":
            values = tuple("none" if value is None else value for value in values)
        found: dict[str, Any] = json.loads(self.told(name, json.dumps(want), json.dumps(values)))
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

    def __init__(self, *command: str | Path) -> None:
        self.process = LineProcess(*command)

    def tell(self, name: str, *values: Any, want: Sequence[str] = ()) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.process.ask(json.dumps([name, want, *values])))
        return found

    def close(self) -> None:
        self.process.end()


class Node(Waiting):
    """An export in JavaScript."""

    def __init__(self, folder: Path) -> None:
        script = folder / "commands.mjs"
        script.write_text(NODE, encoding="utf-8")
        (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
        super().__init__("node", script, folder)


class InCSharp(Waiting):
    """An export in C#."""

    def __init__(self, made: Content, folder: Path) -> None:
        super().__init__("mono", CSharp(made, folder, written=True).program("Matches"))


Engine = Node | InCSharp | InLua
ENGINES = ("javascript", *(["csharp"] if HAS_CSHARP else []), "lua")
# A game of squares and one of a table; saves of every game go through C# in test_engines.py.
IN_CSHARP = ("dungeon_command", "warhammer")


def engines_for(game: str) -> list[str]:
    return [name for name in ENGINES if name != "csharp" or game in IN_CSHARP]


def engine_for(game: str, name: str, folder_of: FolderOf) -> Engine:
    """An engine of a game of `content/`."""
    if name == "lua":
        return InLua(content_games.files(game, name), VERSIONS.get(game, "lua54"))
    folder = folder_of(game, name)
    return Node(folder) if name == "javascript" else InCSharp(content_games.content(game), folder)


def engine_of(name: str, made: Content, folder: Path) -> Engine:
    """An engine of a game that is none of `content/`."""
    files = export_code(made, TARGETS[name]())
    if name == "lua":
        return InLua(files)
    write(files, folder / name)
    return Node(folder / name) if name == "javascript" else InCSharp(made, folder / name)


# ---- the same in Python
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


def written(data: Any) -> Any:
    """Data without the locals that are none: an engine may leave them out."""
    if isinstance(data, list):
        items = [written(item) for item in data]
        return [item for item in items if item[1:] != [None]] if items[:1] == ["values"] else items
    return {name: written(item) for name, item in data.items()} if isinstance(data, dict) else data


def alike(one: Any, other: Any) -> bool:
    """Whether both are the same data as `written`, which is only worked out where they are not the same as they are."""
    return bool(one == other) or bool(written(one) == written(other))
