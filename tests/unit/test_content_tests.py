"""What tests can say: each test of a small game passes, or fails with these messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.interpreter.scripts import Outcome, Scripts
from tests.scripted_game import ALL, CARDS, RULES, written
from tests.small_game import Small, build_small, try_small

Make = Callable[..., Small]


def outcomes(made: Small) -> list[Outcome]:
    scripts = Scripts(made.code, made.build.scripts)
    return [scripts.run_test(script) for key, script in made.build.scripts.items() if key.startswith("test ")]


def test_each_test_says_what_is_wrong(small: Make) -> None:
    made = small(RULES, cards=CARDS, tests=written())
    found = [(outcome.name, *(failure.message for failure in outcome.failures)) for outcome in outcomes(made)]
    assert found == [(name, *messages) for name, _, messages in ALL]
