"""What a printed text says, as far as words tell it.

Job: find in a text of a card its numbers, and the words for permission, time and duration. Input: a place and its
language. Output: numbers and marks, each with its place. Knows the small words of each language, and no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from dsl.dataclass import dataclass
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Number:
    """``digits``: it is written in digits, so that it is surely a number of the rules."""

    value: int
    span: Span
    digits: bool


@dataclass(frozen=True, slots=True)
class Marks:
    """Patterns of a language, by what they mean. ``permission`` lets a player choose whether; ``permission_maybe`` may
    do so. ``who``: words that tell whom a text means without a word of the game. ``TIMES`` stands for the game's nouns
    for turns, rounds and other events.
    """

    numbers: tuple[tuple[str, int], ...]
    permission: str
    permission_maybe: str
    before: str
    after: str
    instead: str
    first: str
    last: str
    lasting: str
    surely_lasting: str
    limited: str
    surely_limited: str
    each: str
    one: str
    who: str
    clause: str
    exclusive: str
    inclusive: str


_ENGLISH = Marks(
    numbers=(
        ("half|halve[sd]?|halved|twice|doubled?|doubles|two|both|pair", 2), ("triple[sd]?|three|thrice|third", 3),
        ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10), ("eleven", 11),
        ("twelve", 12),
    ),
    permission=r"may(?! not)|if (?:you|they|he|she) (?:wish(?:es)?|want|like|choose|prefer)|optionally|is optional",
    permission_maybe=r"(?:you|they|he|she|player|controller|owner|opponent) can(?! not)|choose (?:whether|to)"
    r"|allowed to|decide (?:whether|to)|any number of times|as often as|if (?:you|they) (?:do|did)",
    before=r"before|would|about to",
    after=r"after|once(?! per| each| every)",
    instead=r"instead|would|prevent(?:s|ed)?|ignore[sd]?|replace[sd]?|rather|cannot",
    first=r"starts?|begin(?:s|ning)?",
    last=r"ends?|over",
    lasting=r"until|(?:as|so) long as|while|during|lasts?|temporarily|for (?:the|one|a|its|your|their|that|this|[0-9]+)"
    r"|(?:this|that|next|the same|current|one|each) (?:TIMES)",
    surely_lasting=r"until|for the (?:rest|remainder) of",
    limited=r"once|twice|(?:[0-9]+|one|two|three|single) (?:times?|uses?)|only one|limit(?:ed)?"
    r"|(?:per|each|every|a) (?:TIMES)",
    surely_limited=r"once (?:per|each|every|a)|only once|one time only",
    each=r"each|every|all",
    one=r"one|target|a single|exactly one",
    who=r"other|others|another|rest|remaining|opposing|hostile|friendly|your|yours|their|controls?|own|owns|opponent'?s?|foes?|friends?|you",
    clause=r"before|after|when(?:ever)?|each time",
    exclusive=r"than|over|above|exceeds?|exceeding|below|under",
    inclusive=r"or|least|most|to",
)  # fmt: skip
_RUSSIAN = Marks(
    numbers=(
        ("половин[а-я]*|пополам|вдвое|дважды|удва[а-я]*|удво[а-я]*|дв[ае]|двух|двум|двумя|об[ае]|обоих|обеих", 2),
        ("тр[ие]|тр[её]х|тр[её]м|тремя|втрое|трижды|тро[ие]", 3), ("четыр[её]х?|четыр[её]м|четырьмя|четверо", 4),
        ("пят[ьи]|пятью|пятеро", 5), ("шест[ьи]|шестью", 6), ("сем[ьи]|семью", 7), ("вос[ье]м[ьи]|восемью", 8),
        ("девят[ьи]|девятью", 9), ("десят[ьи]|десятью", 10), ("одиннадцат[ьи]", 11), ("двенадцат[ьи]", 12),
    ),
    permission=r"можете|можно(?! лишь| использовать)|по желанию|при желании|вправе|по (?:вашему )?выбору"
    r"|если (?:хотите|захотите|пожелаете|хочет|захочет)",
    permission_maybe=r"может|могут|решаете|решает|сколько угодно|любое число раз",
    before=r"перед|прежде|до того|должн[а-я]*",
    after=r"после|как только|вслед за",
    instead=r"вместо|отмен[а-я]*|предотвра[а-я]*|игнорир[а-я]*|замен[а-я]*|не",
    first=r"нача[а-я]*|наступ[а-я]*",
    last=r"кон[а-я]*|заверш[а-я]*|окончани[а-я]*",
    lasting=r"до (?:самого )?(?:конца|начала|окончания|завершения|следующ[а-я]+|тех пор)|пока|в течение"
    r"|во время|на время|длит[а-я]*|временно|на (?:весь|этот|один|1)"
    r"|(?:эт[а-я]+|следующ[а-я]+|т[а-я]+|текущ[а-я]+) (?:TIMES)",
    surely_lasting=r"до (?:самого )?(?:конца|начала|окончания)|на (?:весь )?остаток",
    limited=r"раза?|однажды|единожды|однократно|одноразов[а-я]+|(?:за|кажд[а-я]+) (?:TIMES)",
    surely_limited=r"раз (?:за|в|на) (?:TIMES)|не чаще|только один раз",
    each=r"кажд[а-я]+|все|всех|всем|всеми|ни одн[а-я]+|ни один",
    one=r"одно|одна|один|одного|одну|одной|одному|одним|одном",
    who=r"друг[а-я]+|остальн[а-я]+|прочи[а-я]+|враж[а-я]+|союз[а-я]+|сво[а-я]+|ваш[а-я]*|вами|вы|вас|против[а-я]+|чуж[а-я]+|соперни[а-я]+",
    clause=r"перед тем,? как|после того,? как|прежде чем|до того,? как|когда|каждый раз",
    exclusive=r"больше|меньше|выше|ниже|более|менее|чем|свыше",
    inclusive=r"или|не|как|минимум|максимум|до",
)  # fmt: skip
MARKS = {"en": _ENGLISH, "ru": _RUSSIAN}


@cache
def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w’'])(?:{words})(?![\w])", re.IGNORECASE)


def literally(text: str) -> str:
    """A text as part of a pattern; any space may stand for one of its spaces."""
    return re.sub(r"[^\w\s]", lambda sign: f"\\{sign[0]}", text)


def found(words: str, place: Span) -> Span | None:
    """The first of some words in a place."""
    return next(all_found(words, place), None)


def all_found(words: str, place: Span) -> Iterator[Span]:
    """Every place of some words, from above."""
    source = place.source
    for one in _compiled(words.replace(" ", r"\s+")).finditer(source.text, place.start, place.end):
        yield source.span(one.start(), one.end())


def says(words: str, place: Span) -> bool:
    return found(words, place) is not None


def numbers(language: str, place: Span) -> list[Number]:
    """The numbers of a text, in digits or in words."""
    source = place.source
    digits = re.compile(r"[0-9]+").finditer(source.text, place.start, place.end)
    told = [Number(int(one[0][:9]), source.span(one.start(), one.end()), True) for one in digits]
    for words, value in MARKS[language].numbers if language in MARKS else ():
        told += [Number(value, span, False) for span in all_found(words, place)]
    return sorted(told, key=lambda number: number.span.start)


def lines(place: Span) -> list[Span]:
    """The lines of a text that hold something."""
    source, start, told = place.source, place.start, list[Span]()
    for line in place.text.split("\n"):
        held = line.strip()
        if held:
            at = start + line.index(held)
            told.append(source.span(at, at + len(held)))
        start += len(line) + 1
    return told


__all__ = ["MARKS", "Marks", "Number", "all_found", "found", "lines", "literally", "numbers", "says"]
