"""Mistakes made by rule in the whole of the content are found, and nothing is told of the content itself."""

from __future__ import annotations

from benchmarks.accuracy import WANTED, Accuracy, measure, report
from tests.content_games import GAMES, reading

PER_SORT = 30


def test_what_must_be_found_is_found() -> None:
    accuracy = Accuracy()
    for game in GAMES:
        measure(reading(game), dict.fromkeys(WANTED, PER_SORT), 1, accuracy)
    assert accuracy.shortfalls() == [], report(accuracy, misses=True)
    assert all(accuracy.recall[sort].made >= 3 * PER_SORT for sort in WANTED)
