"""The words of a game as data: nouns with their forms, and phrases.

Job: hold what ``words.yaml`` says, by name. Built by ``dsl.meaning.words``; read by ``dsl.wording``. Knows no grammar.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from dsl.dataclass import dataclass
from dsl.meaning.templates import Template
from dsl.source import Span
from dsl.syntax import ast

LANGUAGES = ("en", "ru")


@dataclass(frozen=True, slots=True)
class Forms:
    """A noun in one language: its forms by case; English has one. ``many`` is empty where it has no plural.

    ``pronoun``: it, he, she or they, of English.
    """

    one: tuple[str, ...]
    many: tuple[str, ...] = ()
    gender: str = "neuter"
    animate: bool = False
    article: str = ""
    pronoun: str = "it"


@dataclass(frozen=True, slots=True)
class WordNoun:
    name: str
    span: Span
    forms: dict[str, Forms]


@dataclass(frozen=True, slots=True)
class Entry:
    """The phrases of one name: by language, and by what they are for."""

    section: str
    name: str
    span: Span
    phrases: dict[str, dict[str, tuple[Template, ...]]]


@dataclass(slots=True)
class Lexicon:
    """``entries`` by section and name; ``values`` and ``selves`` give the noun of a name, ``chosen`` that of what is
    chosen for a parameter; of ``silent`` verbs nobody is told; ``symbols`` of dice have a noun that is counted; the
    English name of a card in ``plural`` is a plural.
    """

    span: Span
    names: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    nouns: dict[str, WordNoun] = field(default_factory=dict[str, WordNoun])
    entries: dict[tuple[str, str], Entry] = field(default_factory=dict[tuple[str, str], Entry])
    you: tuple[str, ...] = ()
    selves: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, str] = field(default_factory=dict[str, str])
    chosen: dict[str, str] = field(default_factory=dict[str, str])
    distance: str = ""
    silent: frozenset[str] = frozenset()
    plural: dict[str, Span] = field(default_factory=dict[str, Span])
    symbols: dict[str, str] = field(default_factory=dict[str, str])

    def noun_chosen(self, key: str, given: ast.Expr, kinds: Collection[str]) -> str:
        """The noun for what is chosen of a whole kind for a parameter (``attack.target``); empty if it has none."""
        noun = self.chosen.get(key, "")
        return noun if isinstance(given, ast.Query) and given.noun.text in kinds else ""

    def noun(self, *names: str) -> WordNoun | None:
        """The first of the nouns that is there."""
        return next((self.nouns[name] for name in names if name in self.nouns), None)

    def entry(self, section: str, *names: str) -> Entry | None:
        """The first of the entries that is there."""
        return next((self.entries[section, name] for name in names if (section, name) in self.entries), None)
