"""What is debugged: a match of a scenario, a match that stands somewhere, or a test.

Job: say, section by section, what begins, who answers, and what came of it. Input: a game's build. Output: what
a session runs. Must never stop anything, nor print.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from cardwright.authoring.exported import rules_of
from compiler.build import Build
from compiler.callables.code import Code
from compiler.interpreter.chance import taken_as
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.game import Decide, Driver, Minstd, fits, new_game, start
from compiler.interpreter.happening import Checking, Happening
from compiler.interpreter.host import Rules
from compiler.interpreter.linked_rows import StepCode
from compiler.interpreter.match_setup import Seating
from compiler.interpreter.saves import sound_save
from compiler.interpreter.scripts import Building, Scripts
from compiler.interpreter.setups import HostError, shown, sound_answer, sound_seed
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import ScriptDriver
from compiler.interpreter.values import Choose, Env, Fault
from dsl.dataclass import dataclass


class Debuggee(Protocol):
    """What a session runs: ``game``, section after section, each to its end. ``has_begun``: one was begun before."""

    code: Code
    game: State
    sections: int
    has_begun: bool

    def begin(self, section: int) -> Any:
        """Begins a section; gives its first request, or None when it is done."""
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
    """A match of a scenario: it is built, then played. The answers of a saved match are given before the agent's."""

    sections, has_begun = 2, False

    def __init__(self, build: Build, scenario: str, decide: Decide, *, seed: int = 1, saved: Any = None) -> None:
        assert build.program is not None
        self.rules = rules_of(build)
        self.save = sound_save(saved, build.program.game) if saved is not None else None
        self.setup = dict(self.save.setup) if self.save is not None else {"scenario": scenario}
        seed = sound_seed(self.save.seed) if self.save is not None else seed
        if self.save is not None and self.save.origin is not None:
            raise HostError("the match of the save began from a snapshot, so its answers do not tell it")
        name = self.setup.get("scenario", next(iter(self.rules.scenarios), ""))
        if name not in self.rules.scenarios or not build.program.start:
            names = ", ".join(sorted(self.rules.scenarios)) or "none"
            raise NotThere(f"there is no scenario or test `{shown(str(name))}`; the scenarios are {names}")
        self.script = self.rules.scenarios[name]
        brought = self.setup.get("rosters")
        self.rosters = self.rules.deals.seated(brought, name) if brought is not None else {}
        assert isinstance(self.rules.code, Code)
        self.code, self.driver, self.given = self.rules.code, Driver(decide, seed), 0
        self.game = new_game(self.code)

    def begin(self, section: int) -> Any:
        return start(self.game, self._seating if section == 0 else self._flow)

    def _seating(self) -> Frame:
        return Seating(self.rules, self.script, self.rosters)

    def _flow(self) -> Frame:
        return Happening(self.code.program.start, {})

    def answer(self, section: int, game: State, request: Any) -> Any:
        save = self.save
        if save is None or not (isinstance(request, Choose) or save.chance == "host"):
            return self.driver.answer(game, request)
        for at, seed in save.reseeded:
            if at == self.given:
                self.driver.generator = Minstd(seed)
        self.given += 1
        if self.given > len(save.answers):
            return self.driver.answer(game, request)
        picked = sound_answer(save.answers[self.given - 1])
        answer = taken_as(request, picked) if picked else picked
        if not fits(request, answer):
            raise Fault(f"answer {self.given} of the save does not fit what is asked", request.at)
        return answer

    def close(self, section: int, game: State) -> None:
        """Nothing is to be done between the sections of a match."""

    def outcome(self, game: State) -> str:
        return f"the match is over after {game.events} events"


class DebuggedState:
    """A match that stands where its save left it, under the rules of now; from there an agent answers for everybody."""

    sections, has_begun = 1, True

    def __init__(self, rules: Rules, save: Any, decide: Decide) -> None:
        match = rules.load(save, None, "state")
        if match.request is None:
            raise HostError("the match of the save is over")
        assert isinstance(rules.code, Code)
        self.code, self.game, self.driver = rules.code, match.game, Driver(decide, 1)
        self.driver.generator.value = match.driver.generator.value

    def begin(self, section: int) -> Any:
        """What is asked there; a fault takes back all that follows."""
        game = self.game
        game.mark_of_run = len(game.journal), len(game.stack), *game.mark_of_run[2:]
        return game.frames[-1].made(game)

    def answer(self, section: int, game: State, request: Any) -> Any:
        return self.driver.answer(game, request)

    def close(self, section: int, game: State) -> None:
        """Nothing is to be done after it."""

    def outcome(self, game: State) -> str:
        return f"the match is over after {game.events} events"


class DebuggedTest:
    """A test: its positions are built, and its steps are done; before that, those of the tests in which it begins.

    The runner of tests judges it at the end, so that both say the same.
    """

    __test__ = False  # for pytest, which takes the name for one of its own

    def __init__(self, build: Build, name: str) -> None:
        assert build.program is not None
        found = [s for key, s in build.scripts.items() if key.startswith("test ") and s.name == name]
        if not found:
            raise NotThere(f"there is no test `{name}`")
        self.code, self.has_begun = Code(build.program), False
        self.game = new_game(self.code)
        self.scripts, self.wanted = Scripts(self.code, {"test": found[0]}), found[0]
        self.env = Env({})
        self.parts: list[_Part] = []
        script = self.scripts.made[id(found[0])]
        for positions, steps in (*((s.positions, s.steps) for s in script.foregoing), (script.positions, script.steps)):
            self.parts.append(_Part(partial(Building, self.scripts, positions, self.env), None))
            for step in steps:
                self.parts += [_Part(partial(Body, step.do, {"env": self.env}), step), _Part(Checking, step)]
        self.sections = len(self.parts)
        self.drivers: dict[int, ScriptDriver] = {}

    def begin(self, section: int) -> Any:
        return start(self.game, self.parts[section].frame)

    def answer(self, section: int, game: State, request: Any) -> Any:
        return self.driver(section, game).answer(game, request)

    def driver(self, section: int, game: State) -> ScriptDriver:
        """Who answers in a section: both sections of a step have the same one."""
        is_second = section > 0 and self.parts[section].step is self.parts[section - 1].step is not None
        number = section - 1 if is_second else section
        if number not in self.drivers:
            self.drivers[number] = ScriptDriver(game, self.parts[section].step, self.env)
        game.watcher = self.drivers[number]
        return self.drivers[number]

    def close(self, section: int, game: State) -> None:
        """Names what was made, and lets the next answer."""
        self.driver(section, game).name_things()
        if section + 1 < self.sections:
            self.driver(section + 1, game)

    def outcome(self, game: State) -> str:
        told = self.scripts.run_test(self.wanted)
        if told.broken is not None:
            raise told.broken
        return "; ".join(failure.message for failure in told.failures) or "the test passes"


@dataclass(frozen=True, slots=True)
class _Part:
    """A section of a test: what makes its frame, and the step that it is of."""

    frame: Callable[[], Frame]
    step: StepCode | None
