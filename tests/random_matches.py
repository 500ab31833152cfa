"""Matches that agents play at random: what holds at the end of each, whoever plays it and whatever else is watched."""

from __future__ import annotations

from cardwright.cli.play import Table
from compiler.interpreter.pictures import fingerprint
from compiler.interpreter.state import State

# How far a match stays from the bounds: by how many times. On boards of four, what a dragon can do is asked of many squares.
MARGIN = {"four_way": 3, "teams": 3, "three_way": 3}


def ended_far_from_bounds(game: State, scenario: str, seed: int) -> None:
    """Something happened, and neither the work between two answers nor the changes came near what is allowed."""
    most, bounds = game.most, game.bounds
    assert game.events > 10, f"seed {seed}: {game.events} events"
    assert most * MARGIN.get(scenario, 10) < bounds.work, f"seed {seed} is near a bound: {most}"
    assert game.changes * 10 < bounds.changes, f"seed {seed}: {game.changes} changes"


def outcome_at_random(seated: Table, seed: int) -> str:
    """The hash of the state in which a match ends that nobody watches."""
    played = seated.play(seed, "random", tracing=False)
    assert played.fault is None and played.broken is None, f"seed {seed}: {played.fault or played.broken}"
    return fingerprint(played.game)
