"""The pages of `cardwright site`, in a browser: they are read, played, slid through, and run nothing of the content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

from cardwright.cli.main import main
from tests.chromium import Browser, chromium
from tests.hostile import shown_game
from tests.house.sources import ROOT
from tests.packages.clients import new_game_folder

AXE = ROOT / "editors" / "studio" / "node_modules" / "axe-core" / "axe.min.js"
MOST = 2_000_000  # bytes of the pages of Dungeon Command without pictures


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    assert (
        main(["site", str(ROOT / "content" / "dungeon_command"), "--no-pictures", "--matches", "4", "--out", str(out)])
        == 0
    )
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
window.slide = async (to) => {
  const slider = document.querySelector(".slider input");
  slider.value = String(to);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await next_frame();
};
window.press = async (name) => {
  const found = [...document.querySelectorAll("button")].find((button) => button.textContent === name);
  found.click();
  await next_frame();
};
window.position = () => document.querySelector(".slider output").textContent;
window.board = () => [...document.querySelectorAll(".square")].map((square) => square.querySelector(".told").textContent).join("; ");
window.asked_now = () => [...document.querySelectorAll(".asked .options button")].map((each) => each.textContent).join("; ");
window.hand_of = (player) => {
  const zones = [...document.querySelectorAll(".zone")];
  const zone = zones.find((each) => each.querySelector("h3").textContent.startsWith(`orders in hand of ${player} `));
  return zone === undefined ? null : [...zone.querySelectorAll("button")].map((card) => card.textContent).join(", ");
};
window.play = async (most) => {
  let turn = 0;
  for (let count = 0; count < most && !document.querySelector(".ending"); count += 1) {
    if (document.querySelector(".asked .options")) await answer(turn++);
    await next_frame();
  }
  // The other players answer by a timer of the page: what is read next would be of a match that moves on.
  while (!document.querySelector(".ending, .asked .options")) await next_frame();
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
    assert answers > 20
    last, end = browser.run("position()"), browser.run("board()")
    browser.run("press('Undo')")
    assert browser.run("position()") != last and browser.run("document.querySelector('.ending')") is None
    browser.run("press('Redo')")
    assert (browser.run("position()"), browser.run("board()")) == (last, end)
    browser.run("slide(0)")
    start = browser.run("board()")
    assert browser.run("position()").startswith("after 0 of ") and start != end
    assert browser.run("document.querySelectorAll('.chapters > li').length") == 0
    browser.run("slide(999999)")
    assert browser.run("board()") == end
    browser.run("slide(40)")
    for viewer, own, other in (("0", "Player 1", "Player 2"), ("1", "Player 2", "Player 1")):
        browser.run(f"set_choice('viewer', '{viewer}')")
        browser.until(f"hand_of('{own}')")
        assert browser.run(f"hand_of('{other}')") == ""
    hands = browser.run("hand_of('Player 2')")
    browser.run("set_choice('viewer', 'null')")
    browser.until("hand_of('Player 2') === ''")
    assert browser.run("hand_of('Player 1')") == ""
    browser.run("set_choice('viewer', 'all')")
    browser.until(f"hand_of('Player 2') === {hands!r} && hand_of('Player 1')")
    assert browser.faults() == []


def test_an_answer_in_the_past_begins_another_future(browser: Browser, site: Path) -> None:
    begun(browser, site, "last_stand", "person", "greedy")
    browser.run("play(400)")
    browser.until("document.querySelector('.asked .options, .ending')")
    browser.run("slide(0).then(() => answer(1)).then(next_frame)")
    browser.until("!document.querySelector('.bar').textContent.includes('after 0 of')")
    browser.run("play(400)")
    assert browser.run("document.querySelector('.asked .options, .ending') !== null")
    assert browser.faults() == []


def test_what_an_option_would_bring_and_why_others_are_refused(browser: Browser, site: Path) -> None:
    begun(browser, site, "last_stand", "person", "first")
    browser.until("document.querySelector('.asked .options button')")
    browser.run("document.querySelector('.asked .options button').click()")
    browser.until("document.querySelector('.preview .lines li')")
    before = browser.run("position()")
    assert browser.run("document.querySelector('.preview .lines').textContent").startswith("Player 1 chose")
    assert browser.run("position()") == before
    browser.run("""(async () => {
      for (let turn = 1; turn < 40 && !document.querySelector(".refused li"); turn += 2) {
        if (document.querySelector(".asked .options")) await answer(turn);
        await next_frame();
      }
    })()""")
    refused = browser.run("document.querySelector('.refused').textContent")
    assert "#" not in refused and ".rules" not in refused and ": " in refused


def test_figures_glide_unless_the_person_wants_no_movement(browser: Browser, site: Path) -> None:
    begun(browser, site, "last_stand", "random", "random")
    browser.until("document.querySelector('.ending')")
    most = """(async () => {
      let most = 0;
      for (let at = 0; at <= 60; at += 1) {
        await slide(at);
        most = Math.max(most, document.getAnimations().length);
      }
      return most;
    })()"""
    assert browser.run(most) > 0
    browser.prefer(prefers_reduced_motion="reduce")
    browser.run("slide(0).then(() => new Promise((done) => setTimeout(done, 500)))")
    assert browser.run(most) == 0
    browser.prefer()


def test_steps_of_a_match_are_a_test_of_the_game(
    browser: Browser, site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(browser, site, "last_stand", "person", "random")
    browser.run("play(40)")
    browser.run("document.querySelector('.draft details').open = true")
    browser.until("document.querySelector('.draft textarea')")
    steps = "[...document.querySelectorAll('.draft option')]"
    browser.run(f"set_choice('step', {steps}.findIndex((step) => step.textContent.endsWith(' Activation')))")
    browser.until("document.querySelector('.draft textarea').value.includes('when: |\\n      activation of ')")
    game = tmp_path / "dungeon_command"
    copytree(ROOT / "content" / "dungeon_command", game, ignore=ignore_patterns("tests", "proof.txt"))
    draft = browser.run("document.querySelector('.draft textarea').value")
    (game / "tests").mkdir()
    (game / "tests" / "draft.yaml").write_text(draft, encoding="utf-8")
    assert main(["check", str(game), "--no-lint", "--no-cache"]) == 0, capsys.readouterr().out
    assert main(["test", str(game)]) == 0, draft
    assert browser.faults() == []


# ---- for everybody
def test_a_match_is_played_by_the_keyboard_alone(browser: Browser, site: Path) -> None:
    begun(browser, site, "last_stand", "person", "first")
    browser.until("document.querySelector('.asked .options button')")
    browser.run("document.querySelector('.setup select').focus()")
    here = "document.activeElement.textContent + ' ' + document.activeElement.className"

    def tab_to(words: str) -> None:
        for _ in range(60):
            if words in browser.run(here):
                return
            browser.key("Tab")
        raise AssertionError(f"Tab never comes to {words}")

    tab_to("square")
    square = browser.run("document.activeElement.dataset.square")
    browser.key("ArrowRight")
    browser.key("ArrowDown")
    assert browser.run("document.activeElement.dataset.square") not in (None, square)
    browser.key("Enter")
    tab_to(browser.run("document.querySelector('.asked .options button').textContent"))
    browser.key("Enter")
    browser.until("document.querySelector('.asked .options button[aria-pressed=true]')")
    tab_to("main")
    before = browser.run("position()")
    browser.key("Enter")
    browser.until(f"position() !== {before!r}")


PAGES = ("index.html", "index.ru.html", "play.html?lang=en", "play.html?lang=ru", "cards.html", "cards.ru.html",
         "texts.html", "rules.ru.html", "graph.html", "matches.ru.html")  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_wrong_for_an_accessibility_checker(browser: Browser, site: Path, page: str) -> None:
    browser.prefer(prefers_color_scheme="dark" if "ru" in page else "light")
    if page.startswith("play"):
        begun(browser, site, "duel", "person", "random", language=page[-2:])
        browser.run("play(60)")
        browser.until("document.querySelector('.asked .options button')")
        browser.run("document.querySelector('.asked .options button').click()")
    else:
        shown(browser, site, page)
    browser.run(f"{AXE.read_text(encoding='utf-8')};0")
    found = browser.run(
        "axe.run(document, {rules: {'scrollable-region-focusable': {enabled: true}}}).then((found) => "
        "found.violations.map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map((node) => node.html).join(' | ')))"
    )
    browser.prefer()
    assert found == [] and browser.faults() == []


@pytest.mark.parametrize("width", [640, 320])  # 1280 at 200 % and 400 %
@pytest.mark.parametrize(
    "page", ["index.html", "play.html", "cards.html", "texts.html", "rules.html", "graph.html", "matches.html"]
)
def test_nothing_is_cut_off_in_a_narrow_window(browser: Browser, site: Path, page: str, width: int) -> None:
    shown(browser, site, page, width=width, height=700)
    assert browser.run("document.documentElement.scrollWidth") <= width


def test_the_page_that_plays_turns_to_another_language(browser: Browser, site: Path) -> None:
    begun(browser, site, "last_stand", "person", "first")
    browser.run("document.querySelector('.setup select').value = 'ru'")
    browser.run("document.querySelector('.setup select').dispatchEvent(new Event('change', {bubbles: true}))")
    browser.until("document.documentElement.lang === 'ru'")
    text = browser.text()
    assert "Что произошло" in text and "Полуорк" in text and "Overview" not in text and "What happened" not in text


def test_the_report_of_many_matches_is_in_the_language_of_its_page(browser: Browser, site: Path) -> None:
    shown(browser, site, "index.ru.html")
    browser.click("nav a", "Много партий")
    browser.until("document.readyState === 'complete' && document.querySelectorAll('main svg').length")
    text = browser.text()
    assert "партий: 4" in text and "Решений в партии" in text and "matches" not in text and "agents" not in text
    assert browser.run("getComputedStyle(document.querySelector('svg .bar')).fill") != "rgb(0, 0, 0)"


def test_the_gallery_finds_cards(browser: Browser, site: Path) -> None:
    shown(browser, site, "cards.html")
    browser.run("document.getElementById('search').value = 'giant spider'")
    browser.run("document.getElementById('search').dispatchEvent(new Event('input'))")
    cards = browser.run("document.querySelectorAll('ul.cards > li:not([hidden])').length")
    assert 0 < cards < 5


# ---- size and safety
def test_its_pages_are_small(site: Path) -> None:
    assert sum(path.stat().st_size for path in site.iterdir()) < MOST


LIVE = "[onerror], [href^=javascript], img:not([src^=data])"
FORGED = "</script><script>window.forged=1</script><img src=x onerror=window.forged=2>"
LURE = "<a href='javascript:window.forged=3'>\u00a0\u0435forged</a><!--<script>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a game whose names, texts and messages would all be a script, if one of them ran."""
    folder = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        words = [f"{number} {(FORGED, LURE)[number % 2]}" for number in range(len(shown_game.WORDS))]
        patch.setattr(shown_game, "WORDS", words)
        game = shown_game.write_hostile(folder)
    out = folder / "out"
    assert main(["site", str(game), "--no-pictures", "--matches", "2", "--out", str(out)]) == 0
    return out


