"""Small games for tests, made from a few lines of text.

A game begins with the kinds that most tests need (`game`, `player`, a `unit` on the board, a `card` in zones). A test
adds rules, cards, and other parts of a ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from compiler.build import Build, build_game
from compiler.callables.code import Code
from compiler.interpreter.agents import first_agent
from compiler.interpreter.entities import create
from compiler.interpreter.game import Driver, do_verb, new_game
from compiler.interpreter.scripts import Outcome, Scripts
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity, Env, Event, Trace
from dsl.diagnostics import Severity, Sink

HEAD = """\
id: {name}
name: {{en: Small}}
version: 0.1.0
language: 1
source: "house rules"
languages: [en]
"""
START = "start: {start}\n"
KINDS = """\
board: {type: grid, metric: chebyshev, terrain: {wall: "#", mud: "~"}}
enums:
  colour: [red, blue]
kinds:
  game: {fields: {round: int, count: int}}
  player: {fields: {score: int, hand: {zone: card}, pile: {zone: card}}}
  unit:
    figure: true
    card: true
    fields:
      hp: {type: int, printed: true, default: 5}
      armor: {type: int, printed: true, default: 0}
      damage: int
      tapped: bool
      marks: {type: set of colour, default: []}
      keywords: {type: set of keyword, printed: true, default: []}
      rules: {type: rules, printed: true, default: ""}
      owner: player
      controller: player
  card:
    card: true
    fields:
      cost: {type: int, printed: true, default: 0}
      rules: {type: rules, printed: true, default: ""}
      owner: player
"""

FIRST_LEGAL = first_agent(1)


@dataclass(slots=True)
class Small:
    """A small game, built; `code` is its compiled program."""

    build: Build
    code: Code

    @property
    def program(self) -> Any:
        return self.code.program

    def game(self, **players: dict[str, Any]) -> State:
        """A new game with these players, which records a trace and a history."""
        game = new_game(self.code)
        game.trace, game.history = Trace(), []
        for values in players.values():
            create(game, "player", None, values)
        return game

    def test(self, number: int = 0, *, tracing: bool = False) -> Outcome:
        """Runs one of the game's own tests."""
        return Scripts(self.code, self.build.scripts).run_test(self.build.scripts[f"test {number}"], tracing=tracing)

    def scenario(self, name: str, decide: Callable[[State, Choose], list[int]] = FIRST_LEGAL) -> State:
        """A game in the start position of a scenario."""
        script = self.build.scripts[f"scenario {name}"]
        game = new_game(self.code)
        game.trace, game.history = Trace(), []
        Scripts(self.code, {f"scenario {name}": script}).start(script, game, Env({}), Driver(decide))
        return game


def write_game(folder: Path, rules: str = "", *, start: str = "", kinds: str = KINDS, **files: str) -> Path:
    """Writes a game's folder; ``files`` are `cards`, `tests`, `more` (added to the ruleset), `scenario`."""
    game = folder / "small"
    (game / "rules").mkdir(parents=True, exist_ok=True)
    head = HEAD.format(name="small") + (START.format(start=start) if start else "")
    (game / "ruleset.yaml").write_text(head + kinds + dedent(files.get("more", "")), encoding="utf-8")
    (game / "rules" / "rules.rules").write_text(dedent(rules) + causes(dedent(rules)), encoding="utf-8")
    for key, folder_name in (("cards", "cards"), ("tests", "tests"), ("scenario", "scenarios")):
        if key in files:
            (game / folder_name).mkdir(exist_ok=True)
            text = dedent(files[key])
            if key != "scenario":
                text = f"{key}:\n" + indent(text, "  ")
            (game / folder_name / f"{key}.yaml").write_text(text, encoding="utf-8")
    return game


def build_small(folder: Path, rules: str = "", *, code: type[Code] = Code, **files: str) -> Small:
    """Builds a game that must have no errors; ``code`` is the compiler, or a replacement for it."""
    build, told = try_small(folder, rules, **files)
    assert not told, "\n".join(told)
    assert build is not None and build.program is not None
    return Small(build, code(build.program, marking=True))


def try_small(folder: Path, rules: str = "", **files: str) -> tuple[Build | None, list[str]]:
    """Builds a game; also returns its errors, as `code: message`."""
    sink = Sink()
    build = build_game(write_game(folder, rules, **files), sink, "small")
    return build, [f"{d.code}: {d.message} ({d.span})" for d in sink.sorted() if d.severity is Severity.ERROR]


def causes(rules: str) -> str:
    """A verb that calls each verb of the rules. Without it, a trigger on a verb that only a test calls is an error."""
    written = []
    for name, params in re.findall(r"^(?:verb|flow) (\w+)\((.*)\):", rules, re.MULTILINE):
        given = [part.partition(":")[0] for part in params.split(", ") if part and "=" not in part]
        declared = ", ".join(part for part in params.split(", ") if part and "=" not in part)
        written.append(f"\nverb cause_{name}({declared}):\n  {' '.join((name, *given))}\n")
    return "".join(written)


def do(game: State, verb: str, answers: Callable[[State, Choose], list[int]] = FIRST_LEGAL, **values: Any) -> Event:
    """Calls a verb, as a host does."""
    return do_verb(game, verb, values, Driver(answers))


def one(game: State, kind: str, **values: Any) -> Entity:
    """A new entity."""
    return create(game, kind, None, values)


def happened(game: State) -> list[str]:
    """The verbs and steps that have begun in a game that keeps its history, in order."""
    assert game.history is not None
    return [name for name, _ in game.history]
