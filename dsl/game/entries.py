"""The entries of files that hold lists: cards and tests.

Job: check a file and each of its entries by their schemas; give a card the keys of its file's `all:`. Input: a Source.
Output: entries with places, and diagnostics. Must never know what an entry means.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink, made_once
from dsl.game.card_schema import card_file_schema, card_kinds
from dsl.game.errata import State, check_errata, state_at, states
from dsl.game.line_forms import LineForm, line_forms
from dsl.game.lines import with_lines
from dsl.game.wanted_tests import WantedTests
from dsl.reading import schemas
from dsl.reading.structure import Structure
from dsl.reading.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml, plain
from dsl.source import Source, Span
from dsl.suggest import nearest


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One valid card: its id, its kind, its mapping with the keys of its file's `all:`, and the place of its id.

    ``states``: all its states, newest first, if it has errata.
    """

    id: str
    kind: str
    node: Mapping
    span: Span
    states: tuple[State, ...] = ()


def with_shared_keys(entry: Node, file: Mapping) -> Node:
    """A card with the keys of its file's `all:` that it does not have itself."""
    shared = file.get("all")
    if not isinstance(entry, Mapping) or not isinstance(shared, Mapping):
        return entry
    own = {key.text for key, _ in entry.entries}
    return replace(entry, entries=(*entry.entries, *((k, v) for k, v in shared.entries if k.text not in own)))


def is_near(node: Node, near: range) -> bool:
    """Whether a node touches a range of the text."""
    return node.end >= near.start and node.start <= near.stop


@cache
def _structures(folder: str, entry: str) -> tuple[Structure, Structure]:
    """What checks one entry of a file, and what checks the file around its entries."""
    schema = schemas.load(folder)
    listed = {"type": "array", "description": f"a list of {folder}"}
    around = dict(schema, properties={**schema["properties"], folder: listed})
    return Structure(_entry_schema(schema, entry)), Structure(around)


class _Entries:
    """Reads files that contain a list under one key."""

    def __init__(self, folder: str, entry: str) -> None:
        self.folder = folder
        self.generic, self.envelope = _structures(folder, entry)

    def file(self, source: Source, sink: Sink) -> tuple[Mapping, tuple[Node, ...]] | None:
        """A file and its entries, or None if the rest of the file is invalid."""
        return made_once(source, self.folder, sink, partial(self._file, source))

    def _file(self, source: Source, sink: Sink) -> tuple[Mapping, tuple[Node, ...]] | None:
        node = parse_yaml(source, sink)
        if node is None or not self.envelope.check(node, sink, "this file") or not isinstance(node, Mapping):
            return None
        items = node.get(self.folder)
        return node, (items.items if isinstance(items, Sequence) else ())


class TestEntries(_Entries):
    """Reads files of tests."""

    __test__ = False  # tells pytest that this is not a class of tests

    def __init__(self) -> None:
        super().__init__("tests", "test")

    def read(
        self, source: Source, sink: Sink, wanted: WantedTests | None = None, near: range | None = None
    ) -> Iterator[Mapping]:
        """The valid tests of a file: all, those that are wanted, or those that overlap a range of its text."""
        _, nodes = self.file(source, sink) or (None, ())
        for node in wanted.among(nodes, source) if wanted is not None else nodes:
            if near is not None and not is_near(node, near):
                continue
            name = _text(node, "name")
            if self.generic.check(node, sink, f'test "{name}"' if name else "this test") and isinstance(node, Mapping):
                yield node


@dataclass(frozen=True, slots=True)
class FoundCard:
    """An entry of a card file with an id, which is ``key``. The id is taken even if the entry is invalid."""

    entry: CardEntry
    key: Scalar
    sound: bool


def _forms_of_cards(ruleset: Mapping, sink: Sink) -> tuple[dict[str, Structure], dict[str, dict[str, LineForm]]]:
    """By kind, what checks a card, and the parts that are printed as lines."""
    return _checks_of_cards(json.dumps(plain(ruleset))), line_forms(ruleset, sink)


