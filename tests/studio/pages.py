"""What tests of the studio do in its page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.chromium import Browser
from tests.house.sources import ROOT
from tests.packages.test_site import PLAYER

AXE = ROOT / "editors" / "studio" / "node_modules" / "axe-core" / "axe.min.js"


def show(page: Browser, path: str, line: str) -> None:
    """Opens a file, and puts the cursor at the end of the first line that holds a text."""
    page.click(f'nav button[title="{path}"]')
    page.until(f"document.querySelector('.path').innerText === {json.dumps(path)}")
    script = """{
      const view = document.querySelector('.cm-content').cmTile.root.view;
      const line = view.state.doc.toString().slice(0, view.state.doc.toString().indexOf(%s)).split('\\n').length;
      view.dispatch({selection: {anchor: view.state.doc.line(line).to}, scrollIntoView: true});
      view.focus();
    }"""
    page.run(script % json.dumps(line))


def choose(page: Browser, selector: str, value: str) -> None:
    """Chooses in a box, or types into a field."""
    page.run(
        f"{{const it = document.querySelector({json.dumps(selector)}); it.value = {json.dumps(value)};"
        "for (const name of ['input', 'change']) it.dispatchEvent(new Event(name, {bubbles: true}));}"
    )


# The checker stumbles where a page changes under it: then it looks again.
LOOK = """(async () => {
  for (let left = 3; ; left -= 1) {
    try {
      return JSON.stringify((await axe.run(document, {iframes: false})).violations);
    } catch (stop) {
      if (left === 0 || !(stop instanceof TypeError)) throw stop;
    }
  }
})()"""


def axe_findings(page: Browser) -> list[str]:
    """What an accessibility checker finds, where scripts of the test run now."""
    if not page.run("typeof axe === 'object'"):
        page.run(AXE.read_text(encoding="utf-8") + "; 0")
    found: list[Any] = json.loads(page.run(LOOK))
    return [f"{each['id']}: {[node['html'][:200] for node in each['nodes']][:3]}" for each in found]


def tab_to(page: Browser, place: str) -> None:
    """Presses Tab until the focus is at a place."""
    for _ in range(300):
        page.key("Tab")
        if page.run(place):
            return
    pytest.fail(f"the focus never comes to {place}")


# ---- the match in the frame
def begun(page: Browser) -> None:
    """Waits until the match of the page in the frame has begun."""
    page.until(
        "document.documentElement.dataset.match?.startsWith(document.querySelector('iframe')?.getAttribute('src'))"
    )
    with page.in_frame():
        page.until("document.querySelector('.setup')")
        page.run(PLAYER)


@contextmanager
def newer_match(page: Browser) -> Iterator[None]:
    """Within the block something is done that brings another page into the frame."""
    before = page.run("document.querySelector('iframe').getAttribute('src')")
    yield
    page.until(f"document.querySelector('iframe').getAttribute('src') !== {json.dumps(before)}")
    begun(page)


def match_of(page: Browser, scenario: str, *players: str) -> None:
    """A match of a scenario without pauses, in the frame."""
    with page.in_frame():
        page.run(f"set_choice('scenario', '{scenario}')")
        page.until(f"document.querySelector('select[name=scenario]').value === '{scenario}'")
        for seat, player in enumerate(players):
            page.run(f"set_choice('player{seat}', '{player}')")
        page.run("document.querySelector('.setup button').click()")
        page.run("set_choice('pace', 'at_once')")
        page.run("next_frame().then(next_frame)")
