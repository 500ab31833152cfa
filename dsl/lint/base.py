"""Lint rules, and the data that they use.

Job: define `Rule`, one row of the tuple in ``dsl.lint.rules``, and `LintContext`, the checked game with indexes of its
nodes. Input: a game without errors. Output: diagnostics. Never changes or runs a game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, overload

from dsl.diagnostics import Diagnostic, Fix, Label
from dsl.lint.ranges import Reasoner
from dsl.lint.summaries import NO_SUMMARY, GameSummary, Place
from dsl.meaning.other_files import OtherFiles, outline
from dsl.source import Source, Span
from dsl.syntax import ast

if TYPE_CHECKING:
    from dsl.checking.positions import CheckedPosition
    from dsl.checking.results import Facts
    from dsl.checking.tests import CheckedTest
    from dsl.game.game_files import GameFiles
    from dsl.meaning.vocab import Card, Vocabulary
    from dsl.reading.yaml_tree import Mapping as YamlMapping
    from dsl.reading.yaml_tree import Node as YamlNode
    from dsl.reading.yaml_tree import Scalar

# A test for examples that add a scout to the cards: each card of an example is tested.
SCOUT_TEST = """\
- name: a scout stands
  given:
    players: [p1]
    create: [{name: s, card: scout, owner: p1, controller: p1}]
  when: tap s
  then: [s.tapped]
