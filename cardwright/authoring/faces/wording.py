"""The rules texts for faces, from the words of the game.

Job: give the sentences of a field of a card. Input: a checked game. Output: a function, or None where the game has no
words. A card of which a word is missing has no sentences, and its face says so to the person who prints it.
"""

from __future__ import annotations

from functools import cache

from cardwright.authoring.faces.describe import Paragraphs, RulesText
from compiler.build import Build
from dsl.wording.texts import GRAMMARS, MissingWords, card_text


def rules_text(build: Build, language: str) -> RulesText | None:
    """The sentences of the fields of cards in a language."""
    checked = build.checked
    if checked is None or checked.vocab.words is None or language not in GRAMMARS:
        return None

    @cache
    def of_card(card: str) -> dict[str, Paragraphs]:
        found: dict[str, Paragraphs] = {}
        try:
            for told in card_text(checked, card, language):
                found[told.field] = (*found.get(told.field, ()), (told.title, told.text))
        except MissingWords:
            return {}
        return found

    return lambda card, field: of_card(card).get(field, ())
