"""A game at a moment from which chance is followed.

Job: go on from request to request, return to an earlier one, answer what players are asked, and tell what has come of
it. Input: a running game, what is to be done in it, and names of answers. Output: requests of chance, one at a time.
Must never know who looks at all ways, and who at some.

Players are asked on the way, too. Their answers are given by name, as in tests, wherever they fit what is asked. What
they leave open is decided so: offers are passed, a `may` is declined, and of anything else the first legal answer is
taken, which is noted.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardwright.authoring.odds.living import Living
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.copies import Checkpoint, checkpoint, return_to
from compiler.interpreter.frames import Frame
from compiler.interpreter.game import go_on, place_of, start
from compiler.interpreter.snapshots import snapshot_of
from compiler.interpreter.spending import refill
from compiler.interpreter.state import State
from compiler.interpreter.test_answers import ScriptDriver
from compiler.interpreter.test_names import named
from compiler.interpreter.values import Choose, Draw, Event, Fault, Misfit, RollDice, Shuffle

Chance = RollDice | Draw | Shuffle
Outcome = tuple[Any, ...]  # a value for each question
_IDLE_COUNTS = ("events", "steps", "changes")  # how much was done: nothing of the rules reads that


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at a request of chance."""

    request: Chance
    point: Checkpoint
    section: int
    choices: tuple[Any, ...]
    single: tuple[tuple[frozenset[str], int], ...]
    events: int


@dataclass
class Position:
    """``sections`` are done one after the other; without any, the game goes on with what it waits for.

    ``ask`` works out the questions of the game as it is at the end. ``stops``: whether it ends where a player is
    offered what to do next, once all choices are given.
    """

    game: State
    sections: Sequence[Callable[[], Frame]]
    ask: Callable[[State], Outcome]
    driver: ScriptDriver
    kept_values: Living
    stops: bool = False
    waiting: Any = None
    section: int = -1
    unanswered: dict[str, int] = field(default_factory=dict[str, int])  # by place: how often the first answer was taken
    unused: list[Any] | None = None  # the fewest answers that were left over at an end; None before the first

    # ---- going on
    def begin(self) -> Chance | None:
        """Goes to the first request of chance, or to the end."""
        self.game.watcher = self.driver
        return self.passed(self.waiting)

    def go_on(self, answer: Any) -> Chance | None:
        return self.passed(go_on(self.game, answer))

    def passed(self, request: Any) -> Chance | None:
        """Answers for players until chance is asked; begins the sections in turn."""
        while True:
            if isinstance(request, Choose):
                answer = self.decide(request)
                if answer is None:
                    return None
                request = go_on(self.game, answer)
            elif request is not None:
                found: Chance = request
                return found
            elif self.section + 1 < len(self.sections):
                self.section += 1
                request = start(self.game, self.sections[self.section])
            else:
                return None

    def decide(self, request: Choose) -> list[int] | None:
        """A player's answer; None where the walk ends at this request."""
        if self.stops and not self.driver.choices and request.kind == "use" and request.options[0].trigger is None:
            return None
        refill(self.game)
        try:
            return self.driver.pick(self.game, request)
        except Misfit:
            place = place_of(self.game, request.at)
            self.unanswered[place] = self.unanswered.get(place, 0) + 1
            return legal_answers(request, 1)[0]

    def end(self) -> Outcome:
        """What has come of a way at its end; notes which answers nobody asked for."""
        driver = self.driver
        while driver.drop_single(driver.choices):
            pass
        self.note_unused()
        return self.ask(self.game)

    def note_unused(self) -> None:
        left = self.driver.choices
        if self.unused is None or len(left) < len(self.unused):
            self.unused = list(left)

    @property
    def refused(self) -> tuple[str, ...]:
        """The calls that are asked about, and were refused, with the reasons."""
        outermost = (event for event in self.driver.refusals if event._parent is None)
        told = {(e._verb, named(self.game, e._reason.message)) for e in outermost if e._reason is not None}
        return tuple(f"`{verb}` is refused: {why}" for verb, why in sorted(told))

    # ---- going back
    def here(self, request: Chance) -> Moment:
        driver, history = self.driver, self.game.history or []
        choices, single = tuple(driver.choices), tuple(driver.single)
        return Moment(request, checkpoint(self.game), self.section, choices, single, len(history))

    def return_to(self, moment: Moment) -> None:
        return_to(self.game, moment.point)
        self.section = moment.section
        self.driver.choices, self.driver.single = list(moment.choices), list(moment.single)
        if self.game.history is not None:
            del self.game.history[moment.events :]

    def proceed(self, answer: Any) -> Chance | Fault | None:
        """Goes on from a moment with an answer; a fault leaves the game so that it can return there."""
        game = self.game
        game.mark_of_run = (len(game.journal), len(game.stack), *game.mark_of_run[2:])
        try:
            return self.go_on(answer)
        except Fault as fault:
            return fault

    # ---- telling
    def key(self, told: Callable[[Event], Any] | None) -> str:
        """The same for moments from which the same comes. ``told``: what of the events so far is asked about."""
        self.kept_values.look(self.game)
        state = snapshot_of(self.game, self.kept_values)
        for name in _IDLE_COUNTS:
            del state["counts"][name]
        del state["before"]
        for event in state["events"]:
            del event["number"]
        events = [told(event) for _, event in self.game.history or ()] if told is not None else []
        driver = self.driver
        single = [(sorted(names), size) for names, size in driver.single]
        return json.dumps([state, self.section, driver.choices, single, events], default=str)
