"""The studio in a browser: a wrong card is written, its message read, it is mended, and its face is seen."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.chromium import Browser
from tests.studio.conftest import CONTENT
from tests.studio.pages import axe_findings, choose, show, tab_to
from tests.studio.running import Running, studio

ORDERS = "cards/common_orders.yaml"


@pytest.fixture
def page(page: Browser) -> Browser:
    """The page at its first tab."""
    page.click("[role=tab]", "Card")
    return page


def test_the_token_leaves_the_address(page: Browser, running: Running) -> None:
    assert running.token not in page.run("location.href")
    assert page.run("document.cookie") == "" and page.run("document.referrer") == ""


def test_a_wrong_card_is_mended_and_seen(page: Browser, game: Path) -> None:
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
    page.until(f"!document.querySelector('.findings').innerText.includes({json.dumps(ORDERS)})")
    page.shows("Shift this creature up to 4 squares.", "aside")
    assert "shift 2 self" in (game / ORDERS).read_text(encoding="utf-8")
    page.run("document.querySelector('.cm-content').focus()")
    page.key("s", 2)
    page.until("[...document.querySelectorAll('.saving button')].every(each => each.disabled)")
    assert "shift 4 self" in (game / ORDERS).read_text(encoding="utf-8")


def test_a_file_that_changes_on_the_disk_is_followed_and_no_edit_is_lost(page: Browser, game: Path) -> None:
    path = game / "cards" / "tiles.yaml"
    before = path.read_text(encoding="utf-8")
    show(page, "cards/tiles.yaml", "cards:")
    path.write_text(f"# one\n{before}", encoding="utf-8")
    page.shows("# one", ".cm-content")
    page.run("document.querySelector('.cm-content').focus()")
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


def test_what_is_done_twice_at_once_is_done_once(page: Browser, game: Path) -> None:
    """Two texts of one file would hide each other's edits; a save that another overtakes is no change by others."""
    page.run("{const it = document.querySelector('nav [title=\"cards/tiles.yaml\"]'); it.click(); it.click();}")
    page.until("document.querySelector('.path').innerText === 'cards/tiles.yaml'")
    page.run("document.querySelector('.cm-content').focus()")
    page.type("# mine ")
    page.click('nav button[title="ruleset.yaml"]')
    page.until("document.querySelector('.path').innerText === 'ruleset.yaml'")
    page.click('nav button[title="cards/tiles.yaml"]')
    page.until("document.querySelector('.path').innerText === 'cards/tiles.yaml'")
    page.shows("# mine", ".cm-content")
    page.until("!document.querySelector('.saving button').disabled")
    page.run("{const it = document.querySelector('.saving button'); it.click(); it.click();}")
    page.until("[...document.querySelectorAll('.saving button')].every(each => each.disabled)")
    page.click('nav button[title="words.yaml"]')
    page.until("document.querySelector('.path').innerText === 'words.yaml'")  # answered after both
    assert (game / "cards/tiles.yaml").read_text(encoding="utf-8").startswith("# mine ")
    assert page.run("document.querySelector('.notices').innerText") == ""


def test_a_text_whose_file_is_deleted_is_kept_or_closed(page: Browser, game: Path) -> None:
    path = game / "cards" / "tiles.yaml"
    show(page, "cards/tiles.yaml", "cards:")
    page.type(" # mine")
    for back in (True, False):
        path.unlink()
        page.shows("This file is not on the disk any more. Your text is kept.", ".notices")
        if back:
            path.write_bytes((CONTENT / "cards" / "tiles.yaml").read_bytes())
            page.until("document.querySelector('.notices').innerText === ''")
    page.click(".saving button", "Save")
    page.shows("was deleted on the disk after it was opened here", ".notices")
    page.click(".notices button", "Keep my text")
    page.click(".saving button", "Save")
    page.until("[...document.querySelectorAll('.saving button')].every(each => each.disabled)")
    assert "# mine" in path.read_text(encoding="utf-8")
    path.unlink()
    page.click(".notices button", "Close the text")
    page.shows("Choose a file on the left.", ".path")
    path.write_bytes((CONTENT / "cards" / "tiles.yaml").read_bytes())
    show(page, "cards/tiles.yaml", "cards:")
    assert "# mine" not in page.run("document.querySelector('.cm-content').innerText")
    page.until("!document.querySelector('.findings').innerText.includes('error')")


def test_the_editor_speaks_the_language_of_the_page(page: Browser) -> None:
    show(page, ORDERS, "- id: quick_blade")
    page.key("f", 2)
    page.shows("match case", ".cm-search")
    choose(page, "header select", "ru")
    page.until("document.querySelector('.cm-content').ariaLabel === 'Текст файла cards/common_orders.yaml'")
    page.run("document.querySelector('.cm-content').focus()")
    page.key("f", 2)
    page.shows("с учётом регистра", ".cm-search")
    assert "next" not in page.run("document.querySelector('.cm-search').innerText")
    page.key("Escape")
    choose(page, "header select", "en")


