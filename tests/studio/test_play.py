"""Play in the studio: a match to its end, an edit in the middle of it, a test made of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.chromium import Browser
from tests.hostile import shown_game
from tests.house.sources import ROOT
from tests.packages.test_site import FORGED, LURE
from tests.studio.pages import axe_findings, begun, choose, match_of, newer_match, show, tab_to
from tests.studio.running import Running, studio
from tests.studio.test_access import answer
from tests.unit.test_automated import waiting_game

ORDERS = "cards/common_orders.yaml"
LAST_STAND = "scenarios/last_stand.yaml"


@pytest.fixture
def page(page: Browser) -> Browser:
    """The page, in which the scenarios are played."""
    page.click("[role=tab]", "Play")
    if page.run("document.querySelector('iframe') === null"):
        page.click(".play-pane button", "Play the scenarios")
    begun(page)
    with page.in_frame():
        are_scenarios = page.run("document.querySelector('select[name=scenario] option[value=duel]') !== null")
    if not are_scenarios:
        with newer_match(page):
            page.click(".play-pane button", "Play the scenarios")
    return page


def edited(game: Path, path: str, before: str, after: str) -> None:
    """Somebody saves a file with another text."""
    text = (game / path).read_text(encoding="utf-8")
    assert before in text
    (game / path).write_text(text.replace(before, after), encoding="utf-8")


def test_a_match_against_an_agent_is_played_to_its_end_and_taken_back(page: Browser) -> None:
    match_of(page, "duel", "person", "random")
    with page.in_frame():
        assert page.run("play(4000)") > 20
        assert page.run("document.querySelector('.ending').textContent") == "The match is over."
        last = page.run("position()")
        page.run("press('Undo')")
        assert page.run("position()") != last and page.run("document.querySelector('.ending')") is None


def test_a_card_is_edited_in_the_middle_of_a_match(page: Browser, game: Path) -> None:
    """It is changed in the editor and saved; the match goes on where it was, with the new card."""
    match_of(page, "duel", "person", "random")
    with page.in_frame():
        page.run("play(30)")
        before = page.run("board()"), page.run("hand_of('Player 1')"), page.run("asked_now()")
    show(page, ORDERS, "shift 2 self")
    for _ in "2 self":
        page.key("Backspace")
    page.type("4 self")
    page.key("s", 2)
    page.shows("The match goes on with the files of now.", ".play-pane")
    page.shows("sidestep: Now “4 squares” instead of “2 squares”.", ".changes")
    begun(page)
    with page.in_frame():
        assert before == (page.run("board()"), page.run("hand_of('Player 1')"), page.run("asked_now()"))
        assert "4 squares" in page.run("JSON.parse(document.getElementById('facts').textContent).texts.sidestep.en[0]")
        assert page.run("document.querySelector('select[name=pace]').value") == "at_once"
        page.run("play(4000)")
        assert page.run("document.querySelector('.ending').textContent") == "The match is over."


def test_what_does_not_play_changes_nothing_and_all_can_be_taken_back(page: Browser, game: Path) -> None:
    match_of(page, "last_stand", "person", "first")
    with page.in_frame():
        page.run("play(3)")
        before = page.run("position()"), page.run("document.querySelector('.chapters').innerText")
    edited(game, LAST_STAND, "name: One creature each", "name: Two creatures")
    page.shows("Nothing that plays has changed. The match goes on.", ".play-pane")
    begun(page)
    with page.in_frame():
        assert before == (page.run("position()"), page.run("document.querySelector('.chapters').innerText"))
        assert "Two creatures" in page.text()
        page.run("press('Undo')")
        assert page.run("position()") != before[0]


def test_a_game_with_errors_leaves_the_match_as_it_is(page: Browser, game: Path) -> None:
    match_of(page, "last_stand", "person", "first")
    with page.in_frame():
        page.run("play(3)")
        before = page.run("position()")
    address = page.run("document.querySelector('iframe').src")
    edited(game, ORDERS, "shift 2 self", "shift 2 slef")
    page.shows("A match that runs goes on with the rules from before.", ".play-pane")
    page.shows("slef", ".play-pane .said")
    page.click(".play-pane .said .place", ORDERS)
    page.until(f"document.querySelector('.path').innerText === '{ORDERS}'")
    assert page.run("document.querySelector('iframe').src") == address
    with page.in_frame():
        assert page.run("position()") == before
    edited(game, ORDERS, "shift 2 slef", "shift 2 self")
    page.shows("Nothing that plays has changed. The match goes on.", ".play-pane")
    assert page.run("document.querySelector('iframe').src") != address


def test_a_match_that_cannot_go_on_says_why_and_is_begun_anew_by_its_answers(page: Browser, game: Path) -> None:
    match_of(page, "last_stand", "person", "first")
    with page.in_frame():
        page.run("play(2)")
        before = page.run("position()")
    edited(game, LAST_STAND, "  T . .\n  . . A", "  T .\n  . A")
    page.shows("the board of the scenario has another size now", ".play-pane")
    with page.in_frame():
        assert page.run("position()") == before  # it waits
    page.click(".play-pane button", "Begin anew")
    page.shows("The match was begun anew.", ".play-pane")
    begun(page)
    page.until("/: \\d+ \\/ \\d+/.test(document.querySelector('.play-pane .said').innerText)")
    with page.in_frame():
        assert "c2" not in page.run(
            "[...document.querySelectorAll('.square')].map((each) => each.dataset.square).join()"
        )


def test_the_position_of_a_test_is_played(page: Browser) -> None:
    show(page, "tests/turn.yaml", "- name: a turn untaps")
    page.until("document.querySelectorAll('.play-pane button')[1].textContent.includes('a turn untaps')")
    with newer_match(page):
        page.click(".play-pane button", "Play the test: a turn untaps")
    with page.in_frame():
        assert page.run("document.querySelector('select[name=scenario]').value").startswith("a turn untaps")
        page.until("document.querySelector('.asked .options button')")
        page.run("set_choice('viewer', 'all')")
        assert "Human Ranger" in page.run("document.querySelector('[data-square=b1]').textContent")
        page.run("set_choice('pace', 'at_once')")
        page.run("play(50)")
        assert page.run("document.querySelector('.ending').textContent") == "The match is over."
        assert "End of test" in page.run("document.querySelector('.chapters').textContent")


def test_what_was_played_becomes_a_test_that_passes(page: Browser, game: Path) -> None:
    match_of(page, "last_stand", "person", "random")
    with page.in_frame():
        page.run("play(40)")
        page.run("document.querySelector('.draft details').open = true")
        page.until("document.querySelector('.draft textarea')")
        steps = "[...document.querySelectorAll('.draft option')]"
        page.run(f"set_choice('step', {steps}.findIndex((step) => step.textContent.endsWith(' Activation')))")
        page.until("document.querySelector('.draft textarea').value.includes('activation of ')")
        page.run("press('Put it into a file')")
    page.until("document.querySelector('.made-test')")
    choose(page, ".made-test input[name=name]", 'made of a match: it is "said"')
    choose(page, ".made-test select", "tests/orders.yaml")
    page.run("{const it = document.querySelector('.made-test > button'); it.click(); it.click();}")  # once is enough
    page.shows('made of a match: it is "said": passed', ".outcome")
    text = (game / "tests" / "orders.yaml").read_text(encoding="utf-8")
    assert text.startswith((ROOT / "content/dungeon_command/tests/orders.yaml").read_text(encoding="utf-8"))
    assert text.count('name: "made of a match: it is \\"said\\""') == 1
    page.click("[role=tab]", "Play")
    with page.in_frame():
        page.run("press('Put it into a file')")
    page.until("document.querySelector('.made-test')")
    choose(page, ".made-test input[name=name]", "made once more")
    choose(page, ".made-test select", "")
    choose(page, ".made-test input[name=fresh]", "of_matches")
    page.click(".made-test button", "Add it and run it")
    page.shows("made once more: passed", ".outcome")
    assert (game / "tests" / "of_matches.yaml").is_file()


def test_a_match_is_kept_and_opened_again(page: Browser, game: Path) -> None:
    match_of(page, "last_stand", "person", "first")
    with page.in_frame():
        page.run("play(3)")
        before = page.run("position()"), page.run("board()")
    page.click(".play-pane button", "Keep the match")
    page.until("document.querySelector('a[download]')")
    kept = page.run("fetch(document.querySelector('a[download]').href).then((told) => told.text()).catch(String)")
    assert "Failed" in kept  # the policy lets the page read no file, so the browser saves it
    page.forget()
    save = page.run(SAVED)
    assert json.loads(save)["game"] == "dungeon_command"
    with newer_match(page):
        page.click(".play-pane button", "Play the scenarios")
    page.run(f"window.given = {json.dumps(save)}")
    with newer_match(page):
        page.run(OPENED)
    page.shows("Nothing that plays has changed. The match goes on.", ".play-pane")
    with page.in_frame():
        assert before == (page.run("position()"), page.run("board()"))
    page.run("window.given = '{}'")
    page.run(OPENED)
    page.shows("this is no save", ".play-pane")
    page.run("window.given = '['")
    page.run(OPENED)
    page.shows("this is no saved match", ".play-pane")
    choose(page, "header select", "ru")
    page.shows("это не сохранённая партия", ".play-pane .said")
    choose(page, "header select", "en")
    page.shows("this is no saved match", ".play-pane .said")


def test_automated_figures_of_a_running_match_are_explained(browser: Browser, tmp_path: Path) -> None:
    """Also the turn in which a player is asked."""
    with studio(waiting_game(tmp_path)) as running:
        browser.open(running.address)
        browser.click("[role=tab]", "Play")
        browser.click(".play-pane button", "Play the scenarios")
        begun(browser)
        browser.click(".play-pane button", WHY)
        browser.until("document.querySelector('.figures')")
        assert browser.run("document.querySelector('.figures').innerText") == "1. Hound (a1) acts"
        browser.run("document.querySelector('.figures summary').click()")
        assert "so Rock (b1), Rock (c1), as the players choose" in browser.run(TURN)
        with browser.in_frame():
            browser.run("set_choice('pace', 'at_once')")
            browser.run("play(2)")
        choose(browser, "header select", "ru")
        browser.click(".play-pane button", "Почему автоматические фигуры")
        browser.until(f"{TURN}.includes('Player 1 chooses: Rock')")  # the game has no Russian
        assert axe_findings(browser) == []
        choose(browser, "header select", "en")


WHY = "Why the automated figures did what they did"
TURN = "document.querySelector('.figures pre').textContent"


# The save as the frame tells it, and a file that is chosen.
SAVED = """new Promise((taken) => {
  const frame = document.querySelector('iframe').contentWindow;
  addEventListener('message', (event) => event.data.kind === 'match' && taken(JSON.stringify(event.data.match.save)));
  frame.postMessage({kind: 'tell'}, '*');
})"""
OPENED = """{
  const held = new DataTransfer();
  held.items.add(new File([window.given], 'x.json'));
  const field = document.querySelector('.play-pane input[type=file]');
  field.files = held.files;
  field.dispatchEvent(new Event('change', {bubbles: true}));
}"""


# ---- for everybody
def test_it_is_played_without_a_mouse(page: Browser) -> None:
    match_of(page, "last_stand", "person", "first")
    page.run("document.querySelector('#tab-play').focus()")
    tab_to(page, "document.activeElement.tagName === 'IFRAME'")
    with page.in_frame():
        before = page.run("position()")
        tab_to(page, "document.activeElement.closest('.asked .options') !== null")
        page.key("Enter")
        tab_to(page, "document.activeElement.matches('.asked .main')")
        page.key("Enter")
        page.until(f"position() !== {json.dumps(before)}")
    tab_to(page, "document.activeElement.tagName !== 'IFRAME'")  # and out of it again


@pytest.mark.parametrize(("language", "width"), [("en", 1400), ("ru", 700), ("en", 320)])
def test_its_frame_is_fit_for_people(page: Browser, language: str, width: int) -> None:
    match_of(page, "duel", "person", "random")
    page.resize(width)
    page.prefer(prefers_color_scheme="dark" if language == "ru" else "light")
    choose(page, "header select", language)
    page.run("document.querySelector('iframe').scrollIntoView()")  # what is out of sight is not drawn
    with page.in_frame():
        page.until(f"document.documentElement.lang === '{language}'")
        page.run("play(40)")
        assert axe_findings(page) == []
        assert page.run("document.documentElement.scrollWidth <= innerWidth")
    assert axe_findings(page) == []
    assert page.run("document.documentElement.scrollWidth") <= width
    controls = "[...document.querySelectorAll('.play-pane button, .play-pane input, .play-pane iframe')]"
    assert page.run(f"Math.max(...{controls}.map((each) => each.getBoundingClientRect().right))") <= width
    choose(page, "header select", "en")
    page.resize(1400)
    page.prefer()


# ---- safety
def test_the_frame_reaches_nothing(page: Browser, running: Running) -> None:
    """It has no origin: neither the token nor the socket nor the page around it."""
    path = page.run("document.querySelector('iframe').getAttribute('src')")
    status, headers, body = answer(running, path)
    assert status == 200 and running.token.encode() not in body
    assert headers["content-security-policy"].startswith(
        "sandbox allow-scripts allow-forms; frame-ancestors http://127.0.0.1:"
    )
    assert answer(running, "/match/x")[0] == answer(running, "/match/")[0] == 404
    with page.in_frame():
        assert page.run("origin") == "null"
        for reached in ("parent.document", "localStorage", "sessionStorage", "document.cookie", "top.location.href"):
            assert page.run(
                f"(() => {{ try {{ return String({reached}); }} catch (no) {{ return no.name; }} }})()"
            ) == ("SecurityError")
        assert page.run("fetch('/studio.js').then(() => 'read', () => 'refused')") == "refused"
        assert page.run("new Promise((told) => { try { const it = new WebSocket('ws://' + location.host + '/socket'); "
                        "it.onerror = () => told('refused'); it.onopen = () => told('open'); } "
                        "catch (no) { told('refused'); } })") == "refused"  # fmt: skip
        page.run(f"document.body.insertAdjacentHTML('beforeend', {FORGED!r}), 0")
        page.run("new Promise((done) => setTimeout(done, 100))")
        assert page.run("window.forged ?? null") is None
    page.forget()


# The socket tells the page a second late that it is open.
LATE = """Object.defineProperty(WebSocket.prototype, "onopen", {
  set(told) { this.addEventListener("open", () => setTimeout(told, 1000)); },
});"""


def test_who_plays_before_the_page_is_connected_waits(browser: Browser, tmp_path: Path) -> None:
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source=LATE)["identifier"]
    try:
        with studio(shown_game.write_hostile(tmp_path)) as running:
            browser.open(running.address)
            browser.click("[role=tab]", "Play")
            browser.click(".play-pane button", "Play the scenarios")
            begun(browser)
    finally:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def test_nothing_of_a_strangers_game_runs(browser: Browser, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        words = [f"{number} {(FORGED, LURE)[number % 2]}" for number in range(len(shown_game.WORDS))]
        patch.setattr(shown_game, "WORDS", words)
        game = shown_game.write_hostile(tmp_path)
    with studio(game) as running:
        browser.open(running.address)
        browser.click("[role=tab]", "Play")
        browser.click(".play-pane button", "Play the scenarios")
        begun(browser)
        with browser.in_frame():
            browser.run("set_choice('pace', 'at_once')")
            browser.run("play(200)")
            assert "window.forged" in browser.text()
            assert browser.run("window.forged ?? null") is None
            assert browser.run("document.querySelectorAll('[onerror], [href^=javascript], img').length") == 0
        for path in sorted((game / "cards").iterdir()):
            path.write_text(path.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
        browser.shows("The match goes on.", ".play-pane")
        assert browser.run("window.forged ?? null") is None
        assert browser.run("document.querySelectorAll('script').length") == 1
        assert browser.faults() == [] and browser.dialogs() == 0
