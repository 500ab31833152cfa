"""Reads and checks one card or test file at a time.

Job: the two steps for a file, so that many files can be checked in parallel. `read` needs no other card; `find` needs
`OtherFiles`. Input: Shared, relative paths. Output: plain data (`Read`, `Found`). Must never read another file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import field, replace
from itertools import islice
from typing import TypeVar

from dsl.checking.carriers import check_cards
from dsl.checking.expressions import context_of
from dsl.checking.results import Checked, Facts
from dsl.checking.tests import CheckedTest, check_tests
from dsl.checking.whole_game import VerbUse, verb_uses
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Sink
from dsl.game.entries import CardEntry, FoundCard
from dsl.game.game_files import invalid_ids
from dsl.incremental.findings import packed
from dsl.incremental.packing import Found, Read, packed_allow
from dsl.incremental.shared import Shared, SharedChecked
from dsl.lint.base import Allow, LintContext
from dsl.lint.config import LintConfig
from dsl.lint.runner import collect_allows, lint_trees
from dsl.lint.summaries import FileSummary, GameSummary
from dsl.lint.summarize import file_summaries
from dsl.meaning.declare_cards import check_references
from dsl.meaning.other_files import Cards, OtherFiles, outline
from dsl.meaning.rulebook import check_rows, rows_of
from dsl.meaning.vocab import Card
from dsl.reading.yaml_tree import Mapping
from dsl.source import Source

K = TypeVar("K")
V = TypeVar("V")


@dataclass(slots=True)
class _Trees:
    """The trees of a file between `read` and `find`."""

    source: Source | None
    sound: bool = True
    entries: list[tuple[CardEntry, Card | None]] = field(default_factory=list[tuple[CardEntry, Card | None]])
    tests: tuple[Mapping, ...] = ()


@dataclass(frozen=True, slots=True)
class SharedLints:
    """What lints found in the shared files, with all that may change it: which lints ran, and how (``levels``), and
    what they asked about the declarations (``questions``) and names (``mentions``) of other files, with the answers.
    """

    summaries: dict[str, FileSummary]
    allows: tuple[Allow, ...]
    findings: tuple[Diagnostic, ...]
    questions: dict[str, str]
    mentions: dict[str, bool]
    levels: tuple[tuple[str, str], ...]


class Worker:
    """Reads and checks files one by one; ``config`` is None if lints do not run."""

    def __init__(self, shared: Shared, config: LintConfig | None) -> None:
        self.shared = shared
        self.config = config
        self.trees: dict[str, _Trees] = {}
        self.other_files = OtherFiles({}, ())
        self.checked: SharedChecked | None = None
        self.linted: SharedLints | None = None

    def __reduce__(self) -> tuple[type[Worker], tuple[Shared, LintConfig | None]]:
        """Leaves out the trees, for a process that is spawned and not forked."""
        return Worker, (self.shared, self.config)

    def size(self, inside: str) -> int:
        """The size of a file in bytes."""
        return len(self.shared.folder.bytes(inside, Sink()) or b"")

    def read(self, inside: str, near: range | None = None) -> Read:
        """Reads a file and keeps its trees until it is checked. ``near``: only what is in that range is read."""
        self.shared.folder.checkpoint()
        sink = Sink()
        source = self.shared.folder.source(inside, sink)
        trees = self.trees[inside] = _Trees(source)
        found = Read()
        if source is not None and inside.startswith("tests/"):
            trees.tests = tuple(self.shared.test_entries.read(source, sink, near=near))
            found.entries = len(trees.tests)
        elif source is not None:
            self._read_cards(self.shared.card_entries.read(source, sink, near), found, trees)
        trees.sound = not (sink.errors or found.id_faults)
        if not trees.sound:  # also of a file that could not be read: what it declares is not missing elsewhere
            texts = [source] if source is not None else [fault.span.source for fault in sink.items]
            sound = {id for id, kind, *_ in found.ids if kind}
            found.outline.invalid_cards = sorted(set[str]().union(*(invalid_ids(text, sound) for text in texts)))
        found.faults = packed(sink.items, self.shared.folder.shown)
        return found

    def _read_cards(self, read: Iterable[FoundCard], found: Read, trees: _Trees) -> None:
        for index, card in enumerate(read):
            late = Sink(broken=self.shared.broken)
            declared = self.shared.declarer.cards((card.entry,), late) if card.sound else {}
            found.id_faults += [(index, fault) for fault in packed(late.items, self.shared.folder.shown)]
            made = next(iter(declared.values()), None)
            kind = made.kind if made is not None else ""
            found.ids.append((card.entry.id, kind, card.key.start, card.key.end, card.sound))
            trees.entries.append((card.entry, made))
        cards = [card for _, card in trees.entries if card is not None]
        roots = (ability for card in cards for text in card.texts for ability in text.abilities)
        found.outline = replace(outline(self.shared.vocab, cards, roots), kinds={})

    def twin(self) -> Worker:
        """A worker with the same results, that notes its questions for itself and can work beside this one."""
        twin = Worker(self.shared, self.config)
        twin.other_files = copy(self.other_files)
        twin.other_files.take_questions()
        twin.checked, twin.linted = self.checked, self.linted
        return twin

    def set_other_files(self, other_files: OtherFiles) -> SharedChecked:
        """Stores the outlines of the other files, and checks the shared files with them."""
        self.other_files = other_files
        self.checked = self.shared.check(other_files)
        return self.checked

    def take_checked(self, before: SharedChecked, other_files: OtherFiles) -> SharedChecked:
        """Takes the result of an earlier check of the same shared files, to which these other files are the same."""
        self.other_files = other_files
        vocab = replace(before.facts.vocab, cards=Cards(other_files, {}))
        self.checked = replace(before, facts=replace(before.facts, vocab=vocab))
        return self.checked

    def study(self, inside: str, sink: Sink, dropped: Collection[int] = ()) -> LintContext | None:
        """The file with its trees and side tables, for editors; None if it cannot be read."""
        if inside not in self.trees:
            self.read(inside)
        trees = self.trees.pop(inside)
        checked = self.checked
        if checked is None or trees.source is None:
            return None
        kept = [pair for index, pair in enumerate(trees.entries) if index not in dropped]
        own = {card.id: card for _, card in kept if card is not None}
        entries = tuple(entry for entry, card in kept if card is not None)
        vocab = replace(checked.facts.vocab, cards=Cards(self.other_files, own), definitions=())
        facts = replace(_copied(checked.facts), vocab=vocab)
        check_references(vocab, own.values(), sink)
        tests = self._check(facts, trees, own, sink)
        files = replace(self.shared.files, ruleset=None, rules=(), cards=entries, tests=trees.tests, scenarios=(),
                        rosters=(), rulebook=None)  # fmt: skip
        return LintContext(files, vocab, facts, {}, tests)

    def find(self, inside: str, dropped: Collection[int]) -> Found:
        """Checks a file; ``dropped`` are the indexes of ids that an earlier file has."""
        self.shared.folder.checkpoint()
        if inside not in self.trees:
            self.read(inside)
        source, sound = self.trees[inside].source, self.trees[inside].sound
        self.other_files.take_questions()
        broken = self.checked.broken if self.checked is not None else self.shared.broken
        sink, rows = Sink(broken=broken), Sink(broken=broken)
        context = self.study(inside, sink, dropped)
        if context is None or self.checked is None or source is None:
            return Found()
        check_rows(self.shared.book, rows_of(context.cards, context.files.tests), rows)
        found = Found(verb_use=verb_uses(_since(context.facts, self.checked.facts)).get(source, VerbUse()))
        if self.config is not None and sound and self.checked.sound and not sink.errors + rows.errors:
            self._lint(context, source, self.config, found)
        found.faults = packed(sink.items, self.shared.folder.shown)
        found.rows = packed(rows.items, self.shared.folder.shown)
        found.questions = self.other_files.take_questions()
        return found

    def lint_shared(self, context: LintContext, config: LintConfig, others: GameSummary) -> SharedLints:
        """What lints find in the shared files: taken from an earlier run, if nothing has changed for them. ``others``:
        the summary of all other files; the context gets that of the whole game.
        """
        levels = tuple((rule.code, config.level(rule)) for rule in config.running())
        known = self.linted
        if known is not None and known.levels == levels and self.other_files.answers_unchanged(known.questions):
            context.allows, context.summary = known.allows, others.behind(known.summaries)
            if all(context.summary.is_mentioned_twice(name) is answer for name, answer in known.mentions.items()):
                return known
        self.other_files.take_questions()
        context.allows, summaries = collect_allows(context), file_summaries(context)
        context.summary = others.behind(summaries)
        found = tuple(lint_trees(context, config))
        self.linted = SharedLints(
            summaries, context.allows, found, self.other_files.take_questions(), context.mentions, levels
        )
        return self.linted

    def _check(self, facts: Facts, trees: _Trees, own: dict[str, Card], sink: Sink) -> tuple[CheckedTest, ...]:
        assert self.checked is not None
        if trees.tests and self.checked.fits:
            given = (self.checked.scenarios, self.checked.rosters)
            return check_tests(Checked(facts.vocab, facts), trees.tests, given, sink)
        check_cards(context_of(facts, sink), self.checked.live, own.values())
        return ()

    def _lint(self, context: LintContext, source: Source, config: LintConfig, found: Found) -> None:
        context.other_files = self.other_files
        context.allows = collect_allows(context)
        shown = self.shared.folder.shown
        known = len(self.checked.facts.refs) if self.checked is not None else 0
        found.lints = packed(lint_trees(context, config), shown)
        found.allows = [packed_allow(allow) for allow in context.allows]
        found.summary = file_summaries(context, known).get(source.path, FileSummary())


def _copied(facts: Facts) -> Facts:
    """A copy of the side tables that can grow without changing the original; its list of carriers is empty."""
    return Facts(facts.vocab, dict(facts.refs), dict(facts.types), dict(facts.bindings), dict(facts.patterns),
                 dict(facts.choosers), laid=dict(facts.laid), answers=dict(facts.answers),
                 once=set(facts.once))  # fmt: skip


def _since(facts: Facts, before: Facts) -> Facts:
    """The entries that the side tables have and ``before`` does not."""

    def new(table: dict[K, V], old: dict[K, V]) -> dict[K, V]:
        return dict(islice(table.items(), len(old), None))

    return Facts(facts.vocab, new(facts.refs, before.refs), {}, new(facts.bindings, before.bindings),
                 new(facts.patterns, before.patterns), laid=new(facts.laid, before.laid),
                 answers=new(facts.answers, before.answers), once=facts.once - before.once)  # fmt: skip
