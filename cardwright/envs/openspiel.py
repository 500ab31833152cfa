"""A game for OpenSpiel: `pyspiel.load_game("cardwright", {"game": FOLDER, "scenario": NAME})`.

Job: give a match the interface of OpenSpiel's games, with every die, draw and shuffle as a node of chance, so that
nothing depends on a seed. Input: parameters. Output: a registered game. Importing this module registers it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from cardwright.api import Match
from cardwright.envs.actions import Actions
from cardwright.envs.observing import Layout
from cardwright.envs.playing import Play
from cardwright.envs.setting import setting_of
from cardwright.envs.sizes import EnvError, sizes_of
from cardwright.envs.stories import resumed

_MOST_PLAYERS = 16
# The folder and the scenario; how many players it has, 0 for any number; the most actions of players, and the most
# outcomes that one die, draw or shuffled zone has.
_PARAMETERS: dict[str, Any] = {"game": "", "scenario": "", "seats": 0, "length": 2000, "outcomes": 100}
_TYPE = pyspiel.GameType(
    short_name="cardwright",
    long_name="Cardwright: rules of tabletop and card games as data",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
    default_loadable=False,
)


@lru_cache(maxsize=8)
def _common(game: str, scenario: str) -> tuple[Actions, Layout]:
    setting = setting_of(game, scenario or None, sizes_of(None))
    return Actions(setting), Layout(setting)


class CardGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of a game. ``start`` is its match before the first action."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _PARAMETERS | (params or {})
        if not given["game"]:
            raise EnvError("the parameter `game` is the folder of a game")
        self.key = (given["game"], given["scenario"])
        self.actions, self.layout = _common(*self.key)
        seats = self.actions.setting.seats
        if given["seats"] not in (0, len(seats)):
            named = self.actions.setting.scenario
            raise EnvError(f"the scenario `{named}` has {len(seats)} players, not {given['seats']}")
        if len(seats) > _MOST_PLAYERS:
            raise EnvError(f"OpenSpiel is given at most {_MOST_PLAYERS} players")
        for name in ("length", "outcomes"):
            if given[name] < 1:
                raise EnvError(f"the parameter `{name}` is a whole number above 0")
        self.length, self.outcomes = given["length"], given["outcomes"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=self.outcomes,
            num_players=len(seats),
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=self.length,
        )
        super().__init__(_TYPE, info, params or {})
        self.begun: Play | None = None

    def start(self) -> Play:
        if self.begun is None:
            match = self.actions.setting.new(1, "host")
            self.begun = Play(self.actions, self.layout, match, self.length, story=True)
        return self.begun

    def new_initial_state(self) -> CardState:
        return CardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A bound for programs that ask: rules do not say how many dice there are."""
        return int(self.length * self.outcomes)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CardObserver:
        if params:
            raise EnvError("an observer takes no parameters")
        return CardObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class CardState(pyspiel.State):  # type: ignore[misc]
    """A state of a match. A clone shares the match until one of the two goes on."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.held = Held(game.start(), game.outcomes, game.key)

    def current_player(self) -> int:
        play = self.held.play
        if play.has_stopped:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = play.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.play.legal() if self.held.play.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        ways = self.held.play.chances()
        if ways[-1] >= self.held.outcomes:
            raise EnvError(f"chance has {ways[-1] + 1} outcomes here: give a larger `outcomes`")
        return [(way, 1 / len(ways)) for way in ways]

    def _apply_action(self, action: int) -> None:
        play = self.held.own()
        if play.asks_chance:
            play.give_chance(action)
        else:
            play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.held.play.actions.meaning(action)

    def is_terminal(self) -> bool:
        return self.held.play.has_stopped

    def returns(self) -> list[float]:
        return self.held.play.rewards()

    def __str__(self) -> str:
        """All of the state, hidden or not: for debugging."""
        play = self.held.play
        return f"{play.match.hash} {play.picked}"


class Held:
    """A match that several states may share, until one of them goes on. ``key``: of which folder and scenario."""

    def __init__(self, play: Play, outcomes: int, key: tuple[str, str]) -> None:
        self.play, self.outcomes, self.key, self.is_own = play, outcomes, key, False

    def own(self) -> Play:
        if not self.is_own:
            self.play, self.is_own = self.play.clone(), True
        return self.play

    def __deepcopy__(self, _memo: dict[int, Any]) -> Held:
        self.is_own = False
        return Held(self.play, self.outcomes, self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        """As a snapshot, for states that are written to a file or sent to another process."""
        play = self.play
        kept = {name: getattr(play, name) for name in ("length", "count", "picked")}
        stories = play.stories.kept() if play.stories is not None else None
        return _restored, (self.key, self.outcomes, play.match.snapshot(), kept | {"stories": stories})


def _restored(key: tuple[str, str], outcomes: int, snapshot: dict[str, Any], kept: dict[str, Any]) -> Held:
    actions, layout = _common(*key)
    match = Match(actions.setting.rules._rules.restore(snapshot, {"chance": "host"}))
    play = Play(actions, layout, match, kept["length"])
    play.count, play.picked, play.stories = kept["count"], kept["picked"], resumed(match, kept["stories"])
    return Held(play, outcomes, key)


class CardObserver:
    """What a player sees, as a tensor and as a text; with perfect recall the text has all that they were told."""

    def __init__(self, game: CardGame, kind: Any) -> None:
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise EnvError("an observation is what one player sees: what is public, and what is theirs")
        self.recalls, layout = kind.perfect_recall, game.layout
        self.tensor: Any = np.zeros(layout.size, np.float32)
        self.dict: dict[str, Any] = {}
        for name, shape in layout.shapes.items():
            first = layout.first[name]
            self.dict[name] = self.tensor[first : first + int(np.prod(shape))].reshape(shape)

    def set_from(self, state: CardState, player: int) -> None:
        for name, table in state.held.play.observed(player).tables.items():
            self.dict[name][...] = table

    def string_from(self, state: CardState, player: int) -> str:
        play = state.held.play
        return play.information(player) if self.recalls else play.observed_text(player)


pyspiel.register_game(_TYPE, CardGame)
