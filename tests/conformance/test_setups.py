"""What hosts give, setups, rosters, seeds, answers and saves, every engine takes or refuses in the same words."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.authoring.exported import exported
from cardwright.cli.main import main
from compiler.build import build_game
from compiler.targets.export import Content, rules_hash
from dsl.diagnostics import Sink
from tests.conformance.engines import ENGINES, CSharp
from tests.conformance.relay import run_leg
from tests.content_games import built
from tests.edits import replace, write

CONTENT = Path(__file__).parents[2] / "content"
# A question is a list: what is called, and with what. Its answer is `refused: WORDS`, or a JSON text.
Question = list[Any]
Ask = Callable[[list[Question]], list[str]]
NODE = """
import { readFileSync } from "node:fs";
const [folder] = process.argv.slice(2);
const rules = await import(`${folder}/index.js`);
const begun = () => { const game = rules.new_game(); game.skip(); return game; };
const shown = ({ entities, zones, players }) => players.map((name) => {
  const cards = ({ entities: held }) => held.map((held) => (held === null ? "?" : entities[held].card)).join(" ");
  const { hand, pile } = { hand: zones[`${name}.hand`], pile: zones[`${name}.pile`] };
  return `player hand=[${cards(hand)}] pile=[${cards(pile)}] score=${entities[name].fields.score}`;
});
const asked = {
  new: (setup, seed) => { const { setup: held, seed: kept } = rules.new_game(setup, seed).save(); return [held, kept]; },
  answer: (answer) => { const game = begun(); game.step(answer); return game.save().answers; },
  early: (answer) => rules.new_game().step(answer),
  view: (player) => begun().view(player).for,
  deal: (setup) => { const game = rules.new_game(setup, 7); game.skip(); return shown(game.view(0)); },
  judge: (roster) => rules.check_roster(roster).map(({ reason, place, rows }) => [reason, place, rows]),
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
    view = function(player) return rt.to_json(rt.from_json(begun():view(player))["for"]) end,
    deal = function(setup)
      local game, lines = rules.new_game(setup, 7), {}
      game:skip()
      local view = rt.from_json(game:view(0), true)
      local function cards(zone)
        local found = {}
        for i, held in ipairs(view.zones[zone].entities) do
          found[i] = view.entities[held] and view.entities[held].card or "?"
        end
        return table.concat(found, " ")
      end
      for i, name in ipairs(view.players) do
        local told = "player hand=[" .. cards(name .. ".hand") .. "] pile=[" .. cards(name .. ".pile") .. "] score="
        lines[i] = told .. rt.label(view.entities[name].fields.score)
      end
      return rt.to_json(lines)
    end,
    judge = function(roster)
      local lines = {}
      for i, why in ipairs(rules.check_roster(roster)) do
        lines[i] = { why.reason, why.place, why.rows }
      end
      return rt.to_json(lines)
    end,
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
    game = folder / "moon_market"
    (game / "rosters").mkdir()
    replace(
        game / "ruleset.yaml",
        "hand: {zone: action, visible: owner",
        "hand: {zone: action, visible: owner, roster: crops",
    )
    replace(game / "ruleset.yaml", "pile: {zone: action}", "pile: {zone: action, roster: chief}")
    write(game, "rules/hoard.rules", 'roster hoard(crops: list of action card, chief: action card, most: int):\n'
          '  require size(crops) <= most "{size(crops)} of {most} crops"\n  require most > 0 "nothing may be kept"\n'
          'roster other(friends: list of action card):\n  require size(friends) > 0 "alone"\n')  # fmt: skip
    write(game, "rosters/mine.yaml", "roster: hoard\nname: Mine\ncrops: {harvest: 2}\nchief: feast\nmost: 4\n")
    write(game, "rosters/friends.yaml", "roster: other\nname: Friends\nfriends: [harvest]\n")
    write(game, "scenarios/stall.yaml", "id: stall\nname: Stall\nplayers: [{name: p1, roster: mine}, {name: p2, score: 3}]\n"
          "do: set p2.score to size(p1.hand) + size(p2.hand)\n")  # fmt: skip
    sink = Sink()
    build = build_game(game, sink, "home/moon_market")
    assert build is not None and build.program is not None, [f.message for f in sink.sorted()]
    return exported(build, "home/moon_market")


@pytest.fixture(scope="module", params=[name for name in ENGINES if name != "lua53"])
def ask(request: pytest.FixtureRequest, content: Content, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    home = tmp_path_factory.mktemp(f"refusals_{request.param}")
    engine = ENGINES[request.param](content, home)
    if request.param == "python":
        return in_python(home)
    if request.param == "javascript":
        return in_node(home)
    if isinstance(engine, CSharp):
        return lambda questions: list(engine.told(questions, "Asking"))
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

    def dealt(setup: Any) -> list[str]:
        match = rules.new_game(setup, 7)
        match.skip()
        view = match.view(0)

        def cards(zone: str) -> str:
            held = view["zones"][zone]["entities"]
            return " ".join("?" if name is None else view["entities"][name]["card"] for name in held)

        return [
            f"player hand=[{cards(f'{name}.hand')}] pile=[{cards(f'{name}.pile')}] "
            f"score={view['entities'][name]['fields']['score']}"
            for name in view["players"]
        ]

    asked: dict[str, Callable[..., Any]] = {
        "new": new,
        "answer": answered,
        "early": lambda answer: rules.new_game().step(answer),
        "view": lambda player: begun().view(player)["for"],
        "deal": dealt,
        "judge": lambda roster: [[why["reason"], why["place"], why["rows"]] for why in rules.check_roster(roster)],
        "load": lambda save: rules.load(json.loads(save)).save()["answers"],
    }

    def one(call: str, *given: Any) -> str:
        try:
            return json.dumps(asked[call](*given), separators=(",", ":"))
        except ValueError as refused:
            return f"refused: {refused}"

    return lambda questions: [one(*question) for question in questions]


SEED = "refused: a seed is a whole number from -9007199254740991 to 9007199254740991"


def test_setups_and_seeds(ask: Ask) -> None:
    wanted: list[tuple[Question, str]] = [
        (["new", None], "[{},1]"),
        (["new", {}, 3], "[{},3]"),
        (["new", {"scenario": "first"}, -5], '[{"scenario":"first"},-5]'),
        (["new", {"scenario": None}, 0], "[{},0]"),
        (["new", None, None], "[{},1]"),
        (["new", None, 2**53 - 1], "[{},9007199254740991]"),
        (["new", None, 2**53], SEED),
        (["new", None, 2**54], SEED),
        (["new", None, -(2**54)], SEED),
        (["new", None, "7"], SEED),
        (["new", None, True], SEED),
        (["new", None, [7]], SEED),
        (["new", "first"], "refused: a setup is an object"),
        (["new", 3], "refused: a setup is an object"),
        (["new", {"players": 2}], "refused: a setup has no `players`"),
        (["new", {"scenario": "second"}], "refused: there is no scenario `second`; there are: first, stall"),
        (["new", {"scenario": "toString"}], "refused: there is no scenario `toString`; there are: first, stall"),
        (["new", {"scenario": ""}], "refused: there is no scenario ``; there are: first, stall"),
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
    assert ask([["view", 0], ["view", 1]]) == ["0", "1"]
    assert ask([["view", 2], ["view", -1]]) == [told.format(2), told.format(-1)]


def test_damaged_saves(ask: Ask, content: Content) -> None:
    sound = {"format": 1, "game": "moon_market", "hash": rules_hash(content), "setup": {}, "seed": 3, "answers": [[0]]}
    none = "refused: this is no save: it needs format, game, plays, setup, seed and answers"
    older = none.replace("plays", "hash")
    newer = {**sound, "format": 2, "plays": sound["hash"], "reads": "", "snapshot": None}
    del newer["hash"]
    wanted: list[tuple[str, str]] = [
        *((json.dumps(save), "[[0]]") for save in (sound, newer)),
        *((json.dumps(wrong), none) for wrong in ("save", 3, None, [], {}, {"format": 2})),
        *((json.dumps({k: v for k, v in sound.items() if k != gone}), none if gone == "format" else older)
          for gone in sound),
        *((json.dumps({k: v for k, v in newer.items() if k != gone}), none) for gone in ("plays", "answers")),
        (json.dumps({**newer, "chance": "mine"}), "refused: the `chance` of a save is own or host"),
        (json.dumps({**newer, "hash": "x"}), "refused: a save has no `hash`"),
        (json.dumps({**newer, "plays": 3}), "refused: the hash of a save is a text"),
    ]  # fmt: skip
    changed: list[tuple[dict[str, Any], str]] = [
        ({"format": 3}, "this is no save of format 1 or 2"),
        ({"format": "1"}, "this is no save of format 1 or 2"),
        ({"game": "chess"}, "this is no save of moon_market"),
        (
            {"hash": "0" * 16},
            f"the save is of other rules than moon_market {rules_hash(content)}; the command and the Python package can "
            "load it by `replay`, which gives its answers again as far as they are legal, or by `state`, which takes over "
            "what still exists",
        ),
        ({"setup": {"scenario": "gone"}}, "there is no scenario `gone`; there are: first, stall"),
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


# ---- rosters that players bring
HOARD = {"roster": "hoard", "crops": ["feast", "harvest", "feast"], "chief": "harvest", "most": 3}


def test_rosters_are_kept_as_they_are_brought(ask: Ask) -> None:
    counted = {**HOARD, "crops": {"harvest": 1, "feast": 2}}
    kept = {**HOARD, "crops": ["feast", "feast", "harvest"]}
    wanted: list[tuple[Any, Any]] = [
        ({"rosters": {}}, {}),
        ({"rosters": None}, {}),
        ({"rosters": {"p1": "mine"}, "scenario": "stall"}, {"rosters": {"p1": "mine"}, "scenario": "stall"}),
        ({"rosters": {"p2": counted, "p1": None}, "scenario": "stall"}, {"rosters": {"p2": kept}, "scenario": "stall"}),
    ]
    told = ask([["new", setup, 7] for setup, _ in wanted])
    assert [json.loads(save) for save in told] == [[kept, 7] for _, kept in wanted]


def test_rosters_lie_where_they_begin(ask: Ask) -> None:
    """What is brought takes the place of what the scenario deals, and is there before the scenario does anything."""
    wanted: list[tuple[Any, list[str], str]] = [
        ({}, ["harvest", "harvest"], "hand=[] pile=[] score=2"),
        ({"p2": HOARD}, ["harvest", "harvest"], "hand=[? ? ?] pile=[harvest] score=5"),
        ({"p1": HOARD, "p2": "mine"}, ["feast", "feast", "harvest"], "hand=[? ?] pile=[feast] score=5"),
        ({"p1": {**HOARD, "crops": []}}, [], "hand=[] pile=[] score=0"),
    ]
    told = ask([["deal", {"scenario": "stall", "rosters": rosters}] for rosters, *_ in wanted])
    assert len({*told}) == len(told)
    for view, (_, mine, theirs) in zip(told, wanted, strict=True):
        one, other = json.loads(view)
        assert f"hand=[{' '.join(mine)}]" in one and theirs in other


def test_rosters_that_are_none_or_break_their_rules(ask: Ask) -> None:
    wanted: list[tuple[Any, str]] = [
        (3, "the rosters of a setup are an object"),
        ({"p3": "mine"}, "the scenario `stall` has no player `p3`; there are: p1, p2"),
        ({"p1": "yours"}, "the roster of p1: no roster is named `yours`; there are: mine"),
        ({"p1": "friends"}, "the roster of p1: no roster is named `friends`; there are: mine"),
        ({"p1": 3}, "the roster of p1: a roster is an object, or the name of one"),
        ({"p1": {"crops": ["feast"]}}, "the roster of p1: `roster` names what is dealt: hoard"),
        ({"p1": {**HOARD, "roster": "other"}}, "the roster of p1: `roster` names what is dealt: hoard"),
        ({"p1": {**HOARD, "doc": "x"}}, "the roster of p1: hoard has no `doc`"),
        ({"p1": {"roster": "hoard", "crops": []}}, "the roster of p1: `chief` is missing"),
        (
            {"p1": {**HOARD, "crops": "feast"}},
            "the roster of p1: `crops` is an array of cards, or an object with how many of each",
        ),
        ({"p1": {**HOARD, "crops": ["fest"]}}, "the roster of p1: `crops` names a card that is not there: fest"),
        ({"p1": {**HOARD, "crops": [3]}}, "the roster of p1: `crops` names a card that is not there"),
        (
            {"p1": {**HOARD, "crops": {"feast": -1}}},
            "the roster of p1: how many of `feast` is a whole number from 0 to 1000",
        ),
        (
            {"p1": {**HOARD, "most": ["feast"]}},
            f"the roster of p1: `most` is a whole number from {1 - 2**53} to {2**53 - 1}",
        ),
        ({"p1": {**HOARD, "most": 2}}, "the roster of p1: 3 of 2 crops"),
        ({"p1": {**HOARD, "most": 0}}, "the roster of p1: 3 of 0 crops; nothing may be kept"),
    ]
    told = ask([["new", {"scenario": "stall", "rosters": rosters}] for rosters, _ in wanted])
    assert told == [f"refused: {why}" for _, why in wanted]


def test_a_roster_is_judged_before_a_game(ask: Ask) -> None:
    broken = [["3 of 2 crops", "rules/hoard.rules:2:3", []]]
    told = ask([["judge", HOARD], ["judge", "mine"], ["judge", {**HOARD, "most": 2}], ["judge", {"roster": "x"}]])
    assert [json.loads(one) for one in told[:3]] == [[], [], broken]
    assert told[3] == "refused: `roster` names what is dealt: hoard"


def test_a_game_with_rosters_is_the_same_in_every_engine(tmp_path: Path) -> None:
    """The setup of the page: one player brings a roster of the game by its name, the other one of their own."""
    build = built("dungeon_command")
    made = exported(build, "dungeon_command")
    usual = next(iter(made.scenarios))
    assert usual == build.vocab.scenario != min(made.scenarios)
    page = (CONTENT.parent / "docs" / "engines.md").read_text(encoding="utf-8")
    setup = json.loads(page.split("```json\n")[1].split("```")[0])
    engines = {}
    for name in (found for found in ENGINES if found not in ("lua51", "lua53")):
        home = tmp_path / f"rosters_{name}"
        home.mkdir()
        engines[name] = ENGINES[name](made, home)
    sys.path.insert(0, str(tmp_path))
    try:
        save = importlib.import_module("rosters_python").new_game(setup, 3).save()
    finally:
        sys.path.remove(str(tmp_path))
    assert save["setup"]["rosters"]["p1"] == "lolth" and len(save["setup"]["rosters"]["p2"]["orders"]) == 36
    ends = {name: run_leg(engine, json.loads(json.dumps(save)), ("", 0), 5_000) for name, engine in engines.items()}
    assert len({leg[0] for leg in ends.values()}) == len({leg[1] for leg in ends.values()}) == 1
    assert all(leg[1].startswith("ended") and leg[2]["setup"] == save["setup"] for leg in ends.values())
    plain = run_leg(engines["python"], None, (usual, 3), 5_000)
    assert plain[1] != ends["python"][1]
