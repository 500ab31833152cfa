"""What the check of one file asks about the other files of a game.

Job: summarize what a file offers to the others (`Outline`), combine the outlines of a game (`OtherFiles`), and record
which questions the check of each file asks. The results for a file can be reused as long as the answers to its
questions stay the same. Input: declared cards and trees. Output: answers. Must never answer without recording the
question.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, cast

from dsl.dataclass import dataclass
from dsl.meaning.vocab import Card, Part, Vocabulary
from dsl.source import Source
from dsl.syntax import ast

NOWHERE = Source("", "").whole()


@dataclass(slots=True)
class Outline:
    """Summary of a file, plain data only: the kinds of its cards by id, the printed numbers of its cards by
    ``kind.field``, the texts of parts of its cards, the kinds that its texts create without a card, and the ids of its
    invalid cards.
    """

    kinds: dict[str, str] = field(default_factory=dict[str, str])
    printed: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    texts: list[str] = field(default_factory=list[str])
    cardless: list[str] = field(default_factory=list[str])
    invalid_cards: list[str] = field(default_factory=list[str])


def outline(vocab: Vocabulary, cards: Iterable[Card], roots: Iterable[ast.Node]) -> Outline:
    """The outline of one file or of several."""
    found = Outline()
    printed: dict[str, set[int]] = {}
    fields: dict[str, dict[str, Any]] = {}
    texts: set[str] = set()
    for card in cards:
        found.kinds[card.id] = card.kind
        if card.kind not in fields:
            own = vocab.fields_of(card.kind).values()
            fields[card.kind] = {f.name: f.default for f in own if f.printed}
        for name, default in fields[card.kind].items():
            value = card.values.get(name, default)
            if isinstance(value, int):
                printed.setdefault(f"{card.kind}.{name}", set()).add(int(value))
        texts.update(_texts_of_parts(vocab, card))
    found.texts = sorted(texts)
    found.printed = {name: sorted(values) for name, values in printed.items()}
    may_create = [root for root in roots if "create" in root.span.text]
    creating = (node for root in may_create for node in root.walk() if isinstance(node, ast.CreateStmt))
    found.cardless = sorted({node.kind.text for node in creating if node.card is None})
    return found


def _texts_of_parts(vocab: Vocabulary, card: Card) -> Iterator[str]:
    for held in card.values.values():
        parts = (held,) if isinstance(held, Part) else cast("tuple[Any, ...]", held if isinstance(held, tuple) else ())
        for part in parts:
            if isinstance(part, Part):
                fields = vocab.fields_of(part.kind)
                yield from (value for name, value in part.values.items() if fields[name].type.form == "text")


def texts_of_parts(vocab: Vocabulary) -> set[str]:
    """The texts that parts of cards have in any file of the game, such as the names of attacks."""
    cards = vocab.cards
    if isinstance(cards, Cards):
        return cards.other_files.texts()
    return {text for card in cards.values() for text in _texts_of_parts(vocab, card)}


class OtherFiles:
    """The outlines of all files of a game. ``questions`` has those since the last ``take_questions``, with answers."""

    def __init__(self, kinds: Mapping[str, str], outlines: Iterable[Outline]) -> None:
        self.kinds = dict(kinds)
        self._card_kinds = frozenset(self.kinds.values())
        self._printed: dict[str, set[int]] = {}
        self._cardless: set[str] = set()
        self._texts: set[str] = set()
        self.invalid_cards: set[str] = set()
        for each in outlines:
            self.invalid_cards.update(each.invalid_cards)
            for name, values in each.printed.items():
                self._printed.setdefault(name, set()).update(values)
            self._cardless.update(each.cardless)
            self._texts.update(each.texts)
        self._known: dict[str, str] = {}
        self.questions: dict[str, str] = {}

    def answer(self, question: str) -> str:
        """A short answer, or the digest of a long one. Raises LookupError for an unknown question."""
        what, _, name = question.partition(":")
        if what == "card":
            return self.kinds.get(name, "?" if name in self.invalid_cards else "")
        if question not in self._known:
            known = json.dumps(self._known_of(what, name)).encode()
            self._known[question] = hashlib.sha256(known).hexdigest()[:16]
        return self._known[question]

    def _known_of(self, what: str, name: str) -> list[Any]:
        match what:
            case "cards":
                return sorted(self.kinds.items())
            case "printed":
                return sorted(self._printed.get(name, ()))
            case "kinds":
                return sorted(self._card_kinds)
            case "cardless":
                return sorted(self._cardless)
            case "texts":
                return sorted(self._texts)
            case _:
                raise LookupError(f"nobody can answer `{what}`")

    def note(self, question: str) -> None:
        if question not in self.questions:
            self.questions[question] = self.answer(question)

    def take_questions(self) -> dict[str, str]:
        """The questions since the last call, with their answers."""
        questions, self.questions = self.questions, {}
        return questions

    def answers_unchanged(self, questions: Mapping[str, str]) -> bool:
        """Whether each question would get the same answer now."""
        return all(self.answer(question) == answer for question, answer in questions.items())

    # ---- questions of lints
    def printed(self, kind: str, name: str) -> set[int]:
        """The printed numbers of a field in all cards of a kind."""
        self.note(f"printed:{kind}.{name}")
        return self._printed.get(f"{kind}.{name}", set())

    def texts(self) -> set[str]:
        """The texts of parts of all cards."""
        self.note("texts:")
        return self._texts

    def card_kinds(self) -> frozenset[str]:
        """The kinds that have cards."""
        self.note("kinds:")
        return self._card_kinds

    def cardless(self) -> set[str]:
        """The kinds of entities that texts create without a card."""
        self.note("cardless:")
        return self._cardless


class Cards(dict[str, Card]):
    """The cards of a game for the check of one file: its own cards in full, of all others only id and kind.

    Each use of a card of another file is recorded as a question.
    """

    def __init__(self, other_files: OtherFiles, own: Mapping[str, Card]) -> None:
        super().__init__(own)
        self.other_files = other_files

    def own(self) -> dict[str, Card]:
        """The cards of the file."""
        return dict(super().items())

    def __contains__(self, key: object) -> bool:
        if super().__contains__(key):
            return True
        self.other_files.note(f"card:{key}")
        return key in self.other_files.kinds

    def __getitem__(self, key: str) -> Card:
        if super().__contains__(key):
            return super().__getitem__(key)
        self.other_files.note(f"card:{key}")
        return Card(key, self.other_files.kinds[key], NOWHERE, {}, {})

    def get(self, key: str, default: Any = None) -> Any:
        known = key in self
        return self[key] if known else default

    def __iter__(self) -> Iterator[str]:
        self.other_files.note("cards:")
        return iter({**dict.fromkeys(super().keys()), **self.other_files.kinds})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def keys(self) -> Any:
        return list(self)

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]
