"""What is printed on cards, as core data.

Job: lower kinds with their fields, and cards without what they do. Input: a Vocabulary. Output: declarations of the
core tree. A card can be lowered alone, while the rest of its game is being written.
"""

# Values of cards have many types, which the schema and the checker have checked:
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from compiler.core import ir
from dsl.dataclass import dataclass
from dsl.meaning.vocab import Card, Field, Kind, Part, Vocabulary


@dataclass(frozen=True, slots=True)
class PrintedCards:
    """Kinds, and cards of them."""

    kinds: dict[str, ir.KindDecl]
    cards: dict[str, ir.CardDecl]


def printed_cards(vocab: Vocabulary, cards: Iterable[Card]) -> PrintedCards:
    """All kinds, and these cards."""
    kinds = {kind.name: kind_decl(vocab, kind) for kind in vocab.kinds.values()}
    return PrintedCards(kinds, {card.id: card_decl(vocab, card) for card in cards})


def kind_decl(vocab: Vocabulary, kind: Kind) -> ir.KindDecl:
    fields = tuple(_field(vocab, field) for field in vocab.fields_of(kind.name).values())
    return ir.KindDecl(kind.name, vocab.ancestors(kind.name), vocab.is_figure(kind.name), fields, kind.rows)


def _field(vocab: Vocabulary, field: Field) -> ir.FieldDecl:
    inner = field.type.inner if field.type.inner is not None else field.type
    is_part = inner.form == "kind" and field.printed and inner.name in vocab.kinds
    part = inner.name if is_part and vocab.kinds[inner.name].part else ""
    return ir.FieldDecl(
        field.name,
        "card" if inner.form == "card" and field.type.form == "optional" else field.type.form,
        field.printed,
        plain_data(field.default),
        field.zone,
        field.visible,
        part,
        field.minimum,
        field.maximum,
    )


def card_decl(vocab: Vocabulary, card: Card) -> ir.CardDecl:
    values: dict[str, Any] = {}
    for name, value in card.values.items():
        declared = vocab.field_of(card.kind, name)
        if declared is not None and declared.type.form != "rules":
            values[name] = plain_data(value)
    return ir.CardDecl(card.id, card.kind, values, card.names, card.rows)


def plain_data(value: Any) -> Any:
    """The values of cards as core data: parts become (kind, values) pairs; mappings and tuples stay."""
    if isinstance(value, Part):
        return {"part": value.kind, "values": {k: plain_data(v) for k, v in value.values.items()}}
    if isinstance(value, dict):
        return {str(k): plain_data(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return tuple(plain_data(item) for item in value)
    return value
