"""Checks a game file by file, and reuses the results of the last run.

Job: find which files must be read or checked again, give them to a WorkerPool, combine all results in the order of a
check of the whole game, and store them. Input: a game's folder, a lint configuration, a Store. Output: `Result`, which
is byte for byte the same whatever the store contains. The order in which files are finished must never matter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, Protocol

from dsl.checking.whole_game import check_whole
from dsl.dataclass import dataclass
from dsl.diagnostics import Diagnostic, Sink
from dsl.game.game_files import GameFolder, report_duplicate
from dsl.incremental.findings import Result, unpacked
from dsl.incremental.packing import Found, Read, as_data, found_of, read_of, unpacked_allows
from dsl.incremental.shared import Shared, SharedChecked, shared_digest, shared_key
from dsl.incremental.store import Store, digest
from dsl.incremental.worker import Worker
from dsl.lint.base import Allow, LintContext
from dsl.lint.config import LintConfig
from dsl.lint.runner import finish_findings, lint_summaries
from dsl.lint.summaries import GameSummary
from dsl.meaning.other_files import OtherFiles
from dsl.source import Source

_FILE = "file-"  # the beginning of the names of files in the store
_Id = tuple[str, int]  # a card file, and the index of an id in it


class WorkerPool(Protocol):
    """Reads and checks files, in this process or in several."""

    def read(self, files: list[str]) -> dict[str, Read]: ...
    def find(self, files: Mapping[str, list[int]], other_files: OtherFiles) -> dict[str, Found]: ...
    def close(self) -> None: ...


class SingleProcess:
    """A pool that uses only this process."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker

    def read(self, files: list[str]) -> dict[str, Read]:
        return {inside: self.worker.read(inside) for inside in files}

    def find(self, files: Mapping[str, list[int]], other_files: OtherFiles) -> dict[str, Found]:
        return {inside: self.worker.find(inside, dropped) for inside, dropped in files.items()}

    def close(self) -> None:
        """Does nothing: there is no other process."""


def single_process(worker: Worker, size: int) -> WorkerPool:
    """A pool of this process only; ``size`` (the number of bytes to read) has no influence."""
    return SingleProcess(worker)


StartWorkers = Callable[[Worker, int], WorkerPool]


@dataclass(slots=True)
class _State:
    """The results of all card and test files so far; they are valid while ``keys`` and ``found_keys`` are the same.

    ``dropped``: by file, the indexes of ids that an earlier card has. ``duplicates``: the same, with the earlier id.
    """

    names: list[str]
    keys: dict[str, str]
    read: dict[str, Read] = field(default_factory=dict[str, Read])
    found: dict[str, Found] = field(default_factory=dict[str, Found])
    found_keys: dict[str, str] = field(default_factory=dict[str, str])
    dropped: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    duplicates: list[tuple[_Id, _Id]] = field(default_factory=list[tuple[_Id, _Id]])
    new: set[str] = field(default_factory=set[str])


