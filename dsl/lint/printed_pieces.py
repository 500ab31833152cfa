"""The pieces of a printed text, each with the rules to which it belongs.

Job: pair the lines of a card's printed text with its abilities and keywords, and give each piece what it needs to be
compared: the words of the game, and what the rules name. Input: a card, the vocabulary, the tables of the checker.
Output: `Piece`s. Lines are paired with abilities only if there are as many; else the text is one piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from dsl.checking.results import Facts
from dsl.lint.printed_piece import STEM, Piece, VerbWords
from dsl.lint.rule_facts import RuleFacts, RuleNumber, definitions_named, facts_of
from dsl.lint.spoken import lines, literally
from dsl.meaning.lexicon import Entry, Lexicon
from dsl.meaning.templates import Group, Slot, Template
from dsl.meaning.vocab import Card, Trait, Vocabulary
from dsl.meaning.words import TOLD
from dsl.source import Source, Span
from dsl.syntax import ast

_COMMON = 2  # verbs that may share a word, so that it still tells them from others
_SHORTEST = 4  # letters of a word that tells a verb


class PrintedTexts:
    """The printed texts of a game's cards; the words of the game are gathered once in each language."""

    def __init__(self, vocab: Vocabulary, facts: Facts) -> None:
        self.vocab, self.facts = vocab, facts
        self._words: dict[str, _Words] = {}

    def pieces(self, card: Card) -> Iterator[Piece]:
        """The pieces of the printed texts of a card, in all languages."""
        for language, place in card.printed.items():
            if language not in self._words:
                self._words[language] = _Words(self.vocab, language)
            yield from _Desk(card, self._words[language], self.facts).pieces(place)


class _Words:
    """The words of a game in one language."""

    def __init__(self, vocab: Vocabulary, language: str) -> None:
        self.vocab, self.language = vocab, language
        self.lexicon = vocab.words or Lexicon(Source("", "").whole())
        self.nouns = _noun_forms(self.lexicon, vocab, language)
        self.texts: dict[str, list[str]] = {}  # by what they are about
        self.defined: dict[frozenset[str], tuple[RuleFacts, set[str]]] = {}  # by the names in rules
        for (_, name), entry in self.lexicon.entries.items():
            self.texts.setdefault(name.partition(".")[0], []).append(_text_of(entry, language))
        self.verbs = _verb_words(self.texts, vocab, self.nouns, language)
        self.times = "|".join(_times(self.lexicon, vocab, language))
        self.relative = frozenset(name for name, noun in vocab.nouns.items() if noun.relative)
        self.bases = {name: _bases(name, vocab) for name in self.relative}


class _Desk:
    """One printed text of one card."""

    def __init__(self, card: Card, words: _Words, facts: Facts) -> None:
        self.card, self.words, self.facts = card, words, facts
        self.vocab, self.language = words.vocab, words.language
        self.values = frozenset(_numbers_in(card.values.values()))

    def pieces(self, place: Span) -> Iterator[Piece]:
        left: list[Span] = []
        for line in lines(place):
            trait = self.keyword(line)
            if trait is not None:
                yield self.of_keyword(line, *trait)
            else:
                left.append(line)
        units = _units(self.card.texts)
        if len(left) == len(units):
            yield from (self.piece(line, (unit,)) for line, unit in zip(left, units, strict=True))
        elif left:
            abilities = [ast.plain(one) for part in self.card.texts for one in part.abilities]
            yield self.piece(left[0].to(left[-1]), abilities)

    def piece(self, place: Span, abilities: Iterable[ast.Node], rules: RuleFacts | None = None) -> Piece:
        own = rules if rules is not None else facts_of(abilities, self.facts)
        named, names = self.defined(own)
        said = " ".join(text for name in sorted(own.named | names) for text in self.words.texts.get(name, ()))
        phrases = Source("", said).span(0, len(said))
        words = self.words
        return Piece(place, self.language, own, named, phrases, self.values, words.nouns, words.relative, words.bases,
                     words.times, words.verbs)  # fmt: skip

    def defined(self, own: RuleFacts) -> tuple[RuleFacts, set[str]]:
        """The facts of the definitions that rules name, which are the same for all that name the same."""
        known, key = self.words.defined, frozenset(own.named)
        if key not in known:
            known[key] = definitions_named(own, self.vocab)
            named, names = known[key]
            named.named |= names
        return known[key]

    # ---- keywords
    def keyword(self, line: Span) -> tuple[Trait, tuple[Any, ...]] | None:
        """The keyword of the card with whose name a line begins."""
        for name, values in _keywords(self.card):
            trait = self.vocab.traits.get(name)
            forms = (*self.words.nouns.get(name, ()), *self.named(name))
            if trait is not None and any(line.text.lower().startswith(form) for form in forms):
                return trait, values
        return None

    def named(self, name: str) -> Iterator[str]:
        told = {**self.vocab.names.get(name, {}), **self.words.lexicon.names.get(name, {})}
        yield told.get(self.language, name.replace("_", " ")).lower()
        entry = self.words.lexicon.entry("traits", name)
        phrases = entry.phrases.get(self.language, {}) if entry is not None else {}
        for template in (one for form, many in phrases.items() if form != "reminder" for one in many):
            first = template.pieces[0]
            if isinstance(first, str) and first.strip():
                yield first.strip().lower()

    def of_keyword(self, line: Span, trait: Trait, values: tuple[Any, ...]) -> Piece:
        """A line with a keyword: its values are demanded, what it means may stand there."""
        place = self.card.spans.get("keywords", self.card.span)
        given = [RuleNumber(value, place) for value in values if isinstance(value, int)]
        return self.piece(line, (), RuleFacts(numbers=given, open=True, named={trait.name}))


