"""A match as environments play it: one pick at a time, by the ids of actions.

Job: ask whoever is asked for one action at a time, and answer the match when a whole answer is picked; tell what each
player may know and was told. Input: a setting and a match. Output: seats, ids, views, results. What a player is told
comes from views and watchers alone.
"""

from __future__ import annotations

import json
from dataclasses import field
from typing import Any

from cardwright.api import Match
from cardwright.envs.actions import DONE, Actions
from cardwright.envs.observing import Asking, Layout, Observation
from cardwright.envs.sizes import EnvError
from cardwright.envs.stories import Stories, resumed
from compiler.interpreter.answers import can_become, check_answer, legal_answers
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.setups import HostError
from compiler.interpreter.spending import refill
from compiler.interpreter.values import Choose, Exhausted, Fault
from dsl.dataclass import dataclass

_PASS = [-1]
_CHANCE = ("roll", "draw", "shuffle")


@dataclass(slots=True)
class Known:
    """What was worked out about the request that waits, until it is answered."""

    views: dict[int, dict[str, Any] | None] = field(default_factory=dict[int, dict[str, Any] | None])
    ids: list[int] | None = None
    legal: list[int] | None = None


class Play:
    """A running match. ``length``: after so many actions of players it is cut off. ``story``: whether it is told."""

    def __init__(self, actions: Actions, layout: Layout, match: Match, length: int, *, story: bool = False) -> None:
        self.actions, self.layout, self.match, self.length = actions, layout, match, length
        self.seats = actions.setting.seats
        self.picked: list[int] = []  # positions of options, or what chance gave, for the answer that is being made
        self.count = 0
        self.stories = Stories(len(self.seats)) if story else None
        self.known = Known()
        self.hear()

    # ---- what waits
    @property
    def request(self) -> Choose | None:
        """What a player is asked."""
        return self.match._match.choice if not self.has_stopped else None

    @property
    def is_cut_off(self) -> bool:
        return self.match.outcome is None and self.count >= self.length

    @property
    def has_stopped(self) -> bool:
        return self.match.outcome is not None or self.count >= self.length

    @property
    def asks_chance(self) -> bool:
        asked = self.match.request if not self.has_stopped else None
        return asked is not None and asked.kind in _CHANCE

    @property
    def seat(self) -> int | None:
        """Whose action it is; None where it is nobody's."""
        request = self.request
        if request is None:
            return None
        players = players_by_seat(self.match._match.game)
        seat = next((n for n, player in enumerate(players) if player is request.who), None)
        if seat is None or len(players) != len(self.seats):
            raise EnvError(f"{len(players)} players are in play, and {len(self.seats)} are in the scenario")
        return seat

    # ---- actions of players
    def ids(self) -> list[int]:
        """The ids of the options of the request that waits."""
        if self.known.ids is None:
            seat = self.seat
            view = self.view(seat) if seat is not None else None
            options = view["request"]["options"] if view is not None else []
            self.known.ids = self.actions.ids(options, view["entities"]) if view is not None else []
        return self.known.ids

    def legal(self) -> list[int]:
        """The ids that can be picked now, the least first."""
        request = self.request
        if request is None:
            return []
        if self.known.legal is None:
            positions, is_whole = self.ways_on(request)
            ids = self.ids()
            found = sorted(ids[position] for position in positions)
            self.known.legal = [DONE, *found] if is_whole else found
            if not found and not is_whole:
                raise EnvError(f"no action leads on from {self.picked} at {request.prompt}")
        return self.known.legal

    def ways_on(self, request: Choose) -> tuple[list[int], bool]:
        """The positions that can be picked beside those that are, and whether these are an answer."""
        others = [position for position in range(len(request.options)) if position not in self.picked]
        if request.kind == "use":
            return others, True
        if request.least == request.most == 1:
            return others, False
        is_enough, is_full = len(self.picked) >= request.least, len(self.picked) >= request.most
        if request.such_that is None:
            return ([] if is_full else others), is_enough
        game = self.match._match.game
        try:
            refill(game)
            ways = [position for position in others if can_become(request, [*self.picked, position])]
            return ways, is_enough and self.is_answer(request)
        except Exhausted:  # with so many options only some of the legal answers are known
            refill(game)
            held = set(self.picked)
            answers = [set(answer) for answer in legal_answers(request) if held <= set(answer)]
            return sorted(set().union(*answers) - held), held in answers

    def is_answer(self, request: Choose) -> bool:
        try:
            check_answer(request, sorted(self.picked))
        except Exhausted:
            raise
        except Fault:
            return False
        return True

    def act(self, action: int) -> None:
        """The player who is asked takes an action."""
        request = self.request
        if request is None:
            raise EnvError("nobody is asked for an action now")
        if action not in self.legal():
            raise EnvError(f"the action {action} is not legal now: {self.actions.meaning(action)}")
        self.count += 1
        if action == DONE:
            self.answer(_PASS if request.kind == "use" else sorted(self.picked))
            return
        self.picked.append(self.ids().index(action))
        if request.kind == "use" or len(self.picked) == request.most:
            self.answer(sorted(self.picked))
        else:
            self.known.legal = None

    def answer(self, answer: list[int]) -> None:
        """Answers the match, and tells every player what happens."""
        self.match.answer(answer)
        self.picked, self.known = [], Known()
        self.hear()

    def hear(self) -> None:
        """Players are told what has happened when one of them is asked, or at the end."""
        if self.stories is not None and not self.asks_chance:
            self.stories.hear(self.match)

    # ---- chance, where the match asks for it
    def chances(self) -> list[int]:
        """What chance can give next, all equally likely: a face of the next die, a position."""
        asked = self.match.request if self.asks_chance else None
        if asked is None:
            raise EnvError("chance is not asked now")
        if asked.kind == "shuffle":
            return [position for position in range(asked.sizes[0]) if position not in self.picked]
        return list(range(asked.sizes[len(self.picked)]))

    def give_chance(self, outcome: int) -> None:
        """Chance gives this."""
        asked = self.match.request
        if outcome not in self.chances():
            raise EnvError(f"chance cannot give {outcome} now")
        assert asked is not None
        self.picked.append(outcome)
        if asked.kind == "shuffle" and len(self.picked) == asked.sizes[0] - 1:
            self.picked += self.chances()  # only one is left
        if len(self.picked) == asked.most:
            self.answer(self.picked)

    # ---- what players know
    def view(self, seat: int) -> dict[str, Any] | None:
        """What a player may know; None before the players are there."""
        if seat not in self.known.views:
            try:
                self.known.views[seat] = dict(self.match.view(seat))
            except HostError:
                self.known.views[seat] = None
        return self.known.views[seat]

    def asking(self, seat: int) -> Asking:
        """What is asked of a player; of others' picks they are told nothing."""
        return Asking(self.ids(), self.picked) if self.seat == seat else Asking()

    def observed(self, seat: int) -> Observation:
        return self.layout.observed(self.view(seat), self.asking(seat))

    def observed_text(self, seat: int) -> str:
        """The view of a player and their own picks, as JSON."""
        return _text({"view": self.view(seat), "picked": list(self.asking(seat).picked)})

    def information(self, seat: int) -> str:
        """All that a player was told, in short, and what they see now."""
        if self.stories is None:
            raise EnvError("this match keeps no record of what players were told")
        return f"{self.stories.texts[seat]}\n{self.observed_text(seat)}"

    # ---- results
    def rewards(self) -> list[float]:
        """At the end 1 for winners and, where there are some, -1 for all others; 0 for all before, or if cut off."""
        winners = self.match.winners if self.match.outcome == "ended" else ()
        if not winners:
            return [0.0] * len(self.seats)
        return [1.0 if seat in winners else -1.0 for seat in range(len(self.seats))]

    # ---- as a value
    def clone(self) -> Play:
        """An independent match in the same state."""
        return self.copied(self.match.clone())

    def branch_for(self, seat: int, seed: int) -> Play:
        """A clone in which what a player cannot know is dealt anew (`Match.branch_for`)."""
        return self.copied(self.match.branch_for(seat, seed))

    def copied(self, match: Match) -> Play:
        made: Play = object.__new__(Play)
        made.__dict__.update(self.__dict__)
        made.match, made.picked, made.known = match, list(self.picked), Known()
        made.stories = resumed(match, self.stories.kept()) if self.stories is not None else None
        return made


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)
