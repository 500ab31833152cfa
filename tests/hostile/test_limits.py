"""Time limits, what a host allows, and the same count of work in every engine."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import lupa.lua54
import pytest

from cardwright.cli.limits import Clock
from cardwright.cli.main import main
from compiler.build import build_game
from compiler.callables.code import Code
from compiler.interpreter import spending
from compiler.interpreter.host import Rules
from compiler.interpreter.scripts import Scripts
from compiler.interpreter.setups import HostError
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test
from compiler.interpreter.values import Bounds, Stopped
from compiler.targets.export import TARGETS, Content, content_of, export_code
from dsl.diagnostics import Severity, Sink
from tests import content_games
from tests.compiled_runtime import compile_runtime
from tests.conformance.engines import HAS_CSHARP, Case, CSharp, write
from tests.small_game import build_small, try_small, write_game

SLOW = """\
verb go(n: int):
  repeat n times:
    repeat n times: set game.round to game.round
verb quick():
  set game.count to 0
flow match():
  go 9000
"""
TESTS = """\
- {name: it is slow, given: {players: [p]}, when: go 9000, then: ["game.count == 0"]}
- {name: it is quick, given: {players: [p]}, when: quick, then: ["game.count == 0"]}
"""
SCENARIO = "id: field\nname: Field\nplayers: [p1]\n"


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    return write_game(tmp_path, SLOW, start="match", tests=TESTS, scenario=SCENARIO)


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run(*arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_a_watch_is_asked_however_short_the_stretches_between_answers_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spending, "SLICE", 1_000)
    rules = "flow match():\n  each p in all player:\n    repeat 200 times:\n      may by p: increase game.count by 1\n"
    small = build_small(tmp_path, rules, start="match", scenario=SCENARIO)
    asked: list[int] = []
    small.code.watch = lambda: bool(asked.append(1))
    script = small.build.scripts["scenario field"]
    transcript_of_match(Scripts(small.code, {"scenario field": script}), script, 1)
    assert len(asked) >= 3


# ---- time
@pytest.fixture
def unbounded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """So much work that only the time ends it."""
    _, *others = Bounds.__init__.__defaults__ or ()
    monkeypatch.setattr(Bounds.__init__, "__defaults__", (10**15, *others))
    begun = process_time()
    yield
    assert process_time() - begun < 10


@pytest.mark.usefixtures("unbounded")
def test_a_test_is_stopped_and_the_others_go_on(slow: Path, ran: Callable[..., tuple[int, str]]) -> None:
    code, said = ran("test", str(slow), "--time-limit", "0.2")
    assert code == 1
    assert "test-failed: it is slow: stopped after 0.2 s of processor time\n1 passed, 1 failed" in said


@pytest.mark.usefixtures("unbounded")
def test_a_game_is_stopped_and_says_so(slow: Path, ran: Callable[..., tuple[int, str]]) -> None:
    assert ran("play", str(slow), "field", "--time-limit", "0.2") == (
        1,
        "Go: 9000.\nseed 1: stopped after 0.2 s of processor time\n",
    )


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf"])
@pytest.mark.parametrize(
    "option", ["test --time-limit", "simulate --tell-every", "mutate --fail-under", "cards --bleed"]
)
def test_what_measures_nothing_is_refused(
    option: str, seconds: str, slow: Path, ran: Callable[..., tuple[int, str]]
) -> None:
    command, name = option.split()
    code, said = ran(command, str(slow), name, seconds)
    assert (code, f"Error: Invalid value for '{name}': " in said) == (2, True)


def test_a_limit_beyond_every_clock_is_none(slow: Path, ran: Callable[..., tuple[int, str]]) -> None:
    code, said = ran("test", str(slow), "--time-limit", "1e300", "-k", "quick")
    assert (code, said) == (0, "1 passed, 0 failed\n")


@pytest.mark.usefixtures("unbounded")
@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        (("coverage",), 0, "0 rows"),
        (("mutate",), 2, "1 test fails before anything is changed: `it is slow`"),
        (("explain-turn",), 2, "there is no such turn"),
    ],
)
def test_the_other_commands_end_too(
    slow: Path, ran: Callable[..., tuple[int, str]], command: tuple[str, ...], code: int, told: str
) -> None:
    found, said = ran(*command, str(slow), "--time-limit", "0.2")
    assert (found, told in said) == (code, True), said


@pytest.mark.usefixtures("unbounded")
def test_tests_whose_changes_are_asked_for_are_stopped_by_the_clock_too(
    slow: Path, ran: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the clock that each looks at, not by the signal for what looks at none; and all of them together."""

    def too_late(_clock: Clock, _signal: int, _frame: object) -> None:
        raise Stopped("the signal came")

    monkeypatch.setattr(Clock, "alarm", too_late)
    rows = "rows:\n  - {id: X-1, kind: rule, statement: it counts}\n"
    (slow / "rulebook.yaml").write_text(rows, encoding="utf-8")
    code, said = ran("coverage", str(slow), "--strict", "--time-limit", "0.2")
    assert code == 1
    assert "the test `it is slow` fails, so that it shows nothing: stopped after 0.2 s of processor time" in said
    monkeypatch.setattr(Clock.__init__, "__kwdefaults__", {"several": 0.5})
    code, said = ran("coverage", str(slow), "--strict", "--time-limit", "0.2")
    assert code == 1
    assert "stopped after 0.1 s of processor time, for all of it together" in said


