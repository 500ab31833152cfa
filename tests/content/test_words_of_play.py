"""The words that people read while they play: complete, and none that nothing needs."""

from __future__ import annotations

import re

import pytest

from compiler.interpreter.match import Match
from compiler.interpreter.telling import Teller
from compiler.lowering.told import lacking_words
from dsl.meaning.lexicon import LANGUAGES
from dsl.wording.told import Told
from tests.conformance.matches import give
from tests.content_games import GAMES, built, rules

# No sign of the language or of the machine: ids, names with underscores, braces, places of files, private marks.
STRANGE = re.compile(r"#\d|\w_\w|[{}\[\]]|\.rules|\.yaml|[\ue000-\uf8ff]|None|null|  ")


def told(game: str, language: str) -> Told:
    build = built(game)
    assert build.checked is not None and build.program is not None
    return lacking_words(build.checked, build.program, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_phrase_is_idle(game: str, language: str) -> None:
    assert told(game, language).idle == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_players_are_told_has_words(game: str, language: str) -> None:
    assert told(game, language).lacking == []


def test_labels_of_options_and_symbols_of_dice_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    names = built("descent").vocab.names
    for name in ("refuse_them", "hearts"):
        monkeypatch.delitem(names, name)
    assert told("descent", "ru").lacking == ["names.refuse_them", "names.hearts"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_sentences_have_no_sign_of_the_machine(game: str, language: str) -> None:
    match: Match = rules(game).new_game(seed=5)
    watchers = [match.watch(viewer, language) for viewer in (0, 1, None, "all")]
    said: list[str] = []
    for turn in range(40):
        for watcher in watchers:
            said += [event["words"] for event in watcher.events()]
            said += [text for row in watcher.refused() for text in row["words"].values()]
            asked = (watcher.view()["request"] or {}).get("words")
            said += [asked["question"], *asked["options"], asked["none"]] if asked else []
        if match.request is None:
            break
        legal = match.legal()
        give(match, legal[turn % len(legal)]["answer"])
    assert len([text for text in said if text]) > 60
    assert [text for text in said if STRANGE.search(text)] == []
    starts = [text for text in said if text.endswith(".") and text[:1] != text[:1].upper()]
    assert starts == []


@pytest.mark.parametrize(("game", "done"), [("dungeon_command", "summons|carries out"), ("descent", "plays")])
def test_onlookers_are_told_which_card_is_played_from_a_hand(game: str, done: str) -> None:
    """As soon as it lies open; before that nobody but its player knows."""
    match: Match = rules(game).new_game(seed=3)
    onlooker, knowing = match.watch(None, "en"), match.watch("all", "en")
    said: list[list[str]] = [[], []]
    for turn in range(150):
        for told_to, watcher in zip(said, (onlooker, knowing), strict=True):
            told_to += [e["words"] for e in watcher.events() if re.search(rf"\b({done}) ", e["words"])]
        if match.request is None:
            break
        legal = match.legal()
        give(match, legal[turn % len(legal)]["answer"])
    assert said[0] == said[1]
    assert len(said[0]) > 3 and len(set(said[0])) > 2


def test_everybody_is_told_which_card_a_search_brings() -> None:
    match: Match = rules("descent").new_game(seed=6)
    onlooker = match.watch(None, "en")
    for turn in range(40):
        legal = match.legal()
        give(match, legal[turn % len(legal)]["answer"])
    assert "Grisban the Thirsty draws Stamina Potion." in [event["words"] for event in onlooker.events()]


@pytest.mark.parametrize(
    ("scenario", "drawn"), [("last_stand", []), ("duel", ["Player 1 draws 4 orders.", "Player 1 draws 4 creatures."])]
)
def test_a_draw_is_told_with_the_number_of_cards_that_there_were(scenario: str, drawn: list[str]) -> None:
    match: Match = rules("dungeon_command").new_game({"scenario": scenario}, seed=7)
    watcher, said = match.watch(None, "en"), []
    while match.request is not None and "Player 1's turn begins." not in said:
        said += [event["words"] for event in watcher.events()]
        give(match, match.legal()[0]["answer"])
    assert [text for text in said if "Player 1 draws" in text][:2] == drawn


def test_players_are_called_by_the_nouns_of_their_names_in_the_scenario() -> None:
    for language, overlord, heroes in (
        ("en", ("the overlord", "the overlord's"), ("the heroes' player", "the heroes' player's")),
        ("ru", ("Властелин", "Властелина"), ("игрок за героев", "игрока за героев")),
    ):
        watcher = rules("descent").new_game(seed=5).watch(None, language)
        teller = watcher.eye.teller
        assert teller is not None
        first, second = teller.known["players"]
        teller.called = {first: "heroes", second: "overlord"}
        assert [teller.player(seat).forms[:2] for seat in (second, first)] == [overlord, heroes]


@pytest.mark.parametrize("language", LANGUAGES)
def test_offers_without_a_label_say_what_each_does(language: str) -> None:
    program = built("descent").program
    assert program is not None
    offers = program.words[language]["offers"]
    for carrier in ("goblin_archer", "yew_shortbow"):
        assert offers[f"{carrier}.rules#1"] != offers[f"{carrier}.rules#2"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "choice", "named"),
    [
        ("descent", "shift.s", "f"),
        ("descent", "reinforce.s", "m"),
        ("descent", "pick_class.c", "h"),
        ("middara", "begin_on.s", "f"),
    ],
)
def test_for_whom_something_is_chosen_is_named_in_the_question(
    game: str, choice: str, named: str, language: str
) -> None:
    """Several are put down or get a class one after the other, and what is offered does not say whose it is."""
    program = built(game).program
    assert program is not None
    (row,) = program.words[language]["asks"][choice]
    assert named in [piece.get("value") for piece in row if isinstance(piece, dict)]


def test_names_in_s_have_an_apostrophe_only() -> None:
    watcher = rules("dungeon_command").new_game(seed=5).watch(None, "en", ("Agnes", "Bo"))
    teller = watcher.eye.teller
    assert teller is not None
    assert [teller.player(seat).forms[1] for seat in teller.known["players"]] == ["Agnes'", "Bo's"]


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("the party has no access to {c}", "Улучшение «Подбой» недоступно отряду."),
        ("no copy of {c} is left", "Экземпляров улучшения «Подбой» больше не осталось."),
    ],
)
def test_a_card_in_a_refusal_stands_behind_its_noun(reason: str, said: str) -> None:
    program = rules("middara").new_game(seed=5).game.program
    teller = Teller(program, "ru", {}, None)
    assert teller.reason(reason, reason, ("", {"card": "lined_plates"})) == said


