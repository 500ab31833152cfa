"""Options for every test."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write goldens anew; read the difference before commit"
    )
    parser.addoption("--battles", type=int, default=6, help="how many whole battles are played and watched")
    parser.addoption("--from-battle", type=int, default=0, help="which of the battles is the first to be played")
    parser.addoption("--matches", type=int, default=60, help="how many whole matches are played and watched")
    parser.addoption("--encounters", type=int, default=18, help="how many whole encounters are played and watched")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether goldens are written anew rather than compared."""
    return bool(request.config.getoption("--update-golden"))