def _units(texts: Sequence[Any]) -> list[ast.Node]:
    """The abilities of a card; of an AI, its steps."""
    found: list[ast.Node] = []
    for part in texts:
        for one in part.abilities:
            node = ast.plain(one)
            found += list(node.steps) if isinstance(node, ast.Ai) else [node]
    return found


def _keywords(card: Card) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The keywords and statuses of a card, each with its values."""
    for value in card.values.values():
        for item in _items(value):
            pair = _items(item)
            if len(pair) == 2 and isinstance(pair[1], tuple):
                yield str(pair[0]), _items(pair[1])


def _items(value: Any) -> tuple[Any, ...]:
    return cast("tuple[Any, ...]", value) if isinstance(value, tuple) else ()


def _numbers_in(values: Iterable[Any]) -> Iterator[int]:
    """The numbers that a card prints."""
    for value in values:
        if isinstance(value, int) and not isinstance(value, bool):
            yield abs(value)
        yield from _numbers_in(_items(value))


# ---- the words of the game
def _noun_forms(words: Lexicon, vocab: Vocabulary, language: str) -> dict[str, tuple[str, ...]]:
    """By noun or kind of the game, its forms in a language."""
    found: dict[str, tuple[str, ...]] = {}
    for name in (*vocab.kinds, *vocab.nouns, *vocab.traits):
        word = words.nouns.get(name)
        forms = word.forms.get(language) if word is not None else None
        if forms is not None:
            found[name] = tuple(dict.fromkeys(form.lower() for form in (*forms.one, *forms.many)))
        elif language == "en" and name not in vocab.traits:
            found[name] = (name.replace("_", " "),)
    return found


def _times(words: Lexicon, vocab: Vocabulary, language: str) -> Iterator[str]:
    """The forms of the nouns for events, longest first."""
    found: set[str] = set()
    for verb in (*vocab.verbs, *vocab.events):
        word = words.nouns.get(verb)
        forms = word.forms.get(language) if word is not None else None
        found |= {*forms.one, *forms.many} if forms is not None else {verb.replace("_", " ")}
    yield from sorted(map(literally, found), key=len, reverse=True)


def _bases(name: str, vocab: Vocabulary) -> tuple[str, ...]:
    """What a noun narrows, from near to far."""
    found: list[str] = []
    while name in vocab.nouns and name not in found:
        name = vocab.nouns[name].node.base.text
        found.append(name)
    return tuple(found)


def _text_of(entry: Entry, language: str) -> str:
    """All phrases of an entry that texts of cards use; not those that are told while a match is played."""
    forms = {form: many for form, many in entry.phrases.get(language, {}).items() if form not in TOLD}
    return " ".join(_plain(template) for many in forms.values() for template in many)


def _plain(template: Template) -> str:
    """The words of a phrase without its values."""
    found: list[str] = []
    for piece in template.pieces:
        for one in piece.pieces if isinstance(piece, Group) else (piece,):
            found.append(" ".join(one.choices) if isinstance(one, Slot) else one)
    return " ".join(found)


def _verb_words(
    texts: Mapping[str, list[str]], vocab: Vocabulary, nouns: dict[str, tuple[str, ...]], language: str
) -> VerbWords:
    """By verb, the beginnings of words that tell it from other verbs; without phrases, its own name in English."""
    aside = {word[:STEM] for forms in nouns.values() for form in forms for word in form.split()}
    found: dict[str, set[str]] = {}
    for verb in vocab.verbs:
        classes = [name for name, events in vocab.events.items() if verb in events.members]
        own = [text for name in (verb, *classes) for text in texts.get(name, ())]
        text = " ".join(own)
        if not own and language == "en":
            text = verb.replace("_", " ")
        stems = {
            word[:STEM].lower() for word in text.split() if len(word) >= (_SHORTEST if own else 2) and word.isalpha()
        }
        found[verb] = stems - aside
    shared = Counter(word for stems in found.values() for word in stems)
    return {
        verb: (frozenset(stems), frozenset(w for w in stems if shared[w] <= _COMMON)) for verb, stems in found.items()
    }
