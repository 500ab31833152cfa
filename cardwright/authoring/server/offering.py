"""What completion offers, and the declarations of a game as offers.

Job: hold `Offer`, and list names of the vocabulary as offers. Input: a Vocabulary. Output: offers. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.authoring.server.hover import signature
from dsl.dataclass import dataclass
from dsl.meaning.types import Type
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast
from dsl.syntax.unparse import unparse


@dataclass(frozen=True, slots=True)
class Offer:
    """A word for completion; ``sort`` is that of a symbol, or `word` of the language; ``insert`` is the text
    to insert.
    """

    label: str
    sort: str
    detail: str = ""
    insert: str = ""


def verbs(vocab: Vocabulary) -> Iterator[Offer]:
    """Every verb, with placeholders for its operands."""
    for verb in vocab.verbs.values():
        needed = [param for param in verb.params if param.default is None]
        holes = [f"{p.preposition} ${{{n}:{p.name}}}".strip() for n, p in enumerate(needed, 1)]
        shown = signature(verb.node.word, verb.name, verb.params)
        yield Offer(verb.name, "verb", shown, " ".join([verb.name, *holes]))
    yield from (Offer(events.name, "verb", "events") for events in vocab.events.values())


def frames(vocab: Vocabulary) -> Iterator[Offer]:
    """Every verb alone, as a time in which something counts."""
    yield from (
        Offer(verb.name, "verb", signature(verb.node.word, verb.name, verb.params)) for verb in vocab.verbs.values()
    )


def offer_classes(vocab: Vocabulary) -> Iterator[Offer]:
    """The classes of what players may use: those that the rules offer, and those that abilities have."""
    for definition, _ in vocab.definitions:
        for node in definition.walk():
            if isinstance(node, ast.OfferStmt):
                yield from (Offer(name.text, "name", "what the rules offer") for name in node.classes)
            elif isinstance(node, ast.TimingClass):
                yield Offer(node.name.text, "name", "a class of abilities")
    texts = (ability for card in vocab.cards.values() for text in card.texts for ability in text.abilities)
    for node in (node for ability in texts for node in ability.walk() if isinstance(node, ast.TimingClass)):
        yield Offer(node.name.text, "name", "a class of abilities")


def headings(vocab: Vocabulary) -> Iterator[Offer]:
    """Every named heading, with its first line in full."""
    for heading in vocab.headings.values():
        yield Offer(heading.name, "heading", unparse(heading.node))


def cards(vocab: Vocabulary, wanted: Type) -> Iterator[Offer]:
    for name, card in vocab.cards.items():
        if wanted.name in vocab.ancestors(card.kind):
            yield Offer(name, "name", f"{card.kind} card")


def traits(vocab: Vocabulary, forms: tuple[str, ...]) -> Iterator[Offer]:
    for trait in vocab.traits.values():
        if trait.form in forms:
            yield Offer(trait.name, "name", signature(trait.form, trait.name, trait.params))


def traits_of(vocab: Vocabulary, forms: tuple[str, ...], kind: str) -> Iterator[Offer]:
    """The keywords or statuses that an entity of a kind may have."""
    own = set(vocab.ancestors(kind)) if kind in vocab.kinds else set[str]()
    for offer in traits(vocab, forms):
        if not own or vocab.traits[offer.label].kind in own:
            yield offer


def kinds(vocab: Vocabulary) -> Iterator[Offer]:
    yield from (Offer(kind.name, "name", "kind") for kind in vocab.kinds.values() if kind.name not in vocab.traits)


def classes(vocab: Vocabulary) -> Iterator[Offer]:
    for statuses in vocab.statuses.values():
        yield Offer(statuses.name, "name", f"statuses: {', '.join(statuses.members)}")


def nouns(vocab: Vocabulary) -> Iterator[Offer]:
    yield from (Offer(noun.name, "name", str(noun.kind)) for noun in vocab.nouns.values())
    yield from kinds(vocab)
