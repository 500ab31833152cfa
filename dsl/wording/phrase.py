"""Noun phrases with their features, and what a language must know.

Job: hold a phrase in all its cases, with the features that other words agree with; declare the interface of a grammar.
Knows no game and no tree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from dsl.dataclass import dataclass
from dsl.meaning.lexicon import WordNoun
from dsl.meaning.templates import CASES

# Around a relative pronoun until its clause is whole: at the beginning it is a pronoun that joins (`that`, `whose`),
# elsewhere one that refers back (`it`, `its`).
RELATIVE, OR, END = "\ue000", "\ue001", "\ue002"
# Instead of the first of them, before one of several (`one of the allies`), which is called so where it is first told.
NAMED = "\ue00c"
# Within the first of them, where it is the object of a verb.
OBJECT = "\ue00d"
# Before a clause whose first noun phrase holds such a pronoun within it (`the way from it`), as its subject.
HELD = "\ue00e"
# Before a clause that another joins (`that is hidden or that is hurt`) and that begins with such a pronoun.
AGAIN = "\ue004"
# Before a pronoun that changes behind a preposition.
BEHIND = "\ue003"
# Behind a clause that tells what is done if something holds, or if something can be chosen: without what is done
# otherwise, and with it.
IF, ELSE = "\ue008", "\ue009"
CHOSEN, NONE = "\ue00a", "\ue00b"
_REACHES = str.maketrans("", "", IF + ELSE + CHOSEN + NONE + OBJECT + HELD)


@dataclass(frozen=True, slots=True)
class Phrase:
    """``role``: plain, long (a tail stands behind its noun), you, it, which, one (of several), number, or letter (for a
    number). ``noun``: the bare noun of what a pronoun, or what was chosen, stands for.

    ``count`` is the number where it is known; ``whole`` says that it is a number, by which nouns are counted.
    """

    forms: Mapping[str, str]
    many: bool = False
    gender: str = "neuter"
    animate: bool = False
    role: str = "plain"
    count: int | None = None
    whole: bool = False
    noun: Phrase | None = None

    def text(self, case: str = "nom") -> str:
        return self.forms[case]

    def but(self, **changes: object) -> Phrase:
        return replace(self, **changes)  # type: ignore[arg-type]


def same(text: str, **features: object) -> Phrase:
    """A phrase that has one form for all cases."""
    return Phrase(dict.fromkeys(CASES, text), **features)  # type: ignore[arg-type]


_EITHER = re.compile(
    rf"\(({RELATIVE}[^{END}]*{END}) ([^{AGAIN}]*?),? (?:or|или) {AGAIN}({RELATIVE}[^{END}]*{END}) ([^{AGAIN}]*)\)"
)


def begun_again(clause: str, either: str) -> str:
    """A clause about a marked pronoun: where a part of it begins with the pronoun, it joins there too.

    ``either``: how two parts in brackets that begin alike are joined without them.
    """
    alike = _EITHER.fullmatch(clause)
    if alike is not None and alike[1] == alike[3]:
        return either.format(alike[1], alike[2], alike[4])
    return re.sub(f"{AGAIN}{RELATIVE}([^{OR}]*){OR}[^{END}]*{END}", r"\1", clause)


def bracketed(text: str) -> str:
    """A text in brackets, out of which no clause reaches."""
    return f"({unmarked(text)})"


def unmarked(text: str) -> str:
    """A text without the marks of how far its clauses reach."""
    return text.translate(_REACHES)


class MissingForm(Exception):
    """A word has no form that a text needs."""


class Grammar(Protocol):
    """What is different between languages, but for the sentences, which are templates."""

    @property
    def language(self) -> str: ...
    @property
    def templates(self) -> Mapping[str, str]: ...
    @property
    def nouns(self) -> Mapping[str, WordNoun]: ...

    def noun(self, word: WordNoun, determiner: str = "", many: bool = False, tail: str = "") -> Phrase: ...
    def possessed(self, word: WordNoun, owner: Phrase, many: bool = False, adjective: str = "") -> Phrase: ...
    def with_owner(self, phrase: Phrase, owner: Phrase) -> Phrase: ...
    def quantity(self, number: Phrase, word: WordNoun) -> Phrase: ...
    def at_most(self, limit: int, word: WordNoun, tail: str) -> Phrase: ...
    def pronoun(self, role: str, like: Phrase | None = None) -> Phrase: ...
    def named(self, word: WordNoun | None, name: str) -> Phrase: ...
    def joined(self, phrases: Sequence[Phrase], word: str) -> Phrase: ...
    def tailed(self, phrase: Phrase, tail: str) -> Phrase: ...
    def pick(self, phrase: Phrase, choices: tuple[str, ...]) -> str: ...
    def one_of(self, phrase: Phrase, like: Phrase, word: str = "one") -> Phrase: ...
    def demonstrated(self, noun: Phrase, word: str) -> Phrase: ...
    def denied(self, phrase: Phrase) -> Phrase: ...
    def times(self, left: Phrase, right: Phrase) -> Phrase: ...
    def those_chosen(self, among: Phrase) -> Phrase: ...
    def mentioned(self, clause: str) -> str: ...
    def listed(self, clauses: Sequence[str], word: str) -> str: ...
    def is_relative(self, clause: str) -> bool: ...
    def related(self, clauses: Sequence[str]) -> str: ...
    def finished(self, text: str) -> str: ...
