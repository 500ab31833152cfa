"""What a host cannot ask for is refused by every engine, in the same words; what it can is kept alike."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from compiler.build import build_game
from compiler.targets.export import Content, content_of, rules_hash
from dsl.diagnostics import Sink
from tests.conformance.engines import ENGINES

# A question is a list: what is called, and with what. Its answer is `refused: WORDS`, or a JSON text.
Question = list[Any]
Ask = Callable[[list[Question]], list[str]]
NODE = """
import { readFileSync } from "node:fs";
const [folder] = process.argv.slice(2);
const rules = await import(`${folder}/index.js`);
const begun = () => { const game = rules.new_game(); game.skip(); return game; };
const asked = {
  new: (setup, seed) => { const { setup: held, seed: kept } = rules.new_game(setup, seed).save(); return [held, kept]; },
  answer: (answer) => { const game = begun(); game.step(answer); return game.save().answers; },
  early: (answer) => rules.new_game().step(answer),
  view: (player) => typeof begun().view(player),
  load: (save) => rules.load(JSON.parse(save)).save().answers,
};
const told = JSON.parse(readFileSync(0, "utf8")).map(([call, ...given]) => {
  try { return JSON.stringify(asked[call](...given)); }
  catch (error) { return error instanceof RangeError ? `refused: ${error.message}` : String(error); }
});
console.log(JSON.stringify(told));
"""
LUA = """
return function(folder, question)
  package.path = folder .. "/?.lua"
  local rules = require("game")
  local rt = rules.rt
  local function begun()
    local game = rules.new_game()
    game:skip()
    return game
  end
  local function held(game)
    return rt.from_json(game:save())
  end
  local asked = {
    new = function(setup, seed)
      local save = held(rules.new_game(setup, seed))
      return "[" .. (next(save.setup) and rt.to_json(save.setup) or "{}") .. "," .. rt.to_json(save.seed) .. "]"
    end,
    answer = function(answer)
      local game = begun()
      game:step(answer)
      return rt.to_json(held(game).answers)
    end,
    early = function(answer) return rules.new_game():step(answer) end,
    view = function(player) return rt.to_json(type(begun():view(player))) end,
    load = function(save) return rt.to_json(held(rules.load(save)).answers) end,
  }
  local call, one, two = string.match(question, "^(.-)\\n(.-)\\n(.*)$")
  local fine, told = pcall(asked[call], rt.from_json(one), rt.from_json(two))
  return fine and told or "refused: " .. tostring(told)
