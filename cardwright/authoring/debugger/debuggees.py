"""What is debugged: a match of a scenario, or a test.

Job: say, section by section, which frame begins, who answers, and what came of it. Input: a game's build. Output: what
a session runs. Must never stop anything, nor print.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from compiler.build import Build
from compiler.callables.code import Code
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.game import Decide, Driver, fits
from compiler.interpreter.happening import Checking, Happening
from compiler.interpreter.scripts import Building, Scripts
from compiler.interpreter.spending import refill
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import ScriptDriver
from compiler.interpreter.values import Env, Fault, label


class Debuggee(Protocol):
    """What a session runs: frames one after the other, each to its end. ``sections`` is their number."""

    code: Code
    sections: int

    def frame(self, section: int) -> Frame:
        """The frame of a section."""
        ...

    def answer(self, section: int, game: State, request: Any) -> Any:
        """A new answer to a request; the session remembers it."""
        ...

    def close(self, section: int, game: State) -> None:
        """A section is over."""
        ...

    def outcome(self, game: State) -> str:
        """What came of all of it, as a sentence."""
        ...


class NotThere(Exception):
    """There is no scenario or test of this name; the message says which there are."""


class DebuggedMatch:
    """A match of a scenario: it is built, then played. ``answers`` of a saved match are given before the agent's."""

    sections = 2

    def __init__(
        self, build: Build, scenario: str, decide: Decide, *, seed: int = 1, answers: Sequence[Any] = ()
    ) -> None:
        assert build.program is not None
        script = build.scripts.get(f"scenario {scenario}")
        if script is None or not build.program.start:
            names = sorted(s.removeprefix("scenario ") for s in build.scripts if s.startswith("scenario "))
            raise NotThere(f"there is no scenario or test `{scenario}`; the scenarios are {', '.join(names) or 'none'}")
        self.code = Code(build.program)
        self.scripts = Scripts(self.code, {f"scenario {scenario}": script})
        self.positions = self.scripts.positions_of(script)
        self.driver, self.saved = Driver(decide, seed), list(answers)

    def frame(self, section: int) -> Frame:
        if section == 0:
            return Building(self.scripts, self.positions, Env({}))
        return Happening(self.code.program.start, {})

    def answer(self, section: int, game: State, request: Any) -> Any:
        if not self.saved:
            return self.driver.answer(game, request)
        answer = self.saved.pop(0)
        if not fits(request, answer):
            raise Fault(f"the saved match does not fit these rules: {answer} is no answer here", request.at)
        return answer

    def close(self, section: int, game: State) -> None:
        """Nothing is judged in a match."""

    def outcome(self, game: State) -> str:
        return f"the match is over after {game.events} events"


class DebuggedTest:
    """A test: its positions are built, then each of its steps is done and judged."""

    __test__ = False  # for pytest, which takes the name for one of its own

    def __init__(self, build: Build, name: str) -> None:
        assert build.program is not None
        found = [s for key, s in build.scripts.items() if key.startswith("test ") and s.name == name]
        if not found:
            raise NotThere(f"there is no test `{name}`")
        self.code = Code(build.program)
        self.scripts = Scripts(self.code, {"test": found[0]})
        self.script = self.scripts.made[id(found[0])]
        if self.script.foregoing:
            raise NotThere(f"`{name}` begins where another test ends, and cannot be followed here")
        self.env = Env({})
        self.sections = 1 + 2 * len(self.script.steps)
        self.drivers: dict[int, ScriptDriver] = {}
        self.failures: dict[int, list[str]] = {}

    def frame(self, section: int) -> Frame:
        if section == 0:
            return Building(self.scripts, self.script.positions, self.env)
        return Body(self.script.steps[section // 2].do, {"env": self.env}) if section % 2 else Checking()

    def answer(self, section: int, game: State, request: Any) -> Any:
        number = max(section - 1, 0) // 2
        driver = self.drivers.get(number)
        if driver is None:
            step = self.script.steps[number] if self.script.steps else None
            driver = self.drivers[number] = ScriptDriver(game, step if section else None, self.env)
            game.watcher = driver
        return driver.answer(game, request)

    def close(self, section: int, game: State) -> None:
        if section == 0 or section % 2:
            return
        failures = self.failures[section] = list[str]()
        for then in self.script.steps[section // 2 - 1].then:
            refill(game)
            if not then.test(game, self.env):
                shown = f" (it is {label(then.left(game, self.env))})" if then.left is not None else ""
                failures.append(f"`{then.text}` does not hold{shown}")

    def outcome(self, game: State) -> str:
        told = [text for failures in self.failures.values() for text in failures]
        return "; ".join(told) or "all conditions of `then` hold"
