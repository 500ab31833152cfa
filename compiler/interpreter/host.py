"""The host's interface: one game that a program plays step by step (``docs/engines.md``).

Job: hand out what happens, what is asked and how it ended, one at a time; take answers; save and load. Input: linked
rules, scenarios by name, a setup and a seed. Output: mappings and texts that are JSON. Dice are never asked.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from compiler.interpreter.choices import check_answer, legal_answers
from compiler.interpreter.dealt_rosters import Deals
from compiler.interpreter.game import Driver, Game
from compiler.interpreter.linked import Linked, PositionCode, program_of
from compiler.interpreter.scripts import Building, Scripts
from compiler.interpreter.setups import (
    FORMAT,
    HostError,
    members,
    shown_answer,
    sound_answer,
    sound_limits,
    sound_save,
    sound_scenario,
    sound_seed,
    sound_setup,
    whole,
)
from compiler.interpreter.transcript import transcript_of_match, transcript_of_test
from compiler.interpreter.values import Choose, Env, Fault, Request, Stopped, Trace, label

_PASS = [-1]
_UNFIT = (Fault, AttributeError, TypeError, RecursionError)  # a condition on the whole may meet none
_NO_DEALS: dict[str, Any] = {"lists": {}, "rosters": {}, "seats": {}, "whose": {}}


class Rules:
    """A game's rules, ready to be played. ``scenarios`` are scripts by name; ``hash`` is that of the rules table."""

    def __init__(
        self, code: Linked, scenarios: Mapping[str, Any], rules_hash: str, deals: Mapping[str, Any] | None = None
    ) -> None:
        self.code, self.scenarios, self.hash = code, scenarios, rules_hash
        self.scripts = Scripts(code, scenarios)
        self.deals = Deals(code, deals or _NO_DEALS)

    @classmethod
    def of_table(cls, rules: Mapping[str, Any]) -> Rules:
        """The rules of a generated module."""
        code = Linked(program_of(rules))
        code.sources = frozenset(verb["head"].__code__.co_filename for verb in rules["verbs"].values())
        code.link(rules)
        scenarios = {name: rules["scenarios"][name] for name in rules["scenario_names"]}
        return cls(code, scenarios, rules["hash"], rules["deals"])

    def new_game(
        self,
        setup: Mapping[str, Any] | None = None,
        seed: int | None = 1,
        limits: Mapping[str, Any] | None = None,
    ) -> Match:
        """A game before its first event.

        ``setup`` is ``{"scenario": name, "rosters": {player: roster}}``, where both may be left out: the first scenario
        then, and the cards that it has. ``limits`` may say how much ``work`` may be done for an answer, and have a
        ``watch`` that is called from time to time and says whether the game is to stop.
        """
        return Match(self, sound_setup(setup), sound_seed(seed), sound_limits(limits))

    def check_roster(self, roster: Any) -> list[dict[str, Any]]:
        """What is wrong with a roster, or with the game's own of that name; empty where it is legal."""
        broken = self.deals.broken(self.deals.read(roster))
        places = [self.code.spans[refusal.at] for refusal in broken]
        return [
            {"reason": refusal.message, "place": f"{at.path}:{at.line}:{at.column}", "rows": list(refusal.rows)}
            for refusal, at in zip(broken, places, strict=True)
        ]

    def transcript_of_test(self, row: Mapping[str, Any]) -> list[str]:
        """What happens in a content test, line by line; ``row`` is one of the exported tests."""
        if not (members(row) or {}).keys() >= {"positions", "steps"}:
            raise HostError("a test is one of those that were exported")
        return transcript_of_test(Scripts(self.code, {"": row}), row)

    def transcript_of_match(self, scenario: str, seed: int) -> list[str]:
        """What happens in a game that is played at random, line by line."""
        script = self.scenarios[sound_scenario(scenario, self.scenarios)]
        return transcript_of_match(self.scripts, script, sound_seed(seed))

    def load(self, save: Mapping[str, Any], limits: Mapping[str, Any] | None = None) -> Match:
        """A saved game, played again to where it was."""
        held = sound_save(save, self.code.program.game, self.hash)
        match = self.new_game(held["setup"], held["seed"], limits)
        match.skip()
        for number, answer in enumerate(held["answers"], 1):
            try:
                match.answer(answer)
            except HostError as refused:
                raise HostError(f"answer {number} of the save: {refused}") from refused
            match.skip()
        return match


class Seating(Building):
    """Builds a scenario; rosters are dealt when everything of it is there, and before anything is done."""

    __slots__ = ("rosters", "rules")

    def __init__(self, rules: Rules, script: Any, rosters: Mapping[str, Any]) -> None:
        super().__init__(rules.scripts, rules.scripts.positions_of(script), Env({}))
        self.rules, self.rosters = rules, rosters

    def built(self, rt: Game, position: PositionCode) -> None:
        for player, roster in self.rosters.items():
            self.rules.deals.hand_out(rt, getattr(self.env, player), roster)
        super().built(rt, position)


