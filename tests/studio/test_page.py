"""The studio in a browser: a wrong card is written, its message read, it is mended, and its face is seen."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.house.sources import ROOT
from tests.studio.browser import Page, browser
from tests.studio.running import Running, studio

AXE = ROOT / "editors" / "studio" / "node_modules" / "axe-core" / "axe.min.js"
ORDERS = "cards/common_orders.yaml"
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


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a game, with a card that would run in a careless page."""
    folder = tmp_path_factory.mktemp("games") / "dungeon_command"
    shutil.copytree(ROOT / "content" / "dungeon_command", folder)
    (folder / "cards" / "evil.yaml").write_text(EVIL_CARD, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def running(game: Path) -> Iterator[Running]:
    with studio(game) as found:
        yield found


@pytest.fixture(scope="module")
def opened(running: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        found.size(1400, 900)
        found.go(running.address)
        found.shows("common_orders.yaml")
        yield found


@pytest.fixture
def page(opened: Page) -> Iterator[Page]:
    opened.errors.clear()
    opened.click("[role=tab]", "Card")
    yield opened
    assert opened.errors == []


def show(page: Page, path: str, line: str) -> None:
    """Opens a file, and puts the cursor at the end of the first line that holds a text."""
    page.click(f'nav button[title="{path}"]')
    page.until(f"document.querySelector('.path').innerText === {json.dumps(path)}")
    script = """{
      const view = document.querySelector('.cm-content').cmTile.root.view;
      const line = view.state.doc.toString().slice(0, view.state.doc.toString().indexOf(%s)).split('\\n').length;
      view.dispatch({selection: {anchor: view.state.doc.line(line).to}, scrollIntoView: true});
      view.focus();
    }"""
    page.do(script % json.dumps(line))


def test_the_token_leaves_the_address(page: Page, running: Running) -> None:
    assert running.token not in page.do("location.href")
    assert page.do("document.cookie") == "" and page.do("document.referrer") == ""


def test_a_wrong_card_is_mended_and_seen(page: Page, game: Path) -> None:
    show(page, ORDERS, "shift 2 self")
    page.until("document.querySelector('aside img')?.naturalWidth > 100")
    page.shows("Shift this creature up to 2 squares.", "aside")
    page.shows("Сместите это существо на расстояние до 2 клеток.", "aside")
    for _ in "2 self":
        page.key("Backspace")
    page.type("4 slef")
    page.shows("slef", ".findings")
    page.shows("This card has an error", "aside")
    page.click(".findings .fix")
    page.shows("No findings.", ".findings")
    page.shows("Shift this creature up to 4 squares.", "aside")
    assert "shift 2 self" in (game / ORDERS).read_text(encoding="utf-8")
    page.do("document.querySelector('.cm-content').focus()")
    page.key("s", 2)
    page.until("[...document.querySelectorAll('.saving button')].every(each => each.disabled)")
    assert "shift 4 self" in (game / ORDERS).read_text(encoding="utf-8")


def test_a_file_that_changes_on_the_disk_is_followed_and_no_edit_is_lost(page: Page, game: Path) -> None:
    path = game / "cards" / "tiles.yaml"
    before = path.read_text(encoding="utf-8")
    show(page, "cards/tiles.yaml", "cards:")
    path.write_text(f"# one\n{before}", encoding="utf-8")
    page.shows("# one", ".cm-content")
    page.do("document.querySelector('.cm-content').focus()")
    page.type(" # mine")
    path.write_text(f"# two\n{before}", encoding="utf-8")
    page.shows("was changed on the disk", ".notices")
    page.shows("# mine", ".cm-content")
    page.click(".saving button", "Save")
    page.shows("was changed on the disk after it was opened here", ".notices")
    assert "# mine" not in path.read_text(encoding="utf-8")
    page.click(".notices button", "Keep my text")
    page.click(".saving button", "Save")
    page.until("[...document.querySelectorAll('.saving button')].every(each => each.disabled)")
    assert "# mine" in path.read_text(encoding="utf-8")
    path.write_text(before, encoding="utf-8")
    page.until("!document.querySelector('.cm-content').innerText.includes('# mine')")


def test_a_name_is_followed_and_changed_everywhere(page: Page) -> None:
    show(page, ORDERS, "- id: arc_of_lightning")
    page.key("F2")
    page.until("document.activeElement === document.querySelector('.renaming input')")
    page.type("arc_of_fire")
    page.key("Enter")
    page.shows("Changed files, not saved yet:", ".notices")
    page.shows("arc_of_fire", ".cm-content")
    page.until("document.querySelectorAll('nav .mark').length > 1")
    page.click("[role=tab]", "Around")
    page.shows("arc_of_fire", "aside")
    page.click("aside .place", "tests/")
    page.until("document.querySelector('.path').innerText.startsWith('tests/')")


def test_a_test_is_run(page: Page) -> None:
    show(page, "tests/damage.yaml", "- name:")
    page.click("[role=tab]", "Test")
    page.shows("damage equal to the hit points", "aside h3")
    page.click("aside .run")
    page.shows("passed", ".outcome")
    page.click("[role=tab]", "Card")


def test_nothing_of_the_content_runs(page: Page) -> None:
    show(page, "cards/evil.yaml", "evil")
    page.until("(document.documentElement.dataset.card ?? '').startsWith('cards/evil.yaml')")
    page.until("document.querySelector('aside img')?.alt.includes('<script>')")
    page.click("[role=tab]", "Around")
    page.click("[role=tab]", "Card")
    assert page.do("typeof hacked") == "undefined"
    assert page.do("document.querySelectorAll('script').length") == 1


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("width", "dark"), [(1400, False), (1400, True), (700, False), (320, True)])
def test_it_is_fit_for_people(page: Page, language: str, width: int, dark: bool) -> None:
    """A checker finds nothing, and no part is wider than the window: 700 is a window of 1400 at 200 %."""
    page.do(f"localStorage.setItem('studio-language', '{language}')")
    page.size(width, 900, dark=dark)
    page.do("onbeforeunload = null")
    show(page, ORDERS, "quick_blade")
    choose = (
        "const it = document.querySelector('header select'); it.value = '%s'; it.dispatchEvent(new Event('change'))"
    )
    page.do("{" + choose % language + "}")
    page.shows({"en": "Files", "ru": "Файлы"}[language], "nav")
    if not page.do("typeof axe === 'object'"):
        page.do(AXE.read_text(encoding="utf-8") + "; 0")
    found: list[dict[str, Any]] = []
    for tab in range(4):
        page.do(f"document.querySelectorAll('[role=tab]')[{tab}].click()")
        told = page.do("axe.run().then(told => JSON.stringify(told.violations))")
        found += [{"tab": tab, "id": each["id"], "nodes": [n["html"][:200] for n in each["nodes"]][:3]}
                  for each in json.loads(told)]  # fmt: skip
    assert found == []
    assert page.do("document.documentElement.scrollWidth") <= width
    page.do("document.querySelectorAll('[role=tab]')[0].click()")
    page.do("{" + choose % "en" + "}")
    page.size(1400, 900)


def tab_to(page: Page, place: str) -> None:
    """Presses Tab until the focus is at a place."""
    for _ in range(200):
        page.key("Tab")
        if page.do(place):
            return
    pytest.fail(f"the focus never comes to {place}")


def test_it_can_be_used_without_a_mouse(page: Page) -> None:
    page.do("document.querySelector('header select').focus()")
    tab_to(page, "document.activeElement.title === 'cards/tiles.yaml'")
    page.key("Enter")
    page.shows("cards/tiles.yaml", ".path")
    tab_to(page, "document.activeElement.classList.contains('cm-content')")
    page.key("ArrowDown")
    tab_to(page, "document.activeElement.textContent === 'Card'")
    page.key("ArrowRight")
    assert page.do("document.activeElement.textContent") == "Around"
    page.do("document.querySelectorAll('[role=tab]')[0].click()")


def test_what_the_commands_tell_is_shown(page: Page) -> None:
    show(page, ORDERS, "- id: quick_blade")
    page.click("[role=tab]", "Around")
    page.shows("quick_blade", "aside")
    page.click("[role=tab]", "Understand")
    page.click("aside button", "quick_blade")
    page.until("document.querySelector('.told img')?.naturalWidth > 100")
    page.click("[role=tab]", "Card")


def test_a_definition_is_shown(page: Page) -> None:
    show(page, ORDERS, "activate: deal 20")
    page.do("""{const view = document.querySelector('.cm-content').cmTile.root.view;
      const at = view.state.doc.toString().indexOf('deal 20') + 2; view.dispatch({selection: {anchor: at}});}""")
    page.key("F12")
    page.until("document.querySelector('.path').innerText.startsWith('rules/')")
    page.shows("verb deal", ".cm-content")


def test_a_lost_connection_is_told_and_texts_stay(game: Path, tmp_path: Path) -> None:
    with browser(tmp_path) as page:
        with studio(game) as running:
            page.go(running.address)
            page.shows("tiles.yaml")
            show(page, "cards/tiles.yaml", "cards:")
            page.type(" # kept")
            page.shows("# kept", ".cm-content")
        page.shows("The connection to the studio is lost", ".notices")
        page.shows("# kept", ".cm-content")
