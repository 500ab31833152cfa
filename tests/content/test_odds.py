"""Odds in the games of ``content/``: exact ones agree with simulated ones, and with those that merge no states."""

from __future__ import annotations

import pytest

from cardwright.authoring.odds.living import Living
from cardwright.authoring.odds.question import Question, of_script, usual_questions
from cardwright.authoring.odds.walk import Walker
from compiler.callables.code import Code
from compiler.interpreter.snapshots import Whole
from compiler.interpreter.state import State
from tests.content_games import built, rules

# By game, a test whose step is asked about, and in how many ways it can go at most.
ASKED = {
    "ddm": ("the Green Dragon's breath strikes all around it and poisons until saved", 400),
    "descent": ("demonhide guards with a grey die", 500),
    "middara": ("who is out of the attacker's range or sight cannot stand in", 50),
    "warhammer": ("two sixes are irresistible even below the difficulty", 400),
}
_SIMULATIONS = 150


class _All(Whole):
    """Leaves nothing out."""

    def look(self, game: State) -> None:
        """Nothing is to be known."""


def walker_of(game: str) -> Walker:
    build = built(game)
    key = next(
        key for key, script in build.scripts.items() if key.startswith("test ") and script.name == ASKED[game][0]
    )
    code = rules(game).code
    assert isinstance(code, Code)
    return of_script(build, key, usual_questions(build, key, Question()), code)


@pytest.mark.parametrize("game", ASKED)
def test_exact_odds_agree_with_simulated_ones(game: str) -> None:
    walker = walker_of(game)
    exact, simulated = walker.exact(ASKED[game][1]), walker.simulated(_SIMULATIONS, 11)
    assert sum(exact.by_outcome.values()) == 1
    assert len(exact.by_outcome) > 1
    assert set(simulated.by_outcome) <= set(exact.by_outcome)
    for outcome, share in exact.by_outcome.items():
        mean = float(share)
        spread = 4 * (mean * (1 - mean) / _SIMULATIONS) ** 0.5 + 0.01
        assert abs(float(simulated.by_outcome.get(outcome, 0)) - mean) < spread


@pytest.mark.parametrize("game", ["ddm", "warhammer"])
def test_states_that_are_merged_lead_to_the_same(game: str) -> None:
    merging, keeping = walker_of(game), walker_of(game)
    assert isinstance(keeping.position.kept_values, Living)
    keeping.position.kept_values = _All()  # type: ignore[assignment]
    told, all_told = merging.exact(ASKED[game][1]), keeping.exact(4000)
    assert told.by_outcome == all_told.by_outcome
    assert told.number <= all_told.number
