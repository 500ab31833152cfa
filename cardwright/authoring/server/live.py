"""A game in memory while it is being edited.

Job: hold what is known of a game; take texts that are not saved; check a changed card at once, with what the last
check of the whole game has found out about everything else. Input: a folder, texts, results of checks. Output:
diagnostics, and trees with side tables. Must never check the whole game: `checks` does that beside the requests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from dsl.checking.positions import CheckedPosition
from dsl.checking.results import Facts
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.game_files import GameFolder, KeptSources
from dsl.incremental.findings import packed, unpacked
from dsl.incremental.nearby import Nearby, definition_at
from dsl.incremental.worker import Worker
from dsl.lint.base import LintContext
from dsl.lint.config import LintConfig
from dsl.meaning.vocab import Vocabulary
from dsl.source import Source, Span
from dsl.syntax import ast
from dsl.syntax.parse import definition_span

ALONE = ("cards/", "tests/")
# The limits for stored findings, for one file and for the game; at least one is stored for each file.
KEPT, KEPT_IN_ALL = 500, 5000
Trees = tuple[tuple[ast.Node, ...], Facts]


class LiveGame:
    """One game. ``found`` has the findings of each file by relative path, and ``more`` the number of findings of a file
    that are not stored. ``texts`` are the open texts of the editor. ``known`` is None until the game is read;
    ``is_told``: the first findings have been sent.
    """

    def __init__(self, path: Path, config: LintConfig, texts: dict[str, str] | None = None) -> None:
        self.path = path
        self.config = config
        self.texts = dict(texts or {})
        self.sources: KeptSources = {}
        self.folder = self.new_folder()
        self.found: dict[str, list[Diagnostic]] = {}
        self.more: dict[str, int] = {}
        self.views: dict[str, LintContext] = {}
        self.newer: dict[str, tuple[str, Nearby]] = {}
        self.colours: dict[str, dict[str, list[Any]]] = {}  # by path and text of an entry
        self.known: Worker | None = None
        self.is_told = False

    def new_folder(self) -> GameFolder:
        """The files as they are now: the open texts, and the others as on the disk."""
        return GameFolder(self.path, self.path.as_posix(), self.texts, self.sources)

    @property
    def worker(self) -> Worker:
        """What is known of the files that all others depend on. Nobody asks for it before it is there."""
        assert self.known is not None
        return self.known

    # ---- edits
    def edit(self, inside: str, text: str | None) -> list[str]:
        """Stores a text, or that a file was closed; returns the paths whose diagnostics have changed."""
        before = self.source(inside)
        if text is None:
            self.texts.pop(inside, None)
            self.sources.pop(inside, None)
        else:
            self.texts[inside] = text
        self.folder.edit(inside, text)
        self.views.pop(inside, None)
        after = self.source(inside)
        if self.known is None or after.text == before.text:
            return []
        start, end, shift = changed(before.text, after.text)
        known = (_slid(item, after, (start, end, shift)) for item in self.found.get(inside, ()))
        slid = [item for item in known if item is not None]
        if not inside.startswith(ALONE):
            self.found[inside] = slid
            return []
        beyond = self.more.get(inside, 0)
        self._keep(inside, self._near(inside, range(start, max(end + shift, start)), slid))
        self.more[inside] = max(beyond, self.more[inside])  # until everything is checked again
        return [inside]

    def _keep(self, inside: str, found: list[Diagnostic], most: int = KEPT) -> None:
        """Stores the findings of a file; if there are too many, errors come first."""
        kept = found if len(found) <= most else sorted(found, key=lambda item: item.severity is not Severity.ERROR)
        self.found[inside] = sorted(kept[:most], key=Diagnostic.sort_key)
        self.more[inside] = len(found) - len(self.found[inside])

    def _near(self, inside: str, near: range, known: list[Diagnostic]) -> list[Diagnostic]:
        """The findings in the cards or tests of a range, with stored outlines of the other files."""
        read = self.worker.read(inside, near)
        trees = self.worker.trees[inside]
        nodes = [*(entry.node for entry, _ in trees.entries), *trees.tests]
        around = [range(node.start, node.end) for node in nodes]
        found = self.worker.find(inside, ())
        late = [fault for _, fault in read.id_faults]
        fresh = unpacked([*read.faults, *late, *found.rows, *found.faults, *found.lints], cache(self._shown))
        if not around and read.faults:
            return fresh
        others = [item for item in known if not any(item.span.start in each for each in around)]
        return [*others, *(item for item in fresh if item not in others)]

    # ---- results of checks
    def take_nearby(self, inside: str, nearby: Nearby) -> list[str]:
        """Takes what was found in a file on which others depend; what needs the other files stays until it is known."""
        self.newer[inside] = self.source(inside).text, nearby
        kept = [item for item in self.found.get(inside, ()) if item.level or not inside.endswith(".rules")]
        self._keep(inside, [*kept, *(item for item in nearby.findings if item not in kept)])
        return [inside]

    def take_worker(self, worker: Worker) -> None:
        """Takes what a check of the game has found out about the files that all others depend on."""
        self.folder = self.new_folder()
        self.known = worker.twin()
        self.known.shared = worker.shared.in_folder(self.folder)
        for table in (self.views, self.newer, self.colours):
            table.clear()

    def take_findings(self, findings: tuple[Diagnostic, ...]) -> list[str]:
        """Takes the findings of the whole game; returns the paths whose diagnostics have changed."""
        before, beyond = self.found, self.more
        by_file: dict[str, list[Diagnostic]] = {}
        for item in findings:
            by_file.setdefault(self.inside(item), []).append(item)
        self.found, self.more, left = {}, {}, KEPT_IN_ALL
        for name, items in by_file.items():
            self._keep(name, items, max(1, min(KEPT, left)))
            left -= len(self.found[name])
        changed = [
            name
            for name in {**before, **self.found}
            if packed(before.get(name, ()), "") != packed(self.found.get(name, ()), "")
            or beyond.get(name, 0) != self.more.get(name, 0)
        ]
        return sorted(changed)

    # ---- what is known
    def inside(self, item: Diagnostic) -> str:
        """The relative path of a diagnostic's file."""
        return item.span.source.path.removeprefix(self.path.as_posix()).lstrip("/")

    @property
    def vocab(self) -> Vocabulary:
        """The vocabulary, with the kinds of all cards."""
        return self.worker.checked.facts.vocab if self.worker.checked is not None else self.worker.shared.vocab

    @property
    def scenarios(self) -> dict[str, CheckedPosition]:
        """The sound scenarios."""
        return self.worker.checked.scenarios if self.worker.checked is not None else {}

    def view(self, inside: str) -> LintContext | None:
        """A card or test file with its trees and side tables."""
        if inside not in self.views:
            context = self.worker.study(inside, Sink())
            if context is None:
                return None
            self.views[inside] = context
        return self.views[inside]

    def roots(self, inside: str) -> Trees:
        """The trees of a file, and the side tables for them; of a file with rules, as of its last check."""
        if inside.startswith(ALONE):
            context = self.view(inside)
            return self._own_trees(inside, context)
        text, path = self.source(inside).text, self.folder.shown_path(inside)
        newer = self.newer.get(inside)
        if newer is not None and newer[0] == text:
            return newer[1].roots, newer[1].facts
        checked, shared = self.worker.checked, self.worker.shared
        if checked is None:
            return self._nothing
        context = LintContext(shared.files, self.vocab, checked.facts, checked.scenarios, ())
        trees = (*(node for node, _ in self.vocab.definitions), *context.test_roots)
        own = [node for node in trees if node.span.source.path == path and node.span.source.text == text]
        return tuple(own), checked.facts

    def around(self, inside: str, at: int, text: str | None = None) -> Trees:
        """The trees of the card, the test or the definition at an offset; ``text`` replaces the text of the file."""
        if inside.endswith(".rules"):
            checked = self.worker.checked
            source = self.source(inside) if text is None else Source(self.folder.shown_path(inside), text)
            if checked is None:
                return self._nothing
            place = definition_span(source, at)
            nearby = definition_at(self.worker.shared, place, checked, self.worker.other_files)
            return nearby.roots, nearby.facts
        if not inside.startswith(ALONE):
            return self.roots(inside)
        if text is not None:
            return self._with_text(inside, text, at)
        self.worker.read(inside, range(at, at))
        return self._studied(inside)

    def _with_text(self, inside: str, text: str, at: int) -> Trees:
        before, source = self.texts.get(inside), self.sources.get(inside)
        self.folder.edit(inside, text)
        try:
            self.worker.read(inside, range(at, at))
            return self._studied(inside)
        finally:
            self.folder.edit(inside, before)
            if source is not None:
                self.sources[inside] = source

    def _studied(self, inside: str) -> Trees:
        return self._own_trees(inside, self.worker.study(inside, Sink()))

    def _own_trees(self, inside: str, context: LintContext | None) -> Trees:
        """The trees that stand in a file itself: a test in a scenario has those of the scenario, too."""
        if context is None:
            return self._nothing
        path = self.folder.shown_path(inside)
        trees = (*context.roots, *context.test_roots)
        return tuple(tree for tree in trees if tree.span.source.path == path), context.facts

    @property
    def _nothing(self) -> Trees:
        return (), Facts(self.vocab)

    def files(self) -> list[str]:
        """Every content file."""
        return self.folder.all_files()

    def source(self, inside: str) -> Source:
        """A file as in the editor, or else on the disk."""
        return self.folder.source(inside, Sink()) or self._shown(inside)

    def _shown(self, inside: str) -> Source:
        return self.folder.as_shown(inside)


