"""Observations and actions as spaces of Gymnasium, which PettingZoo uses, too.

Job: declare what observations hold, and give them in that form. Input: a setting, and who looks at which match.
Output: spaces, and mappings of arrays.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from cardwright.api import Rules
from cardwright.envs.actions import Actions
from cardwright.envs.observing import Layout
from cardwright.envs.playing import Play
from cardwright.envs.setting import setting_of
from cardwright.envs.sizes import EnvError, sizes_of

FORMS = ("vector", "tables")
LENGTH = 20_000
Observed = dict[str, Any]


class Frame:
    """What all matches of an environment have in common: its setting, spaces and bounds."""

    def __init__(self, game: str | Path | Rules, scenario: str | None, options: Mapping[str, Any]) -> None:
        known = ("form", "length", "rosters", "sizes")
        for name in options:
            if name not in known:
                raise EnvError(f"there is no option `{name}`; there are: {', '.join(known)}")
        self.form, self.length = options.get("form", "vector"), options.get("length", LENGTH)
        if self.form not in FORMS:
            raise EnvError(f"the form of an observation is {' or '.join(FORMS)}, not {self.form!r}")
        if isinstance(self.length, bool) or not isinstance(self.length, int) or self.length < 1:
            raise EnvError("the length is a whole number of actions above 0")
        self.setting = setting_of(game, scenario, sizes_of(options.get("sizes")), options.get("rosters"))
        self.actions, self.layout = Actions(self.setting), Layout(self.setting)

    def observation_space(self) -> spaces.Dict:
        most = float(self.setting.sizes.value)
        mask = spaces.Box(0, 1, (self.actions.count,), np.int8)
        if self.form == "vector":
            return spaces.Dict({"observation": _box(most, (self.layout.size,)), "action_mask": mask})
        tables: dict[str, spaces.Space[Any]] = {
            name: _box(most, shape) for name, shape in self.layout.shapes.items() if 0 not in shape
        }
        return spaces.Dict({"observation": spaces.Dict(tables), "action_mask": mask})

    def action_space(self) -> spaces.Discrete[Any]:
        return spaces.Discrete(self.actions.count)

    def play(self, seed: int) -> Play:
        return Play(self.actions, self.layout, self.setting.new(seed), self.length)

    def observed(self, play: Play, seat: int) -> tuple[Observed, dict[str, Any]]:
        """What a player sees and may do now; and what had no place in it, for `info`."""
        found = play.observed(seat)
        mask = np.zeros(self.actions.count, np.int8)
        if play.seat == seat:
            mask[play.legal()] = 1
        held = {name: table for name, table in found.tables.items() if table.size}
        told = self.layout.vector(found) if self.form == "vector" else held
        return {"observation": told, "action_mask": mask}, {"left_out": found.left_out}


def _box(most: float, shape: tuple[int, ...]) -> spaces.Box:
    return spaces.Box(-most, most, shape, np.float32)


def whole_action(action: Any) -> int:
    """An action as a library gives it."""
    try:
        return int(action)
    except (TypeError, ValueError) as wrong:
        raise EnvError(f"an action is a number, not {action!r}") from wrong


def result_of(play: Play) -> dict[str, Any]:
    """How a match has ended, for `info`."""
    if play.match.outcome is None:
        return {}
    winners = [play.seats[seat] for seat in play.match.winners or ()]
    return {"outcome": play.match.outcome, "message": play.match.message, "winners": winners}
