"""Running tests and scenarios.

Job: build a position from its drawn board and its statements; answer requests from a test's script; compare the outcome
with what the test expects. Input: scripts of the program. Output: a game in its position, or the outcome of a test.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from compiler.interpreter.board_text import VACANT, VOID, BoardTextError, parse_board
from compiler.interpreter.claims import (
    judge_conditions,
    judge_events,
    judge_legality,
    judge_names,
    judge_offers,
    judge_refusals,
)
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.game import Answers, new_game, run
from compiler.interpreter.grid import Grid
from compiler.interpreter.happening import Checking
from compiler.interpreter.invariants import Judge, sentence
from compiler.interpreter.linked import Linked
from compiler.interpreter.linked_rows import PositionCode, ScriptCode, StepCode
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.places import place, set_board
from compiler.interpreter.rosters import check_roster
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import Openings, ScriptDriver, shown_answer
from compiler.interpreter.test_names import name_for_tests, named
from compiler.interpreter.values import Entity, Env, Event, Fault, Stopped, Trace


@dataclass(slots=True)
class Failure:
    """Why a test failed: a sentence and the span-table index of the place. ``guarded``: of an invariant, its rows."""

    message: str
    at: int
    guarded: tuple[str, ...] | None = None


@dataclass(slots=True)
class Outcome:
    """What became of a test that shows the rows ``named``; ``rows`` are those that were carried out while it ran.

    ``broken`` is what ended it where that is a fault of the runtime, and none of the test or the content.
    """

    name: str
    at: int
    named: tuple[str, ...] = ()
    failures: list[Failure] = field(default_factory=list)
    rows: set[str] = field(default_factory=set)
    trace: list[str] = field(default_factory=list)
    state: str = ""
    broken: Exception | None = None
    fault: Fault | None = None  # why it could not be judged

    @property
    def passed(self) -> bool:
        return not self.failures and self.broken is None

    def note_broken(self, arbiter: Judge | None, at: int) -> None:
        """What broke of the invariants, told once."""
        for broken in arbiter.found if arbiter is not None else ():
            self.failures.append(Failure(sentence(broken), at, tuple(broken["rows"])))
        if arbiter is not None:
            arbiter.found.clear()


@dataclass(frozen=True, slots=True)
class Judged:
    """What a step is judged by: its driver, what happened in it, and why its first call is to be refused."""

    driver: ScriptDriver
    history: list[tuple[str, Event]]
    illegal: str


class Scripts:
    """Tests and scenarios of one game, as its ``code`` knows them."""

    def __init__(self, code: Linked, scripts: Mapping[str, Any], *, judging: bool = False) -> None:
        """``judging``: a test fails where an invariant of the game breaks that holds in its position.

        With code that marks rows an outcome has those that were carried out, and nothing that was worked out is kept.
        """
        self.code, self.scripts, self.judging = code, scripts, judging and bool(code.rules["invariants"])
        self.boards: dict[int, tuple[Grid, dict[str, int]]] = {}
        self.made = {id(s): made for s, made in zip(scripts.values(), code.scripts(scripts.values()), strict=True)}

    # ---- positions
    def start(self, script: Any, game: State, env: Env, driver: Answers) -> None:
        """Builds the positions of a script, in order."""
        run(game, lambda: Building(self, self.positions_of(script), env), driver)

    def positions_of(self, script: Any) -> tuple[PositionCode, ...]:
        return self.made[id(script)].positions

    def draw(self, position: PositionCode, game: State) -> dict[str, int]:
        """Sets the drawn board; gives the first square of every letter."""
        grid, first = self.board_of(position)
        set_board(game, grid)
        if game.marked is not None:
            for found in grid.terrain:
                for name in found:
                    game.marked.update(self.code.program.data_rows.get(f"terrain:{name}", ()))
        return first

    def board_of(self, position: PositionCode) -> tuple[Grid, dict[str, int]]:
        """The board of a position, made once: a grid never changes, and what it has worked out serves every game."""
        made = self.boards.get(id(position))
        if made is not None:
            return made
        try:
            drawn = parse_board(position.board)
        except BoardTextError as error:
            raise Fault(
                f"board line {error.line + 1}, column {error.column + 1}: {error.message}", position.at
            ) from error
        symbols = {symbol: name for name, symbol in self.code.program.terrain.items() if symbol}
        names = {letter for letter, _ in position.letters}
        cells = [letter for row in drawn.letters for letter in row]
        unknown = sorted({c for c in cells if c not in {VOID, VACANT, ".", *symbols, *names}})
        if unknown:
            raise Fault(f"the letter {unknown[0]} of the board is in no legend", position.at)
        terrain = [frozenset({symbols[c]}) if c in symbols and c not in names else frozenset() for c in cells]
        metric = self.code.program.board.get("metric", "chebyshev")
        vacant = frozenset(index for index, c in enumerate(cells) if c == VACANT)
        exists = [c not in (VOID, VACANT) for c in cells]
        grid = Grid(drawn.width, drawn.height, metric, exists, terrain, [], drawn.walls, vacant)
        first: dict[str, int] = {}
        for index, letter in enumerate(cells):
            first.setdefault(letter, index)
        self.boards[id(position)] = grid, first
        return grid, first

    # ---- tests
    def run_test(self, wanted: Any, *, tracing: bool = False, asking: bool = False, left_open: bool = True) -> Outcome:
        """Runs one test to its end; ``asking`` keeps requests and answers in its trace, too.

        ``left_open``: what the test leaves open is tried the other way, too; its claims must hold then as well.
        """
        trace = Trace(asking) if tracing or asking else None
        openings = Openings()
        outcome = self.run_once(wanted, openings, trace)
        if left_open and not asking and outcome.passed:
            self.try_openings(wanted, openings, outcome)
        return outcome

    def run_once(self, wanted: Any, openings: Openings, trace: Trace | None) -> Outcome:
        script = self.made[id(wanted)]
        outcome = Outcome(script.name, script.at, script.rows)
        game = new_game(self.code)
        game.marked, game.history, game.trace = set() if self.code.marking else None, [], trace
        try:
            self.run_steps(script, game, outcome, openings)
        except Fault as fault:
            outcome.fault = fault
            outcome.failures.append(Failure(named(game, fault.message), fault.at or script.at))
        except Stopped as stop:
            outcome.failures.append(Failure(str(stop), script.at))
            return outcome
        except (MemoryError, RecursionError):
            outcome.failures.append(Failure("the test takes more memory than there is", script.at))
        except Exception as error:  # of ours: it ends this test, and the others are run
            outcome.broken = error
            return outcome
        outcome.rows = game.marked or set()
        outcome.trace = game.trace.lines if game.trace is not None else []
        outcome.state = fingerprint(game) if trace is not None and trace.asking else ""
        return outcome

    def try_openings(self, wanted: Any, openings: Openings, outcome: Outcome) -> None:
        """Takes, one at a time, what the test has left open: a claim that fails then depends on it."""
        ways = [(number, way) for number, found in enumerate(openings.found) for way in range(len(found))]
        for number, way in ways:
            other = self.run_once(wanted, Openings((number, way)), None)
            if other.failures and other.fault is None:
                failure = other.failures[0]
                message = (
                    f"{failure.message} if {openings.found[number][way]} is taken, which the test leaves open: "
                    "answer it (`pass` and `no` decline it), or say that it is `not offered`"
                )
                outcome.failures.append(Failure(message, failure.at))
                return

    def run_steps(self, script: ScriptCode, game: State, outcome: Outcome, openings: Openings) -> None:
        env, history = Env({}), game.history
        assert history is not None
        if script.roster is not None:
            self.judge_roster(script, game.marked, outcome)
        for stage in script.foregoing:
            self.build(stage.positions, game, env, f"where the test `{stage.test}` begins")
            for number, step in enumerate(stage.steps):
                where = f"in step {number + 1} of `{stage.test}`"
                self.carry_out(step, game, env, ScriptDriver(game, step, env), where)
        self.build(script.positions, game, env, "in `given`")
        history.clear()
        arbiter = self.arbiter_for(game)
        for number, step in enumerate(script.steps):
            begun, driver = len(history), ScriptDriver(game, step, env, openings)
            driver.arbiter = arbiter
            where = f"in step {number + 1} of {len(script.steps)}" if len(script.steps) > 1 else ""
            try:
                self.carry_out(step, game, env, driver, where)
            finally:
                outcome.note_broken(arbiter, step.at)
            judged = Judged(driver, history[begun:], script.illegal if number == 0 else "")
            outcome.failures += [Failure(*told) for told in self.failures_of(step, game, env, judged)]
        told = judge_events(script.happens, history, game, env, script.at)
        outcome.failures += [Failure(*failure) for failure in told]

    def arbiter_for(self, game: State) -> Judge | None:
        """What judges the invariants of the game from now on, if they are judged."""
        if not self.judging:
            return None
        made = Judge()
        made.begin(game)
        return made

    def build(self, positions: tuple[PositionCode, ...], game: State, env: Env, where: str) -> None:
        driver = ScriptDriver(game, None, env)
        game.watcher = None
        try:
            run(game, lambda: Building(self, positions, env), driver)
        except Fault as fault:
            raise type(fault)(f"{fault.message} ({where})", fault.at) from fault

    def carry_out(self, step: StepCode, game: State, env: Env, driver: ScriptDriver, where: str) -> None:
        """Runs the statements of a step; a Fault says where, and after how many of the answers."""
        game.outermost.clear()
        game.watcher = driver
        try:
            run(game, lambda: Body(step.do, {"env": env}), driver)
            run(game, Checking, driver)
            driver.judged(is_own=driver.changes_last)
            driver.finish()
        except Fault as fault:
            if driver.openings.was_taken:
                raise
            told = [where] if where else []
            for kind in ("choices", "dice", "draws"):
                given, left = len(getattr(step, kind)), len(getattr(driver, kind))
                told += [f"after {given - left} of {given} {kind}"] if given else []
            raise type(fault)(fault.message + (f" ({', '.join(told)})" if told else ""), fault.at) from fault

    def failures_of(self, step: StepCode, game: State, env: Env, judged: Judged) -> Iterator[tuple[str, int]]:
        driver = judged.driver
        for kind in ("choices", "dice", "draws") if not driver.openings.was_taken else ():
            unused: list[Any] = getattr(driver, kind)
            if unused:
                yield f"{kind} were never asked for: {shown_answer(unused)}", step.at
        yield from judge_refusals(step, game, env, driver, judged.history)
        yield from judge_legality(step, game, driver, judged.illegal)
        yield from judge_offers(step, driver)
        if game.trace is None or not game.trace.asking:  # whoever replays a test need not find its mistakes
            yield from judge_names(step, game)
        yield from judge_conditions(step, game, env)
        yield from judge_events(step.happens, judged.history, game, env, step.at)

    def judge_roster(self, script: ScriptCode, marked: set[str] | None, outcome: Outcome) -> None:
        """A roster is legal, or broken for the reason that the test states."""
        assert script.roster is not None
        broken = check_roster(self.code, *script.roster, marked)
        if not script.illegal:
            outcome.failures += [Failure(f"the roster is illegal: {refusal.message}", script.at) for refusal in broken]
        elif not any(script.illegal in refusal.message for refusal in broken):
            told = "; ".join(refusal.message for refusal in broken) or "nothing"
            outcome.failures.append(Failure(f"the roster is not illegal for this reason; wrong is: {told}", script.at))


class Building(Frame):
    """Builds the positions of a script one after the other."""

    __slots__ = ("env", "letters", "number", "positions", "scripts")
    passing: ClassVar[tuple[str, ...]] = ("positions", "scripts")

    def __init__(self, scripts: Scripts, positions: tuple[PositionCode, ...], env: Env) -> None:
        self.scripts, self.positions, self.env = scripts, positions, env
        self.number, self.letters = 0, dict[str, int]()

    def run(self, rt: State, value: Any) -> Frame | None:
        if self.number >= len(self.positions):
            return None
        position = self.positions[self.number]
        self.pc += 1
        if self.pc == 1:
            self.letters = self.scripts.draw(position, rt) if position.board else {}
            return Body(position.build, {"env": self.env})
        if self.pc == 2:
            self.built(rt, position)
            return Body(position.do, {"env": self.env})
        self.number, self.pc = self.number + 1, 0
        return Checking()

    def built(self, rt: State, position: PositionCode) -> None:
        """Everything is there: those at the letters of the board are put on their squares."""
        for letter, name in position.letters:
            square = self.letters.get(letter)
            if square is None:
                raise Fault(f"the letter {letter} does not stand on the board", position.at)
            place(rt, getattr(self.env, name), rt.square_at[square])
        for name, entity in vars(self.env).items():
            if isinstance(entity, Entity):
                name_for_tests(rt, entity, name)
