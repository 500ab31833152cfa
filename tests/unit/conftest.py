"""Fixtures for several unit tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compiler.callables.code import Code
from tests.small_game import Small, build_small
from tests.walker.walker import WalkingCode


@pytest.fixture(params=[Code, WalkingCode], ids=["compiled", "walked"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Small]:
    """Makes a game from rules; each test runs with compiled code and with the walker."""
    return lambda rules="", **files: build_small(tmp_path, rules, code=request.param, **files)
