"""A game in memory while it is being edited.

Job: hold the results of the checks; take texts that are not saved; check a changed card at once, and everything when
there is time. Input: a folder and texts. Output: diagnostics and checked files. Never writes a file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from dsl.checking.results import Facts
from dsl.diagnostics import Diagnostic, Severity, Sink
from dsl.game.game_files import GameFolder
from dsl.incremental.packing import Read, packed, read_of, unpacked
from dsl.incremental.run import RUN, check_game
from dsl.incremental.shared import Shared, SharedChecked
from dsl.incremental.store import Store
from dsl.incremental.worker import Worker
from dsl.lint.base import LintContext
from dsl.lint.config import LintConfig
from dsl.meaning.other_files import OtherFiles
from dsl.meaning.vocab import Vocabulary
from dsl.source import Source, Span
from dsl.syntax import ast

_ALONE = ("cards/", "tests/")
# The limits for stored findings, for one file and for the game; at least one is stored for each file.
KEPT, KEPT_IN_ALL = 500, 5000


class _Memory(Store):
    """A cache in memory, for as long as the server runs."""

    def __init__(self, game: Path) -> None:
        super().__init__(game, enabled=False)
        self.held: dict[str, str] = {}

    def get(self, name: str) -> dict[str, Any] | None:
        return json.loads(self.held[name]) if name in self.held else None

    def put(self, name: str, data: dict[str, Any]) -> None:
        self.held[name] = json.dumps(data)

    def reads(self) -> list[Read]:
        """What each card and test file shows."""
        return [read_of(json.loads(data)["read"]) for name, data in self.held.items() if name != RUN]


class LiveGame:
    """One game. ``found`` has the findings of each file by relative path, and ``more`` the number of findings of a file
    that are not stored. ``texts`` are the open texts of the editor.
    """

    def __init__(self, path: Path, config: LintConfig, texts: dict[str, str] | None = None) -> None:
        self.path = path
        self.config = config
        self.folder = GameFolder(path, path.as_posix())
        self.memory = _Memory(path)
        self.texts = dict(texts or {})
        self.found: dict[str, list[Diagnostic]] = {}
        self.more: dict[str, int] = {}
        self.views: dict[str, LintContext] = {}
        self.worker: Worker
        self.checked: SharedChecked
        self.renew()

    # ---- edits
    def edit(self, inside: str, text: str | None) -> list[str]:
        """Stores a text, or that a file was closed; returns the paths whose diagnostics have changed."""
        before = self.folder.as_shown(inside)
        if text is None:
            self.texts.pop(inside, None)
        else:
            self.texts[inside] = text
        self.folder.edit(inside, text)
        self.views.pop(inside, None)
        if not inside.startswith(_ALONE):
            return self._shared_again()
        after = self.folder.as_shown(inside)
        start, end, shift = changed(before.text, after.text)
        near = range(start, max(end + shift, start))
        known = (_slid(item, after, (start, end, shift)) for item in self.found.get(inside, ()))
        beyond = self.more.get(inside, 0)
        self._keep(inside, self._near(inside, near, [item for item in known if item is not None]))
        self.more[inside] = max(beyond, self.more[inside])  # until everything is checked again
        return [inside]

    def _keep(self, inside: str, found: list[Diagnostic], most: int = KEPT) -> None:
        """Stores the findings of a file; if there are too many, errors come first."""
        kept = found if len(found) <= most else sorted(found, key=lambda item: item.severity is not Severity.ERROR)
        self.found[inside] = sorted(kept[:most], key=Diagnostic.sort_key)
        self.more[inside] = len(found) - len(self.found[inside])

    def _near(self, inside: str, near: range, known: list[Diagnostic]) -> list[Diagnostic]:
        """The findings in the cards of a range, with stored outlines of the other files."""
        read = self.worker.read(inside, near)
        cards = self.worker.trees[inside].entries
        around = [range(entry.node.start, entry.node.end) for entry, _ in cards]
        found = self.worker.find(inside, ())
        late = [fault for _, fault in read.id_faults]
        fresh = unpacked([*read.faults, *late, *found.rows, *found.faults, *found.lints], cache(self.folder.as_shown))
        whole = inside.startswith("tests/") or (not around and bool(read.faults))
        others = [item for item in known if not any(item.span.start in each for each in around)]
        return fresh if whole else [*others, *(item for item in fresh if item not in others)]

    def _shared_again(self) -> list[str]:
        """Reads and checks the files on which all others depend."""
        self._study()
        by_file: dict[str, list[Diagnostic]] = {}
        for item in (*self.worker.shared.faults, *self.checked.faults, *self.checked.later_faults):
            by_file.setdefault(self.inside(item), []).append(item)
        names = [name for name in self.folder.all_files() if not name.startswith(_ALONE)]
        for name in names:
            self._keep(name, by_file.get(name, []))
        return names

    def _study(self) -> None:
        self.folder = GameFolder(self.path, self.path.as_posix(), self.texts)
        self.worker = Worker(Shared(self.folder), self.config)
        self.checked = self.worker.set_other_files(self.other_files())
        self.views.clear()

    def renew(self) -> list[str]:
        """Checks everything that edits may affect; returns the paths whose diagnostics have changed."""
        before, beyond = self.found, self.more
        folder = GameFolder(self.path, self.path.as_posix(), self.texts)
        result = check_game(folder, self.config, self.memory)
        by_file: dict[str, list[Diagnostic]] = {}
        for item in result.findings:
            by_file.setdefault(self.inside(item), []).append(item)
        self.found, self.more, left = {}, {}, KEPT_IN_ALL
        for name, items in by_file.items():
            self._keep(name, items, max(1, min(KEPT, left)))
            left -= len(self.found[name])
        self._study()
        changed = [
            name
            for name in {**before, **self.found}
            if packed(before.get(name, ()), "") != packed(self.found.get(name, ()), "")
            or beyond.get(name, 0) != self.more.get(name, 0)
        ]
        return sorted(changed)

    def other_files(self) -> OtherFiles:
        """The outlines of all files, as of the last full check."""
        reads = self.memory.reads()
        kinds = {id_: kind for read in reads for id_, kind, *_ in read.ids if kind}
        return OtherFiles(kinds, [read.outline for read in reads])

    # ---- what is known
    def inside(self, item: Diagnostic) -> str:
        """The relative path of a diagnostic's file."""
        return item.span.source.path.removeprefix(self.path.as_posix()).lstrip("/")

    @property
    def vocab(self) -> Vocabulary:
        """The vocabulary, with the kinds of all cards."""
        return self.checked.facts.vocab

    def view(self, inside: str) -> LintContext | None:
        """A card or test file with its trees and side tables."""
        if inside not in self.views:
            context = self.worker.study(inside, Sink())
            if context is None:
                return None
            self.views[inside] = context
        return self.views[inside]

    def roots(self, inside: str) -> tuple[tuple[ast.Node, ...], Facts]:
        """The trees of a file, and the side tables for them."""
        if inside.startswith(_ALONE):
            context = self.view(inside)
            if context is None:
                return (), self.checked.facts
            return (*context.roots, *context.test_roots), context.facts
        here = self.folder.shown_path(inside)
        own = [node for node, _ in self.vocab.definitions if node.span.source.path == here]
        context = LintContext(self.worker.shared.files, self.vocab, self.checked.facts, self.checked.scenarios, ())
        started = [node for node in context.test_roots if node.span.source.path == here]
        return (*own, *started), self.checked.facts

    def with_text(self, inside: str, text: str, at: int) -> tuple[tuple[ast.Node, ...], Facts]:
        """The trees of a file, or of the card at an offset, as they would be with another text."""
        if not inside.startswith(_ALONE):
            folder = GameFolder(self.path, self.path.as_posix(), {**self.texts, inside: text})
            shared = Shared(folder)
            checked = shared.check(self.other_files())
            here = folder.shown_path(inside)
            return tuple(n for n, _ in shared.vocab.definitions if n.span.source.path == here), checked.facts
        before = self.texts.get(inside)
        self.folder.edit(inside, text)
        try:
            self.worker.read(inside, range(at, at))
            context = self.worker.study(inside, Sink())
        finally:
            self.folder.edit(inside, before)
        if context is None:
            return (), self.checked.facts
        return (*context.roots, *context.test_roots), context.facts

    def files(self) -> list[str]:
        """Every content file."""
        return self.folder.all_files()

    def source(self, inside: str) -> Source:
        """A file as in the editor, or else on the disk."""
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
