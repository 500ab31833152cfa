"""The texts of cards: complete, without tokens, with the numbers of the rules, and different where the rules differ.

For each game that has words.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from compiler.build import Build
from dsl.checking.results import Unit
from dsl.meaning.lexicon import LANGUAGES
from dsl.syntax import ast
from dsl.wording.texts import Paragraph, card_paragraphs, trait_paragraphs, unit_paragraphs, unused_words, writer
from tests.content_games import CONTENT, built
from tests.text_edits import Edit, desk, edits

GAMES = sorted(path.parent.name for path in CONTENT.glob("*/words.yaml"))
PAGE = Path(__file__).parents[2] / "docs" / "card-texts.md"
EVERY = 2  # of the changes, one in so many is tried


@cache
def texts(game: str, language: str) -> dict[tuple[str, str], tuple[list[Paragraph], list[ast.Node]]]:
    """By card or trait, and text: what is written, and the trees that it is written from."""
    build = built(game)
    assert build.checked is not None
    w = writer(build.checked, language)
    found: dict[tuple[str, str], tuple[list[Paragraph], list[ast.Node]]] = {}
    for unit in build.checked.facts.units:
        if unit.carrier.form == "card":
            card = build.vocab.cards[unit.carrier.name]
            said = list(unit_paragraphs(w, unit, f"{card.kind}.{unit.carrier.field}"))
            found[card.id, unit.carrier.field] = said, list(unit.abilities)
    for trait in build.vocab.traits.values():
        unit = _unit_of(build.checked.facts.units, trait.name)
        found[trait.name, trait.form] = (
            list(trait_paragraphs(w, trait.name)),
            list(unit.abilities) if unit is not None else [],
        )
    assert [f"{f.span}: {f.message}" for f in w.findings] == []
    return found


def _unit_of(units: list[Unit], name: str) -> Unit | None:
    return next((u for u in units if u.carrier.name == name and u.carrier.form in ("keyword", "status")), None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_its_text_in_plain_words(game: str, language: str) -> None:
    foreign = r"[A-Za-z]" if language == "ru" else r"[А-Яа-яЁё]"
    for (name, field), (said, _) in texts(game, language).items():
        text = " ".join(f"{p.title} {p.text}".strip() for p in said)
        assert text.strip() or field in ("keyword", "status"), (name, field)
        odd = re.findall(rf"[_{{}}\[\]=<>*…\ue000-\ue00f]|{foreign}|\bself\b|\bnone\b", text)
        assert odd == [], (name, text)
        assert re.search(r"\s[,.;:]|,,|\s{2}|\(\s|,\.|;\s*\.|\.\.", text) is None, (name, text)
        assert all(p.text == "" or p.text[0].isupper() or p.text[0] in "«“" for p in said)


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_used(game: str) -> None:
    build = built(game)
    assert build.checked is not None and build.vocab.words is not None
    writers = [writer(build.checked, language) for language in LANGUAGES]
    for w in writers:
        for card in build.vocab.cards:
            list(card_paragraphs(w, card))
        for trait in build.vocab.traits:
            list(trait_paragraphs(w, trait))
    assert unused_words(writers, build.seats) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_a_text_are_those_of_its_rules(game: str, language: str) -> None:
    for (name, _), (said, trees) in texts(game, language).items():
        shown = Counter(re.findall(r"\d+", " ".join(p.text for p in said)))
        assert shown == +_numbers(trees), (name, [p.text for p in said])


def _numbers(trees: list[ast.Node]) -> Counter[str]:
    found: Counter[str] = Counter()
    for tree in trees:
        for node in tree.walk():
            match node:
                case ast.IntLiteral(value=value):
                    found[str(value)] += 1
                case ast.FunctionCall(name=ast.Ident(text="disc"), arguments=(_, _, ast.IntLiteral(value=0))):
                    found["0"] -= 1  # a point: the text says whose centre it is
                case ast.DiceLiteral(text=text):
                    found.update(re.findall(r"\d+", text))
                case ast.Query(quantifier="up", limit=limit):
                    found[str(limit)] += 1
                case ast.Uses(count=count):
                    found[str(count)] += 1
                case _:
                    pass
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_different_rules_have_different_texts(game: str, language: str) -> None:
    first: dict[str, tuple[str, str]] = {}
    for (name, field), (said, trees) in texts(game, language).items():
        if trees:
            text, source = "\n".join(p.text for p in said), "\n".join(" ".join(t.span.text.split()) for t in trees)
            other = first.setdefault(f"{field}: {text}", (name, source))
            assert _plain(other[1]) == _plain(source), (
                f"{name} and {other[0]} have different rules and the same text: {text}"
            )


def _plain(source: str) -> str:
    return re.sub(r"@\S+ |\"[^\"]*\"|#.*", "", source)


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_rule_changes_its_text(game: str) -> None:
    build = built(game)
    place = desk(build)
    tried: Counter[str] = Counter()
    same: list[str] = []
    for edit in [e for index, e in enumerate(edits(build)) if index % EVERY == 0 and not _is_excused(build, e)]:
        changed = {language: place.texts(edit, language) for language in LANGUAGES}
        if None in changed.values():
            continue  # the checker refuses it
        tried[edit.mutant.sort] += 1
        same += [_told(edit, one) for one in LANGUAGES if changed[one] == place.before(edit, one)]
    assert sum(tried.values()) > 40 and len(tried) > 6, tried
    assert same == []


@pytest.mark.parametrize(
    ("name", "language", "part"),
    [
        ("guardian", "en", "more, the attack hits; otherwise, the attack misses"),  # set to a condition
        ("amplify", "ru", "добавьте чёрный кубик к набору кубиков"),
        ("poison", "en", "takes as much irreducible damage as a violet die shows"),
        ("blood_shot", "ru", "вы получаете 2 неснижаемого урона"),
        ("shockwave", "ru", "вы отталкиваете всё рядом с собой на 1 клетку"),  # not up to so far
        ("piercing_fear", "ru", "вы отталкиваете цель на 2 клетки"),
        ("living_bastion", "ru", "вы имеете устойчивость к физическому урону"),
        ("exhaustion", "en", "it does not come from a figure itself"),  # its source is none
        ("mass_execution", "en", "make up to 3 ranged attacks against different targets"),
        ("retribution", "en", "once per turn"),
        ("swarm", "en", "one of the figures is not this figure"),
        ("narrow_pass", "ru", "которые являются препятствием и которые лежат рядом с вами"),
    ],
)
def test_what_texts_of_a_game_say(name: str, language: str, part: str) -> None:
    said = [
        p.text for (one, _), (paragraphs, _) in texts("middara", language).items() if one == name for p in paragraphs
    ]
    assert part.lower() in " ".join(said).lower()


def _is_excused(build: Build, edit: Edit) -> bool:
    """The only changes that no text shows: `self` and `this` are one and the same in a text that is live for its card."""
    lives = (node for node, _ in build.vocab.definitions if isinstance(node, ast.LiveDef))
    whose = {n.kind.text: n.subject.span.text for n in lives if n.subject is not None and n.field is None}
    names = {edit.part.span.source.text[edit.start : edit.end], edit.new}
    return names == {"self", "this"} and whose.get(edit.card.kind) == "this"


def _told(edit: Edit, language: str) -> str:
    return f"{language}: {edit.card.id}: {edit.mutant.line}: {edit.mutant.description}"
