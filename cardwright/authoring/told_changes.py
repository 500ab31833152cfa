"""What is different about a card, in sentences for players.

Job: word the changes of a card between two states of its game: printed values by their names, texts by what their
generated sentences say before and now. Input: two checked games, the changes that the comparison found. Output:
sentences in a language. Compares no trees but those of costs, choices and nouns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from dsl.checking.results import Checked
from dsl.dataclass import dataclass
from dsl.difference.changes import Change
from dsl.difference.trees import key
from dsl.meaning.vocab import Card, Vocabulary
from dsl.syntax import ast
from dsl.wording.texts import card_paragraphs, writer

_SAYS: dict[str, dict[str, str]] = {
    "en": {
        "number": "{field} is now {new} (before: {old}).", "value": "{field} is now {new} (before: {old}).",
        "added": "Now has {new} ({field}).", "removed": "No longer has {old} ({field}).", "gained": "Now: {new}",
        "lost": "No longer: {old}", "costs": "Now costs: {new}", "costs_more": "Now costs {new}, before {old}.",
        "unpaid": "No longer costs: {old}", "optional": "Is now up to the player.",
        "forced": "Is no longer up to the player.", "instead": "Now “{new}” instead of “{old}”.",
        "also": "Now also “{new}”.", "without": "No longer “{old}”.", "spares": "No longer affects {old}.",
        "includes": "Now also affects {new}.", "again": "Now: {new} (before: {old})",
    },
    "ru": {
        "number": "{field}: теперь {new} (было {old}).", "value": "{field}: теперь {new} (было {old}).",
        "added": "Теперь есть: {new} ({field}).", "removed": "Больше нет: {old} ({field}).", "gained": "Теперь: {new}",
        "lost": "Больше не действует: {old}", "costs": "Теперь имеет цену: {new}",
        "costs_more": "Цена теперь {new}, раньше {old}.", "unpaid": "Больше не имеет цены: {old}",
        "optional": "Теперь по желанию игрока.", "forced": "Больше не по желанию игрока.",
        "instead": "Теперь «{new}» вместо «{old}».", "also": "Теперь также «{new}».", "without": "Больше нет «{old}».",
        "spares": "Больше не действует на: {old}.", "includes": "Теперь действует и на: {new}.",
        "again": "Теперь: {new} (раньше: {old})",
    },
}  # fmt: skip
_Conditions = set[tuple[object, bool]]
_COST = {"en": "Cost: ", "ru": "Цена: "}
_MOST = 3  # changed places in a sentence; with more of them it is told as a whole


@dataclass(frozen=True, slots=True)
class Sides:
    """The two states of a game, and the language."""

    old: Checked
    new: Checked
    language: str

    def say(self, what: str, **parts: str) -> str:
        return _SAYS[self.language][what].format(**parts)


def told_changes(sides: Sides, card: str, changes: Sequence[Change]) -> list[str]:
    """The sentences about a card that both states have."""
    before, after = sides.old.vocab.cards[card], sides.new.vocab.cards[card]
    texts = {part.field for part in (*before.texts, *after.texts)}
    found = [_value(sides, change) for change in changes if change.where not in texts]
    if texts:
        found += _texts(sides, before, after)
    return list(dict.fromkeys(found))


# ---- printed values
def _value(sides: Sides, change: Change) -> str:
    what = "value" if change.old and change.new else "added" if change.new else "removed"
    field, _, part = change.where.partition("#")
    name = _named(sides, field) + (f" ({part})" if part else "")
    old, new = (_named(sides, value) if value else "—" for value in (change.old, change.new))
    return sides.say("number" if what == "value" else what, field=name[:1].upper() + name[1:], old=old, new=new)


def _named(sides: Sides, word: str) -> str:
    """What people read for a word of the game."""
    vocab = sides.new.vocab
    noun = vocab.words.noun(word) if vocab.words is not None else None
    names = vocab.names.get(word) or (vocab.cards[word].names if word in vocab.cards else {})
    if sides.language in names:
        return names[sides.language]
    if noun is not None and sides.language in noun.forms:
        return noun.forms[sides.language].one[0]
    return re.sub(r"(?<=[a-z0-9])_(?=[a-z0-9])", " ", word)


# ---- texts
def _texts(sides: Sides, before: Card, after: Card) -> Iterator[str]:
    yield from _choice(sides, before, after)
    yield from _nouns(sides, before, after)
    left, right = _sentences(sides.old, before, sides.language), _sentences(sides.new, after, sides.language)
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _sentences_changed(sides, left[a:b], right[c:d])


def _sentences_changed(sides: Sides, old: list[str], new: list[str]) -> Iterator[str]:
    cost = _COST[sides.language]
    costs = [[s.removeprefix(cost) for s in side if s.startswith(cost)] for side in (old, new)]
    for one, other in zip(costs[0], costs[1], strict=False):
        yield sides.say("costs_more", old=one.rstrip("."), new=other.rstrip("."))
    yield from (sides.say("costs", new=one) for one in costs[1][len(costs[0]) :])
    yield from (sides.say("unpaid", old=one) for one in costs[0][len(costs[1]) :])
    left, right = ([s for s in side if not s.startswith(cost)] for side in (old, new))
    for one, other in zip(left, right, strict=False):
        yield from _words_changed(sides, one, other)
    yield from (sides.say("gained", new=one) for one in right[len(left) :])
    yield from (sides.say("lost", old=one) for one in left[len(right) :])


def _words_changed(sides: Sides, old: str, new: str) -> Iterator[str]:
    left, right = old.split(), new.split()
    codes = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    places = [code for code in codes if code[0] != "equal"]
    if len(places) > _MOST or sum(b - a for _, a, b, _, _ in places) * 2 > len(left):
        yield sides.say("again", old=old, new=new)
        return
    for tag, a, b, c, d in places:
        more = 1 if any(word.strip(".,;:()+−").isdigit() for word in (*left[a:b], *right[c:d])) else 0
        was, now = (" ".join(w[i : j + more]).strip(".,;:") for w, i, j in ((left, a, b), (right, c, d)))
        what = {"replace": "instead", "insert": "also", "delete": "without"}[tag]
        yield sides.say(what, old=was, new=now)


def _sentences(game: Checked, card: Card, language: str) -> list[str]:
    """What the rules of a card say, without its keywords and without the text that is printed on it."""
    if game.vocab.words is None:
        return _sources(card)
    w = writer(game, language)
    paragraphs = [p for p in card_paragraphs(w, card.id, printed=False) if p.field != "keywords"]
    if w.findings:  # a word is missing
        return _sources(card)
    return [one for p in paragraphs for one in re.split(r"(?<=[.!?]) (?=[A-ZА-ЯЁ])", p.text)]


def _sources(card: Card) -> list[str]:
    return [line.strip() for part in card.texts for line in part.span.text.split("\n")]


# ---- trees
def _nodes(card: Card) -> list[ast.Node]:
    return [node for part in card.texts for ability in part.abilities for node in ability.walk()]


def _choice(sides: Sides, before: Card, after: Card) -> Iterator[str]:
    """What has become a matter of choice, or is one no more, while the rest is as it was."""
    old, new = ([n for n in _nodes(card) if isinstance(n, ast.MayStmt)] for card in (before, after))
    bodies = [{key(node.body) for node in side} for side in (old, new)]
    if bodies[1] - bodies[0] and not old:
        yield sides.say("optional")
    elif bodies[0] - bodies[1] and not new:
        yield sides.say("forced")


def _nouns(sides: Sides, before: Card, after: Card) -> Iterator[str]:
    """Whom the card spares now, or includes now: the noun that another one narrows, less that one."""
    old, new = ({n.noun.text for n in _nodes(card) if isinstance(n, ast.Query)} for card in (before, after))
    vocab = sides.new.vocab
    for was in sorted(old - new):
        for now in sorted(new - old):
            yield from (sides.say("spares", old=_many(sides, o), new="") for o in _opposites(vocab, was, now))
            yield from (sides.say("includes", new=_many(sides, o), old="") for o in _opposites(vocab, now, was))


def _opposites(vocab: Vocabulary, wide: str, narrow: str) -> Iterator[str]:
    """The nouns within the wide one that the narrow one shuts out: those with an opposite condition."""
    if narrow not in vocab.nouns or _root(vocab, narrow) != _root(vocab, wide):
        return
    meant, kept = _conditions(vocab, wide), _conditions(vocab, narrow)
    for name, noun in vocab.nouns.items():
        own = _conditions(vocab, name)
        is_meant = noun.relative and name not in (wide, narrow) and _root(vocab, name) == _root(vocab, wide)
        if is_meant and _excluded(own, kept) and not _excluded(own, meant):
            yield name


def _excluded(one: _Conditions, other: _Conditions) -> bool:
    return any((condition, not holds) in other for condition, holds in one)


def _root(vocab: Vocabulary, name: str) -> str:
    """The kind of what a noun means."""
    return vocab.nouns[name].kind.name if name in vocab.nouns else name


def _conditions(vocab: Vocabulary, name: str) -> _Conditions:
    """The conditions of a noun and of those that it narrows, each with whether it holds."""
    found: _Conditions = set()
    while name in vocab.nouns:
        node = vocab.nouns[name].node
        found |= _parts(node.condition) if node.condition is not None else set()
        name = node.base.text
    return found


def _parts(node: ast.Node, holds: bool = True) -> _Conditions:
    match node:
        case ast.AndAlso(left=left, right=right) if holds:
            return _parts(left) | _parts(right)
        case ast.Negation(operand=operand):
            return _parts(operand, not holds)
        case ast.IsTest(left=left, right=right, negated=negated):
            return {(("is", key(left), key(right)), holds is not negated)}
        case _:
            return {(key(node), holds)}


def _many(sides: Sides, name: str) -> str:
    words = sides.new.vocab.words
    noun = words.noun(name) if words is not None else None
    forms = noun.forms.get(sides.language) if noun is not None else None
    if forms is None:
        return name.replace("_", " ")
    return (forms.many or forms.one)[3 if sides.language == "ru" else 0]
