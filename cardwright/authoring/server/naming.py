"""What a name in a text stands for.

Job: hold `Symbol` and `Mention`, and say what a game has of a name. Input: a vocabulary, names. Output: values. Changes
nothing.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from dsl.meaning.vocab import Vocabulary
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class Symbol:
    """The meaning of a name. ``sort``: name (nouns, kinds, cards, keywords …), verb, function, field, value, roster,
    heading, local (then ``within`` is the tree that declares it).
    """

    sort: str
    name: str
    within: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    span: Span
    symbol: Symbol


def is_known_name(vocab: Vocabulary, name: str) -> bool:
    """Whether a name is in the name space of nouns, kinds, constants and cards."""
    tables = (vocab.nouns, vocab.kinds, vocab.statuses, vocab.traits, vocab.enums, vocab.dice, vocab.terrain)
    return any(name in table for table in tables) or name in vocab.cards


def sorts_of(vocab: Vocabulary, name: str) -> list[str]:
    """What a name names, as sorts of symbols; a key of data that may name anything means the first."""
    fields = {field for kind in vocab.kinds.values() for field in kind.fields} | {stat for _, stat in vocab.stats}
    tables: dict[str, Container[str]] = {
        "verb": {*vocab.verbs, *vocab.events}, "function": vocab.functions, "roster": vocab.rosters,
        "invariant": vocab.invariants, "heading": {heading for _, heading in vocab.headings}, "field": fields,
    }  # fmt: skip
    first = ["name"] if is_known_name(vocab, name) else []
    values = ["value"] if vocab.enums_with(name) else []
    return [*first, *values, *(sort for sort, table in tables.items() if name in table)]