def test_a_condition_is_told_where_it_takes_hold() -> None:
    """Not where an attack tries to inflict it: whoever falls to the attack, or is immune, does not suffer it."""
    program = built("ddm").program
    assert program is not None
    verbs = program.words["en"]["verbs"]
    assert verbs["impose"] and not verbs["inflict"] and not verbs["inflict_until_saved"]


def test_a_card_that_is_lost_from_a_hand_is_told_when_it_lies_open() -> None:
    """Before it is known to nobody else, so that the words could not name it."""
    program = built("descent").program
    assert program is not None
    words = program.words["en"]
    assert words["verbs"]["cast_off"] and "cast_off" not in words["silent"] and "lose_card" in words["silent"]


def test_what_a_surge_is_spent_on_is_told() -> None:
    """By the entry that offers it; an overlord's card is told when it is laid open."""
    program = built("descent").program
    assert program is not None
    used = program.words["en"]["used"]
    surging = [a for a in program.abilities if any("surge" in str(call) for call in a.costs)]
    silent = [a.id for a in surging if a.id not in used]
    assert len(surging) > 80 and silent == ["critical_blow.rules#1"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_who_may_respond_is_told_to_what(game: str, language: str) -> None:
    """A verb that is silent, for its parts are told, needs words for the question of who may answer it."""
    program = built(game).program
    assert program is not None
    verbs = program.words[language]["verbs"]
    answered = [(verb, a.step) for a in program.abilities if a.form == "reaction" for verb in a.verbs]
    assert [(verb, step) for verb, step in answered if not (verbs.get(f"{verb}.{step}") or verbs[verb])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_attack_that_comes_to_nothing_is_told(language: str) -> None:
    """Its target slipped away, or nothing of its damage is left: no number on the table shows it."""
    program = built("dungeon_command").program
    assert program is not None
    assert {*program.words[language]["refused"]} == {"strike", "shoot", "deal"}
