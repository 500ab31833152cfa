"""Every construct of the language has words in every language.

The games of the reference have an example of each construct and core function. Here all of their rules are written, and
those of the games of ``content/``, with nouns and phrases that are made up, so that only the language's own words count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from compiler.build import Build
from dsl.checking.results import Checked
from dsl.meaning.lexicon import LANGUAGES, Forms, Lexicon, WordNoun
from dsl.meaning.templates import Slot, Template
from dsl.meaning.types import Type
from dsl.source import Source
from dsl.syntax import ast
from dsl.wording.abilities import ability
from dsl.wording.phrase import Phrase
from dsl.wording.statements import STATEMENTS, clauses
from dsl.wording.texts import GRAMMARS, PARTS
from dsl.wording.writer import Values, Writer
from tests.content_games import GAMES, built
from tests.docs.pages import read_page

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"language": "skirmish", "tables": "march"}
NOWHERE = Source("words.yaml", "").whole()
FORMS = {
    "en": Forms(("thing",), ("things",)),
    "ru": Forms(
        ("вещь", "вещи", "вещи", "вещь", "вещью", "вещи"),
        ("вещи", "вещей", "вещам", "вещи", "вещами", "вещах"),
        "feminine",
    ),
}


@dataclass
class Nouns(Lexicon):
    """Every name has a noun."""

    def noun(self, *names: str) -> WordNoun:
        return WordNoun(names[-1], NOWHERE, FORMS)


@dataclass(slots=True)
class MadeUp(Writer):
    """Every verb and function has a phrase with all its values. Fields and traits have none but where one is needed."""

    def templates(self, section: str, form: str, *names: str) -> tuple[Template, ...]:
        needed = section in ("verbs", "functions") or (section, form) == ("fields", "is")
        return (Template(("",), NOWHERE),) if needed else ()

    def fitting(self, templates: Sequence[Template], values: Values) -> Template | None:
        word = "does " if self.grammar.language == "en" else "делает "
        slots = [piece for name in values if name not in ("not", "next") for piece in (Slot(name), " ")]
        return Template((word, *slots), NOWHERE) if templates else None

    def lack(self, place: Any, message: str, help: str = "") -> str:
        if "has no name in" in message:  # the reference has English names only
            return "имя"
        raise AssertionError(f"{place}: {message}")


def made_up(build: Build, language: str) -> MadeUp:
    assert build.checked is not None
    words = Nouns(NOWHERE, distance="square", you=("controller", "owner"))
    return MadeUp(Checked(build.vocab, build.checked.facts), words, GRAMMARS[language], PARTS)


def text_of(w: MadeUp, build: Build) -> list[str]:
    """All texts of a game: its abilities, verbs, functions, and each expression by itself."""
    assert build.checked is not None
    said: list[str] = []
    for unit in build.checked.facts.units:
        for written in unit.abilities:
            _begin(w)
            node: Any = ast.plain(written)
            said += [sentence for told in ability(w, node) for sentence in told.sentences]
    for node, _ in build.vocab.definitions:
        _begin(w)
        if isinstance(node, ast.VerbDef | ast.WheneverDef | ast.RosterDef):
            said += clauses(w, node.body.statements)
    for expression, type_ in list(build.checked.facts.types.items()):
        _begin(w)
        said.append(_said(w, expression, type_))
    return said


def _begin(w: MadeUp) -> None:
    this, it = _self(w.grammar.language)
    w.verbs, w.it, w.names, w.depth = (), [it], {"self": this}, 0


@cache
def _self(language: str) -> tuple[Phrase, Phrase]:
    grammar = GRAMMARS[language]
    this = grammar.noun(Nouns(NOWHERE).noun("self"), "this")
    return this, grammar.pronoun("it", this)


def _said(w: MadeUp, node: Any, type_: Type) -> str:
    return w.condition(node) if type_.form == "bool" else w.value(node).text("gen")


def builds(tmp_path: Path) -> list[Build]:
    pages = [read_page(DOCS / f"{name}.md", tmp_path / name / game).build for name, game in PAGES.items()]
    return [build for build in pages if build is not None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_construct_of_the_reference_has_words(language: str, tmp_path: Path) -> None:
    for build in builds(tmp_path):
        said = text_of(made_up(build, language), build)
        assert len(said) > 20
        assert [text for text in said if not text.strip() or "…" in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_all_rules_of_the_games_have_words(game: str) -> None:
    for language in LANGUAGES:
        assert len(text_of(made_up(built(game), language), built(game))) > 100


def test_every_statement_has_its_clause() -> None:
    assert set(get_args(ast.PlainStatement)) == set(STATEMENTS)