class Run:
    """One check of a game, file by file.

    ``before`` is the worker of an earlier run in this process: what it knows of the shared files is used again, if they
    are the same and cards of other files answer as then.
    """

    def __init__(
        self, folder: GameFolder, config: LintConfig | None, store: Store, start_workers: StartWorkers = single_process,
        before: Worker | None = None,
    ) -> None:  # fmt: skip
        self.before = before
        self.folder = folder
        self.config = config
        self.store = store
        self.start_workers = start_workers
        self.waiting = 0
        self.sources: dict[str, Source] = {}

    @cached_property
    def lints(self) -> str:
        """Which lints run, and with which severity."""
        config = self.config
        return "" if config is None else json.dumps([(rule.code, config.level(rule)) for rule in config.running()])

    def source(self, inside: str) -> Source:
        """The text of a file that findings point at; empty if there is no such file."""
        if inside not in self.sources:
            self.sources[inside] = self.folder.as_shown(inside)
        return self.sources[inside]

    # ---- file by file
    def checked(self) -> Result:
        shared = self.shared()
        self.sources |= {self.inside(source): source for source in shared.sources()}
        worker = Worker(shared, self.config)
        names = [name for name in self.folder.all_files() if name.startswith(("cards/", "tests/"))]
        declared = shared_digest(self.folder)
        state = _State(names, {n: digest(declared, n, self.folder.bytes(n, Sink()) or b"") for n in names})
        kept = {name: data for name in names if (data := self.store.get(stored_name(name))) is not None}
        state.read = {n: read_of(d.get("read")) for n, d in kept.items() if d.get("read key") == state.keys[n]}
        anew = [name for name in names if name not in state.read]
        workers = self.start_workers(worker, sum(map(worker.size, anew)))
        try:
            state.read |= workers.read(anew)
            other_files = _joined(state)
            checked = self.check_shared(worker, other_files)
            self.take_kept(kept, state, other_files, checked)
            rest = {name: state.dropped.get(name, []) for name in names if name not in state.found}
            if isinstance(workers, SingleProcess):
                workers = self.start_workers(worker, sum(map(worker.size, rest)))
            state.found |= workers.find(rest, other_files)
        finally:
            workers.close()
        for name in {*anew, *rest}:
            read = {"read key": state.keys[name], "read": as_data(state.read[name])}
            found = {"found key": state.found_keys[name], "found": as_data(state.found[name])}
            self.store.put(stored_name(name), {**read, **found})
        self.store.keep_only(map(stored_name, names), _FILE)
        return self.put_together(worker, checked, other_files, state)

    def shared(self) -> Shared:
        """The shared files: those of the earlier run, if they are the same."""
        if self.before is not None and self.before.shared.key == shared_key(self.folder):
            return self.before.shared.in_folder(self.folder)
        self.before = None
        return Shared(self.folder)

    def check_shared(self, worker: Worker, other_files: OtherFiles) -> SharedChecked:
        before = self.before
        if before is not None and before.checked is not None:
            if other_files.answers_unchanged(before.checked.questions):
                worker.linted = before.linted
                return worker.take_checked(before.checked, other_files)
            worker.shared = Shared(self.folder)  # a check writes into it, and others may be reading the earlier one
        self.folder.checkpoint()
        return worker.set_other_files(other_files)

    def take_kept(
        self, kept: dict[str, dict[str, Any]], state: _State, other_files: OtherFiles, checked: SharedChecked
    ) -> None:
        """Uses the stored results that are still valid: same texts, and same answers about other files."""
        for name in state.names:
            around = checked.tests if name.startswith("tests/") else checked.cards
            dropped = json.dumps(state.dropped.get(name, []))
            key = state.found_keys[name] = digest(state.keys[name], around, dropped, self.lints, str(bool(self.config)))
            data = kept.get(name)
            if data is not None and data.get("found key") == key:
                found = found_of(data.get("found"))
                if other_files.answers_unchanged(found.questions):
                    state.found[name] = found

    # ---- all of it
    def put_together(self, worker: Worker, checked: SharedChecked, other_files: OtherFiles, state: _State) -> Result:
        """The findings of every stage and, if there are no errors, of the lints, as a check of the whole game."""
        sink = Sink()
        self.folder.checkpoint()
        self.put_read(worker.shared, state, sink)
        cards = [name for name in state.names if name.startswith("cards/")]
        stage = Sink(broken=checked.broken)
        _put(stage, checked.faults)
        for name in cards:
            _put(stage, self.unpack(state.found[name].faults))
        texts = list(checked.verb_uses.items())
        texts += [(self.source(name), state.found[name].verb_use) for name in cards]
        check_whole(checked.facts, texts, stage)
        _put(sink, stage.items)
        if not stage.errors:
            _put(sink, checked.later_faults)
            for name in state.names:
                _put(sink, self.unpack(state.found[name].faults))
        findings = sink.sorted()
        if self.config is not None and not sink.errors:
            findings = self.lint(worker, checked, state, findings)
        sound = sum(row[4] for name in cards for row in state.read[name].ids) - sum(
            state.read[name].ids[index][4] for name in cards for index in state.dropped.get(name, ())
        )
        tests = sum(state.read[name].entries for name in state.names)
        return Result(tuple(findings), sound, tests, self.waiting)

    def put_read(self, shared: Shared, state: _State, sink: Sink) -> None:
        """Adds the findings of reading and declaring."""
        _put(sink, shared.faults)
        for name in state.names:
            _put(sink, self.unpack(state.read[name].faults))
        for (name, at), (first, other) in state.duplicates:
            own, above = state.read[name].ids[at], state.read[first].ids[other]
            places = self.source(name).span(*own[2:4]), self.source(first).span(*above[2:4])
            sink.owner = own[0]
            report_duplicate(own[0], places, "card", sink)
        sink.owner = ""
        for name in state.names:
            dropped = state.dropped.get(name, [])
            _put(sink, self.unpack(fault for index, fault in state.read[name].id_faults if index not in dropped))
            _put(sink, self.unpack(state.found[name].rows))

    def lint(
        self, worker: Worker, checked: SharedChecked, state: _State, earlier: list[Diagnostic]
    ) -> list[Diagnostic]:
        """What lints find in the shared files, in each card and test file, and by comparing all files."""
        assert self.config is not None
        self.folder.checkpoint()
        context = LintContext(worker.shared.files, checked.facts.vocab, checked.facts, checked.scenarios, ())
        context.other_files = worker.other_files
        others = {self.folder.shown_path(name): state.found[name].summary for name in state.names}
        summary = GameSummary(others, lambda path: self.source(path[len(self.folder.shown) + 1 :]))
        linted = worker.lint_shared(context, self.config, summary)
        self.folder.checkpoint()
        found, allowed = [*earlier, *linted.findings], list[Allow]()
        for name in state.names:
            found += self.unpack(state.found[name].lints)
            allowed += unpacked_allows(state.found[name].allows, self.source(name))
        found += lint_summaries(context, self.config)
        context.allows = (*context.allows, *allowed)
        findings = finish_findings(found, context, self.config, self.folder.shown)
        self.waiting = context.waiting
        return findings

    def unpack(self, faults: Iterable[list[Any]]) -> list[Diagnostic]:
        return unpacked(faults, self.source)

    def inside(self, source: Source) -> str:
        return source.path[len(self.folder.shown) + 1 :]


def _joined(state: _State) -> OtherFiles:
    """The outlines of all files together; stores in ``state`` which ids are declared twice."""
    first: dict[str, _Id] = {}
    kinds: dict[str, str] = {}
    for name in state.names:
        for index, (id_, kind, _, _, _) in enumerate(state.read[name].ids):
            other = first.setdefault(id_, (name, index))
            if other != (name, index):
                state.dropped.setdefault(name, []).append(index)
                state.duplicates.append(((name, index), other))
            elif kind:
                kinds[id_] = kind
    return OtherFiles(kinds, [state.read[name].outline for name in state.names])


def _put(sink: Sink, faults: Iterable[Diagnostic]) -> None:
    for fault in faults:
        sink.put(fault)


def stored_name(name: str) -> str:
    """The name of a file's results in the store."""
    return _FILE + digest(name)[:16]
