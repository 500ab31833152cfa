"""The printed values of cards, for people and for programs that lay out cards.

Job: give the name, printed values and texts of every card as words and numbers. Input: a build without errors, and the
program made from it or from a part of it. Output: `CardFacts`, sorted by kind and id. Includes default values, but
nothing of a running match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from compiler.build import Build
from compiler.core import ir
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.game.entries import CardEntry
from dsl.game.line_forms import LineForm, line_forms, print_line
from dsl.meaning.vocab import Card
from dsl.reading import yaml_tree
from dsl.reading.yaml_tree import Node, Sequence, plain

PrintedValue = int | bool | str | None | tuple["PrintedValue", ...]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """One card: ``values`` by printed field; ``texts`` by printed field whose content is text in the language.

    ``printed``: the text that stands on the card, by language of people.
    """

    id: str
    kind: str
    names: dict[str, str]
    values: dict[str, PrintedValue]
    texts: dict[str, str]
    printed: dict[str, str]


class Printed(Protocol):
    """What is read of a program."""

    @property
    def kinds(self) -> Mapping[str, ir.KindDecl]: ...
    @property
    def cards(self) -> Mapping[str, ir.CardDecl]: ...


def card_facts(build: Build, program: Printed) -> tuple[CardFacts, ...]:
    """The cards of a program that was made from the build."""
    assert build.files.ruleset is not None
    forms = line_forms(build.files.ruleset, Sink())
    entries = {entry.id: entry for entry in build.files.cards}
    found = (
        _card_facts(program, card, entries[card.id], forms.get(card.kind, {}), build.vocab.cards[card.id])
        for card in program.cards.values()
        if card.id in entries
    )
    return tuple(sorted(found, key=lambda card: (card.kind, card.id)))


def _card_facts(
    program: Printed, card: ir.CardDecl, entry: CardEntry, forms: dict[str, LineForm], written: Card
) -> CardFacts:
    values: dict[str, PrintedValue] = {}
    texts: dict[str, str] = {}
    for field in program.kinds[card.kind].fields:
        if not field.printed:
            continue
        if field.type == "rules":
            texts[field.name] = str(written.values.get(field.name, "")).rstrip("\n")
        elif field.part:
            values[field.name] = _parts(entry.node.get(field.name), forms.get(field.name))
        else:
            values[field.name] = _printed_value(card.values.get(field.name, field.default))
    printed = {language: "\n".join(written.printed_lines(language)) for language in written.printed}
    return CardFacts(card.id, card.kind, dict(card.names), values, texts, printed)


def _parts(node: Node | None, form: LineForm | None) -> tuple[PrintedValue, ...]:
    """The parts in a field, each as one line."""
    many = node.items if isinstance(node, Sequence) else () if node is None else (node,)
    return tuple(_part(item, form) for item in many if isinstance(item, yaml_tree.Mapping))


def _part(node: yaml_tree.Mapping, form: LineForm | None) -> str:
    if form is not None:
        return print_line(node, form)
    fields = cast("dict[str, Any]", plain(node))
    return ", ".join(f"{name} {value}" for name, value in fields.items())


def _printed_value(value: Any) -> PrintedValue:
    """A printed value: numbers stay numbers; a keyword or status becomes its name and values."""
    if isinstance(value, tuple):
        many = cast("tuple[Any, ...]", value)
        if len(many) == 2 and isinstance(many[0], str) and isinstance(many[1], tuple):
            return " ".join([many[0], *(str(v) for v in cast("tuple[Any, ...]", many[1]))])
        return tuple(_printed_value(item) for item in many)
    return value if isinstance(value, int | str) or value is None else str(value)


def plain_value(value: PrintedValue) -> Any:
    """A value as JSON data."""
    return [plain_value(item) for item in value] if isinstance(value, tuple) else value
