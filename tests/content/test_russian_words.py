"""The Russian of texts, compared with a dictionary where it knows the words without doubt."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pymorphy3
import pytest

from dsl.meaning.lexicon import Forms
from dsl.meaning.templates import CASES
from dsl.wording.russian_forms import declined
from tests.content.test_card_texts import GAMES, texts
from tests.content_games import CONTENT, built

GRAMMEMES = dict(zip(CASES, ("nomn", "gent", "datv", "accs", "ablt", "loct"), strict=True))
GENDERS = {"masculine": "masc", "feminine": "femn", "neuter": "neut"}
# Where the dictionary knows only another sense of a word.
OTHER_SENSE = {"носитель": "here a creature, so animate", "ходы": "of games; the dictionary has only `хода`",
               "временные": "hit points: a plural that stands for itself"}  # fmt: skip


@cache
def analyser() -> Any:
    return pymorphy3.MorphAnalyzer()


@cache
def readings(word: str) -> Any:
    """The readings of a word that the dictionary has; none for a word that it only guesses."""
    return tuple(p for p in analyser().parse(word.lower()) if p.is_known)


@pytest.mark.parametrize("game", GAMES)
def test_the_forms_of_nouns_are_those_of_the_dictionary(game: str) -> None:
    words = built(game).vocab.words
    assert words is not None
    wrong: list[str] = []
    compared = 0
    for noun in words.nouns.values():
        forms = noun.forms["ru"]
        if forms.one[0].split()[0] in OTHER_SENSE:
            continue
        for number, row in (("sing", forms.one), ("plur", forms.many)):
            for case, text in zip(CASES, row, strict=False):
                head = text.split()[: _head(forms) + 1]
                compared += 1
                wrong += [
                    f"{noun.name}: {text} ({number} {case})" for word in head if not _is(word, number, case, forms)
                ]
    assert compared > 20
    assert wrong == []


def _head(forms: Forms) -> int:
    """The place of the first noun of a phrase: what stands before it agrees with it, what follows does not change."""
    for index, word in enumerate(forms.one[0].split()):
        if any("NOUN" in p.tag for p in readings(word)) and not any(
            "ADJF" in p.tag or "PRTF" in p.tag for p in readings(word)[:1]
        ):
            return index
    return 0


def _is(word: str, number: str, case: str, forms: Forms) -> bool:
    known = readings(word)
    if not known or word in OTHER_SENSE:
        return True
    for parse in known:
        tag = parse.tag
        wanted = GRAMMEMES[case] in tag or (case == "prp" and "loc2" in tag) or (case == "gen" and "gen2" in tag)
        if not (wanted and (number in tag or "Fixd" in tag)):
            continue
        if number == "sing" and tag.gender is not None and tag.gender != GENDERS[forms.gender]:
            continue
        if case == "acc" and tag.POS == "ADJF" and tag.animacy is not None and (tag.animacy == "anim") != forms.animate:
            continue
        return True
    return False


def test_the_adjectives_of_the_language_are_declined_as_in_the_dictionary() -> None:
    wrong: list[str] = []
    for word in ("этот", "тот", "один", "ваш", "который", "каждый", "единственный", "следующий", "ближайший",
                 "случайный", "выбранный", "напечатанный", "равный", "самый"):  # fmt: skip
        for gender in ("masculine", "feminine", "neuter", "many"):
            for case in CASES:
                for animate in (False, True):
                    form = declined(word, gender, case, animate)
                    wanted = {GRAMMEMES[case], "plur" if gender == "many" else GENDERS[gender]}
                    if case == "acc" and gender in ("masculine", "many"):
                        wanted.add("anim" if animate else "inan")
                    if not any(_has(parse.tag, wanted) for parse in readings(form)):
                        wrong.append(f"{word}: {form} {wanted}")
    assert wrong == []


def _has(tag: Any, wanted: set[str]) -> bool:
    free = {"anim", "inan"} if tag.animacy is None else set[str]()
    return (wanted - free) <= set(tag.grammemes)


@pytest.mark.parametrize("game", GAMES)
def test_adjectives_agree_with_the_nouns_behind_them(game: str) -> None:
    pairs: list[str] = []
    wrong: list[str] = []
    for said, _ in texts(game, "ru").values():
        for paragraph in said:
            for first, second in re.findall(r"(?=\b([а-яё]+) ([а-яё]+)\b)", paragraph.text.lower()):
                adjectives, nouns = readings(first), readings(second)
                governs = any(p.normal_form == "равный" for p in adjectives)  # its noun is in the dative
                if not governs and _all(adjectives, ("ADJF", "PRTF")) and _all(nouns, ("NOUN",)):
                    pairs.append(f"{first} {second}")
                    if not any(_agree(a.tag, n.tag) for a in adjectives for n in nouns):
                        wrong.append(f"{first} {second}: {paragraph.text}")
    assert len(pairs) > 5
    assert wrong == []


def _all(known: Any, parts: tuple[str, ...]) -> bool:
    return bool(known) and all(p.tag.POS in parts for p in known)


def _agree(adjective: Any, noun: Any) -> bool:
    if adjective.case != {"loc2": "loct", "gen2": "gent"}.get(noun.case, noun.case) or adjective.number != noun.number:
        return False
    return adjective.number == "plur" or adjective.gender == noun.gender


@pytest.mark.parametrize("game", GAMES)
def test_nouns_behind_numbers_have_the_form_of_the_number(game: str) -> None:
    words = built(game).vocab.words
    assert words is not None
    mass = {noun.forms["ru"].one[1] for noun in words.nouns.values() if not noun.forms["ru"].many}
    wrong: list[str] = []
    counted = 0
    for said, _ in texts(game, "ru").values():
        for paragraph in said:
            for number, word in re.findall(r"(?<![+−])\b(\d+) ([а-яё]+)", paragraph.text):
                if _all(readings(word), ("NOUN",)):
                    counted += 1
                    cases = {(p.tag.case, p.tag.number) for p in readings(word)}
                    if int(number) % 10 == 1 and int(number) % 100 != 11:
                        fits = any(n == "sing" for _, n in cases)
                    elif int(number) % 10 in (2, 3, 4) and int(number) % 100 not in (12, 13, 14):
                        fits = bool(cases & {("gent", "sing")}) or any(n == "plur" and c != "nomn" for c, n in cases)
                    else:
                        fits = any(n == "plur" and c not in ("nomn", "accs") for c, n in cases) or word in mass
                    wrong += [] if fits else [f"{number} {word}: {paragraph.text}"]
    assert counted > 2
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_a_word_is_written_with_its_two_dots(game: str) -> None:
    """The sentences of play have them, so a name without them is another spelling of the same word."""
    folder = CONTENT / game
    files = [folder / "words.yaml", folder / "ruleset.yaml", *folder.glob("cards/*.yaml")]
    found = {word.lower() for file in files for word in re.findall("[А-Яа-яЁё]+", file.read_text(encoding="utf-8"))}
    plain = [word for word in sorted(found) if "е" in word and "ё" not in word and readings(word)]
    assert [word for word in plain if all("ё" in parse.word for parse in readings(word))] == []
