"""The debugger in the studio: breakpoints in the margin, steps forth and back, names and values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.chromium import Browser
from tests.studio.conftest import Held
from tests.studio.pages import axe_findings, begun, choose, match_of, show, tab_to
from tests.studio.running import Running
from tests.studio.test_access import asked, socket_of

TEST = "damage equal to the hit points destroys, and the owner pays the printed level"
DAMAGE = "rules/damage.rules"


@pytest.fixture
def held(held: Held) -> Held:
    """The page is opened anew: breakpoints of a test would be there in the next."""
    held.module = ""
    return held


def stopped(page: Browser, number: int) -> None:
    page.until(f"document.documentElement.dataset.stopped === '{number}'")


def place(page: Browser) -> str:
    """The line at which the game stands, as it is marked in the text."""
    return str(page.run("document.querySelector('.cm-stopped')?.innerText ?? ''"))


def test_it_stops_at_a_breakpoint_and_tells_values(page: Browser) -> None:
    """A person sets it with a key, runs a test, reads a value, goes on a step, and back again."""
    show(page, DAMAGE, "increase target.damage by")
    page.key("F9")
    page.until("document.querySelectorAll('.cm-breakpoint:not([style*=hidden])').length")
    show(page, "tests/damage.yaml", f"- name: {TEST}")
    page.click("[role=tab]", "Debug")
    button = (
        "[...document.querySelectorAll('aside button')].find((it) => it.innerText.startsWith('Debug the test: damage'))"
    )
    page.until(button)
    page.run(f"{{const it = {button}; it.click(); it.click();}}")  # a second click begins nothing more
    stopped(page, 1)
    page.shows("Stopped: breakpoint", ".debug-state")
    page.until(f"document.querySelector('.path').innerText === {json.dumps(DAMAGE)}")
    page.until("document.querySelector('.cm-stopped')")
    assert "increase target.damage by" in place(page)
    page.shows("deal", ".frames")
    page.shows("amount = 50", ".values")
    choose(page, ".watch input", "amount + 12")
    page.click(".watch button")
    page.shows("62", ".watch output")
    choose(page, ".watch input", "amount + slef")
    page.click(".watch button")
    page.shows("slef", ".watch output")
    page.click("aside button", "Step over")
    stopped(page, 2)
    assert "increase target.damage by" not in place(page)
    page.click("aside button", "Step back")
    stopped(page, 3)
    page.until("document.querySelector('.cm-stopped')?.innerText.includes('deal 50 to thug')")
    for number, damage in ((4, 0), (5, 50)):
        page.click("aside button", "Go on")
        stopped(page, number)
        page.until("document.querySelector('.cm-stopped')?.innerText.includes('increase target.damage by')")
        page.click("aside .values summary", "target")
        page.shows(f"damage = {damage}", ".values")
    page.click("aside button", "Go on")
    page.until("document.querySelector('.debug-state').innerText.includes('It is over.')")
    page.shows("the test passes", ".story")
    assert page.run("document.querySelector('.cm-stopped')") is None


def test_a_breakpoint_moves_with_its_text(page: Browser) -> None:
    show(page, DAMAGE, "increase target.damage by")
    page.key("F9")
    line = "document.querySelector('.cm-content').cmTile.root.view.state.doc"
    dots = "[...document.querySelectorAll('.cm-breakpoint:not([style*=hidden])')]"
    beside = (
        f"(() => {{const {{top, bottom}} = {dots}[0].getBoundingClientRect();"
        "return [...document.querySelectorAll('.cm-line')].map((each) => [each.getBoundingClientRect(), each.innerText])"
        ".find(([place]) => place.top <= (top + bottom) / 2 && (top + bottom) / 2 <= place.bottom)?.[1] ?? ''})()"
    )
    page.until(f"{dots}.length === 1")
    assert "increase target.damage by" in page.run(beside)
    count = page.run(f"{line}.lines")
    page.run("{const view = document.querySelector('.cm-content').cmTile.root.view;"
             "view.dispatch({changes: {from: 0, insert: '# above\\n'}});}")  # fmt: skip
    page.until(f"{line}.lines === {count + 1}")
    page.until(f"{beside}.includes('increase target.damage by')")
    page.key("F9")
    page.until(f"{dots}.length === 0")
    page.run("{const view = document.querySelector('.cm-content').cmTile.root.view;"
             "view.dispatch({changes: {from: 0, to: 8}});}")  # fmt: skip


def test_a_scenario_is_debugged_without_a_mouse(page: Browser) -> None:
    page.run("document.querySelector('#tab-card').focus()")
    for _ in range(4):
        page.key("ArrowRight")
    assert page.run("document.activeElement.textContent") == "Debug"
    show(page, "rules/turn.rules", "flow turn(")
    page.key("F9")
    choose(page, "select[name=scenario]", "last_stand")
    tab_to(page, "document.activeElement.textContent === 'Debug the scenario'")
    page.key("Enter")
    stopped(page, 1)
    tab_to(page, "document.activeElement.textContent === 'Step in'")
    page.key("Enter")
    stopped(page, 2)
    for width, language in ((1400, "en"), (320, "ru")):
        page.resize(width)
        choose(page, "header select", language)
        page.shows({"en": "Step back", "ru": "Шаг назад"}[language], "aside")
        page.shows({"en": "Stopped: step", "ru": "Остановлено: шаг"}[language], ".debug-state")
        assert axe_findings(page) == []
        assert page.run("document.documentElement.scrollWidth") <= width
    choose(page, "header select", "en")
    page.resize(1400)
    page.click("aside button", "End")
    page.shows("Set breakpoints", "aside")


def test_a_running_match_is_debugged_from_where_it_stands(page: Browser) -> None:
    """With the breakpoints that are set; what is played in the frame stays as it is."""
    show(page, "rules/turn.rules", "flow turn(")
    page.key("ArrowDown")
    page.key("F9")
    page.click("[role=tab]", "Play")
    page.click(".play-pane button", "Play the scenarios")
    begun(page)
    match_of(page, "last_stand", "person", "first")
    with page.in_frame():
        page.run("play(3)")
        before = page.run("position()")
    page.click(".play-pane button", "Debug this match")
    stopped(page, 1)
    page.shows("Stopped: where the match stands", ".debug-state")
    page.shows("turn", ".frames")
    page.click("aside button", "Step over")
    stopped(page, 2)
    page.click("aside button", "Go on")
    stopped(page, 3)
    page.shows("Stopped: breakpoint", ".debug-state")
    page.click("[role=tab]", "Play")
    with page.in_frame():
        assert page.run("position()") == before


# ---- what the socket takes
@pytest.fixture
def link(running: Running) -> Iterator[ClientConnection]:
    with socket_of(running) as found:
        asked(found, "initialize", capabilities={}, processId=None, rootUri=None)
        yield found


def debugger(link: ClientConnection, command: str, **given: Any) -> Any:
    return asked(link, "studio/debug", command=command, given=json.dumps(given))


def test_the_debugger_knows_no_other_game(link: ClientConnection, game: Path) -> None:
    assert debugger(link, "stackTrace")["refused"]["en"] == "nothing is debugged"
    for command in ("launch", "initialize", "disconnect", "terminate", "setDataBreakpoints", ""):
        assert "refused" in debugger(link, command, game="/etc")
    assert "there is no scenario or test `x`" in debugger(link, "begin", subject="x", game="/etc")["refused"]["en"]
    assert "this is no save" in debugger(link, "begin", subject="", save={"format": "/etc"})["refused"]["en"]
    assert "refused" not in debugger(link, "begin", subject=TEST)
    for path in ("/etc/passwd", "../x.rules", "rules/../../x.rules", 3, None):
        assert "refused" in debugger(link, "setBreakpoints", path=path, breakpoints=[{"line": 1}])
    assert debugger(link, "setBreakpoints", path=DAMAGE, breakpoints=[{"line": 1}])["breakpoints"][0]["verified"]
    assert debugger(link, "end") == {}
    assert debugger(link, "stackTrace")["refused"]["en"] == "nothing is debugged"
    for given in ("[]", "x", "[" * 100_000):
        told = asked(link, "studio/debug", command="stackTrace", given=given)
        assert "refused" in told or told["code"] < 0