@pytest.mark.usefixtures("unbounded")
def test_a_suite_is_stopped_and_not_written(slow: Path, ran: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, said = ran("export", str(slow), "--conformance", "--out", str(out), "--time-limit", "0.01")
    assert (code, out.exists()) == (2, False)
    assert "the suite was stopped after 0.3 s of processor time; nothing was written" in said


def test_all_of_it_together_has_a_limit() -> None:
    clock = Clock(1, several=2)
    clock.started -= 3
    told = "stopped after 2 s of processor time, for all of it together"
    with pytest.raises(Stopped, match=told), clock.running():
        pytest.fail("it ran")


def test_no_limit_is_said_to_be_none() -> None:
    clock = Clock(0)
    clock.started = -1e9
    with clock.running():
        clock.begun = -1e9
        assert clock() is False


# ---- what a host allows
def content(folder: Path) -> Content:
    sink = Sink()
    build = build_game(folder, sink, folder.name)
    assert build is not None and build.program is not None
    assert [str(d) for d in sink.sorted() if d.severity is Severity.ERROR] == []
    return content_of(build.program, build.scripts)


def rules_of(folder: Path) -> Rules:
    made = content(folder)
    return Rules(Code(made.program), made.scenarios, "hash")


def result(match: Any) -> dict[str, Any]:
    match.skip()
    return dict(match.step())


def test_a_host_allows_less_work(slow: Path) -> None:
    found = result(rules_of(slow).new_game(None, 1, {"work": 50_000}))
    assert (found["outcome"], found["message"][:37]) == ("fault", "more than 50000 units of work were ne")


def test_a_host_stops_a_game_and_its_state_is_as_it_was(slow: Path) -> None:
    looks: list[int] = []

    def enough() -> bool:
        looks.append(1)
        return len(looks) == 3

    found = result(rules_of(slow).new_game(None, 1, {"watch": enough}))
    fresh = result(rules_of(slow).new_game(None, 1, {"work": 50}))
    assert (found["outcome"], found["message"], len(looks)) == ("stopped", "the host has stopped the game", 3)
    assert found["state"] == fresh["state"]


LIMITS = [
    ([1], "limits are an object"),
    ({"time": 1}, "limits have no `time`"),
    ({"work": 0}, "`work` is a whole number above 0"),
    ({"work": "9"}, "`work` is a whole number above 0"),
    ({"watch": 1}, "`watch` is a function"),
]


@pytest.mark.parametrize(("limits", "told"), LIMITS)
def test_limits_that_are_none_are_refused(slow: Path, limits: Any, told: str) -> None:
    with pytest.raises(HostError, match=told):
        rules_of(slow).new_game(None, 1, limits)


NODE_HOST = """
import { new_game, load } from "./index.js";
const told = [];
for (const limits of [{ work: 50_000 }, { watch: () => true }]) {
  const game = new_game(null, 1, limits);
  game.skip();
  const { outcome, message } = game.step();
  told.push([outcome, message]);
}
for (const limits of JSON.parse(process.argv[2])) {
  try { new_game(null, 1, limits); told.push(""); } catch (error) { told.push(`${error.name} ${error.message}`); }
}
console.log(JSON.stringify(told));
"""
LUA_HOST = """
return function(folder)
  package.path = folder .. "/?.lua"
  local host, told = require("game"), {}
  for _, limits in ipairs({ { work = 50000 }, { watch = function() return true end } }) do
    local game = host.new_game(nil, 1, limits)
    game:skip()
    local found = game:step()
    told[#told + 1] = found.outcome .. " " .. found.message
  end
  for _, limits in ipairs({ 1, { time = 1 }, { work = 0 }, { work = "9" }, { watch = 1 } }) do
    local _, why = pcall(host.new_game, nil, 1, limits)
    told[#told + 1] = why
  end
  return table.concat(told, "\\n")
end
"""


def test_hosts_in_other_languages_allow_and_stop_alike(slow: Path, tmp_path: Path) -> None:
    made = content(slow)
    for target in ("javascript", "lua"):
        write(export_code(made, TARGETS[target]()), tmp_path / target)
    home = tmp_path / "javascript"
    (home / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (home / "host.mjs").write_text(NODE_HOST, encoding="utf-8")
    given = json.dumps([limits for limits, _ in LIMITS])
    done = subprocess.run(["node", str(home / "host.mjs"), given], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    bound = result(rules_of(slow).new_game(None, 1, {"work": 50_000}))["message"]
    refused = [told for _, told in LIMITS]
    assert json.loads(done.stdout) == [
        ["fault", bound], ["stopped", "the host has stopped the game"], *(f"RangeError {told}" for told in refused)
    ]  # fmt: skip
    lua = lupa.lua54.LuaRuntime().execute(LUA_HOST)(str(tmp_path / "lua"))
    assert lua.split("\n") == [f"fault {bound}", "stopped the host has stopped the game", *refused]


@pytest.mark.skipif(not HAS_CSHARP, reason="this machine has no C# compiler (mono-mcs)")
def test_a_host_in_csharp_allows_and_stops_alike(slow: Path, tmp_path: Path) -> None:
    bound = result(rules_of(slow).new_game(None, 1, {"work": 50_000}))["message"]
    told = CSharp(content(slow), tmp_path).told([limits for limits, _ in LIMITS], "Allowed")
    refused = [told for _, told in LIMITS]
    assert told == [f"fault {bound}", "stopped the host has stopped the game", *refused]


# ---- what is told before
@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("verb go():\n  let r = roll d0\n  set game.count to total(r)\n", "a die has from 1 to 10,000 faces"),
        ("verb go():\n  let r = roll d4000000000\n  set game.count to total(r)\n", "a die has from 1 to 10,000 faces"),
        ("verb go():\n  let r = roll 101d6\n  set game.count to total(r)\n", "from 1 to 100 dice are rolled at once"),
        ("verb go():\n  repeat 10001 times: set game.count to 1\n", "a loop has at most 10,000 rounds"),
        ("verb go():\n  while true at most 99999 times: set game.count to 1\n", "a loop has at most 10,000 rounds"),
        (
            "verb go():\n  repeat 9999 times:\n    repeat 9999 times:\n      repeat 2 times: set game.count to 1\n",
            "these loops make 199,960,002 rounds, and a run may do 100,000,000 units of work",
        ),
        (
            "define price(u: unit, a: square, b: square) -> int? = none if a == b else (-1 if a.row > 2 else 1)\n"
            "relation stop(u: unit, s: square) = false\n"
            "verb go(u: unit):\n  set game.count to size(reachable(u, 3, price, stop))\n",
            "a step costs nothing or more, and `price` says -1",
        ),
        (
            "define f0(n: int) -> int = n\n"
            + "".join(f"define f{i}(n: int) -> int = f{i - 1}(n)\n" for i in range(1, 45)),
            "`f40` needs one that needs one, and so on, more than 40 deep",
        ),
        ("verb go():\n  set game.count to 9007199254740993\n", "this number is larger than 2^53"),
    ],
)
def test_what_can_be_told_before_is_told(tmp_path: Path, rules: str, told: str) -> None:
    _, found = try_small(tmp_path, rules)
    assert len(found) == 1
    assert told in found[0]


# ---- the same count
def logging(package: str, log: list[int]) -> Callable[[], None]:
    """Notes the work of every stretch; gives what takes that back."""
    users = [made for name, made in sys.modules.items() if name.startswith(f"{package}.") and hasattr(made, "refill")]
    before = users[0].refill

    def put(refill: Callable[[Any], None]) -> None:
        for user in users:
            vars(user)["refill"] = refill

    def refill(rt: Any) -> None:
        log.append(rt.bounds.work - rt.work)
        before(rt)

    put(refill)
    return lambda: put(before)


NODE_COUNT = """
import { readFileSync } from "node:fs";
import * as rt from "./rt.js";
import { rules } from "./rules.js";
import { tests } from "./tests.js";
let log = [];
globalThis.refilled = (state) => log.push(state.bounds.work - state.work);
const out = JSON.parse(process.argv[2]).map(([kind, name, seed]) => {
  log = [];
  const lines = kind === "test" ? rt.transcript_of_test(rules, tests[name]) : rt.transcript_of_match(rules, name, seed);
  return [lines.at(-1), log];
});
console.log(JSON.stringify(out));
"""
LUA_COUNT = """
return function(folder, kind, name, seed)
  package.path = folder .. "/?.lua"
  local rt, rules = require("rt"), require("rules")
  local log, lines = {}, nil
  refilled = function(state)
    log[#log + 1] = string.format("%d", state.bounds.work - state.work)
  end
  if kind == "test" then
    lines = rt.transcript_of_test(rules, require("tests")[name + 1])
  else
    lines = rt.transcript_of_match(rules, name, seed)
  end
  return lines[#lines] .. "\\n" .. table.concat(log, " ")
end
"""


def test_all_engines_count_the_same_work(tmp_path: Path) -> None:
    """Whatever they remember: one answer of a function costs what it cost when it was worked out."""
    made = content_games.content("dungeon_command")
    cases: list[Case] = [("match", next(iter(made.scenarios)), 1), *(("test", n) for n in range(0, len(made.tests), 8))]
    scripts: dict[Any, Any] = {**made.scenarios, **dict(enumerate(made.tests))}
    log: list[int] = []

    def run(of_test: Callable[[Any], list[str]], of_match: Callable[..., list[str]]) -> list[Any]:
        found = []
        for kind, *given in cases:
            log.clear()
            lines = of_test(given[0]) if kind == "test" else of_match(*given)
            found.append([lines[-1], list(log)])
        return found

    def counted(marking: bool) -> list[Any]:
        runner = Scripts(Code(made.program, marking=marking), scripts)
        done = logging("compiler.interpreter", log)
        try:
            return run(
                lambda number: transcript_of_test(runner, scripts[number]),
                lambda name, seed: transcript_of_match(runner, scripts[name], seed),
            )
        finally:
            done()

    wanted = counted(marking=False)
    assert max(max(work) for _, work in wanted) > 10_000
    assert counted(marking=True) == wanted, "where rows are marked nothing is remembered"
    for target in ("python", "javascript", "lua"):
        write(content_games.files("dungeon_command", target), tmp_path / f"counted_{target}")
    compile_runtime(tmp_path / "counted_python" / "rt")
    sys.path.insert(0, str(tmp_path))
    try:
        package, tests = importlib.import_module("counted_python"), importlib.import_module("counted_python.tests")
        logging("counted_python.rt", log)
    finally:
        sys.path.remove(str(tmp_path))
    assert run(lambda n: package.transcript_of_test(tests.TESTS[n]), package.transcript_of_match) == wanted
    home = tmp_path / "counted_javascript"
    (home / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (home / "count.mjs").write_text(NODE_COUNT, encoding="utf-8")
    spending = home / "rt" / "spending.js"
    begun, told = "export function refill(rt) {\n", "  globalThis.refilled(rt);\n"
    text = spending.read_text(encoding="utf-8")
    assert begun in text
    spending.write_text(text.replace(begun, begun + told), encoding="utf-8")
    node = ["node", str(home / "count.mjs"), json.dumps(cases)]
    assert json.loads(subprocess.run(node, capture_output=True, text=True, check=True).stdout) == wanted
    runtime = tmp_path / "counted_lua" / "rt.lua"
    begun, told, text = "local function refill(rt)\n", "  refilled(rt)\n", runtime.read_text(encoding="utf-8")
    assert begun in text
    runtime.write_text(text.replace(begun, begun + told), encoding="utf-8")
    count = lupa.lua54.LuaRuntime().execute(LUA_COUNT)
    lua = [count(str(tmp_path / "counted_lua"), *case).split("\n") for case in cases]
    assert [[state, [int(n) for n in work.split()]] for state, work in lua] == wanted
    if HAS_CSHARP:
        write(content_games.files("dungeon_command", "csharp"), tmp_path / "counted_csharp")
        engine = CSharp(made, tmp_path / "counted_csharp", written=True)
        runtime = engine.folder / "rt" / "Spending.cs"
        begun, text = "public static void refill(State rt)\n        {\n", runtime.read_text(encoding="utf-8")
        assert begun in text
        runtime.write_text(text.replace(begun, f"{begun}            Counted.refilled(rt);\n"), encoding="utf-8")
        assert engine.told(cases, "Counted") == wanted
