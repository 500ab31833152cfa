"""What tests of the studio share: in each process of tests one browser, one game, one studio and its page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.chromium import Browser, chromium
from tests.house.sources import ROOT
from tests.studio.running import Running, studio

CONTENT = ROOT / "content" / "dungeon_command"
EVIL = "cards/evil.yaml"
EVIL_CARD = """\
all: {kind: order, provenance: house, factions: [sting_of_lolth]}
cards:
  - id: evil
    name: {en: "<script>hacked=1</script><img src=x onerror=hacked=1>", ru: "<svg onload=hacked=1>"}
    level: 1
    action: minor
    rules: |
      activate: heal 10 to self # <img src=x onerror=hacked=1>
"""
DIRTY = "document.querySelectorAll('nav .mark').length > 0"


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a game, with a card that would run in a careless page."""
    folder = tmp_path_factory.mktemp("games") / "dungeon_command"
    shutil.copytree(CONTENT, folder)
    (folder / EVIL).write_text(EVIL_CARD, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def running(game: Path) -> Iterator[Running]:
    with studio(game) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@dataclass
class Held:
    """The page that is open: the module of tests that uses it; empty where it must be opened anew."""

    module: str = ""


@pytest.fixture(scope="session")
def held() -> Held:
    return Held()


@pytest.fixture
def page(
    request: pytest.FixtureRequest, held: Held, browser: Browser, running: Running, game: Path
) -> Iterator[Browser]:
    """The page of the studio. It stays open for the tests of a module, as long as they leave files and texts alone."""
    module = str(request.module.__name__)
    if held.module != module or not browser.run("location.href").startswith(f"http://127.0.0.1:{running.port}/"):
        browser.run("location.protocol === 'http:' && localStorage.clear(), 0")
        browser.open(running.address, width=1400)
        browser.shows("common_orders.yaml")
    browser.forget()
    held.module = ""
    yield browser
    assert browser.faults() == []
    held.module = "" if restored(game) or browser.run(DIRTY) else module


def restored(game: Path) -> bool:
    """Gives the game the files that it had; tells whether it had others."""
    wanted = {path.relative_to(CONTENT): path.read_bytes() for path in CONTENT.rglob("*") if path.is_file()}
    wanted[Path(EVIL)] = EVIL_CARD.encode("utf-8")
    found = {path.relative_to(game): path.read_bytes() for path in game.rglob("*") if path.is_file()}
    for inside in found.keys() - wanted.keys():
        (game / inside).unlink()
    for inside, data in wanted.items():
        if found.get(inside) != data:
            (game / inside).write_bytes(data)
    shutil.rmtree(game / ".git", ignore_errors=True)
    return found != wanted
