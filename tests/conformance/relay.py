"""A relay: each engine loads the save of the one before, reports the state, and plays on."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conformance.engines import CSharp, Engine, JavaScript, Lua, Python

# Each script returns JSON text: the state at the beginning, the state after some answers, and the save.
NODE = """
import { readFileSync, writeFileSync } from "node:fs";
const [folder, asked, out] = process.argv.slice(2);
const rules = await import(`${folder}/index.js`);
const { save, setup, seed, turns } = JSON.parse(readFileSync(asked, "utf8"));
const match = save === null ? rules.new_game(setup, seed) : rules.load(save);
const state_text = () => {
  let found = match.step();
  while (found.type === "event") found = match.step();
  if (found.type === "result") return [found.outcome, found.message, found.events, found.state].join("\\n");
  const { prompt, place, refused } = match.explain();
  return [
    found.kind, found.who, found.prompt, ...found.options, found.least, found.most, found.place,
    ...match.legal().map(({ answer, label }) => `${answer.join(" ")}: ${label}`), prompt, place,
    ...refused.map((r) => [r.label, r.reason, r.place, ...r.rows].join("; ")),
  ].join("\\n");
};
const before = state_text();
for (let turn = 0; turn < turns && match.legal().length > 0; turn++) {
  const legal = match.legal();
  match.step(legal[match.save().answers.length % legal.length].answer);
  state_text();
}
writeFileSync(out, JSON.stringify({ before, after: state_text(), save: match.save() }));
"""
LUA = """
collectgarbage("setpause", 1000)  -- less work for more memory
return function(folder, save, scenario, seed, turns)
  package.path = folder .. "/?.lua"
  local game = require("game")
  local match = save and game.load(save) or game.new_game({ scenario = scenario }, seed)
  local answered = save and #game.rt.from_json(save).answers or 0
  local function state_text()
    local found = match:step()
    while found.type == "event" do
      found = match:step()
    end
    if found.type == "result" then
      return table.concat({ found.outcome, found.message, string.format("%d", found.events), found.state }, "\\n")
    end
    local lines = { found.kind, found.who, found.prompt }
    local function add(line)
      lines[#lines + 1] = type(line) == "number" and string.format("%d", line) or line
    end
    for _, option in ipairs(found.options) do
      add(option)
    end
    add(found.least) add(found.most) add(found.place)
    for _, legal in ipairs(match:legal()) do
      local positions = {}
      for i, position in ipairs(legal.answer) do
        positions[i] = string.format("%d", position)
      end
      add(table.concat(positions, " ") .. ": " .. legal.label)
    end
    local why = match:explain()
    add(why.prompt) add(why.place)
    for _, r in ipairs(why.refused) do
      add(table.concat({ r.label, r.reason, r.place, (table.unpack or unpack)(r.rows) }, "; "))
    end
    return table.concat(lines, "\\n")
  end
  local before = state_text()
  for _ = 1, turns do
    local legal = match:legal()
    if #legal == 0 then
      break
    end
    match:step(legal[answered % #legal + 1].answer)
    answered = answered + 1
    state_text()
  end
  return before, state_text(), match:save()
end
"""
Leg = tuple[str, str, dict[str, Any]]


def run_leg(engine: Engine, save: dict[str, Any] | None, start: tuple[str, int], turns: int) -> Leg:
    """Loads a save (or starts) and plays some answers; returns the states before and after, and the save."""
    if isinstance(engine, Lua):
        text = json.dumps(save) if save is not None else None
        runtime = engine.dialect.LuaRuntime(unpack_returned_tuples=True)
        before, after, saved = runtime.execute(LUA)(str(engine.folder), text, *start, turns)
        return before, after, json.loads(saved)
    if isinstance(engine, JavaScript):
        return _in_node(engine.folder, save, start, turns)
    if isinstance(engine, CSharp):
        found = engine.told({"save": save, "setup": {"scenario": start[0]}, "seed": start[1], "turns": turns})
        return found["before"], found["after"], found["save"]
    assert isinstance(engine, Python)
    sys.path.insert(0, str(engine.folder.parent))
    try:
        package = importlib.import_module(engine.folder.name)
    finally:
        sys.path.remove(str(engine.folder.parent))
    match = package.load(save) if save is not None else package.new_game({"scenario": start[0]}, start[1])
    before = state_text(match)
    for _ in range(turns):
        legal = match.legal()
        if legal:
            match.step(legal[len(match.answers) % len(legal)]["answer"])
            state_text(match)
    return before, state_text(match), json.loads(json.dumps(match.save()))


def _in_node(folder: Path, save: dict[str, Any] | None, start: tuple[str, int], turns: int) -> Leg:
    files = [folder / name for name in ("relay.mjs", "asked.json", "told.json")]
    files[0].write_text(NODE, encoding="utf-8")
    asked = {"save": save, "setup": {"scenario": start[0]}, "seed": start[1], "turns": turns}
    files[1].write_text(json.dumps(asked), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    command = ["node", str(files[0]), str(folder), *map(str, files[1:])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(files[2].read_text(encoding="utf-8"))
    return found["before"], found["after"], found["save"]


def state_text(match: Any) -> str:
    """Everything that a host can read at a request, or the result."""
    found = match.step()
    while found["type"] == "event":
        found = match.step()
    if found["type"] == "result":
        return "\n".join(str(found[key]) for key in ("outcome", "message", "events", "state"))
    why = match.explain()
    refused = [[r["label"], r["reason"], r["place"], *r["rows"]] for r in why["refused"]]
    lines = [
        *(found[key] for key in ("kind", "who", "prompt")),
        *found["options"],
        *(found[key] for key in ("least", "most", "place")),
        *(f"{' '.join(map(str, legal['answer']))}: {legal['label']}" for legal in match.legal()),
        *(why["prompt"], why["place"]),
        *("; ".join(r) for r in refused),
    ]
    return "\n".join(map(str, lines))
