"""Printed texts against rules: no alarm where they say the same, and what differs is found.

The same is said by the generated texts of all cards, and by texts that a person wrote. What differs are the generated
texts with one place changed. The shares that are found stand in decision 0039.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from compiler.build import Build
from dsl.lint.printed_claims import Claim, claims
from dsl.lint.printed_pieces import PrintedTexts
from dsl.meaning.lexicon import LANGUAGES
from dsl.source import Source
from dsl.syntax import ast
from dsl.wording.texts import Paragraph, card_text
from tests.content.printed_paraphrases import HONEST, WRONG
from tests.content_games import CONTENT, built

GAMES = sorted(path.parent.name for path in CONTENT.glob("*/words.yaml"))
GAME = "dungeon_command"  # of the paraphrases
EVERY = 5  # of the changed texts, one in so many is compared
LEAST = {"number": 90, "choice": 85, "how long": 80, "how often": 85, "when": 95, "who": 55}  # of 100


def judged(build: Build, card: str, language: str, text: str) -> list[Claim]:
    printed = {language: Source("card", text).span(0, len(text))}
    changed = replace(build.vocab.cards[card], printed=printed)
    return [found for piece in printed_texts(build.vocab.game).pieces(changed) for found in claims(piece)]


@cache
def printed_texts(game: str) -> PrintedTexts:
    build = built(game)
    assert build.checked is not None
    return PrintedTexts(build.vocab, build.checked.facts)


def generated(build: Build, card: str, language: str) -> tuple[str, str]:
    """The lines of the keywords, and those of the rules."""
    assert build.checked is not None
    said = card_text(build.checked, card, language)
    parts = [p for p in said if p.field == "keywords"], [p for p in said if p.field != "keywords"]
    keywords, rules = ("\n".join(map(line, part)) for part in parts)
    return keywords, rules


def line(paragraph: Paragraph) -> str:
    return f"{paragraph.title} — {paragraph.text}" if paragraph.title else paragraph.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_generated_texts_say_what_their_rules_say(game: str, language: str) -> None:
    build = built(game)
    for card in build.vocab.cards:
        text = "\n".join(part for part in generated(build, card, language) if part)
        assert judged(build, card, language, text or "-") == [], card


@pytest.mark.parametrize(("card", "language", "text"), HONEST)
def test_other_words_for_the_same_are_no_fault(card: str, language: str, text: str) -> None:
    assert judged(built(GAME), card, language, text) == []


@pytest.mark.parametrize(("card", "language", "text", "place"), WRONG)
def test_a_text_that_differs_is_found_at_its_place(card: str, language: str, text: str, place: str) -> None:
    (found,) = judged(built(GAME), card, language, text)
    assert found.place.text == place and found.rules is not None
    assert "/cards/" in found.rules.source.path


@pytest.mark.parametrize("language", LANGUAGES)
def test_changed_texts_are_found(language: str) -> None:
    tried: Counter[str] = Counter()
    noticed: Counter[str] = Counter()
    for game in GAMES:
        build = built(game)
        for card in build.vocab.cards:
            keywords, rules = generated(build, card, language)
            for number, (sort, text) in enumerate(sorted(set(changed_texts(build, card, rules, language)))):
                if sort not in ("number", "who") or number % EVERY == 0:
                    tried[sort] += 1
                    noticed[sort] += bool(judged(build, card, language, f"{keywords}\n{text}".strip() or "-"))
    assert tried.keys() == LEAST.keys()
    print(language, {sort: f"{noticed[sort]} of {tried[sort]}" for sort in LEAST})
    assert [sort for sort, least in LEAST.items() if noticed[sort] * 100 < least * tried[sort]] == []


# ---- changes
_SMALL = {
    "en": {"choice": r"\byou may (?=[a-z])", "how long": r"\buntil the (?:end|start) of [^,;.]*",
           "how often": r"\bonce per [^,;.]*"},
    "ru": {"choice": r"\bвы можете ", "how long": r"\bдо (?:конца|начала) [^,;.]*", "how often": r"\bодин раз за [^,;.]*"},
}  # fmt: skip
_TIMES = {"en": ("before", "after"), "ru": ("перед тем как", "после того как")}


def changed_texts(build: Build, card: str, text: str, language: str) -> Iterator[tuple[str, str]]:
    """The text with one place changed, and what is changed."""
    for found in re.finditer(r"\d+", text):
        number = int(found[0])
        yield "number", text[: found.start()] + str(number + (10 if number >= 10 else 1)) + text[found.end() :]
    trees = (ability for part in build.vocab.cards[card].texts for ability in part.abilities)
    may = any(isinstance(node, ast.MayStmt | ast.MayOften) for tree in trees for node in tree.walk())
    for sort, pattern in _SMALL[language].items():
        for found in re.finditer(pattern, text, re.IGNORECASE) if may or sort != "choice" else ():
            yield sort, text[: found.start()].rstrip(", ") + " " + text[found.end() :].lstrip(",")
    for old, new in (_TIMES[language], _TIMES[language][::-1]):
        for found in re.finditer(rf"\b{old}\b", text, re.IGNORECASE):
            yield "when", text[: found.start()] + new + text[found.end() :]
    yield from _others(build, text, language)


def _others(build: Build, text: str, language: str) -> Iterator[tuple[str, str]]:
    """The text with another noun that depends on `self`: an ally for an enemy."""
    words = build.vocab.words
    assert words is not None
    names = [name for name, noun in build.vocab.nouns.items() if noun.relative and name in words.nouns]
    for old, new in ((old, new) for old in names for new in names if old != new):
        before, after = (words.nouns[name].forms[language] for name in (old, new))
        for one, other in zip((*before.one, *before.many), (*after.one, *after.many), strict=False):
            found = re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text, re.IGNORECASE)
            if found is not None:
                yield "who", text[: found.start()] + other + text[found.end() :]
