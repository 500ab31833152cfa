"""The faces of every game: their texts fit, each character is in a font, each word has a name in each language."""

from __future__ import annotations

import re

import pytest

from cardwright.authoring.faces.describe import Describer
from cardwright.authoring.faces.layouts import style_of
from cardwright.authoring.faces.typesetting import Look, faults
from cardwright.authoring.faces.wording import rules_text
from tests.content_games import GAMES, built

# Measuring takes a second for a hundred cards, so each game is measured in one language: the longer one for most.
MEASURED = [(game, "en" if game in ("descent", "warhammer") else "ru") for game in GAMES]


@pytest.mark.parametrize(("game", "language"), MEASURED)
def test_every_card_can_be_printed(game: str, language: str) -> None:
    build = built(game)
    faces = Describer(build, style_of(build), language, rules_text(build, language)).faces()
    assert len(faces) == len(build.vocab.cards)
    found = faults(faces, Look(game, language))
    assert (found.overfull, found.glyphs) == ((), {})


@pytest.mark.parametrize("game", GAMES)
def test_every_word_on_a_card_has_a_name(game: str) -> None:
    build = built(game)
    for language in build.vocab.languages[1:]:  # the words themselves are of the first
        describer = Describer(build, style_of(build), language)
        describer.faces()
        assert describer.unnamed == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_a_russian_face_is_left_in_latin_letters(game: str) -> None:
    build = built(game)
    describer = Describer(build, style_of(build), "ru", rules_text(build, "ru"))
    blocks = [block for face in describer.faces() for block in (*face.data["side"], *face.data["blocks"])]
    lines = [item["text"] for block in blocks if block["form"] == "lines" for item in block["items"]]
    assert [line for line in lines if re.search("[A-Za-z]", line)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_keyword_has_one_name_in_the_line_and_in_the_texts_of_a_face(game: str) -> None:
    vocab, names = built(game).vocab, style_of(built(game)).names
    assert vocab.words is not None
    entries = vocab.words.entries  # a keyword with a phrase of its own is named by it, else by its noun
    keywords = {name for name, trait in vocab.traits.items() if trait.form == "keyword"}
    phrases = {name: entries["traits", name].phrases for name in keywords if ("traits", name) in entries}
    by_noun = {name for name in keywords if not any("noun" in one for one in phrases.get(name, {}).values())}
    shown = {name: vocab.words.nouns[name] for name in by_noun & names.keys() & vocab.words.nouns.keys()}
    for language in vocab.languages:
        in_texts = {name: noun.forms[language].one[0].lower() for name, noun in shown.items()}
        assert {name: names[name][language].lower() for name in shown} == in_texts


@pytest.mark.parametrize(
    ("game", "card", "size"), [("ddm", "hill_titan", 3), ("ddm", "grave_rat", 1), ("dungeon_command", "drider", 2)]
)
def test_a_creature_tells_how_many_squares_it_is_across(game: str, card: str, size: int) -> None:
    describer = Describer(built(game), style_of(built(game)), "en")
    blocks = next(face.data["blocks"] for face in describer.faces() if face.card == card)
    shown = {one["label"]: one["value"] for block in blocks if block["form"] == "numbers" for one in block["items"]}
    assert shown["size"] == str(size)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_has_a_layout(game: str) -> None:
    build = built(game)
    style = style_of(build)
    assert build.files.faces is not None and {card.kind for card in build.vocab.cards.values()} <= style.layouts.keys()
