"""The texts of a game, card by card.

Job: write the abilities, keywords and automated turns of a card as paragraphs in a language. Input: a checked game
whose words are known. Output: `Paragraph`s; where a word is missing, `MissingWords` with every place that lacks one.
The only door of this room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, cast

from dsl.checking.results import Carrier, Checked, Unit
from dsl.counts import numbered
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic
from dsl.meaning.lexicon import Lexicon
from dsl.meaning.types import Type
from dsl.meaning.vocab import Card, Trait, Vocabulary
from dsl.meaning.words import TOLD
from dsl.suggest import listed
from dsl.syntax import ast
from dsl.wording.abilities import ability, done_by, prices
from dsl.wording.calls import call, duration
from dsl.wording.conditions import condition
from dsl.wording.english import English
from dsl.wording.phrase import Grammar, MissingForm, Phrase, same
from dsl.wording.queries import query
from dsl.wording.russian import Russian
from dsl.wording.steps import Place, as_clause, measure_words, step_words
from dsl.wording.values import constant, named_trait, numeral, value
from dsl.wording.writer import Writer

GRAMMARS: dict[str, Grammar] = {"en": English(), "ru": Russian()}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``field``: the text or field of the card that it comes from; ``title``: a label or keyword, or empty."""

    field: str
    title: str
    text: str


class NoWords(Exception):
    """The game has no words, so that nothing can be written."""


