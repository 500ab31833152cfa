"""Rosters: lists of cards for the parameters of a roster definition.

Job: check that a roster names an existing definition, its parameters and existing cards. Input: the mapping of a roster
file or of a test. Output: RosterData. Must never test the requirements of a definition: that needs a compiled game.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink
from dsl.meaning.types import Type
from dsl.meaning.vocab import Field, Param, Roster, Vocabulary
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, plain_scalar
from dsl.source import Span
from dsl.suggest import suggest

_PLAIN: dict[str, type] = {"int": int, "bool": bool, "text": str, "enum": str}
_OWN_KEYS = ("roster", "name", "doc")


@dataclass(frozen=True, slots=True)
class RosterData:
    """A roster's definition, and for each parameter a card's id, a tuple of ids, a number or a word."""

    definition: str
    span: Span
    values: tuple[tuple[str, Any], ...]


def check_rosters(vocab: Vocabulary, nodes: tuple[Mapping, ...], sink: Sink) -> dict[str, RosterData]:
    """The rosters by file name; reports errors in them and in zones that take cards from them.

    Those with errors are left out, and added to the broken names.
    """
    for kind in vocab.kinds.values():
        for field in kind.fields.values():
            if field.roster:
                _check_zone(vocab, kind.name, field, sink)
    for roster in vocab.rosters.values():
        for param in roster.params:
            if param.type.form not in _PLAIN and _card_type(param).form not in ("card", "unknown"):
                message = f"`{param.name}` is {param.type}, which no roster can list"
                help = "a roster has cards, numbers, words, yes or no, and values of enums"
                sink.add("wrong-operand", param.span, message, help=help)
    read = {PurePath(node.source.path).stem: read_roster(vocab, node, sink) for node in nodes}
    sink.broken |= {name for name, data in read.items() if data is None}
    return {name: data for name, data in read.items() if data is not None}


def _check_zone(vocab: Vocabulary, kind: str, field: Field, sink: Sink) -> None:
    """Reports a player's zone whose roster list does not exist or has cards that the zone cannot hold."""
    if kind not in vocab.ancestors("player") or not field.zone:
        message = f"`{field.name}` takes from a roster, and is no zone of a player"
        sink.add("wrong-operand", field.span, message, help="leave `roster:` out")
        return
    named = [p for roster in vocab.rosters.values() for p in roster.params if p.name == field.roster]
    if not named:
        known = {p.name for roster in vocab.rosters.values() for p in roster.params}
        sink.add("unknown-name", field.span, f"no roster lists `{field.roster}`", help=suggest(field.roster, known))
    for param in named:
        if field.zone not in vocab.ancestors(_card_type(param).name):
            message = f"`{field.name}` holds {field.zone}, and not {param.type}"
            sink.add("wrong-operand", field.span, message, labels=[Label(param.span, "declared here")])


def card_params(vocab: Vocabulary, definition: str) -> tuple[str, ...]:
    """The parameters of a roster definition whose values are cards."""
    return tuple(p.name for p in vocab.rosters[definition].params if _card_type(p).form == "card")


def fitting_cards(vocab: Vocabulary, definition: str) -> dict[str, tuple[str, ...]]:
    """For each list of a roster definition, the cards that it may contain."""
    params = {p.name: _card_type(p).name for p in vocab.rosters[definition].params if _card_type(p).form == "card"}
    cards = vocab.cards.values()
    return {name: tuple(c.id for c in cards if kind in vocab.ancestors(c.kind)) for name, kind in params.items()}


def _card_type(param: Param) -> Type:
    """The cards of a list, or the single card, in a roster."""
    return param.type.element if param.type.form in ("list", "set") else param.type


def read_roster(vocab: Vocabulary, node: Mapping, sink: Sink) -> RosterData | None:
    """The roster's data; None if it names a definition, parameter or card that does not exist."""
    before = sink.errors
    named = node.get("roster")
    name = named.text if isinstance(named, Scalar) else ""
    declared = vocab.rosters.get(name)
    if declared is None:
        place = named.span if named is not None else node.span
        sink.add("unknown-name", place, f"no roster is named `{name}`", help=suggest(name, vocab.rosters))
        return None
    reader = _Reader(vocab, declared, sink)
    values = tuple((param.name, reader.param(param, node)) for param in declared.params)
    known = {param.name for param in declared.params}
    for key, _ in node.entries:
        if key.text not in known and key.text not in _OWN_KEYS:
            labels = [Label(declared.span, "declared here")]
            sink.add(
                "unknown-key", key.span, f"`{name}` has no `{key.text}`", help=suggest(key.text, known), labels=labels
            )
    return RosterData(name, node.span, values) if sink.errors == before else None


class _Reader:
    def __init__(self, vocab: Vocabulary, declared: Roster, sink: Sink) -> None:
        self.vocab, self.declared, self.sink = vocab, declared, sink

    def param(self, param: Param, node: Mapping) -> Any:
        value = node.get(param.name)
        if value is None:
            labels = [Label(param.span, "declared here")]
            self.sink.add("missing-key", node.span, f"`{param.name}` is missing", labels=labels)
            return None
        if param.type.form in ("list", "set"):
            return self.many(value, param.type.element)
        if param.type.form == "card":
            return self.card(value, param.type)
        return self.plain(value, param)

    def plain(self, node: Node, param: Param) -> Any:
        """A number, a word, yes or no, or a value of an enum."""
        value = plain_scalar(node) if isinstance(node, Scalar) else None
        form, labels = param.type.form, [Label(param.span, "declared here")]
        known = self.vocab.enums[param.type.name].values if form == "enum" else ()
        if form in _PLAIN and type(value) is not _PLAIN[form]:
            self.sink.add("wrong-type", node.span, f"`{param.name}` is {param.type}, and this is not", labels=labels)
        elif form == "enum" and value not in known:
            message = f"`{value}` is no {param.type.name}"
            self.sink.add("wrong-value", node.span, message, help=suggest(str(value), known), labels=labels)
        return value

    def many(self, node: Node, element: Type) -> tuple[Any, ...]:
        """A list of cards, or cards with their numbers."""
        found: list[Any] = []
        if isinstance(node, Mapping):
            for key, value in node.entries:
                copies = plain_scalar(value) if isinstance(value, Scalar) else None
                if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= 1000:
                    self.sink.add("wrong-type", value.span, "how many of the card: a whole number up to 1,000")
                    continue
                found += [self.card(key, element)] * copies
        else:
            found += [self.card(item, element) for item in (node.items if isinstance(node, Sequence) else (node,))]
        return tuple(found)

    def card(self, node: Node, wanted: Type) -> str:
        name = node.text if isinstance(node, Scalar) else ""
        found = self.vocab.cards.get(name)
        if found is None or wanted.name not in self.vocab.ancestors(found.kind):
            fitting = [c.id for c in self.vocab.cards.values() if wanted.name in self.vocab.ancestors(c.kind)]
            message = f"no {wanted.name} card is named `{name}`"
            self.sink.add("unknown-name", node.span, message, help=suggest(name, fitting))
        return name
