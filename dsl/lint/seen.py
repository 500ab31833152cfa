"""What rules about the whole of a game must know of each of its files.

Job: keep of every file the few facts that such rules compare (`FileSeen`), so that a game of many files is judged
without their trees, and put them together (`Seen`). Input: a LintContext. Output: plain data by file. Judges nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from dsl import ast
from dsl.lint.loops import answered_by_itself, calls, is_unlimited
from dsl.lint.replacements import replacings
from dsl.source import Source, Span
from dsl.yaml_tree import Mapping as YamlMapping
from dsl.yaml_tree import Node, Scalar, Sequence

if TYPE_CHECKING:
    from dsl.lint.base import LintContext

WORD = re.compile(r"[a-z_][a-z0-9_]*")
# Texts for people, and declarations: a word in them is no use of it.
_ASIDE = frozenset({"name", "names", "doc", "source", "note", "enums", "dice", "id"})
_NAMING = (
    ast.NounDef, ast.RelationDef, ast.DefineDef, ast.TableDef, ast.VerbDef, ast.EventsDef, ast.KeywordDef,
    ast.StatusDef, ast.StatDef, ast.RosterDef,
)  # fmt: skip


@dataclass(slots=True)
class FileSeen:
    """The facts of one file, as plain data that goes to JSON and back; offsets are those of the file.

    cards: id, kind, a name, all names, start, end. tests: name, start, end. words: what is named beside declarations.
    trees: in how many trees a name stands. tested: names in tests; placed, begun: cards and scenarios that tests use.
    changed: stats that modifiers change. labels: timings and labels of abilities. given: functions handed over by name.
    answers: a watched name, and what always follows it (start, end, owner, verb). loops: verbs that cause themselves.
    offered: classes of abilities that are offered. classes: start, end, owner and name of those that abilities have.
    replacing: a ``Replacing`` each.
    """

    cards: list[tuple[str, str, str, str, int, int]] = field(
        default_factory=list[tuple[str, str, str, str, int, int]]
    )
    tests: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    words: list[str] = field(default_factory=list[str])
    trees: dict[str, int] = field(default_factory=dict[str, int])
    tested: list[str] = field(default_factory=list[str])
    placed: list[str] = field(default_factory=list[str])
    begun: list[str] = field(default_factory=list[str])
    changed: list[str] = field(default_factory=list[str])
    labels: list[str] = field(default_factory=list[str])
    given: list[str] = field(default_factory=list[str])
    answers: list[tuple[str, list[tuple[int, int, str, str]]]] = field(
        default_factory=list[tuple[str, list[tuple[int, int, str, str]]]]
    )
    loops: list[str] = field(default_factory=list[str])
    offered: list[str] = field(default_factory=list[str])
    classes: list[tuple[int, int, str, str]] = field(default_factory=list[tuple[int, int, str, str]])
    replacing: list[tuple[int, int, str, str, str, str, str, str]] = field(
        default_factory=list[tuple[int, int, str, str, str, str, str, str]]
    )


@dataclass(frozen=True, slots=True)
class Place:
    """A range, and the card or test it belongs to."""

    span: Span
    owner: str


class CardSeen(NamedTuple):
    """A card in short: one of its names, and all of them as one text."""

    seen: Seen
    path: str
    id: str
    kind: str
    name: str
    names: str
    start: int
    end: int

    @property
    def place(self) -> Place:
        return self.seen.place(self.path, self.start, self.end, self.id)


class Seen:
    """The facts of all files, in the order: rules, cards, tests."""

    def __init__(self, files: Mapping[str, FileSeen], source: Callable[[str], Source]) -> None:
        self.files = files
        self.source = source

    def place(self, path: str, start: int, end: int, owner: str) -> Place:
        return Place(self.source(path).span(start, end), owner)

    def cards(self) -> Iterator[CardSeen]:
        return (CardSeen(self, path, *card) for path, file in self.files.items() for card in file.cards)

    def tests(self) -> Iterator[Place]:
        """The place of every test; its owner is its name."""
        for path, file in self.files.items():
            for name, start, end in file.tests:
                yield self.place(path, start, end, name)

    def all(self, what: str) -> frozenset[str]:
        """The names of one list over all files."""
        return frozenset(name for file in self.files.values() for name in getattr(file, what))

    @cached_property
    def words(self) -> frozenset[str]:
        return self.all("words")

    @cached_property
    def mentions(self) -> Counter[str]:
        """In how many trees each name stands; all tests are one."""
        found: Counter[str] = Counter(self.all("tested"))
        for file in self.files.values():
            found.update(file.trees)
        return found


def seen_in(context: LintContext) -> dict[str, FileSeen]:
    """The facts of each file of a context."""
    found: dict[str, FileSeen] = {}
    words: dict[str, Counter[str]] = {}
    for root, tree in context.trees.items():
        _see_root(root, tree, found, words)
    _see_data(context, found, words)
    _see_tests(context, found, words)
    for trigger in context.nodes(ast.Trigger):
        _see_trigger(context, trigger, _of(found, trigger.span.source.path))
    for timing in context.nodes(ast.TimingClass):
        place = (timing.name.span.start, timing.name.span.end, context.owner(timing.span))
        _of(found, timing.span.source.path).classes.append((*place, timing.name.text))
    for offer in context.nodes(ast.OfferStmt):
        _of(found, offer.span.source.path).offered += [name.text for name in offer.classes]
    for path, note in replacings(context):
        _of(found, path).replacing.append(note)
    called = {node.name for node in context.nodes(ast.FunctionCall)}
    for node, ref in context.facts.refs.items():
        if ref.form == "function" and node not in called:
            _of(found, node.span.source.path).given.append(ref.name)
    for path, counted in words.items():
        _of(found, path).words = sorted(+counted)
    for file in found.values():
        for name in ("tested", "placed", "begun", "changed", "labels", "given", "offered"):
            setattr(file, name, sorted(set(getattr(file, name))))
    return found


def _of(found: dict[str, FileSeen], path: str) -> FileSeen:
    return found.setdefault(path, FileSeen())


def _see_root(
    root: ast.Node, tree: tuple[ast.Node, ...], found: dict[str, FileSeen], words: dict[str, Counter[str]]
) -> None:
    path = root.span.source.path
    file, counted = _of(found, path), words.setdefault(path, Counter())
    names: set[str] = set()
    for node in tree:
        match node:
            case ast.Ident(text=text):
                names.add(text)
                counted[text] += 1
            case ast.DiceLiteral(text=text):
                counted.update(WORD.findall(text))
            case ast.Adjust(stat=stat) | ast.Override(stat=stat):
                file.changed.append(stat.text)
            case ast.Activation(label=label) | ast.Reaction(label=label) if label:
                file.labels.append(label.lower().replace(" ", "_"))
            case ast.TimingClass(name=timing):
                file.labels.append(timing.text)
            case _:
                pass
    for name in names:
        file.trees[name] = file.trees.get(name, 0) + 1
    if isinstance(root, _NAMING):
        counted[root.name.text] -= 1


def _see_trigger(context: LintContext, trigger: ast.Trigger, file: FileSeen) -> None:
    """What always follows what it watches."""
    file.loops += [call.verb.text for call in answered_by_itself(context, trigger)]
    if is_unlimited(trigger):
        following = [(n.span.start, n.span.end, context.owner(n.span), verb) for n, verb in calls(trigger.body)]
        file.answers.append((trigger.pattern.verb.text, following))


def _see_data(context: LintContext, found: dict[str, FileSeen], words: dict[str, Counter[str]]) -> None:
    """Cards, and the words of all data."""
    files = context.files
    data = [files.ruleset, *(card.node for card in files.cards), *files.tests, *files.scenarios, *files.rosters]
    for node in data:
        if node is not None:
            words.setdefault(node.source.path, Counter()).update(_data_words(node))
    for card in context.cards:
        name, names = next(iter(card.names.values()), ""), json.dumps(sorted(card.names.values()))
        held = (card.id, card.kind, name, names if card.names else "", card.span.start, card.span.end)
        _of(found, card.span.source.path).cards.append(held)


def _see_tests(context: LintContext, found: dict[str, FileSeen], words: dict[str, Counter[str]]) -> None:
    for test in context.tests:
        file = _of(found, test.span.source.path)
        file.tests.append((test.name, test.span.start, test.span.end))
        file.begun += [position.name for position in test.positions]
        file.placed += [entity.card for position in test.positions for entity in position.entities]
    for node in context.test_nodes:
        path = node.span.source.path
        if isinstance(node, ast.Ident):
            _of(found, path).tested.append(node.text)
            words.setdefault(path, Counter())[node.text] += 1
        elif isinstance(node, ast.DiceLiteral):
            words.setdefault(path, Counter()).update(WORD.findall(node.text))


def _data_words(node: Node) -> Iterator[str]:
    """The words of values; keys name what they give a value to, which is no use."""
    match node:
        case YamlMapping():
            for key, value in node.entries:
                if key.text not in _ASIDE:
                    yield from _data_words(value)
        case Sequence():
            for item in node.items:
                yield from _data_words(item)
        case Scalar():
            yield from WORD.findall(node.text)


def as_data(file: FileSeen) -> dict[str, Any]:
    """The facts as JSON data, without what is empty."""
    return {name: value for name in FileSeen.__slots__ if (value := getattr(file, name))}
