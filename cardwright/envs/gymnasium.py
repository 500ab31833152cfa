"""A game as an environment of Gymnasium: one player learns, the others are played by agents.

Job: give a match the interface `Env`. Input: a game, a scenario, a seat, who plays the others, and options. Output: an
environment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import Env, register

from cardwright.api import Rules
from cardwright.envs.playing import Play
from cardwright.envs.sizes import EnvError
from cardwright.envs.spaces import Frame, Observed, result_of, whole_action
from cardwright.lab.agents import UnknownAgent, agent_of, lacks
from cardwright.lab.turn import Turn
from compiler.interpreter.values import Fault

Agent = Callable[[Observed], int]  # what it sees, with the mask; the id of an action
_MOST_SEED = 2**31 - 2


def env(game: str | Path | Rules, scenario: str | None = None, **options: Any) -> SeatEnv:
    """The environment. ``seat`` and ``agents`` say who learns and who plays the others; see `SeatEnv`."""
    return SeatEnv(game, scenario, **options)


class SeatEnv(Env[Observed, Any]):
    """One player of a scenario, by name; without ``seat``, the first.

    ``agents`` maps names of other players to an agent of the lab, by name (`random` is the default), or to a function
    that is given an observation and returns an action. An action that is not legal ends the episode with -1, and `info`
    says so.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path | Rules,
        scenario: str | None = None,
        *,
        seat: str | None = None,
        agents: Mapping[str, str | Agent] | None = None,
        **options: Any,
    ) -> None:
        self.frame = Frame(game, scenario, options)
        seats = self.frame.setting.seats
        self.name = seats[0] if seat is None else seat
        for name in (self.name, *(agents or {})):
            if name not in seats:
                raise EnvError(f"there is no player `{name}`; there are: {', '.join(seats)}")
        if agents and self.name in agents:
            raise EnvError(f"`{self.name}` is the player who learns, so no agent plays that seat")
        self.others: dict[str, Any] = {name: (agents or {}).get(name, "random") for name in seats if name != self.name}
        for agent in self.others.values():
            self._agent(agent, 1)  # refuses what is none
        self.seat = seats.index(self.name)
        self.observation_space = self.frame.observation_space()
        self.action_space = self.frame.action_space()
        self._play: Play | None = None
        self.deciding: dict[str, Any] = {}

    @property
    def play(self) -> Play:
        if self._play is None:
            raise EnvError("there is no match yet: call `reset` first")
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """A new match, up to the first action of the player. A match that asks them nothing is over at once."""
        super().reset(seed=seed)
        if options:
            raise EnvError("`reset` takes no options: they are given when the environment is made")
        match_seed = int(self.np_random.integers(1, _MOST_SEED))
        self._play = self.frame.play(match_seed)
        for agent in self.others.values():
            policy = self._play.match._match.game.program.policy
            if isinstance(agent, str) and (lacking := lacks(agent, policy)):
                raise EnvError(lacking)
        self.deciding = {name: self._agent(agent, match_seed) for name, agent in self.others.items()}
        self._others_play()
        observed, info = self.frame.observed(self.play, self.seat)
        return observed, info | result_of(self.play)

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        play = self.play
        if play.has_stopped:
            raise EnvError("the match is over: call `reset`")
        chosen = whole_action(action)
        if chosen not in play.legal():
            observed, info = self.frame.observed(play, self.seat)
            play.length = play.count  # it is cut off
            told = f"the action {chosen} is not legal: {self.frame.actions.meaning(chosen)}"
            return observed, -1.0, True, False, info | {"illegal": told}
        play.act(chosen)
        self._others_play()
        observed, info = self.frame.observed(play, self.seat)
        has_ended = play.match.outcome == "ended"
        reward = play.rewards()[self.seat] if has_ended else 0.0
        return observed, reward, has_ended, play.has_stopped and not has_ended, info | result_of(play)

    def action_masks(self) -> Any:
        """Which actions are legal now, as learners with masks ask for it."""
        mask = np.zeros(self.frame.actions.count, bool)
        if self.play.seat == self.seat:
            mask[self.play.legal()] = True
        return mask

    def view(self) -> dict[str, Any] | None:
        """What the player may know, as `cardwright.Match.view` has it."""
        return deepcopy(self.play.view(self.seat))

    def meaning(self, action: int) -> str:
        """What an action stands for."""
        return self.frame.actions.meaning(action)

    # ---- the others
    def _agent(self, agent: Any, seed: int) -> Any:
        if callable(agent):
            return agent
        try:
            return agent_of(agent, seed)
        except (UnknownAgent, AttributeError, TypeError) as wrong:
            raise EnvError(f"an agent is a name or a function, not {agent!r}: {wrong}") from wrong

    def _others_play(self) -> None:
        """The other players act until it is the learner's turn, or nobody's."""
        play = self.play
        while (seat := play.seat) is not None and seat != self.seat:
            name = play.seats[seat]
            if isinstance(self.others[name], str):
                try:
                    play.answer(self.deciding[name].answer(Turn(play.match._match)))
                except Fault as fault:
                    raise EnvError(f"`{self.others[name]}` finds no answer: {fault}") from fault
                play.count += 1
            else:
                play.act(whole_action(self.deciding[name](self.frame.observed(play, seat)[0])))


if "Cardwright-v0" not in __import__("gymnasium").registry:
    register(id="Cardwright-v0", entry_point="cardwright.envs.gymnasium:env")