def test_a_word_of_any_length_is_broken(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_game, "WORDS", [f"{n}{'W' * 900}" for n in range(len(shown_game.WORDS))])
    game, out = shown_game.write_hostile(tmp_path), tmp_path / "out"
    assert main(["site", str(game), "--no-pictures", "--out", str(out)]) == 0
    for path in sorted(out.glob("*.html")):
        shown(browser, out, path.name, width=640)
        assert browser.run("document.documentElement.scrollWidth") <= 640, path.name


def test_nothing_of_the_content_runs(browser: Browser, hostile: Path) -> None:
    found = 0
    for path in sorted(hostile.glob("*.html")):
        shown(browser, hostile, path.name)
        if path.name == "play.html":
            browser.run(PLAYER)
            browser.run("set_choice('pace', 'at_once')")
            browser.run("play(200)")
        found += "window.forged" in browser.text()
        assert browser.run("window.forged ?? null") is None
        assert browser.run(f"document.querySelectorAll({LIVE!r}).length") == 0
        scripts = browser.run("[...document.scripts].map((script) => script.type || 'classic').join()")
        assert scripts in ("", "classic", "application/json,classic,classic"), path.name
        assert browser.faults() == [] and browser.dialogs() == 0
    assert found > 3


def test_the_policy_holds_what_gets_into_a_page(browser: Browser, site: Path) -> None:
    shown(browser, site, "play.html")
    browser.run(f"document.body.insertAdjacentHTML('beforeend', {FORGED!r}), 0")
    browser.run("(() => { const it = document.createElement('script'); it.text = 'window.forged = 4'; "
                "document.body.append(it); })()")  # fmt: skip
    browser.run("new Promise((done) => setTimeout(done, 100))")
    assert browser.run("window.forged ?? null") is None
    assert any("Content Security Policy" in fault for fault in browser.faults())


def test_a_folder_of_others_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, out = new_game_folder(tmp_path), tmp_path / "out"
    out.mkdir()
    (out / "index.html").write_text("mine\n", encoding="utf-8")
    assert main(["site", str(game), "--no-pictures", "--out", str(out)]) == 2
    assert "was not written by an export" in capsys.readouterr().err
    assert [path.name for path in out.iterdir()] == ["index.html"]
