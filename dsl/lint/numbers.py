"""The printed numbers of cards, by field.

Job: find for each field the smallest and the largest numbers of a file, so that a game of many files is compared by few
of them. Input: a LintContext. Output: numbers with their places. Does not decide what is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from dsl.source import Span

if TYPE_CHECKING:
    from dsl.lint.base import LintContext
    from dsl.meaning.vocab import Card

EDGE = 3  # so many of the smallest and of the largest numbers of a field are kept


class Number(NamedTuple):
    """A printed number: its field as ``kind.field``, the place, and the card."""

    field: str
    value: int
    start: int
    end: int
    card: str


def numbers_of(context: LintContext, card: Card) -> Iterator[Number]:
    """Every printed number of a card, those of its parts included."""
    for name, value in card.values.items():
        span = card.spans.get(name, card.span)
        yield from _numbers(context, (card.kind, name, value), span, card.id)


def edges(numbers: list[Number]) -> list[Number]:
    """The smallest and the largest numbers of each field."""
    by_field: dict[str, list[Number]] = {}
    for number in numbers:
        by_field.setdefault(number.field, []).append(number)
    kept: list[Number] = []
    for found in by_field.values():
        found.sort(key=lambda number: number.value)
        kept += found if len(found) <= 2 * EDGE else [*found[:EDGE], *found[-EDGE:]]
    return kept


def _numbers(context: LintContext, given: tuple[str, str, Any], span: Span, card: str) -> Iterator[Number]:
    kind, name, value = given
    field = context.vocab.field_of(kind, name)
    if field is None or not field.printed:
        return
    if field.type.form == "int" and type(value) is int:
        yield Number(f"{kind}.{name}", value, span.start, span.end, card)
        return
    given_type = field.type.element if field.type.is_collection else field.type
    part = context.vocab.kinds.get(given_type.name) if given_type.form == "kind" else None
    if part is not None and part.part and value:
        items: tuple[Any, ...] = value if field.type.is_collection else (value,)
        for made, printed in items:
            for below, inner in printed:
                yield from _numbers(context, (made, below, inner), span, card)
