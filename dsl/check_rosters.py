"""Rosters: lists of cards, read by the parameters of their definition.

Job: check that a roster names a definition, its parameters and cards that are there. Input: the mapping of a roster
file, or of a test. Output: RosterData. Tries no requirement; that is the compiler's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dsl.diagnostics import Label, Sink
from dsl.source import Span
from dsl.suggest import suggest
from dsl.types import Type
from dsl.vocab import Param, Roster, Vocabulary
from dsl.yaml_tree import Mapping, Node, Scalar, Sequence, plain_scalar

_OWN_KEYS = ("roster", "name", "doc")


@dataclass(frozen=True, slots=True)
class RosterData:
    """A roster's definition, and for each parameter a card's id, a tuple of ids, or a number or word."""

    definition: str
    span: Span
    values: tuple[tuple[str, Any], ...]


def check_rosters(vocab: Vocabulary, nodes: tuple[Mapping, ...], sink: Sink) -> None:
    """Reports what is wrong with roster files."""
    for node in nodes:
        read_roster(vocab, node, sink)


def read_roster(vocab: Vocabulary, node: Mapping, sink: Sink) -> RosterData | None:
    """The roster's data; None when it names what is not there."""
    before = len(sink.items)
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
    return RosterData(name, node.span, values) if len(sink.items) == before else None


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
        return plain_scalar(value) if isinstance(value, Scalar) else None

    def many(self, node: Node, element: Type) -> tuple[Any, ...]:
        """A list of cards, or cards with how many of each."""
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
