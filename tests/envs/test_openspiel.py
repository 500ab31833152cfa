"""Any game in OpenSpiel, by OpenSpiel's own test."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pyspiel
import pytest

from tests.content_games import CONTENT
from tests.envs.tables import MATCHES, SCENARIOS


def game_of(name: str, **given: Any) -> Any:
    folder = str(CONTENT / name)
    return pyspiel.load_game("cardwright", {"game": folder, "scenario": SCENARIOS[name], **given})


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_game_passes_the_test_of_openspiel(name: str) -> None:
    game = game_of(name) if MATCHES else game_of(name, length=10)
    pyspiel.random_sim_test(game, num_sims=MATCHES or 1, serialize=True, verbose=False)


def random_state(game: Any, steps: int) -> Any:
    state, chosen = game.new_initial_state(), Random(1)
    for _ in range(steps):
        state.apply_action(chosen.choice(state.legal_actions()))
    return state


def test_a_state_can_be_written_and_read() -> None:
    game = game_of("dungeon_command")
    state = random_state(game, 60)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.history() == state.history()
    for seat in range(game.num_players()):
        assert again.information_state_string(seat) == state.information_state_string(seat)
        assert again.observation_tensor(seat) == state.observation_tensor(seat)
    assert again.legal_actions() == state.legal_actions()


def test_a_clone_stays_where_it_is() -> None:
    state = random_state(game_of("descent"), 40)
    clone = state.clone()
    before, history = str(clone), clone.history()
    state.apply_action(state.legal_actions()[0])
    assert (str(clone), clone.history()) == (before, history) != (str(state), state.history())


def test_chance_has_a_node_for_each_die_and_each_place_of_a_shuffle() -> None:
    game = game_of("dungeon_command")
    state = game.new_initial_state()
    assert state.is_chance_node()
    sizes = []
    for _ in range(5):
        ways = state.chance_outcomes()
        assert sum(chance for _, chance in ways) == pytest.approx(1)
        sizes.append(len(ways))
        state.apply_action(ways[-1][0])
    assert sizes == [6, 5, 4, 3, 2], "each place of a shuffle leaves one less"
    assert game.max_chance_outcomes() >= max(sizes)


def test_actions_have_words() -> None:
    state = random_state(game_of("descent"), 60)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    words = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
    assert len(set(words)) == len(words) and all(words)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": ""}, "the parameter `game` is the folder of a game"),
        ({"game": "nowhere"}, "there is no folder `nowhere`"),
        ({"scenario": "nothing"}, "there is no scenario `nothing`; there are: "),
        ({"seats": 5}, "the scenario `duel` has 2 players, not 5"),
        ({"length": 0}, "the parameter `length` is a whole number above 0"),
    ],
)
def test_parameters_that_are_none_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(Exception, match=said):
        game_of("dungeon_command", **given)


def test_more_outcomes_than_were_declared_are_told() -> None:
    state = game_of("dungeon_command", outcomes=2).new_initial_state()
    with pytest.raises(Exception, match="chance has 6 outcomes here: give a larger `outcomes`"):
        state.chance_outcomes()
