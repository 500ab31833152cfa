"""One match, as a host has it: what happens, what is asked, and the match itself as a value.

Job: hand out what happens, what is asked and how it ended, one at a time; take answers; copy, save, resume and take
back. Input: rules, a setup and a seed, or a snapshot. Output: mappings and texts that are JSON.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

from compiler.interpreter.answers import check_answer
from compiler.interpreter.asking import asked, explained, legal
from compiler.interpreter.chance import taken_as
from compiler.interpreter.copies import Checkpoint, checkpoint, copy_of, return_to
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import Driver, Minstd, fits, go_on, new_game, start
from compiler.interpreter.happening import Happening
from compiler.interpreter.hidden import deal_anew
from compiler.interpreter.invariants import Broken, broken_invariants
from compiler.interpreter.linked_rows import PositionCode
from compiler.interpreter.match_setup import Ruleset, Seating
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.places import set_board
from compiler.interpreter.restoring import restore
from compiler.interpreter.saves import reseeded_so_far, save_of
from compiler.interpreter.setups import (
    FORMAT,
    HostError,
    members,
    shown_answer,
    sound_answer,
    sound_scenario,
    text,
    whole,
)
from compiler.interpreter.snapshots import FRAMES, Damaged, snapshot_of
from compiler.interpreter.spending import refill, set_limits
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose, Draw, Fault, Request, Stopped, Trace
from compiler.interpreter.views import Asker, Outlook
from compiler.interpreter.watching import Watcher

Told = TypeVar("Told")
Traced = Callable[[State], Trace]  # the trace of a game that is built, before anything happens in it
_STRANGE = (Fault, AttributeError, TypeError, LookupError, ValueError, AssertionError, RecursionError)
_KNOWN = 12  # so many requests keep what was worked out then, for when the match returns to them
_UNFIT = (Fault, AttributeError, TypeError, RecursionError)  # a condition on the whole may meet none


@dataclass(slots=True)
class Point:
    """A match at a request: its game, and what is not of the game."""

    game: Checkpoint
    answers: int
    lines: int
    chance: int
    is_built: bool


class Match:
    """One game. ``step`` gives what happened since, one at a time, then the request that waits, or the result.

    ``answers`` has every answer since the match began; ``taken_back`` those that were taken back, the last first.
    ``reseeded`` says after how many answers a branch took another seed, so that the answers tell the match still.
    """

    keeps_points = True  # whether each request is remembered, for going back to it

    def __init__(
        self, rules: Ruleset, setup: dict[str, Any], seed: int, limits: Mapping[str, Any], traced: Traced | None = None
    ) -> None:
        name = sound_scenario(setup.get("scenario", next(iter(rules.scenarios), "")), rules.scenarios)
        if "scenario" in setup:
            setup["scenario"] = name
        brought = rules.deals.seated(setup.pop("rosters"), name) if "rosters" in setup else {}
        if brought:
            setup["rosters"] = brought
        self.rules, self.setup, self.seed, self.limits, self.scenario = rules, setup, seed, limits, name
        self.answers: list[Any] = []
        self.taken_back: list[Any] = []
        self.reseeded: list[tuple[int, int]] = []
        self.opening = 0  # so many answers were given before the game was built
        self.first = 0  # so many answers were given before what is remembered for going back
        self.is_partial = False  # whether something happened before what is remembered
        self.origin: Mapping[str, Any] | None = None  # the snapshot from which the match goes on, if any
        self.started = 0  # so many answers were given before the origin
        self.is_resumed = False  # whether it goes on from the snapshot of a save, whose answers tell what came before
        self.is_carried = False  # whether its origin was made to fit other rules
        self.report: list[str] = []  # what did not fit, of a save of other rules
        self.points: list[Point] = []
        self.told = 0  # so many lines of the trace have been handed out
        self.request: Request | None = None
        self.result: dict[str, Any] | None = None
        self.fault: Fault | Stopped | None = None  # what ended it, if anything did; its place is in no result
        self.is_built, self.traced = False, traced
        self.game = self.new_game()
        self.game.trace = Trace()
        self.driver = Driver(lambda _game, _request: [], seed)
        self.go_on(lambda: start(self.game, self.first_frame))

    def new_game(self) -> State:
        game = new_game(self.rules.code)
        set_limits(game, self.limits)
        return game

    def first_frame(self) -> Seating:
        return Seating(self.rules, self.rules.scenarios[self.scenario], self.setup.get("rosters", {}))

    @property
    def asks_chance(self) -> bool:
        """Whether rolls, draws and shuffles are asked."""
        return self.limits.get("chance") == "host"

    # ---- playing
    def go_on(self, run: Callable[[], Request | None]) -> None:
        """Runs until somebody is asked, or to the end; chance answers by itself, unless the host wants to."""
        self.request = None
        try:
            request = run()
            while not isinstance(request, Choose):
                if request is None:
                    if self.is_built:
                        self.end("ended", "")
                        return
                    self.is_built, self.opening = True, len(self.answers)
                    self.trace_anew(self.traced)
                    request = start(self.game, lambda: Happening(self.rules.code.program.start, {}))
                elif self.asks_chance:
                    break
                else:
                    request = go_on(self.game, self.driver.answer(self.game, request))
            self.request = request
            if self.keeps_points:
                self.points.append(self.point())
                for long_ago in self.points[-_KNOWN - 1 : -_KNOWN]:
                    long_ago.game.known = None
        except Fault as fault:
            self.fault = fault
            self.end("fault", fault.message)
        except Stopped as stop:
            self.fault = stop
            self.end("stopped", str(stop))
        except _STRANGE:
            if self.origin is None and not self.is_resumed:
                raise  # ours
            self.fault = Fault("the snapshot does not fit its rules")
            self.end("fault", self.fault.message)

    def trace_anew(self, traced: Traced | None) -> None:
        if traced is not None:
            self.game.trace, self.told = traced(self.game), 0

    def end(self, outcome: str, message: str) -> None:
        if outcome != "ended" and self.is_partial and self.is_built:
            self.back_to_start()
        self.result = {
            "type": "result", "outcome": outcome, "message": message,
            "events": self.game.events, "state": fingerprint(self.game),
        }  # fmt: skip

    def back_to_start(self) -> None:
        """After a fault the game is as before its first event. Where that is not remembered, it is built anew."""
        answers = iter(self.answers)
        if self.origin is not None and (self.is_carried or self.origin["opening"] is None):  # or was being built there
            begun = Match.restored(self.rules, self.origin, self.limits)
            game, driver, request = begun.game, begun.driver, None if self.is_carried else begun.request
        else:
            game, driver = self.new_game(), Driver(self.driver.decide, self.seed)
            request = start(game, self.first_frame)
        while request is not None:
            is_given = isinstance(request, Choose) or self.asks_chance
            request = go_on(game, taken_as(request, next(answers)) if is_given else driver.answer(game, request))
        game.events, game.trace, self.game = self.game.events, self.game.trace, game

    def step(self, answer: list[int] | None = None) -> dict[str, Any]:
        """The next event, request or result; ``answer`` is given when a request waits and all events are told."""
        if answer is not None:
            self.answer(answer)
        return next(self.waiting_events(), None) or self.asked() or dict(self.result or {})

    def answer(self, answer: Any) -> None:
        """Goes on with an answer to the request that waits; one that is refused leaves the game as it is."""
        picked = self.sound(answer)
        self.taken_back.clear()
        self.reseeded = reseeded_so_far(self)
        self.give_answer(picked)

    def sound(self, answer: Any) -> Any:
        """An answer that the request takes."""
        if self.request is None or self.waiting():
            raise HostError("nothing is asked now")
        request, picked = self.request, sound_answer(answer)
        if not isinstance(request, Choose):
            if (len(picked) != 1 and isinstance(request, Draw)) or not fits(request, taken_as(request, picked)):
                raise HostError(f"{shown_answer(picked)} is no legal answer")
            return picked
        refill(self.game)
        try:
            check_answer(request, picked)
        except _UNFIT as fault:
            raise HostError(f"{shown_answer(picked)} is no legal answer") from fault
        return picked

    def give_answer(self, answer: Any) -> None:
        self.answers.append(answer)
        assert self.request is not None
        taken = taken_as(self.request, answer)
        if isinstance(self.request, Choose) and self.game.trace is not None:
            self.game.trace.asked(self.request, taken)
        self.go_on(lambda: go_on(self.game, taken))

    # ---- a match as a value
    def point(self) -> Point:
        assert self.game.trace is not None
        lines = len(self.game.trace.lines)
        return Point(checkpoint(self.game), len(self.answers), lines, self.driver.generator.value, self.is_built)

    def clone(self) -> Match:
        """An independent match in the same state, with the same future."""
        assert self.game.trace is not None
        made: Match = object.__new__(Match)
        made.__dict__.update(self.__dict__)
        made.game, made.driver = copy_of(self.game), Driver(self.driver.decide, 1)
        made.driver.generator.value = self.driver.generator.value
        made.game.trace = Trace(lines=list(self.game.trace.lines), remarks=list(self.game.trace.remarks))
        made.answers, made.taken_back, made.reseeded = list(self.answers), list(self.taken_back), list(self.reseeded)
        made.setup, made.first, made.is_partial = deepcopy(self.setup), len(self.answers), True
        made.ask_again()
        return made

    def ask_again(self) -> None:
        """Makes the waiting request anew, for a game that was copied, resumed or taken back."""
        self.request = self.game.frames[-1].made(self.game) if self.game.frames else None
        self.points = [self.point()] if self.request is not None else []

    def branch(self, seed: int) -> Match:
        """A clone with another future of dice, draws and shuffles."""
        made = self.clone()
        made.driver.generator = Minstd(seed)
        made.reseeded = [*reseeded_so_far(self), (len(self.answers), seed)]
        made.taken_back.clear()
        if made.points:
            made.points = [made.point()]
        return made

    def branch_for(self, player: int, seed: int) -> Match:
        """A branch in which what a player cannot know is dealt anew, in a way that fits all that they know.

        Raises HostError where what is being done names something that is hidden from them.
        """
        seat, made = self.number_of(player), self.branch(seed)
        state = deal_anew(made.game, players_by_seat(made.game)[seat], made.driver.generator)
        if not state:
            raise HostError(f"what is being done names something that player {seat} cannot know")
        # Neither the seed, nor the answers so far, nor the story, nor the hash of the end tell what is hidden in truth.
        made.seed, made.answers, made.reseeded, made.told = seed, made.answers[: made.opening], [], 0
        made.game.trace, made.is_resumed = Trace(), False
        made.first = made.started = len(made.answers)
        made.result = made.sound_result(made.result) if made.result is not None else None
        made.ask_again()
        made.origin = made.snapshot(state)
        return made

    def undo(self, times: int = 1) -> None:
        """Returns to the request before, or to that so many answers before; raises HostError where there is none."""
        left = len(self.answers) - times
        at = next((n for n in reversed(range(len(self.points))) if self.points[n].answers == left), -1)
        if times > 0 <= at and (self.result is None or self.result["outcome"] == "ended"):
            given = self.answers[left:]
            del self.points[at + 1 :]
            self.return_to(self.points[at])
            self.taken_back += reversed(given)
        elif times == 1:  # a fault has taken back all of it, or it is before what is remembered
            self.undo_by_replay()
        else:
            for _ in range(times):
                self.undo()

    def undo_by_replay(self) -> None:
        if len(self.answers) == self.started:
            raise HostError("there is nothing to take back")
        if self.is_resumed and len(self.answers) == self.first:
            self.relive()
            self.undo()
            return
        answer = self.answers[-1]
        self.__dict__.update(self.replayed(len(self.answers) - 1).__dict__)
        self.taken_back.append(answer)

    def return_to(self, point: Point) -> None:
        assert self.game.trace is not None
        return_to(self.game, point.game)
        del self.answers[point.answers :], self.game.trace.lines[point.lines :]
        self.told = min(self.told, point.lines)
        self.driver.generator.value, self.is_built, self.result = point.chance, point.is_built, None
        self.request = self.game.frames[-1].made(self.game)

    def relive(self) -> None:
        """Plays again what came before the save that the match goes on from, for its events and for going back."""
        if self.is_resumed:
            self.__dict__.update(self.played_again().__dict__)

    def played_again(self, traced: Traced | None = None) -> Match:
        """The match played again to where it stands; HostError where the answers of a save do not lead there."""
        known = fingerprint(self.game)
        try:
            again = self.replayed(len(self.answers), traced)
        except (HostError, Damaged) as wrong:
            raise HostError(f"the answers of the save do not lead to its snapshot: {wrong}") from wrong
        if fingerprint(again.game) != known:
            raise HostError("the answers of the save do not lead to its snapshot")
        return again

    def replayed(self, count: int, traced: Traced | None = None) -> Match:
        """The match played again up to so many answers."""
        if self.origin is None:
            again = Match(self.rules, deepcopy(self.setup), self.seed, self.limits, traced)
        else:
            again = Match.restored(self.rules, self.origin, self.limits)
            again.traced = traced
            if again.is_built:
                again.trace_anew(traced)
        for number, answer in list(enumerate(self.answers[:count]))[self.started :]:
            again.reseed(number, self.reseeded)
            again.skip()
            again.give_answer(again.sound(answer) if self.is_resumed else answer)
            if isinstance(again.fault, Stopped):
                raise again.fault
        again.reseed(count, self.reseeded)
        again.skip()
        again.taken_back, again.reseeded = self.taken_back, self.reseeded
        again.is_carried, again.report = self.is_carried, self.report
        return again

    def reseed(self, count: int, rows: list[tuple[int, int]]) -> None:
        for seed in (seed for at, seed in rows if at == count):
            self.driver.generator = Minstd(seed)
            if self.points and self.points[-1].answers == count:
                self.points[-1].chance = self.driver.generator.value

    def redo(self) -> None:
        """Gives the answer that was taken back last once more; raises HostError where there is none."""
        if not self.taken_back:
            raise HostError("nothing was taken back")
        self.skip()
        self.give_answer(self.taken_back.pop())
        self.reseed(len(self.answers), self.reseeded)

    # ---- as data
    def snapshot(self, state: dict[str, Any] | None = None) -> dict[str, Any]:
        """All of the match as JSON data, for `Rules.restore` in any engine; ``state`` is its game's, if known."""
        positions = self.rules.scripts.positions_of(self.rules.scenarios[self.scenario])
        boards = [p for p, row in enumerate(positions) if row.board and self.board_of(row) is self.game.drawn]
        return {
            "format": FORMAT, "game": self.rules.code.program.game, "hash": self.rules.hash,
            "setup": deepcopy(self.setup), "seed": self.seed, "chance": self.driver.generator.value,
            "opening": [*self.answers[: self.opening]] if self.is_built else None,
            "board": boards[-1] if boards else None, "result": deepcopy(self.result),
            "state": state or snapshot_of(self.game),
        }  # fmt: skip

    def board_of(self, position: PositionCode) -> Any:
        return self.rules.scripts.board_of(position)[0]

    @classmethod
    def restored(
        cls, rules: Ruleset, held: Mapping[str, Any], limits: Mapping[str, Any], *, asks: bool = True
    ) -> Match:
        """The match of a snapshot whose members were looked at; raises `Damaged`. ``asks``: whether it waits."""
        made: Match = object.__new__(cls)
        setup, opening = dict(held["setup"]), held["opening"]
        name = sound_scenario(setup.get("scenario", next(iter(rules.scenarios), "")), rules.scenarios)
        if "rosters" in setup:
            setup["rosters"] = rules.deals.seated(setup["rosters"], name)
        made.rules, made.setup, made.seed, made.limits, made.scenario = rules, setup, held["seed"], limits, name
        made.answers, made.taken_back, made.reseeded = [sound_answer(a) for a in opening or []], [], []
        made.opening = made.first = len(made.answers)
        made.is_partial, made.origin, made.started = True, held, len(made.answers)
        made.is_built, made.traced, made.told, made.points = opening is not None, None, 0, []
        made.is_resumed, made.is_carried, made.report = False, False, []
        made.game, made.driver = made.new_game(), Driver(lambda _game, _request: [], 1)
        made.game.trace = Trace()
        made.driver.generator.value = held["chance"]
        positions = rules.scripts.positions_of(rules.scenarios[name])
        if held["board"] is not None:
            if not 0 <= held["board"] < len(positions) or not positions[held["board"]].board:
                raise Damaged("there is no such board")
            set_board(made.game, made.board_of(positions[held["board"]]))
        restore(made.game, held["state"], {**FRAMES, "Seating": Seating})
        for frame in made.game.frames:
            if isinstance(frame, Seating):
                frame.rules, frame.scripts, frame.positions = rules, rules.scripts, positions
                frame.rosters = setup.get("rosters", {})
        made.result = made.fault = None
        try:
            made.request = None
            if made.game.frames and asks:
                made.ask_again()
            elif asks:
                made.result = made.sound_result(held["result"])
            fingerprint(made.game)
        except _STRANGE as error:
            raise Damaged("what it waits for does not fit its rules") from error
        return made

    def sound_result(self, result: Any) -> dict[str, Any]:
        """How the match had ended; what it says of the state is worked out here."""
        told = members(result) or {}
        outcome, message = text(told.get("outcome")), text(told.get("message"))
        if outcome not in ("ended", "fault", "stopped") or message is None:
            raise Damaged("it neither waits nor has ended")
        return {
            "type": "result", "outcome": outcome, "message": message, "events": self.game.events,
            "state": fingerprint(self.game),
        }  # fmt: skip

    # ---- telling
    def waiting(self) -> bool:
        assert self.game.trace is not None
        return self.told < len(self.game.trace.lines)

    def waiting_events(self) -> Iterator[dict[str, Any]]:
        assert self.game.trace is not None
        while self.waiting():
            line = self.game.trace.lines[self.told]
            self.told += 1
            text = line.lstrip(" ")
            yield {"type": "event", "depth": (len(line) - len(text)) // 2, "text": text}

    def skip(self) -> None:
        """Passes over the events that nobody has been told."""
        assert self.game.trace is not None
        self.told = len(self.game.trace.lines)

    # ---- asking
    def asked(self) -> dict[str, Any] | None:
        return asked(self.game, self.request) if self.request is not None else None

    def legal(self) -> list[dict[str, Any]]:
        """The legal answers of the request that waits, at most 64."""
        return self.told_of(lambda: legal(self.game, self.request))

    def explain(self) -> dict[str, Any]:
        """The request that waits; of an offer, what is not offered and why."""
        return self.told_of(lambda: explained(self.game, self.request))

    def told_of(self, work: Callable[[], Told]) -> Told:
        """What somebody asks of the game; HostError where a damaged snapshot leaves that unknown."""
        try:
            return work()
        except _STRANGE as error:
            if self.origin is None and not self.is_resumed:
                raise
            raise HostError("the snapshot does not fit its rules") from error

    def invariants(self) -> list[Broken]:
        """The invariants that do not hold now; for authors and tests, never for a player."""
        return self.told_of(lambda: broken_invariants(self.game))

    def view(self, player: int | str | None = None) -> dict[str, Any]:
        """What a player may know, counted from 0; none is a spectator, who knows less, and `all` a referee."""
        asker = self.asker(player)
        return self.told_of(lambda: Outlook(self.game, asker).data(self.choice))

    @property
    def choice(self) -> Choose | None:
        """What a player is asked."""
        return self.request if isinstance(self.request, Choose) else None

    def asker(self, player: Any) -> Asker:
        if player is None or player == "all":
            return Asker(player, None)
        seat = self.number_of(player)
        return Asker(seat, players_by_seat(self.game)[seat])

    def watch(
        self, player: int | str | None = None, language: str | None = None, names: Sequence[str | None] | None = None
    ) -> Watcher:
        """Somebody who watches this match; with a language also in words, which call the players by these names."""
        return self.told_of(lambda: Watcher(self, player, language, names))

    def number_of(self, player: Any) -> int:
        """The position of a player, which is one of those who play."""
        players, seat = players_by_seat(self.game), whole(player)
        if seat is None or not 0 <= seat < len(players):
            named = "such player" if seat is None else f"player {seat}"
            raise HostError(f"there is no {named}; players count from 0 and are {len(players)}")
        return seat

    def save(self) -> dict[str, Any]:
        """The match as JSON data, for `Rules.load` in any engine."""
        return save_of(self)
