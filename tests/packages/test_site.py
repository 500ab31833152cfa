"""The pages of `cardwright site`, in a browser: they are read, played, slid through, and run nothing of the content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright.cli.main import main
from tests.house.sources import ROOT
from tests.packages.chromium import Browser, chromium

AXE = ROOT / "editors" / "studio" / "node_modules" / "axe-core" / "axe.min.js"
MOST = 2_000_000  # bytes of the pages of Dungeon Command without pictures


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    assert main(["site", str(ROOT / "content" / "dungeon_command"), "--no-pictures", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def shown(browser: Browser, site: Path, page: str, **size: Any) -> None:
    browser.open(f"file://{site}/{page}", **size)


# ---- playing
# Answers as a person does, with the mouse: an option or two, then what confirms; now and then a pass.
PLAYER = """
window.next_frame = () => new Promise((done) => setTimeout(done, 0));
window.set_choice = (name, value) => {
  const box = document.querySelector(`select[name=${name}]`);
  box.value = value;
  box.dispatchEvent(new Event("change", { bubbles: true }));
};
window.answer = async (turn) => {
  const actions = () => [...document.querySelectorAll(".asked .actions button")];
  const options = [...document.querySelectorAll(".asked .options button")];
  if (turn % 4 === 0 && actions().length > 1) return actions()[1].click();
  for (let each = 0; each < options.length; each += 1) {
    if (!actions()[0].disabled && each > 0) break;
    options[(turn + each) % options.length].click();
    await next_frame();
  }
  if (!actions()[0].disabled) actions()[0].click();
  else actions()[1].click();
};
window.play = async (most) => {
  let turn = 0;
  for (let count = 0; count < most && !document.querySelector(".ending"); count += 1) {
    if (document.querySelector(".asked .options")) await answer(turn++);
    await next_frame();
  }
  return turn;
};
0"""


def begun(browser: Browser, site: Path, scenario: str, *players: str, language: str = "en") -> None:
    """A match of a scenario without pauses."""
    shown(browser, site, f"play.html?lang={language}")
    browser.run(PLAYER)
    browser.run(f"set_choice('scenario', '{scenario}')")
    browser.until(f"document.querySelector('select[name=scenario]').value === '{scenario}'")
    for seat, player in enumerate(players):
        browser.run(f"set_choice('player{seat}', '{player}')")
    browser.run("document.querySelector('.setup button').click()")
    browser.run("set_choice('pace', 'at_once')")
    browser.run("next_frame().then(next_frame)")


def test_a_person_plays_a_match_against_an_agent_to_its_end_and_goes_through_it(browser: Browser, site: Path) -> None:
    begun(browser, site, "duel", "person", "random")
    answers = browser.run("play(4000)")
    assert browser.run("document.querySelector('.ending').textContent") == "The match is over."
    assert answers > 20 and browser.faults() == []