def test_a_name_is_followed_and_changed_everywhere(page: Browser) -> None:
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


def test_a_test_is_run(page: Browser) -> None:
    show(page, "tests/damage.yaml", "- name:")
    page.click("[role=tab]", "Test")
    page.shows("damage equal to the hit points", "aside h3")
    page.click("aside .run")
    page.shows("passed", ".outcome")
    page.click("[role=tab]", "Card")


def test_a_look_at_the_tab_of_tests_runs_and_saves_nothing(page: Browser, game: Path) -> None:
    """What the last run said is still there; a test that ran once more would save all texts first."""
    show(page, "tests/damage.yaml", "- name:")
    page.click("[role=tab]", "Test")
    page.click("aside .run")
    page.shows("passed", ".outcome")
    page.click("[role=tab]", "Card")
    show(page, "cards/tiles.yaml", "cards:")
    page.type(" # mine")
    page.click("[role=tab]", "Test")
    page.shows("passed", ".outcome")
    page.click("[role=tab]", "Card")
    assert "# mine" not in (game / "cards" / "tiles.yaml").read_text(encoding="utf-8")


def test_nothing_of_the_content_runs(page: Browser) -> None:
    show(page, "cards/evil.yaml", "evil")
    page.until("(document.documentElement.dataset.card ?? '').startsWith('cards/evil.yaml')")
    page.until("document.querySelector('aside img')?.alt.includes('<script>')")
    page.click("[role=tab]", "Around")
    page.click("[role=tab]", "Card")
    assert page.run("typeof hacked") == "undefined"
    assert page.run("document.querySelectorAll('script').length") == 1


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("width", "dark"), [(1400, False), (1400, True), (700, False), (320, True)])
def test_it_is_fit_for_people(page: Browser, language: str, width: int, dark: bool) -> None:
    """A checker finds nothing, and no part is wider than the window: 700 is a window of 1400 at 200 %."""
    page.run(f"localStorage.setItem('studio-language', '{language}')")
    page.resize(width)
    page.prefer(prefers_color_scheme="dark" if dark else "light")
    page.run("onbeforeunload = null")
    show(page, ORDERS, "quick_blade")
    choose(page, "header select", language)
    page.shows({"en": "Files", "ru": "Файлы"}[language], "nav")
    for tab in range(page.run("document.querySelectorAll('[role=tab]').length")):
        page.run(f"document.querySelectorAll('[role=tab]')[{tab}].click()")
        assert axe_findings(page) == []
        assert page.run("document.documentElement.scrollWidth") <= width
    page.run("document.querySelectorAll('[role=tab]')[0].click()")
    choose(page, "header select", "en")
    page.resize(1400)
    page.prefer(prefers_color_scheme="light")


def test_it_can_be_used_without_a_mouse(page: Browser) -> None:
    page.run("document.querySelector('header select').focus()")
    tab_to(page, "document.activeElement.title === 'cards/tiles.yaml'")
    page.key("Enter")
    page.shows("cards/tiles.yaml", ".path")
    tab_to(page, "document.activeElement.classList.contains('cm-content')")
    page.key("ArrowDown")
    tab_to(page, "document.activeElement.textContent === 'Card'")
    page.key("ArrowRight")
    assert page.run("document.activeElement.textContent") == "Around"
    page.run("document.querySelectorAll('[role=tab]')[0].click()")


def test_what_the_commands_tell_is_shown(page: Browser) -> None:
    show(page, ORDERS, "- id: quick_blade")
    page.click("[role=tab]", "Around")
    page.shows("quick_blade", "aside")
    page.click("[role=tab]", "Understand")
    page.click("aside button", "quick_blade")
    page.until("document.querySelector('.told img')?.naturalWidth > 100")
    page.click("[role=tab]", "Card")


def test_the_proof_of_the_rows_under_the_cursor_is_shown(page: Browser, game: Path) -> None:
    proof = "# x\n\nactivation digest 0\n  a\n    DC-ACT-01 DC-PHASE-06: one\n    DC-PHASE-08: two\n  b\n    DC-ACT-01: three\n"
    (game / "proof.txt").write_text(proof, encoding="utf-8")
    show(page, "rules/turn.rules", "@DC-PHASE-06 @DC-PHASE-08 @DC-ACT-01")
    page.click("[role=tab]", "Around")
    page.shows("1 / 3 rows proven", "aside")
    told = "[...document.querySelectorAll('aside dt')].map((row) => row.innerText).join('; ')"
    assert page.run(told) == "DC-PHASE-06 not proven; DC-PHASE-08 not proven; DC-ACT-01 proven"
    choose(page, "header select", "ru")
    page.shows("DC-PHASE-06 не доказана", "aside")
    assert axe_findings(page) == []
    choose(page, "header select", "en")


