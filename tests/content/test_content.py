"""All of content/: free of findings, every example true, every row of a rulebook accounted for honestly."""

from __future__ import annotations

import pytest

from cardwright.cli import mutation_known
from cardwright.cli.coverage import Options, measure
from tests.content_games import GAMES, reading, table

DUELS = ["duel", "barracks", "first_game", "four_way", "stack_of_two", "teams", "three_way", "tile_by_tile"]
PLAYED = [
    *(("dungeon_command", scenario, 15) for scenario in DUELS),
    ("ddm", "skirmish", 10),
    ("middara", "river_exit", 10),
    ("warhammer", "meadow", 20),
]
BATCH = 25
# How far a match stays from the bounds: by how many times. On boards of four, what a dragon can do is asked of many squares.
MARGIN = {"four_way": 3, "teams": 3, "three_way": 3}


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


@pytest.mark.parametrize(
    ("game", "scenario", "seeds"),
    [
        (game, scenario, range(seed, min(seed + BATCH, games + 1)))
        for game, scenario, games in PLAYED
        for seed in range(1, games + 1, BATCH)
    ],
)
def test_random_matches_end(game: str, scenario: str, seeds: range) -> None:
    """Agents that choose at random among what is legal come to an end, without a fault and without an answer refused."""
    seated = table(game, scenario)
    for seed in seeds:
        played = seated.play(seed, "random", tracing=False)
        assert played.fault is None, f"seed {seed}: {played.fault}"
        assert played.game.events > 10
        most, bounds = played.game.most, played.game.bounds
        assert most * MARGIN.get(scenario, 10) < bounds.work, f"seed {seed} is near a bound: {most}"
        assert played.game.changes * 10 < bounds.changes, f"seed {seed}: {played.game.changes} changes"
