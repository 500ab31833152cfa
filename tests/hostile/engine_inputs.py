"""A small game with rosters, exported to every target, and an asker for each: what a host gives, and what is told.

A question is a list: what is called, and with what. An answer is a JSON text, `refused: WORDS`, or `RAW: …` for an error
that no host can tell from a fault of the program. Where a value is an object with `$`, it stands for one that JSON
cannot hold; `{"$many": n, "of": value}` is an array of so many.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardwright.authoring.exported import exported
from cardwright.cli.main import main
from compiler.build import build_game
from compiler.callables.code import Code
from compiler.interpreter.host import Rules
from compiler.interpreter.pictures import fingerprint
from compiler.targets.export import Content, rules_hash
from dsl.diagnostics import Sink
from tests.compiled_runtime import compile_runtime
from tests.conformance.engines import ENGINES, HAS_CSHARP, CSharp
from tests.edits import replace, write
from tests.line_process import LineProcess

HERE = Path(__file__).parent
Question = list[Any]
Ask = Callable[[list[Question]], list[str]]
HOARD = {"roster": "hoard", "crops": ["feast"], "chief": "harvest", "most": 3, "open": True, "sort": "ripe"}
NAMES = ("interpreter", "python", "javascript", "lua52", "lua54", *(("csharp",) if HAS_CSHARP else ()))


def game_content(folder: Path) -> Content:
    """The game of `cardwright new`, with rosters whose parameters are of every form."""
    assert main(["new", "moon_market", "--into", str(folder)]) == 0
    game = folder / "moon_market"
    (game / "rosters").mkdir()
    hand, pile = "hand: {zone: action, visible: owner", "pile: {zone: action"
    replace(game / "ruleset.yaml", hand, f"{hand}, roster: crops")
    replace(game / "ruleset.yaml", pile, f"{pile}, roster: chief")
    replace(game / "ruleset.yaml", "kinds:\n", "enums:\n  sort: {values: [ripe, raw]}\nkinds:\n")
    write(game, "rules/hoard.rules",
          "roster hoard(crops: list of action card, chief: action card, most: int, open: bool, sort: sort):\n"
          '  require size(crops) <= most "{size(crops)} of {most} crops"\n'
          '  require round_down(6 / size(crops)) > 0 "too many crops"\n'
          '  require open or sort == ripe "what is hidden is ripe"\n')  # fmt: skip
    write(game, "rosters/mine.yaml",
          "roster: hoard\nname: Mine\ncrops: {harvest: 2}\nchief: feast\nmost: 4\nopen: true\nsort: raw\n")  # fmt: skip
    write(
        game,
        "scenarios/stall.yaml",
        "id: stall\nname: Stall\nplayers: [{name: p1, roster: mine}, {name: p2, score: 3}]\n",
    )
    sink = Sink()
    build = build_game(game, sink, "home/moon_market")
    assert build is not None and build.program is not None, [f.message for f in sink.sorted()]
    return exported(build, "home/moon_market")


def asker(name: str, content: Content, home: Path) -> Ask:
    """Who asks an engine by its name; what is exported lies in ``home``."""
    if name == "interpreter":
        rules = Rules(Code(content.program), content.scenarios, rules_hash(content), content.deals)
        return lambda questions: [in_python(rules, question) for question in questions]
    engine = ENGINES[name](content, home)
    if name == "python":
        compile_runtime(home / "rt")
        sys.path.insert(0, str(home.parent))
        try:
            package = importlib.import_module(home.name)
        finally:
            sys.path.remove(str(home.parent))
        return lambda questions: [in_python(package, question) for question in questions]
    if name == "javascript":
        return in_node(home)
    if isinstance(engine, CSharp):
        return by_lines(LineProcess("mono", engine.program("Inputs")))
    lua = engine.dialect.LuaRuntime(unpack_returned_tuples=True)  # type: ignore[attr-defined]
    lua.globals().python_thing = object()
    lua.execute("package.path = ...", f"{home.as_posix()}/?.lua")
    run = lua.execute((HERE / "inputs.lua").read_text(encoding="utf-8"))
    return lambda questions: str(run(json.dumps(questions))).split("\n")


def in_node(home: Path) -> Ask:
    (home / "package.json").write_text('{"type": "module"}\n', encoding="utf-8")
    return by_lines(LineProcess("node", HERE / "inputs.mjs", home.as_posix()))


def by_lines(process: LineProcess) -> Ask:
    return lambda questions: list(json.loads(process.ask(json.dumps(questions))))


# ---- values that JSON cannot hold, in Python
class Failing(Mapping[str, Any]):
    """An object whose every part fails."""

    def __getitem__(self, name: str) -> Any:
        raise TypeError("raw")

    def __iter__(self) -> Iterator[str]:
        raise TypeError("raw")

    def __len__(self) -> int:
        raise TypeError("raw")


class FailingList(list[Any]):
    """An array whose every part fails."""

    def __len__(self) -> int:
        raise TypeError("raw")

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("raw")

    def __getitem__(self, at: Any) -> Any:
        raise TypeError("raw")


class FailingText(str):
    def __str__(self) -> str:
        raise TypeError("raw")

    def __format__(self, form: str) -> str:
        raise TypeError("raw")


def nested(depth: int, key: str) -> Any:
    held: Any = {} if key else []
    for _ in range(depth):
        held = {key: held} if key else [held]
    return held


def cyclic(held: Any) -> Any:
    if isinstance(held, list):
        held.append(held)
    else:
        held["a"] = held
    return held


MADE: dict[str, Callable[[], Any]] = {
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "minus_inf": lambda: float("-inf"),
    "minus_zero": lambda: -0.0,
    "whole_float": lambda: 1.0,
    "huge": lambda: 10**5000,
    "surrogate": lambda: "\ud800",
    "broken_text": lambda: "a\udcff",
    "nul": lambda: "a\0b",
    "long_text": lambda: "x" * 1_000_000,
    "deep_list": lambda: nested(10_000, ""),
    "deep_object": lambda: nested(10_000, "a"),
    "cyclic_list": lambda: cyclic([]),
    "cyclic_object": lambda: cyclic({}),
    "bytes": lambda: b"first",
    "set": lambda: {"first"},
    "object": object,
    "type": lambda: dict,
    "complex": lambda: 1j,
    "generator": lambda: (i for i in range(3)),
    "failing": Failing,
    "failing_list": lambda: FailingList([None]),
    "number_keys": lambda: {1: 2, "a": 3, None: 4},
    "frozen": lambda: MappingProxyType({1: 2}),
}


def value_of(held: Any) -> Any:
    if isinstance(held, list):
        return [value_of(item) for item in held]
    if not isinstance(held, dict):
        return held
    if "$many" in held:
        return [value_of(held["of"])] * held["$many"]
    if "$odd" in held:
        return MADE[held["$odd"]]()
    return {name: value_of(item) for name, item in held.items()}


def in_python(rules: Any, question: Question) -> str:
    call, *given = question
    try:
        told = CALLS[call](rules, *map(value_of, given))
        return json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    except ValueError as refused:
        return f"refused: {refused}" if type(refused).__name__ == "HostError" else f"RAW: {refused!r}"
    except (Exception, RecursionError) as error:
        return f"RAW: {error!r}"


def held_of(match: Any) -> Any:
    save = match.save()
    match.skip()
    return [save["setup"], save["seed"], save["answers"], match.view(0)]


def answered(rules: Any, answer: Any) -> Any:
    match = rules.new_game()
    match.skip()
    before = picture(match)
    try:
        match.step(answer)
    except ValueError as why:
        if picture(match) != before:
            raise AssertionError(f"the state changed with {why}") from why
        match.step(match.legal()[0]["answer"])  # it goes on
        raise
    return match.save()["answers"]


def allowed(rules: Any, picked: Any) -> Any:
    match = rules.new_game()
    match.skip()
    before = picture(match)
    try:
        return [match.watch(0).allows(picked)]
    finally:
        assert picture(match) == before, "the state changed"


def picture(match: Any) -> str:
    return json.dumps([match.save(), match.view(0), match.legal(), match.step(), fingerprint(match.game)])


def seen(rules: Any, player: Any) -> Any:
    match = rules.new_game()
    match.skip()
    return match.view(player)


CALLS: dict[str, Callable[..., Any]] = {
    "new": lambda rules, setup: held_of(rules.new_game(setup, 7)),
    "seed": lambda rules, seed: [(save := rules.new_game(None, seed).save())["seed"], save["answers"]],
    "answer": answered,
    "allows": allowed,
    "view": seen,
    "judge": lambda rules, roster: [[why["reason"], why["place"], why["rows"]] for why in rules.check_roster(roster)],
    "load": lambda rules, save: held_of(rules.load(save)),
    "load_text": lambda rules, text: held_of(rules.load(json.loads(text))),
    "match": lambda rules, scenario, seed: rules.transcript_of_match(scenario, seed)[-1],
    "test": lambda rules, script: rules.transcript_of_test(script),
}
