"""The cards that the words of a game name.

Job: report a name in the words that no card has. Input: a vocabulary with its words and cards. Output: findings.
"""

from __future__ import annotations

from dsl.diagnostics import Sink
from dsl.meaning.vocab import Vocabulary
from dsl.suggest import suggest


def check_cards_in_words(vocab: Vocabulary, sink: Sink) -> None:
    """Reports cards that are no cards of the game."""
    for card, span in vocab.words.plural.items() if vocab.words is not None else ():
        if card not in vocab.cards:
            sink.add("unknown-name", span, f"no card is named `{card}`", help=suggest(card, vocab.cards))