end
"""


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    folder = tmp_path_factory.mktemp("refusals")
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    build = build_game(folder / "moon_market", Sink())
    assert build is not None and build.program is not None
    return content_of(build.program, build.scripts)


@pytest.fixture(scope="module", params=["python", "javascript", "lua51", "lua52", "lua54"])
def ask(request: pytest.FixtureRequest, content: Content, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    home = tmp_path_factory.mktemp(f"refusals_{request.param}")
    engine = ENGINES[request.param](content, home)
    if request.param == "python":
        return in_python(home)
    if request.param == "javascript":
        return in_node(home)
    runtime = engine.dialect.LuaRuntime(unpack_returned_tuples=True).execute(LUA)  # type: ignore[attr-defined]

    def in_lua(questions: list[Question]) -> list[str]:
        told: list[str] = []
        for call, *given in questions:
            one, two = (json.dumps(value) for value in (*given, None, None)[:2])
            told.append(runtime(home.as_posix(), f"{call}\n{one}\n{two}"))
        return told

    return in_lua


def in_node(home: Path) -> Ask:
    (home / "ask.mjs").write_text(NODE, encoding="utf-8")

    def asking(questions: list[Question]) -> list[str]:
        command = ["node", str(home / "ask.mjs"), home.as_posix()]
        done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return list(json.loads(done.stdout))

    return asking


def in_python(home: Path) -> Ask:
    sys.path.insert(0, str(home.parent))
    try:
        rules = importlib.import_module(home.name)
    finally:
        sys.path.remove(str(home.parent))

    def begun() -> Any:
        match = rules.new_game()
        match.skip()
        return match

    def answered(answer: Any) -> Any:
        match = begun()
        match.step(answer)
        return match.save()["answers"]

    def new(setup: Any, *seed: Any) -> Any:
        save = rules.new_game(setup, *seed).save()
        return [save["setup"], save["seed"]]

    asked: dict[str, Callable[..., Any]] = {
        "new": new,
        "answer": answered,
        "early": lambda answer: rules.new_game().step(answer),
        "view": lambda player: {str: "string"}[type(begun().view(player))],
        "load": lambda save: rules.load(json.loads(save)).save()["answers"],
    }

    def one(call: str, *given: Any) -> str:
        try:
            return json.dumps(asked[call](*given), separators=(",", ":"))
        except ValueError as refused:
            return f"refused: {refused}"

    return lambda questions: [one(*question) for question in questions]


SEED = "refused: a seed is a whole number from -9007199254740992 to 9007199254740992"


def test_setups_and_seeds(ask: Ask) -> None:
    wanted: list[tuple[Question, str]] = [
        (["new", None], "[{},1]"),
        (["new", {}, 3], "[{},3]"),
        (["new", {"scenario": "first"}, -5], '[{"scenario":"first"},-5]'),
        (["new", {"scenario": None}, 0], "[{},0]"),
        (["new", None, None], "[{},1]"),
        (["new", None, 2**53], "[{},9007199254740992]"),
        (["new", None, 2**54], SEED),
        (["new", None, -(2**54)], SEED),
        (["new", None, "7"], SEED),
        (["new", None, True], SEED),
        (["new", None, [7]], SEED),
        (["new", "first"], "refused: a setup is an object"),
        (["new", 3], "refused: a setup is an object"),
        (["new", {"players": 2}], "refused: a setup has no `players`"),
        (["new", {"scenario": "second"}], "refused: there is no scenario `second`; there are: first"),
        (["new", {"scenario": "toString"}], "refused: there is no scenario `toString`; there are: first"),
        (["new", {"scenario": ""}], "refused: there is no scenario ``; there are: first"),
        (["new", {"scenario": 3}], "refused: a scenario is named by a text"),
        (["new", {"scenario": ["first"]}], "refused: a scenario is named by a text"),
    ]
    assert ask([question for question, _ in wanted]) == [told for _, told in wanted]


def test_answers(ask: Ask) -> None:
    """The first request of the game takes any of its options, or none."""
    wanted: list[tuple[Question, str]] = [
        (["answer", [0]], "[[0]]"),
        (["answer", [99]], "refused: [99] is no legal answer"),
        (["answer", [0, 0]], "refused: [0, 0] is no legal answer"),
        (["answer", [-1]], "refused: [-1] is no legal answer"),
        (["early", [0]], "refused: nothing is asked now"),
    ]
    wanted += [
        (["answer", wrong], "refused: this is no legal answer: an answer is an array of positions")
        for wrong in (["0"], "0", 0, False, [True], [[0]], {"a": 0}, {"0": 0}, [{"a": 0}])
    ]
    assert ask([question for question, _ in wanted]) == [told for _, told in wanted]


def test_players_that_are_not_there(ask: Ask) -> None:
    told = "refused: there is no player {}; players count from 0 and are 2"
    assert ask([["view", 0], ["view", 1]]) == ['"string"'] * 2
    assert ask([["view", 2], ["view", -1]]) == [told.format(2), told.format(-1)]


def test_damaged_saves(ask: Ask, content: Content) -> None:
    sound = {"format": 1, "game": "moon_market", "hash": rules_hash(content), "setup": {}, "seed": 3, "answers": [[0]]}
    none = "refused: this is no save: it needs format, game, hash, setup, seed and answers"
    wanted: list[tuple[str, str]] = [
        (json.dumps(sound), "[[0]]"),
        *((json.dumps(wrong), none) for wrong in ("save", 3, None, [], {}, {"format": 1})),
        *((json.dumps({k: v for k, v in sound.items() if k != gone}), none) for gone in sound),
    ]
    changed: list[tuple[dict[str, Any], str]] = [
        ({"format": 2}, "this is no save of format 1"),
        ({"format": "1"}, "this is no save of format 1"),
        ({"game": "chess"}, "this is no save of moon_market"),
        ({"hash": "0" * 16}, f"the save is of other rules than moon_market {rules_hash(content)}"),
        ({"setup": {"scenario": "gone"}}, "there is no scenario `gone`; there are: first"),
        ({"setup": "first"}, "a setup is an object"),
        ({"seed": "3"}, SEED.removeprefix("refused: ")),
        ({"answers": {"a": 1}}, "the answers of a save are an array"),
        ({"answers": "abc"}, "the answers of a save are an array"),
        ({"answers": [[0], [99]]}, "answer 2 of the save: [99] is no legal answer"),
        ({"answers": [[0], 0]}, "answer 2 of the save: this is no legal answer: an answer is an array of positions"),
        ({"answers": [[0]] * 400}, "answer 7 of the save: nothing is asked now"),
    ]
    wanted += [(json.dumps({**sound, **change}), f"refused: {told}") for change, told in changed]
    assert ask([["load", save] for save, _ in wanted]) == [told for _, told in wanted]