"""

A = TypeVar("A", bound=ast.Node)
B = TypeVar("B", bound=ast.Node)
C = TypeVar("C", bound=ast.Node)
D = TypeVar("D", bound=ast.Node)


@dataclass(frozen=True, slots=True)
class Rule:
    """One lint. ``doc`` is its page; ``bad`` and ``good`` are examples.

    An example maps places to text that is added to a small valid game. Places are ``ability`` (the text of a card),
    ``rules`` (definitions), ``cards``, ``tests`` (entries), or a section of the ruleset. If ``on`` is False, the rule
    runs only if it is selected by its code. ``check`` reads the trees of a context, which may be those of one file.
    ``whole`` compares the summaries of all files. ``last`` runs after all others and reads their findings.
    """

    code: str
    group: str
    title: str
    doc: str | None
    bad: Mapping[str, str]
    good: Mapping[str, str]
    check: Callable[[LintContext], Iterator[Diagnostic]] | None = None
    whole: Callable[[LintContext], Iterator[Diagnostic]] | None = None
    last: Callable[[LintContext], Iterator[Diagnostic]] | None = None
    severity: str = "warning"
    on: bool = True
    since: str = "0.1.0"


@dataclass(frozen=True, slots=True)
class Allow:
    """``# allow: CODE reason``: suppresses findings with that code from the first to the last of ``lines``.

    ``owner`` is the card or test that contains the comment.
    """

    span: Span
    code: str
    reason: str
    lines: tuple[int, int]
    owner: str = ""

    def covers(self, found: Diagnostic) -> bool:
        line = found.span.line_column()[0]
        same = found.code == self.code and found.span.source.path == self.span.source.path
        return same and self.lines[0] <= line <= self.lines[1]


@dataclass(eq=False)
class LintContext:
    """A checked game, with data that several rules use."""

    files: GameFiles
    vocab: Vocabulary
    facts: Facts
    scenarios: Mapping[str, CheckedPosition]
    tests: tuple[CheckedTest, ...]
    allows: tuple[Allow, ...] = ()
    idle_allows: tuple[Allow, ...] = ()
    waiting: int = 0  # findings that wait until the game is whole
    summary: GameSummary = NO_SUMMARY
    mentions: dict[str, bool] = field(default_factory=dict[str, bool])  # what was asked about names, with the answers

    # ---- facts about all files
    @cached_property
    def other_files(self) -> OtherFiles:
        """The outline of all files of the game."""
        shown = outline(self.vocab, self.cards, self.roots)
        return OtherFiles(shown.kinds, [shown])

    # ---- the trees
    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the files of this context."""
        known = self.vocab.cards
        return tuple(known[entry.id] for entry in self.files.cards if entry.id in known)

    @cached_property
    def roots(self) -> tuple[ast.Node, ...]:
        """Every definition of the rules, and every ability of a card."""
        found: list[ast.Node] = [node for node, _ in self.vocab.definitions]
        for card in self.cards:
            found += [ability for text in card.texts for ability in text.abilities]
        return tuple(found)

    @cached_property
    def trees(self) -> dict[ast.Node, tuple[ast.Node, ...]]:
        """All nodes below each root, parents first."""
        return {root: tuple(root.walk()) for root in self.roots}

    def whole_tree(self, root: ast.Node) -> tuple[ast.Node, ...]:
        """All nodes of a tree, parents first."""
        return self.trees.get(root) or tuple(root.walk())

    @cached_property
    def _by_type(self) -> dict[type, list[ast.Node]]:
        found: dict[type, list[ast.Node]] = {}
        for tree in self.trees.values():
            for node in tree:
                found.setdefault(type(node), []).append(node)
        return found

    @cached_property
    def parents(self) -> dict[ast.Node, ast.Node]:
        """The parent of each node."""
        return {below: node for tree in self.trees.values() for node in tree for below in node.children()}

    @overload
    def nodes(self, kind: type[A], /) -> list[A]: ...
    @overload
    def nodes(self, kind: type[A], other: type[B], /) -> list[A | B]: ...
    @overload
    def nodes(self, kind: type[A], other: type[B], third: type[C], /) -> list[A | B | C]: ...
    @overload
    def nodes(self, kind: type[A], other: type[B], third: type[C], fourth: type[D], /) -> list[A | B | C | D]: ...
    def nodes(self, *kinds: type[Any]) -> list[Any]:
        """Every node of these classes in rules and cards: class by class, in the order of the text."""
        return [node for kind in kinds for node in self._by_type.get(kind, ())]

    def above(self, node: ast.Node) -> Iterator[ast.Node]:
        """The ancestors of a node, nearest first."""
        while (found := self.parents.get(node)) is not None:
            yield found
            node = found

    def blocks(self) -> Iterator[tuple[ast.Statement, ...]]:
        """Every sequence of statements, without rulebook rows."""
        for block in self.nodes(ast.Block):
            yield tuple(ast.plain(s) for s in block.statements)
        for step in self.nodes(ast.AiStep):
            yield tuple(ast.plain(s) for s in (*step.body, *step.thens))

    @cached_property
    def _owned(self) -> dict[str, list[tuple[int, int, str]]]:
        entries = [(card.node, card.id) for card in self.files.cards]
        entries += [(test, _text(test, "name")) for test in self.files.tests]
        found: dict[str, list[tuple[int, int, str]]] = {}
        for node, name in entries:
            found.setdefault(node.source.path, []).append((node.start, node.end, name))
        return {path: sorted(ranges) for path, ranges in found.items()}

    def owner(self, span: Span) -> str:
        """The card or test that contains a place."""
        ranges = self._owned.get(span.source.path, [])
        index = bisect_right(ranges, span.start, key=lambda entry: entry[0]) - 1
        return ranges[index][2] if index >= 0 and span.start < ranges[index][1] else ""

    # ---- helpers for several rules
    @cached_property
    def reasoner(self) -> Reasoner:
        return Reasoner(self.facts)

    def verdicts(self, wanted: bool) -> Iterator[tuple[ast.Expr, str]]:
        """The smallest conditions that are always (or never) true, each with the reason as the end of a sentence."""
        kinds = (ast.Comparison, ast.IsTest, ast.AndAlso, ast.OrElse)
        for node in self.nodes(ast.Comparison, ast.IsTest, ast.AndAlso, ast.OrElse):
            if self.reasoner.verdict(node) is not wanted:
                continue
            below = (inner for part in node.children() for inner in part.walk())
            if any(isinstance(inner, kinds) and self.reasoner.verdict(inner) is not None for inner in below):
                continue
            if not any(isinstance(above, ast.TableRow) and above.case is not None for above in self.above(node)):
                yield node, self.reasoner.witness(node)

    def is_mentioned_elsewhere(self, name: ast.Ident) -> bool:
        """Whether a name occurs in another tree too, or in a test."""
        found = self.mentions[name.text] = self.summary.is_mentioned_twice(name.text)
        return found

    @cached_property
    def names(self) -> tuple[tuple[str, Scalar], ...]:
        """Every name for people, with its language: those of the ruleset and of cards."""
        found: list[tuple[str, Scalar]] = []
        ruleset = self.files.ruleset
        for card in self.files.cards:
            found += _named(card.node.get("name"))
        words = ruleset.get("names") if ruleset is not None else None
        for _, value in getattr(words, "entries", ()):
            found += _named(value)
        return tuple(found)

    # ---- the sources
    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Every content file of the game."""
        files = self.files
        mappings = [files.ruleset, *(c.node for c in files.cards), *files.tests, *files.scenarios, files.rulebook]
        found = {s.path: s for s in (*files.rules, *(m.source for m in mappings if m is not None))}
        return tuple(found.values())

    @cached_property
    def test_roots(self) -> tuple[ast.Node, ...]:
        """Every tree of the tests and scenarios."""
        found: list[ast.Node] = []
        for position in (*self.scenarios.values(), *(p for t in self.tests for p in t.positions)):
            found += position.statements
            found += [value for entity in position.entities for _, value in entity.values]
            found += [entity.zone for entity in position.entities if entity.zone is not None]
        for test in self.tests:
            found += test.trees
        return tuple(found)

    @cached_property
    def test_nodes(self) -> tuple[ast.Node, ...]:
        """All nodes of these trees."""
        return tuple(below for node in self.test_roots for below in node.walk())


@dataclass(frozen=True, slots=True)
class Finder:
    """Creates the diagnostics of one rule: ``find(node, message)``."""

    code: str

    def __call__(
        self,
        at: ast.Node | Span | Place,
        message: str,
        *,
        help: str = "",
        labels: tuple[Label, ...] = (),
        fix: Fix | None = None,
    ) -> Diagnostic:
        span = at if isinstance(at, Span) else at.span
        owner = at.owner if isinstance(at, Place) else ""
        return Diagnostic(self.code, span, message, help, labels, fix, owner, level="warning")


def _named(node: YamlNode | None) -> list[tuple[str, Scalar]]:
    entries = getattr(node, "entries", ())
    return [(key.text, value) for key, value in entries if hasattr(value, "text")]


def _text(node: YamlMapping, key: str) -> str:
    value = node.get(key)
    return str(getattr(value, "text", ""))