class Match:
    """One game. ``step`` gives what happened since, one at a time, then the request that waits, or the result."""

    def __init__(self, rules: Rules, setup: dict[str, Any], seed: int, limits: Mapping[str, Any]) -> None:
        name = sound_scenario(setup.get("scenario", next(iter(rules.scenarios), "")), rules.scenarios)
        script = rules.scenarios[name]
        if "scenario" in setup:
            setup["scenario"] = name
        brought = rules.deals.seated(setup.pop("rosters"), name) if "rosters" in setup else {}
        if brought:
            setup["rosters"] = brought
        self.rules, self.setup, self.seed = rules, setup, seed
        self.game = Game(rules.code)
        self.game.limit(limits)
        self.game.trace = Trace()
        self.answers: list[list[int]] = []
        self.driver = Driver(lambda _game, _request: [], seed)
        self.told = 0  # so many lines of the trace have been handed out
        self.request: Choose | None = None
        self.result: dict[str, Any] | None = None
        self.is_built = False
        self.go_on(lambda: self.game.open(lambda: Seating(rules, script, self.setup.get("rosters", {}))))

    # ---- playing
    def go_on(self, run: Callable[[], Request | None]) -> None:
        """Runs until somebody is asked, or to the end; chance answers by itself."""
        try:
            request = run()
            while not isinstance(request, Choose):
                if request is not None:
                    request = self.game.go_on(self.driver.answer(self.game, request))
                elif self.is_built:
                    self.end("ended", "")
                    return
                else:
                    self.is_built = True
                    request = self.game.open(lambda: self.game.emit(self.rules.code.program.start, {}))
            self.request = request
        except Fault as fault:
            self.end("fault", fault.message)
        except Stopped as stop:
            self.end("stopped", str(stop))

    def end(self, outcome: str, message: str) -> None:
        self.request = None
        self.result = {
            "type": "result", "outcome": outcome, "message": message,
            "events": self.game.events, "state": self.game.fingerprint(),
        }  # fmt: skip

    def step(self, answer: list[int] | None = None) -> dict[str, Any]:
        """The next event, request or result; ``answer`` is given when a request waits and all events are told."""
        if answer is not None:
            self.answer(answer)
        return next(self.waiting_events(), None) or self.asked() or dict(self.result or {})

    def answer(self, answer: Any) -> None:
        """Goes on with an answer to the request that waits; one that is refused leaves the game as it is."""
        if self.request is None or self.waiting():
            raise HostError("nothing is asked now")
        picked = sound_answer(answer)
        self.game.refill()
        try:
            check_answer(self.request, picked)
        except _UNFIT as fault:
            raise HostError(f"{shown_answer(picked)} is no legal answer") from fault
        self.answers.append(picked)
        self.go_on(lambda: self.game.go_on(picked))

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
        request = self.request
        if request is None:
            return None
        return {
            "type": "request", "kind": request.kind, "who": label(request.who), "prompt": request.prompt,
            "options": [label(o) for o in request.options], "least": request.least, "most": request.most,
            "place": self.game.place_of(request.at),
        }  # fmt: skip

    def legal(self) -> list[dict[str, Any]]:
        """The legal answers of the request that waits, at most 64."""
        request = self.request
        if request is None:
            return []
        self.game.refill()
        return [{"answer": a, "label": self.named(request, a)} for a in legal_answers(request)]

    def named(self, request: Choose, answer: list[int]) -> str:
        if request.kind == "use" and answer == _PASS:
            return "pass"
        return ", ".join(label(request.options[i]) for i in answer) or "nothing"

    def explain(self) -> dict[str, Any]:
        """The request that waits; of an offer, what is not offered and why."""
        if self.request is None:
            return {"prompt": "", "place": "", "refused": []}
        refused: list[dict[str, Any]] = []
        self.game.refill()
        if self.request.kind == "use":
            for usable, why in self.game.explain():
                place = self.game.place_of(why.at)
                refused.append({"label": label(usable), "reason": why.message, "place": place, "rows": list(why.rows)})
        return {"prompt": self.request.prompt, "place": self.game.place_of(self.request.at), "refused": refused}

    def view(self, player: int) -> str:
        """The picture of what a player may know; players count from 0."""
        players = self.game.of_kind("player")
        seat = whole(player)
        if seat is None or not 0 <= seat < len(players):
            named = "such player" if seat is None else f"player {seat}"
            raise HostError(f"there is no {named}; players count from 0 and are {len(players)}")
        return self.game.view(players[seat])

    # ---- saving
    def save(self) -> dict[str, Any]:
        return {
            "format": FORMAT, "game": self.rules.code.program.game, "hash": self.rules.hash,
            "setup": deepcopy(self.setup), "seed": self.seed, "answers": [list(a) for a in self.answers],
        }  # fmt: skip
