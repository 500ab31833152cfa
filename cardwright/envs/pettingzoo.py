"""A game as an environment of PettingZoo: players take turns, each with observations of their own.

Job: give a match the interface `AECEnv`. Input: a game, a scenario and options. Output: an environment whose agents
are the players of the scenario.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any
from warnings import warn

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cardwright.api import Rules
from cardwright.envs.playing import Play
from cardwright.envs.sizes import EnvError
from cardwright.envs.spaces import Frame, Observed, result_of, whole_action

_MOST_SEED = 2**31 - 2


def env(game: str | Path | Rules, scenario: str | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an action that is not legal ends the match with -1."""
    bare = raw_env(game, scenario, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    )


def raw_env(game: str | Path | Rules, scenario: str | None = None, **options: Any) -> TableEnv:
    """The environment itself: an action that is not legal raises `EnvError`."""
    return TableEnv(Frame(game, scenario, options))


class TableEnv(AECEnv):  # type: ignore[misc]
    """One match at a time. ``play`` is the match; ``clone`` and ``branch_for`` give an environment of their own."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame = frame
        self.metadata = {
            "name": f"cardwright_{frame.setting.rules.game}_v0", "render_modes": [], "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = None
        self.possible_agents = list(frame.setting.seats)
        self.agents: list[str] = []
        self.observation_spaces = {agent: frame.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: frame.action_space() for agent in self.possible_agents}
        self.chance = np.random.default_rng()
        self._play: Play | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def play(self) -> Play:
        if self._play is None:
            raise EnvError("there is no match yet: call `reset` first")
        return self._play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. Equal seeds and actions give equal matches; without a seed, the next of the seed before."""
        if options:
            warn(f"`reset` takes no options, so nothing is done with {options}", stacklevel=2)
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self._play = self.frame.play(int(self.chance.integers(1, _MOST_SEED)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._play.seat or 0]
        self._tell_end()

    def observe(self, agent: str) -> Observed:
        told, info = self.frame.observed(self.play, self._seat(agent))
        if agent in self.infos:
            self.infos[agent] |= info
        return told

    def step(self, action: Any) -> None:
        play = self.play
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        play.act(whole_action(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = play.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        self._tell_end()
        self._accumulate_rewards()

    def _tell_end(self) -> None:
        if not self.play.has_stopped:
            return
        is_cut = self.play.match.outcome != "ended"
        for agent, reward in zip(self.possible_agents, self.play.rewards(), strict=True):
            self.rewards[agent], self.infos[agent] = reward, result_of(self.play)
            self.truncations[agent], self.terminations[agent] = is_cut, not is_cut

    def render(self) -> None:
        """Nothing is drawn: `view` has what a player may know."""

    def close(self) -> None:
        self._play = None

    # ---- beyond PettingZoo
    def view(self, agent: str) -> dict[str, Any] | None:
        """What an agent may know, as `cardwright.Match.view` has it."""
        return deepcopy(self.play.view(self._seat(agent)))

    def meaning(self, action: int) -> str:
        """What an action stands for."""
        return self.frame.actions.meaning(action)

    def clone(self) -> TableEnv:
        """An independent environment in the same state."""
        return self._with(self.play.clone())

    def branch_for(self, agent: str, seed: int) -> TableEnv:
        """A clone in which what an agent cannot know is dealt anew, for one that looks ahead."""
        return self._with(self.play.branch_for(self._seat(agent), seed))

    def _with(self, play: Play) -> TableEnv:
        made = TableEnv(self.frame)
        made._play, made.agents, made.agent_selection = play, self.agents[:], self.agent_selection
        made.chance = deepcopy(self.chance)
        made.infos = {agent: dict(info) for agent, info in self.infos.items()}
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(made, name, dict(getattr(self, name)))
        return made

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise EnvError(f"there is no agent `{agent}`; there are: {', '.join(self.possible_agents)}")
        return self.possible_agents.index(agent)