@lru_cache(maxsize=8)
def _checks_of_cards(ruleset: str) -> dict[str, Structure]:
    """By kind, what checks a card of a ruleset. It takes long to prepare; a game that is read again has the same."""
    data = json.loads(ruleset)
    schema = card_file_schema(data)
    return {kind: Structure(_entry_schema(schema, f"card_{kind}")) for kind in card_kinds(data)}


class CardEntries(_Entries):
    """Reads files of cards, as they are on a day, or now. Without a valid ruleset, it checks only the keys that every
    card has.
    """

    def __init__(self, ruleset: Mapping | None, sink: Sink, day: str = "") -> None:
        super().__init__("cards", "card")
        self.day = day
        self.by_kind: dict[str, Structure] | None = None
        self.kinds: dict[str, Node] = {}
        self.forms: dict[str, dict[str, LineForm]] = {}
        if ruleset is None:
            return
        made = partial(_forms_of_cards, ruleset)
        self.by_kind, self.forms = made_once(ruleset.source, "forms of cards", sink, made)
        kinds = ruleset.get("kinds")
        if isinstance(kinds, Mapping):
            self.kinds = {key.text: key for key, _ in kinds.entries}

    def read(self, source: Source, sink: Sink, near: range | None = None) -> Iterator[FoundCard]:
        """The cards of a file, or only those that overlap a range of its text."""
        found = self.file(source, sink)
        reported: set[Span] = set()  # a fault in `all:` is reported once, not for each card
        for item in found[1] if found is not None else ():
            if near is not None and not is_near(item, near):
                continue
            node = with_shared_keys(item, found[0]) if found is not None else item
            name = _text(node, "id")
            faults = Sink(owner=name)
            known = self.states(node, faults) if isinstance(node, Mapping) else []
            whole: list[Node] = [state.node for state in known] or [node]
            sound = all([not faults.items, *(self.check(one, faults) for one in whole)])
            if known:
                node = state_at(known, self.day).node
            for fault in faults.items:
                if fault.span not in reported:
                    sink.put(fault)
                reported.add(fault.span)
            if isinstance(node, Mapping) and isinstance(key := node.get("id"), Scalar):
                several = tuple(known) if len(known) > 1 else ()
                yield FoundCard(CardEntry(name, _text(node, "kind"), node, key.span, several), key, sound)

    def states(self, node: Mapping, sink: Sink) -> list[State]:
        """The states of a card, newest first, with the fields of their printed lines."""
        check_errata(node, sink)
        forms = self.forms.get(_text(node, "kind"), {})
        return [replace(state, node=with_lines(state.node, forms, sink)) for state in states(node)]

    def check(self, node: Node, sink: Sink) -> bool:
        name = _text(node, "id")
        what = f"card `{name}`" if name else "this card"
        kind = node.get("kind") if isinstance(node, Mapping) else None
        if self.by_kind is None or not isinstance(kind, Scalar) or not kind.text:
            return self.generic.check(node, sink, what)
        structure = self.by_kind.get(kind.text)
        if structure is not None:
            return structure.check(node, sink, what)
        self.report_kind(kind, self.by_kind, sink)
        self.generic.check(node, sink, what)
        return False

    def report_kind(self, kind: Scalar, known: Iterable[str], sink: Sink) -> None:
        declared = self.kinds.get(kind.text)
        if declared is not None:
            label = Label(declared.span, "declared here, without `card: true`")
            sink.add("unknown-kind", kind.span, f"the kind `{kind.text}` has no cards", labels=(label,))
            return
        near = nearest(kind.text, known)
        labels = [Label(self.kinds[near].span, "declared here")] if near in self.kinds else []
        help = f"did you mean `{near}`?" if near else "kinds with cards: " + ", ".join(f"`{k}`" for k in known)
        sink.add("unknown-kind", kind.span, f"the ruleset declares no kind `{kind.text}`", help=help, labels=labels)


def _entry_schema(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """The schema of one entry, with the definitions that it refers to."""
    return {"$defs": schema["$defs"], **schema["$defs"][name]}


def _text(node: Node, key: str) -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""
