"""All of content/: free of findings, every example true, every row of a rulebook accounted for honestly."""

from __future__ import annotations

import pytest

from cardwright.cli import mutation_known
from cardwright.cli.coverage import Options, measure
from tests.content import test_dungeon_command_matches, test_warhammer_battles
from tests.content_games import GAMES, reading, table
from tests.random_matches import ended_far_from_bounds

DUELS = ["duel", "barracks", "first_game", "four_way", "stack_of_two", "teams", "three_way", "tile_by_tile"]
PLAYED = [
    *(("dungeon_command", scenario, 15) for scenario in DUELS),
    ("ddm", "skirmish", 10),
    ("middara", "river_exit", 10),
    ("warhammer", "meadow", 20),
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Of what is played at random, all that no other test of this run plays in the same way."""
    if "seeds" in metafunc.fixturenames:
        watched = {
            *(("dungeon_command", *match) for match in test_dungeon_command_matches.matches_of(metafunc.config)),
            *(("warhammer", *battle) for battle in test_warhammer_battles.battles_of(metafunc.config)),
        }
        rest = [
            (game, scenario, [seed for seed in range(1, many + 1) if (game, scenario, seed) not in watched])
            for game, scenario, many in PLAYED
        ]
        metafunc.parametrize(("game", "scenario", "seeds"), [row for row in rest if row[-1]])


def test_the_five_games_are_there() -> None:
    assert GAMES == ["ddm", "descent", "dungeon_command", "middara", "warhammer"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_to_be_found(game: str) -> None:
    found = [f"{fault.span}: {fault.code}: {fault.message}" for fault in reading(game).findings]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_holds_and_each_row_is_proven(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that a change has made stale is no proof, and what it does not know would be tried in each run."""

    def unknown(*_: object) -> None:
        pytest.fail(f"`proof.txt` of {game} does not know all changes: `make proof` works it out anew", pytrace=False)

    monkeypatch.setattr(mutation_known, "_judged", unknown)
    asked = Options(60, True, "proven", rows=False, form="text", jobs=1, page=None, no_cache=False)
    coverage = measure(reading(game), options=asked)
    assert coverage is not None
    assert not coverage.failing and not coverage.broken
    assert coverage.shown
    assert not coverage.lacks("proven"), f"{coverage.missing} {coverage.below('proven')} {coverage.stale}"
    both = sorted(coverage.carried & coverage.excused.keys())
    assert not both, f"carried out and excused: {both}"


def test_random_matches_end(game: str, scenario: str, seeds: list[int]) -> None:
    """Agents that choose at random among what is legal come to an end, without a fault and without an answer refused.

    Matches that are played so and watched at each decision are judged alike where they are (`ended_far_from_bounds`).
    """
    seated = table(game, scenario)
    for seed in seeds:
        played = seated.play(seed, "random", tracing=False)
        assert played.fault is None and played.broken is None, f"seed {seed}: {played.fault or played.broken}"
        ended_far_from_bounds(played.game, scenario, seed)
