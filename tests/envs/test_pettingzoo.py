"""Any game as an environment of PettingZoo, by PettingZoo's own tests."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cardwright.envs.pettingzoo import TableEnv, env, raw_env
from cardwright.envs.sizes import EnvError
from tests.envs.tables import MATCHES, SCENARIOS, rules_of

# The masks stand in a mapping beside the observation, and agents have the names of the scenario.
SAID = (
    "Observation space for each agent probably should be",
    "We recommend agents to be named in the format",
    "Observation is not a NumPy array",
    "`reset` takes no options",
)


@pytest.mark.parametrize("game", SCENARIOS)
def test_the_environment_passes_the_tests_of_pettingzoo(game: str) -> None:
    def made() -> Any:
        return env(rules_of(game), SCENARIOS[game])

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(made(), num_cycles=MATCHES * 1000 or 10)
        seed_test(made, num_cycles=MATCHES * 1000 or 10)
    assert all(str(one.message).startswith(SAID) for one in told), [str(one.message) for one in told]


def random_match(table: TableEnv, seed: int) -> dict[str, float]:
    """A whole match; what each agent has got by it."""
    chosen, got = Random(seed), dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=seed)
    for agent in table.agent_iter():
        seen, reward, ended, cut, _ = table.last()
        got[agent] += float(reward)
        table.step(None if ended or cut else chosen.choice([int(n) for n in np.flatnonzero(seen["action_mask"])]))
    return got


def test_winners_are_rewarded_at_the_end() -> None:
    table = raw_env(rules_of("middara"), "skirmish")
    for seed in range(2):
        got = random_match(table, seed)
        (winner,) = table.play.match.winners or ()
        assert got[table.possible_agents[winner]] == 1.0 and sorted(got.values()) == [-1.0, 1.0]


def test_who_wins_is_told() -> None:
    table = raw_env(rules_of("middara"), "skirmish", form="tables")
    chosen = Random(1)
    table.reset(seed=1)
    while not table.play.has_stopped:
        seen = table.observe(table.agent_selection)
        assert table.observation_space(table.agent_selection).contains(seen)
        table.step(chosen.choice([int(n) for n in np.flatnonzero(seen["action_mask"])]))
    (winner,) = table.infos["heroes_player"]["winners"]
    assert table.infos["boards_player"]["outcome"] == "ended" and table.rewards[winner] == 1.0


def test_a_match_that_is_cut_off_is_truncated() -> None:
    table = raw_env(rules_of("descent"), "hall", length=2)
    table.reset(seed=1)
    for _ in range(2):
        table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[-1]))
    assert all(table.truncations.values()) and not any(table.terminations.values())
    assert set(table.rewards.values()) == {0.0}


def test_a_clone_goes_its_own_way() -> None:
    table = raw_env(rules_of("descent"), "hall")
    table.reset(seed=3)
    twin, branch = table.clone(), table.branch_for("heroes", 5)
    for other in (twin, branch):
        assert other.view("heroes") == table.view("heroes")
        other.step(int(np.flatnonzero(other.observe(other.agent_selection)["action_mask"])[0]))
        assert other.play.count == 1 and table.play.count == 0


def test_calls_that_are_not_possible_are_refused() -> None:
    table = raw_env(rules_of("descent"), "hall")
    with pytest.raises(EnvError, match="call `reset` first"):
        table.step(0)
    table.reset(seed=1)
    with pytest.raises(EnvError, match="there is no agent `p9`; there are: heroes, overlord"):
        table.observe("p9")
    with pytest.raises(EnvError, match="an action is a number, not 'pass'"):
        table.step("pass")
    with pytest.raises(EnvError, match="is not legal now"):
        table.step(table.frame.actions.count - 1)
    for options, said in (
        ({"shape": 1}, "there is no option `shape`; there are: form, length, rosters, sizes"),
        ({"form": "picture"}, "the form of an observation is vector or tables, not 'picture'"),
        ({"length": 0}, "the length is a whole number of actions above 0"),
        ({"rosters": {"p1": "nobody"}}, "roster"),
    ):
        with pytest.raises(EnvError, match=said):
            raw_env(rules_of("dungeon_command"), "duel", **options).reset(seed=1)
