"""The rules texts for faces, from the words of the game.

Job: give the sentences of a field of a card: the printed text, where the author gives it. Input: a checked game.
Output: a function, or None where the game has neither words nor printed texts. A card of which a word is missing has no
sentences, and its face says so to the person who prints it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cardwright.authoring.faces.describe import Paragraphs, RulesText
from compiler.build import Build
from dsl.wording.texts import GRAMMARS, MissingWords, Paragraph, card_text, printed_paragraphs


def rules_text(build: Build, language: str) -> RulesText | None:
    """The sentences of the fields of cards in a language."""
    checked, cards = build.checked, build.vocab.cards
    worded = checked is not None and checked.vocab.words is not None and language in GRAMMARS
    if not worded and not any(language in card.printed for card in cards.values()):
        return None

    @cache
    def of_card(card: str) -> dict[str, Paragraphs]:
        found: dict[str, Paragraphs] = {}
        try:
            for told in _told(card):
                found[told.field] = (*found.get(told.field, ()), (told.title, told.text))
        except MissingWords:
            return {}
        return found

    def _told(card: str) -> Iterable[Paragraph]:
        if worded and checked is not None:
            return card_text(checked, card, language)
        return printed_paragraphs(build.vocab, cards[card], language)

    return lambda card, field: of_card(card).get(field, ())
