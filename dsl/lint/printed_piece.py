"""A piece of printed text, and what it is compared with.

Job: hold them together. Input and output: plain values. Compares nothing.
"""

from __future__ import annotations

from dataclasses import field

from dsl.dataclass import dataclass
from dsl.lint.rule_facts import RuleFacts
from dsl.lint.spoken import found, says
from dsl.source import Span

STEM = 5  # letters of a word that tell it from others, in all its forms
VerbWords = dict[str, tuple[frozenset[str], frozenset[str]]]  # by verb: its words, and those that few others have


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of printed text in a language, and the rules to which it belongs.

    ``named``: facts of the definitions that the rules name. ``phrases``: the game's own phrases for these names, in
    which small words may stand. ``values``: numbers that the card prints elsewhere. ``times``: a pattern of the nouns
    for events. ``verbs``: by verb, its words.
    """

    place: Span
    language: str
    rules: RuleFacts
    named: RuleFacts
    phrases: Span
    values: frozenset[int] = frozenset()
    nouns: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    relative: frozenset[str] = frozenset()
    bases: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    times: str = ""
    verbs: VerbWords = field(default_factory=dict[str, tuple[frozenset[str], frozenset[str]]])

    def adds(self, words: str) -> Span | None:
        """The first of some words that the game's own phrases do not bring."""
        words = self.timed(words)
        return None if says(words, self.phrases) else found(words, self.place)

    def lacks(self, words: str) -> bool:
        return not says(self.timed(words), self.place)

    def timed(self, words: str) -> str:
        """Words with the nouns for events."""
        return words.replace("TIMES", self.times or r"[^\W\d_]+")