def changed(before: str, after: str) -> tuple[int, int, int]:
    """The range in the first text that differs, and the shift of the offsets after it."""
    start = _alike(min(len(before), len(after)), lambda n: before[:n] == after[:n])
    most = min(len(before), len(after)) - start
    back = _alike(most, lambda n: before[len(before) - n :] == after[len(after) - n :])
    return start, len(before) - back, len(after) - len(before)


def _alike(most: int, are_same: Callable[[int], bool]) -> int:
    """The largest number up to ``most`` for which two texts are equal."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if are_same(middle) else (low, middle - 1)
    return low


def _slid(item: Diagnostic, source: Source, edit: tuple[int, int, int]) -> Diagnostic | None:
    """A diagnostic moved by an edit; None if the edit overlaps it. Its labels are left out until the next check."""
    start, end, shift = edit

    def slid(span: Span) -> Span | None:
        if start <= span.end and span.start <= end:
            return None
        by = shift if span.start >= end else 0
        return source.span(span.start + by, span.end + by)

    place = slid(item.span)
    fix = slid(item.fix.span) if item.fix is not None else None
    if place is None:
        return None
    moved_fix = replace(item.fix, span=fix) if item.fix is not None and fix is not None else None
    return replace(item, span=place, labels=(), fix=moved_fix)
