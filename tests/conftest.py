"""Options for every test."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from compiler.garbage_collection import keep_for_good
from tests import content_games

# The same examples in each run, and none too slow: a machine that is busy must not fail a property.
settings.register_profile(
    "suite", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write goldens anew; read the difference before commit"
    )
    parser.addoption("--battles", type=int, default=6, help="how many whole battles are played and watched")
    parser.addoption("--from-battle", type=int, default=0, help="which of the battles is the first to be played")
    parser.addoption("--matches", type=int, default=60, help="how many whole matches are played and watched")
    parser.addoption("--encounters", type=int, default=18, help="how many whole encounters are played and watched")


def pytest_collection_finish() -> None:
    """Thousands of tests stay until the end: the collector of cycles does not look at them again and again.

    Hundreds of games are built, each of so many objects that a build would be looked through as soon as it is done.
    """
    keep_for_good()
    gc.set_threshold(1_000_000)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether the tests write goldens instead of comparing with them."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session", autouse=True)
def cache_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands in tests use a temporary cache folder, not that of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def exports_of_games(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Exports of whole games are kept in the folder of this run, which all of its processes have in common."""
    own = tmp_path_factory.getbasetemp()
    content_games.Exports.folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
