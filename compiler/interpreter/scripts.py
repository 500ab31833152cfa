"""Running tests and scenarios.

Job: build a position from its drawn board and its statements; answer requests from a test's script; compare the outcome
with what the test expects. Input: scripts of the program. Output: a game in its position, or the outcome of a test.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnnecessaryComparison=false, reportUnnecessaryIsInstance=false

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from compiler.interpreter.board_text import BoardTextError, parse_board
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.game import Answers, Driver, new_game, run
from compiler.interpreter.grid import Grid
from compiler.interpreter.happening import Checking
from compiler.interpreter.linked import Linked, PositionCode, ScriptCode, StepCode
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.places import place, set_board
from compiler.interpreter.rosters import check_roster
from compiler.interpreter.spending import refill
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Entity, Env, Fault, Request, RollDice, Stopped, Trace, Usable, label


@dataclass(slots=True)
class Failure:
    """Why a test failed: a sentence and the span-table index of the place."""

    message: str
    at: int


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

    @property
    def passed(self) -> bool:
        return not self.failures and self.broken is None


class Scripts:
    """Tests and scenarios of one game, as its ``code`` knows them."""

    def __init__(self, code: Linked, scripts: Mapping[str, Any]) -> None:
        self.code, self.scripts = code, scripts
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
        unknown = sorted({c for c in cells if c not in {" ", ".", *symbols, *names}})
        if unknown:
            raise Fault(f"the letter {unknown[0]} of the board is in no legend", position.at)
        terrain = [frozenset({symbols[c]}) if c in symbols and c not in names else frozenset() for c in cells]
        metric = self.code.program.board.get("metric", "chebyshev")
        grid = Grid(drawn.width, drawn.height, metric, [c != " " for c in cells], terrain, [], drawn.walls)
        first: dict[str, int] = {}
        for index, letter in enumerate(cells):
            first.setdefault(letter, index)
        self.boards[id(position)] = grid, first
        return grid, first

    # ---- tests
    def run_test(self, wanted: Any, *, tracing: bool = False, asking: bool = False) -> Outcome:
        """Runs one test to its end; ``asking`` keeps requests and answers in its trace, too."""
        script = self.made[id(wanted)]
        outcome = Outcome(script.name, script.at, script.rows)
        game = new_game(self.code)
        game.marked, game.history = set(), []
        game.trace = Trace(asking) if tracing or asking else None
        try:
            self.run_steps(wanted, game, outcome)
        except Fault as fault:
            outcome.failures.append(Failure(fault.message, fault.at or script.at))
        except Stopped as stop:
            outcome.failures.append(Failure(str(stop), script.at))
            return outcome
        except (MemoryError, RecursionError):
            outcome.failures.append(Failure("the test takes more memory than there is", script.at))
        except Exception as error:  # of ours: it ends this test, and the others are run
            outcome.broken = error
            return outcome
        self.compare_events(script, game.history, outcome)
        outcome.rows = game.marked
        outcome.trace = game.trace.lines if game.trace is not None else []
        outcome.state = fingerprint(game) if asking else ""
        return outcome

    def run_steps(self, wanted: Any, game: State, outcome: Outcome) -> None:
        script, env = self.made[id(wanted)], Env({})
        if script.roster is not None:
            assert game.marked is not None
            self.judge_roster(script, game.marked, outcome)
        self.start(wanted, game, env, ScriptDriver(game, (), ()))
        if game.history is not None:
            game.history.clear()
        for number, step in enumerate(script.steps):
            self.run_step(step, game, env, outcome, script.illegal if number == 0 else "")

    def judge_roster(self, script: ScriptCode, marked: set[str], outcome: Outcome) -> None:
        """A roster is legal, or broken for the reason that the test states."""
        assert script.roster is not None
        broken = check_roster(self.code, *script.roster, marked)
        if not script.illegal:
            outcome.failures += [Failure(f"the roster is illegal: {refusal.message}", script.at) for refusal in broken]
        elif not any(script.illegal in refusal.message for refusal in broken):
            told = "; ".join(refusal.message for refusal in broken) or "nothing"
            outcome.failures.append(Failure(f"the roster is not illegal for this reason; wrong is: {told}", script.at))

    def run_step(self, step: StepCode, game: State, env: Env, outcome: Outcome, illegal: str) -> None:
        game.outermost.clear()
        driver = ScriptDriver(game, step.choices, step.dice)
        run(game, lambda: Body(step.do, {"env": env}), driver)
        run(game, Checking, driver)
        for kind, unused in (("choices", driver.choices), ("dice", driver.dice)):
            if unused:
                outcome.failures.append(Failure(f"{kind} were never asked for: {unused}", step.at))
        self.judge_legality(game, step, outcome, illegal)
        for then in step.then:
            refill(game)
            if not then.test(game, env):
                shown = f" (it is {label(then.left(game, env))})" if then.left is not None else ""
                outcome.failures.append(Failure(f"`{then.text}` does not hold{shown}", then.at))

    def judge_legality(self, game: State, step: StepCode, outcome: Outcome, illegal: str) -> None:
        """The first call must be refused with the reason that the test states; without one, none may be refused."""
        refused = [e for e in game.outermost if e._outcome in ("illegal", "fizzled") and e._reason is not None]
        if not illegal:
            for event in refused:
                assert event._reason is not None
                outcome.failures.append(Failure(f"{event._verb} is illegal: {event._reason.message}", step.at))
            return
        first = game.outermost[0] if game.outermost else None
        if first is None or first._reason is None or first._outcome not in ("illegal", "fizzled"):
            outcome.failures.append(Failure("the first call was to be refused, and is legal", step.at))
            return
        game.marked.update(first._reason.rows) if game.marked is not None else None
        if illegal not in first._reason.message:
            outcome.failures.append(Failure(f"it is refused for another reason: {first._reason.message}", step.at))

    def compare_events(self, script: ScriptCode, history: list[str], outcome: Outcome) -> None:
        waiting = list(script.events)
        for verb in history:
            if waiting and verb == waiting[0]:
                waiting.pop(0)
        if waiting:
            order = ", ".join(history[:40])
            outcome.failures.append(
                Failure(f"the event {waiting[0]} did not follow (what happened: {order})", script.at)
            )


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


class ScriptDriver:
    """Answers from a test's lists. An offer that the next answer does not name is passed; a `may` likewise declined."""

    def __init__(self, game: State, choices: tuple[Any, ...], dice: tuple[Any, ...]) -> None:
        self.chance = Driver(self.pick)
        self.choices, self.dice = list(choices), list(dice)

    def answer(self, game: State, request: Request) -> Any:
        if isinstance(request, RollDice):
            return self.faces(game, request)
        if isinstance(request, Choose):
            return self.pick(game, request)
        return self.chance.answer(game, request)

    # ---- dice
    def faces(self, game: State, request: RollDice) -> list[int]:
        if not self.dice:
            raise Fault(f"a roll of {', '.join(request.dice)} is not scripted: add `dice:`", request.at)
        given = self.dice.pop(0)
        many = list(given) if isinstance(given, list | tuple) else [given]
        while len(many) < len(request.dice) and self.dice and not isinstance(given, list | tuple):
            many.append(self.dice.pop(0))
        if len(many) != len(request.dice):
            raise Fault(f"{len(request.dice)} dice are rolled, and {len(many)} are scripted", request.at)
        return [self.face(game, die, wanted, request.at) for die, wanted in zip(request.dice, many, strict=True)]

    def face(self, game: State, die: str, wanted: Any, at: int) -> int:
        size = game.code.die_size(die, at)
        for index in range(size):
            symbols = game.code.face(die, index)
            if symbols == wanted or (isinstance(wanted, int) and symbols == {"value": wanted}):
                return index
        raise Fault(f"{die} has no face {wanted}", at)

    # ---- choices
    def pick(self, game: State, request: Choose) -> list[int]:
        following = self.choices[0] if self.choices else None
        if request.kind == "use":
            position = self.find(game, request, following) if following is not None else None
            if position is not None or following == "pass":
                self.choices.pop(0)
            return [-1 if position is None else position]
        if request.kind == "yes":
            if following in ("yes", "no", True, False):
                self.choices.pop(0)
                return [0 if following in ("yes", True) else 1]
            return [1]
        if following is None:
            raise Fault(f"a choice is not scripted: one of {self.shown(game, request)}", request.at)
        self.choices.pop(0)
        many = following if isinstance(following, list | tuple) else [] if following == "none" else [following]
        found = [self.find(game, request, wanted) for wanted in many]
        if any(f is None for f in found):
            raise Fault(f"{following} is no option: one of {self.shown(game, request)}", request.at)
        return [f for f in found if f is not None]

    def find(self, game: State, request: Choose, wanted: Any) -> int | None:
        matches = [i for i, option in enumerate(request.options) if str(wanted) in self.names(game, option)]
        return matches[0] if matches else None

    def names(self, game: State, option: Any) -> set[str]:
        """Every way in which a test may name an option."""
        if isinstance(option, Usable):
            found = {option.name, option.text()}
            for part in (option.me, option.this):
                if isinstance(part, Entity):
                    found |= self.names(game, part) if part is option.this or option.me is option.this else set()
            mine, its = self.names(game, option.me), self.names(game, option.this)
            return found | {f"{option.name} of {m}" for m in mine} | {f"{t} of {m}" for t in its for m in mine}
        if isinstance(option, Entity):
            own = {label(option), game.test_names.get(option._id, "")}
            named = option._card._id if option._card is not None else getattr(option, "id", option._id)
            return (own | {label(named)}) - {""}
        return {label(option)}

    def shown(self, game: State, request: Choose) -> str:
        texts = [game.test_names.get(getattr(o, "_id", 0)) or label(o) for o in request.options]
        return ", ".join(texts[:12])


def name_for_tests(game: State, entity: Entity, name: str) -> None:
    """The name of an entity, and those of the parts printed in it: ``sword.lines#2``, ``sword.edge``."""
    game.test_names.setdefault(entity._id, name)
    for f in game.program.kinds[entity._kind].fields:
        if f.part:
            held = getattr(entity, f.name)
            many = held if isinstance(held, tuple) else (held,)
            for number, part in enumerate(many, 1):
                place = f"{name}.{f.name}" + (f"#{number}" if isinstance(held, tuple) else "")
                if isinstance(part, Entity):
                    game.test_names.setdefault(part._id, place)
