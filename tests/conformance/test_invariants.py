"""Broken invariants are told alike by every engine: name, place, rows, entity and values."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from compiler.callables.code import Code
from compiler.core import ir
from compiler.interpreter.host import Rules
from compiler.targets.export import Content, export_code
from compiler.targets.javascript import JavaScript
from compiler.targets.lua import Lua
from tests.conformance.bare_lua import VERSIONS, BareLua
from tests.conformance.engines import HAS_CSHARP, CSharp, write
from tests.conformance.test_lua_export import plain
from tests.content_games import GAMES, built, content

ANSWERS = 6
PLAY = """
import { new_game } from "./index.js";
const game = new_game({ scenario: process.argv[2] }, 5);
const log = [];
for (let n = 0; n < Number(process.argv[3]); n++) {
  game.skip();
  log.push(game.invariants());
  game.skip();
  const legal = game.legal();
  if (!legal.length) break;
  game.step(legal.at(-1).answer);
}
process.stdout.write(JSON.stringify(log));
"""


def broken(game: str) -> Content:
    """A game of which every invariant is broken always, by each of its entities."""
    held = content(game)
    return replace(held, program=replace(held.program, invariants=tuple(map(always_broken, held.program.invariants))))


def always_broken(invariant: ir.Invariant) -> ir.Invariant:
    at, is_whole = invariant.at, not invariant.kind
    return replace(invariant, broken=ir.Const(at, True) if is_whole else ir.Entities(at, invariant.kind))


def told(held: Content, scenario: str) -> list[Any]:
    match = Rules(Code(held.program), held.scenarios, "", held.deals).new_game({"scenario": scenario}, 5)
    log: list[Any] = []
    for _ in range(ANSWERS):
        match.skip()
        log.append(match.invariants())
        if not match.legal():
            break
        match.answer(match.legal()[-1]["answer"])
    return log


@pytest.mark.parametrize("game", GAMES)
def test_every_engine_tells_what_is_broken(game: str, tmp_path: Path) -> None:
    held, scenario = broken(game), built(game).vocab.scenario
    ours = told(held, scenario)
    names = {invariant.name for invariant in held.program.invariants}
    assert {one["name"] for one in ours[-1]} <= names and len(ours[-1]) > 3
    assert any(one["of"] and one["values"] for one in ours[-1])
    write(export_code(held, JavaScript()), tmp_path)
    (tmp_path / "play.mjs").write_text(PLAY, encoding="utf-8")
    done = subprocess.run(
        ["node", str(tmp_path / "play.mjs"), scenario, str(ANSWERS)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == ours
    assert told_by_lua(held, scenario) == ours
    if HAS_CSHARP and game == "dungeon_command":
        asked = {"scenario": scenario, "seed": 5, "answers": ANSWERS}
        assert CSharp(held, tmp_path / "csharp").told(asked, "Judging") == ours


def told_by_lua(held: Content, scenario: str) -> list[Any]:
    bare = BareLua(VERSIONS[0], export_code(held, Lua()))
    match = bare.require("game").new_game(bare.lua.table_from({"scenario": scenario}), 5)
    log: list[Any] = []
    for _ in range(ANSWERS):
        match.skip(match)
        log.append([{**one, "rows": list(one["rows"]), "values": dict(one["values"])} for one in
                    plain(match.invariants(match))])  # fmt: skip
        legal = plain(match.legal(match))
        if not legal:
            break
        match.step(match, bare.lua.table_from(legal[-1]["answer"]))
    return log
