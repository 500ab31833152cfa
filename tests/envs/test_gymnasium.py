"""Any game as an environment of Gymnasium, by Gymnasium's own checks."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cardwright.envs.gymnasium import SeatEnv, env
from cardwright.envs.sizes import EnvError
from tests.envs.tables import MATCHES, SCENARIOS, rules_of


@pytest.mark.parametrize(
    ("game", "form"), [*((game, "vector") for game in (SCENARIOS if MATCHES else ["descent"])), ("descent", "tables")]
)
def test_the_environment_passes_the_checks_of_gymnasium(game: str, form: str) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(env(rules_of(game), SCENARIOS[game], form=form), skip_render_check=True)
    assert [str(one.message) for one in told] == []


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize("agent", ["random", "first", "greedy", lambda seen: first_legal(seen["action_mask"])])
def test_others_are_played_by_agents(agent: Any) -> None:
    table = env(rules_of("dungeon_command"), "duel", seat="p2", agents={"p1": agent}, length=60)
    seen, _ = table.reset(seed=4)
    done = cut = False
    while not done and not cut:
        assert table.play.seat == 1 and np.array_equal(table.action_masks(), seen["action_mask"])
        seen, reward, done, cut, info = table.step(first_legal(seen["action_mask"]))
    assert reward == ((1.0 if "p2" in info["winners"] else -1.0) if done else 0.0)
    assert table.play.count >= 60 or done


def test_equal_seeds_give_equal_matches() -> None:
    def told(seed: int) -> list[bytes]:
        table = env(rules_of("descent"), "hall")
        seen, _ = table.reset(seed=seed)
        found = [seen["observation"].tobytes()]
        for _ in range(10):
            seen, *_ = table.step(first_legal(seen["action_mask"]))
            found.append(seen["observation"].tobytes())
        return found

    assert told(1) == told(1) != told(2)


def test_an_action_that_is_not_legal_ends_the_match_and_is_told() -> None:
    table = env(rules_of("descent"), "hall")
    table.reset(seed=1)
    _, reward, ended, cut, info = table.step(table.frame.actions.count - 1)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert info["illegal"].startswith("the action ") and info["illegal"].endswith("is not legal: other 64")
    assert not table.action_masks().any()
    with pytest.raises(EnvError, match="the match is over: call `reset`"):
        table.step(0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seat": "p9"}, "there is no player `p9`; there are: p1, p2"),
        ({"agents": {"p3": "random"}}, "there is no player `p3`; there are: p1, p2"),
        ({"agents": {"p1": "random"}}, "`p1` is the player who learns, so no agent plays that seat"),
        ({"agents": {"p2": "wise"}}, "an agent is a name or a function, not 'wise'"),
    ],
)
def test_seats_and_agents_that_are_none_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(EnvError, match=said):
        env(rules_of("dungeon_command"), "duel", **options)


def test_it_is_registered() -> None:
    made = gymnasium.make("Cardwright-v0", game=rules_of("descent"), scenario="hall").unwrapped
    assert isinstance(made, SeatEnv) and made.name == "heroes"
    with pytest.raises(EnvError, match="call `reset` first"):
        made.action_masks()
    with pytest.raises(EnvError, match="`reset` takes no options"):
        made.reset(options={"seed": 1})