class MissingWords(Exception):
    """Words that the texts need are not there; ``findings`` has the places."""

    def __init__(self, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__(f"{numbered(len(findings), 'word')} {'is' if len(findings) == 1 else 'are'} missing")
        self.findings = findings


class _Parts:
    """The parts of the writer, for each other."""

    value = staticmethod(value)
    condition = staticmethod(condition)
    query = staticmethod(query)
    call = staticmethod(call)
    duration = staticmethod(duration)


PARTS = _Parts()


def card_text(game: Checked, card_id: str, language: str) -> list[Paragraph]:
    """The paragraphs of a card."""
    w = writer(game, language)
    found = list(card_paragraphs(w, card_id))
    if w.findings:
        raise MissingWords(tuple(w.findings))
    return found


def lacking(w: Writer, cards: Iterable[Card], traits: Iterable[str]) -> list[Diagnostic]:
    """What the texts of some cards, and of some keywords and statuses, lack."""
    by_id = {card.id: card for card in cards}
    for card in by_id.values():
        given: Iterable[Any] = card.values.get("keywords", ())
        marks = [one for one in given if not _trait_of(w, one).node.abilities]  # what others say stands with them
        _write_all(_keywords(w, "keywords", marks))
    for unit in w.checked.facts.units:
        owner = by_id.get(unit.carrier.name) if unit.carrier.form == "card" else None
        if owner is not None and w.grammar.language not in owner.printed:
            _write_all(unit_paragraphs(w, unit, f"{owner.kind}.{unit.carrier.field}"))
    for name in traits:
        _write_all(trait_paragraphs(w, name))
    return w.findings


def _write_all(paragraphs: Iterable[Paragraph]) -> None:
    for _ in paragraphs:
        pass


def writer(game: Checked, language: str) -> Writer:
    words = game.vocab.words
    if words is None:
        raise NoWords(f"the game `{game.vocab.game}` has no words.yaml, from which texts are written")
    return Writer(game, words, GRAMMARS[language], PARTS)


def card_paragraphs(w: Writer, card_id: str, *, printed: bool = True) -> Iterator[Paragraph]:
    """What the card has: its keywords, then its texts; where the author gives the ``printed`` text, that text."""
    card = w.checked.vocab.cards[card_id]
    given = list(printed_paragraphs(w.checked.vocab, card, w.grammar.language)) if printed else []
    said = "\n".join(one.text.lower() for one in given)
    for keyword in _keywords(w, "keywords", card.values.get("keywords", ())):
        if not given or keyword.title.lower() not in said:
            yield keyword
    if given:
        yield from given
        return
    for unit in w.checked.facts.units:
        if unit.carrier.form == "card" and unit.carrier.name == card_id:
            yield from unit_paragraphs(w, unit, f"{card.kind}.{unit.carrier.field}")


def printed_paragraphs(vocab: Vocabulary, card: Card, language: str) -> Iterator[Paragraph]:
    """The text that is printed on a card, as that of its first text field."""
    fields = [field.name for field in vocab.fields_of(card.kind).values() if field.type.form == "rules"]
    held = next((part.field for part in card.texts if part.abilities), next(iter(fields), "text"))
    for line in card.printed_lines(language):
        yield Paragraph(held, "", line)


def automated_words(game: Checked, language: str) -> dict[Place, list[str]]:
    """The parts of the steps of all automated figures, and what rules prefer, by their places; of those only that have
    words.
    """
    if game.vocab.words is None:
        return {}
    w, found = writer(game, language), dict[Place, list[str]]()
    for unit in game.facts.units:
        if unit.carrier.form == "card" and unit.abilities:
            kind = game.vocab.cards[unit.carrier.name].kind
            _begin(w, unit.carrier, f"{kind}.{unit.carrier.field}", unit)
            found |= step_words(w, unit)
    return found | measure_words(w)


class Doings:
    """What abilities of cards do, in one language, for whoever is offered one of several."""

    def __init__(self, game: Checked, language: str) -> None:
        known = game.vocab.words is not None and language in GRAMMARS
        self.writer = writer(game, language) if known else None
        self.abilities = {
            str(node.span): (unit, cast("ast.Ability", node))
            for unit in game.facts.units
            for node in map(ast.plain, unit.abilities)
        }

    def does(self, place: str) -> str:
        """A clause for what the ability at this place does; empty where words are missing."""
        return self.said(place, lambda w, node: as_clause(w, "; ".join(done_by(w, node))))

    def costs(self, place: str) -> str:
        """What is paid for it, of that which has a `cost`; empty for nothing, and where words are missing."""
        return self.said(place, lambda w, node: ", ".join(prices(w, node)))

    def said(self, place: str, write: Callable[[Writer, ast.Ability], str]) -> str:
        w, found = self.writer, self.abilities.get(place)
        if w is None or found is None:
            return ""
        unit, node = found
        carrier = unit.carrier
        kind = w.checked.vocab.cards[carrier.name].kind if carrier.form == "card" else ""
        before = len(w.findings)
        try:
            _begin(w, carrier, f"{kind}.{carrier.field}" if kind else carrier.name, unit)
            text = write(w, node)
        except MissingForm:
            return ""
        return text if len(w.findings) == before else ""


def trait_paragraphs(w: Writer, name: str) -> Iterator[Paragraph]:
    """What a keyword or status means, without the values of a card."""
    trait = w.checked.vocab.traits[name]
    if not trait.node.abilities and not w.templates("traits", "reminder", name):
        return  # only a mark: the texts that ask for it say what it does
    letters = iter("XYZ" if w.grammar.language == "en" else "ХУЦ")
    values: dict[str, Phrase] = {}
    for param in trait.params:
        if param.type.form == "int":
            values[param.name] = same(next(letters), whole=True, role="letter")
        else:
            values[param.name] = w.grammar.noun(w.noun_named(trait.node.name, param.name), "the").but(role="long")
    yield from _reminder(w, name, values)


def unit_paragraphs(w: Writer, unit: Unit, place: str) -> Iterator[Paragraph]:
    for written in unit.abilities:
        _begin(w, unit.carrier, place, unit)
        node = cast("ast.Ability", ast.plain(written))
        try:
            told = ability(w, node)
        except MissingForm as lack:
            w.lack(node, str(lack))
            continue
        for one in told:
            yield Paragraph(unit.carrier.field, one.title, " ".join(one.sentences))


def _begin(w: Writer, carrier: Carrier, place: str, unit: Unit) -> None:
    """The names that are in sight where an ability begins: `self` and `this`."""
    w.verbs, w.it, w.names, w.depth = (), [], {}, 0
    w.names["self"] = _self(w, carrier, place, unit.abilities[0])
    w.foreign = w.lexicon.selves.get(place, "you") != "you"
    if carrier.form == "card":
        w.names["this"] = _demonstrated(w, carrier.this_type, unit.abilities[0])
    elif carrier.form in ("keyword", "status"):
        word = w.lexicon.noun(carrier.name)
        w.names["this"] = w.grammar.noun(word, "this") if word is not None else same("…")


def _self(w: Writer, carrier: Carrier, place: str, node: ast.Node) -> Phrase:
    named = w.lexicon.selves.get(place)
    if named == "you":
        return w.grammar.pronoun("you")
    if named is not None:
        w.used.add(f"self.{place}")
        if named == "you":
            return w.grammar.pronoun("you")
        return w.grammar.noun(w.noun_named(node, named), "the")
    players = {w.checked.vocab.fields_of(kind)[field].type.name for kind in w.checked.vocab.kinds
               for field in w.lexicon.you if field in w.checked.vocab.fields_of(kind)}  # fmt: skip
    if carrier.self_type.name in players:
        return w.grammar.pronoun("you")
    return _demonstrated(w, carrier.self_type, node)


def _demonstrated(w: Writer, type_: Type, node: ast.Node) -> Phrase:
    return w.grammar.noun(w.noun_named(node, type_.name), "this")


# ---- keywords
def _keywords(w: Writer, field: str, values: Any) -> Iterator[Paragraph]:
    for named in cast("Iterable[Any]", values):
        trait, given = _trait_of(w, named), cast("tuple[Any, ...]", named[1]) if isinstance(named, tuple) else ()
        arguments = dict(zip((p.name for p in trait.params), given, strict=False))
        yield from _reminder(w, trait.name, arguments, field)


def _trait_of(w: Writer, named: Any) -> Trait:
    """The keyword of a value: a name, or a name with its own values."""
    return w.checked.vocab.traits[cast("str", named[0] if isinstance(named, tuple) else named)]


def _reminder(w: Writer, name: str, arguments: dict[str, Any], field: str = "") -> Iterator[Paragraph]:
    """A keyword with its values, and what it means."""
    trait = w.checked.vocab.traits[name]
    phrases: dict[str, Phrase | str | bool] = {key: _plain(w, given, trait.node) for key, given in arguments.items()}
    short = {key: p for key, p in phrases.items() if isinstance(p, Phrase) and p.role != "long"}
    title = w.grammar.finished(named_trait(w, trait.node.name, name, short).text()).removesuffix(".")
    said: list[str] = []
    unit = next((u for u in w.checked.facts.units if u.carrier.name == name and u.carrier.form == trait.form), None)
    for written in unit.abilities if unit is not None else ():
        assert unit is not None
        _begin(w, unit.carrier, name, unit)
        w.names |= {f"this.{key}": phrase for key, phrase in short.items()}
        said += [sentence for one in ability(w, cast("ast.Ability", ast.plain(written))) for sentence in one.sentences]
    if reminders := w.templates("traits", "reminder", name):
        w.names["self"] = _demonstrated(w, Type("kind", trait.kind), trait.node)
        phrases["of"] = w.names["self"]
        if template := w.fitting(reminders, phrases):
            said.append(w.grammar.finished(w.filled(template, phrases)))
        else:
            shown = listed("shows exactly", [f"{{{one}}}" for one in phrases])
            w.lack(trait.node.name, f"no reminder for `{name}` {shown}",
                   "write each of them into it: `{of}` is who has it")  # fmt: skip
    elif not said:
        w.lack(trait.node.name, f"there is no reminder for `{name}`, which has no abilities",
               f"add it to `traits:`: `{name}`, `reminder`")  # fmt: skip
    yield Paragraph(field, title, " ".join(said))


def _plain(w: Writer, given: Any, place: ast.Node) -> Phrase:
    """A printed value of a keyword."""
    if isinstance(given, Phrase):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return numeral(given)
    return constant(w, place, str(given))


_PLAYED = TOLD | {"cost"}  # what is paid is said in options


def unused_words(writers: Sequence[Writer], seats: Collection[str]) -> list[str]:
    """The nouns and phrases that no text of a card needs, nor what people are told of a match, in the file's order.

    ``writers`` have written all texts; ``seats`` are the names that scenarios give to players, who are called by nouns
    of these names.
    """
    for w in writers:
        measure_words(w)
    used = set[str]().union(*(w.used for w in writers))
    vocab = writers[0].checked.vocab
    words = vocab.words
    assert words is not None
    told = {*vocab.kinds, *_nouns_told(vocab, words), *seats}
    nouns = [f"nouns.{name}" for name in words.nouns if name not in told]
    phrases = [
        f"{section}.{name}.{form}"
        for (section, name), entry in words.entries.items()
        for form in entry.phrases["en"]
        if form not in _PLAYED
    ]
    chosen = [f"chosen.{key}" for key in words.chosen]
    return [name for name in (*chosen, *nouns, *phrases) if name not in used]


def _nouns_told(vocab: Vocabulary, words: Lexicon) -> Iterator[str]:
    """The nouns in phrases for people who play, of what is on dice, and of values of enums that are named there."""
    yield from words.symbols.values()
    for (section, name), entry in words.entries.items():
        verb = vocab.verbs.get(name.partition(".")[0]) if section == "verbs" else None
        enums = {param.name: param.type.name for param in verb.params if param.type.form == "enum"} if verb else {}
        for forms in entry.phrases.values():
            for template in (t for form, found in forms.items() if form in TOLD for t in found):
                for slot in template.slots():
                    yield from (slot.unit, slot.name) if slot.head else (slot.unit,)
                    if slot.name in enums:
                        yield from vocab.enums[enums[slot.name]].values


__all__ = [
    "Doings",
    "MissingWords",
    "NoWords",
    "Paragraph",
    "Writer",
    "automated_words",
    "card_paragraphs",
    "card_text",
    "lacking",
    "printed_paragraphs",
    "trait_paragraphs",
    "unused_words",
    "writer",
]
