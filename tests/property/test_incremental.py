"""What is kept of a run never changes what the next one finds, whatever was edited between them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.incremental.store import Store
from tests.changing_game import EDITS, at_once, by_file, edit, write_changing

STEPS = 12


def test_the_game_begins_without_errors_and_with_findings_of_several_files(tmp_path: Path) -> None:
    *findings, cards, tests = at_once(write_changing(tmp_path))
    assert {found["severity"] for found in findings} == {"warning"}
    assert len({found["span"]["file"] for found in findings}) > 3
    assert (cards, tests) == (11, 5)


@pytest.mark.parametrize("seed", range(10))
def test_with_what_was_kept_and_without_the_same_is_found(seed: int, tmp_path: Path) -> None:
    game = write_changing(tmp_path)
    store = Store(game)
    numbers = random.Random(seed)
    done: list[str] = []
    for step in range(STEPS):
        if numbers.random() < 0.35:  # else errors pile up, and lints judge only what has none
            EDITS["as at the beginning"](game, numbers)
        done.append(edit(game, numbers))
        if numbers.random() < 0.3:
            done.append(edit(game, numbers))
        kept = by_file(game, store)
        assert kept == at_once(game), done
        assert kept == by_file(game), done
        if step % 4 == 0:
            assert kept == by_file(game, workers=True), done


@pytest.mark.parametrize("name", sorted(EDITS))
def test_after_each_sort_of_edit_the_same_is_found(name: str, tmp_path: Path) -> None:
    game = write_changing(tmp_path)
    store = Store(game)
    assert by_file(game, store) == at_once(game)
    EDITS[name](game, random.Random(3))
    assert by_file(game, store) == at_once(game)
    assert by_file(game, store) == by_file(game, workers=True)