def test_odds_of_a_test_and_of_a_statement_in_a_scenario_are_worked_out(page: Browser) -> None:
    page.click("[role=tab]", "Understand")
    form = "aside form:has(input[name=do])"
    choose(page, f"{form} input[name=name]", "last_stand")
    page.click(f"{form} button", "Work out")
    page.shows("say what is looked at", ".told pre")
    choose(page, f"{form} input[name=do]", "deal 10 to archer")
    choose(page, f"{form} input[name=of]", "archer.damage")
    page.click(f"{form} button", "Work out")
    page.shows("100.00 %", ".told pre")
    assert "archer.damage" in page.run("document.querySelector('.told pre').innerText")
    choose(
        page,
        f"{form} input[name=name]",
        "damage equal to the hit points destroys, and the owner pays the printed level",
    )
    for field in ("do", "of"):
        choose(page, f"{form} input[name={field}]", "")
    page.click(f"{form} button", "Work out")
    page.shows("the owner pays the printed level: exact", ".told pre")
    assert axe_findings(page) == []


def test_the_rulebook_leads_to_what_carries_and_shows_a_row(page: Browser) -> None:
    page.click("[role=tab]", "Understand")
    page.click("aside button", "Show the rulebook")
    page.until("document.querySelectorAll('.book .row').length > 100", seconds=120)  # all tests run first
    choose(page, ".book input", "DC-DMG-04")
    page.until("document.querySelectorAll('.book .row').length === 1")
    assert page.run("document.querySelector('.book .row .level').textContent") in (
        "shown",
        "proven",
    )  # texts may be edited
    page.run("document.querySelector('.book .row').open = true")
    page.shows("rules/damage.rules:", ".book .row")
    assert axe_findings(page) == []
    page.click(".book .row .place", "rules/damage.rules")
    page.until("document.querySelector('.path').innerText === 'rules/damage.rules'")
    page.click(".book .row button", "Run this test")
    page.shows("passed", ".outcome")
    page.click("[role=tab]", "Card")


def test_many_matches_are_played_stopped_and_reported(page: Browser) -> None:
    page.click("[role=tab]", "Understand")
    choose(page, ".many select", "last_stand")
    choose(page, ".many input", "9999")
    page.click(".many button", "Let agents play")
    page.until("document.querySelector('.far progress')?.value > 0")
    page.click(".many button", "Stop")
    page.shows("It was stopped.", "aside")
    page.until("document.querySelector('.far') === null")
    choose(page, ".many input", "3")
    page.click(".many button", "Let agents play")
    shown = "document.querySelector('iframe.report')?.src"
    page.until(f"performance.getEntriesByType('resource').some((loaded) => loaded.name === {shown})")
    with page.in_frame():
        page.until("document.querySelectorAll('svg').length")
        assert "3 matches" in page.text() and page.run("origin") == "null"
    assert axe_findings(page) == []


def test_what_plays_otherwise_than_in_a_revision_is_told(game: Path, page: Browser) -> None:
    git = ["git", "-C", str(game), "-c", "user.name=x", "-c", "user.email=x@x"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    path = game / "cards" / "cormyr_orders.yaml"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("level: 1", "level: 2", 1), encoding="utf-8")
    page.click("[role=tab]", "Understand")
    page.click("aside form button", "Compare")
    page.shows("Level is now 2 (before: 1).", ".difference")
    choose(page, "aside form input[name=of]", "/etc")
    page.click("aside form button", "Compare")
    page.shows("this is no revision of git", "aside")
    path.write_text(before, encoding="utf-8")
    page.click("[role=tab]", "Card")


def test_a_definition_is_shown(page: Browser) -> None:
    show(page, ORDERS, "activate: deal_at_once 20")
    page.run("""{const view = document.querySelector('.cm-content').cmTile.root.view;
      const at = view.state.doc.toString().indexOf('deal_at_once 20') + 2; view.dispatch({selection: {anchor: at}});}""")
    page.key("F12")
    page.until("document.querySelector('.path').innerText.startsWith('rules/')")
    page.shows("verb deal_at_once", ".cm-content")


def test_a_lost_connection_is_told_and_texts_stay(browser: Browser, game: Path) -> None:
    with studio(game) as running:
        browser.open(running.address)
        browser.shows("tiles.yaml")
        show(browser, "cards/tiles.yaml", "cards:")
        browser.type(" # kept")
        browser.shows("# kept", ".cm-content")
    browser.shows("The connection to the studio is lost", ".notices")
    browser.shows("# kept", ".cm-content")
