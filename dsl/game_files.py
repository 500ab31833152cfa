"""All files of a game folder.

Job: find game folders, read their files in a fixed order, check each with its schema, and gather what is sound. Input:
folders; output: ``GameFiles``. A bad file never hides another one. Must never read the language in ``.rules`` files or
in ability text, and never skip a file silently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import schemas
from dsl.card_schema import card_file_schema, card_kinds
from dsl.diagnostics import Label, Sink
from dsl.files import read_source
from dsl.source import Source, Span
from dsl.structure import Structure
from dsl.suggest import nearest, suggest
from dsl.yaml_tree import Mapping, Node, Scalar, Sequence, parse_yaml, plain

RULESET = "ruleset.yaml"
# What each folder of a game holds.
_FOLDERS = {"rules": ".rules", "cards": ".yaml", "scenarios": ".yaml", "rosters": ".yaml", "tests": ".yaml"}
_FILES = (RULESET, "rulebook.yaml", "README.md")
_FOREIGN = ("locale",)  # read by other tools


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One sound card: its id, its kind, its mapping with what its file says of all cards, and the place of its id."""

    id: str
    kind: str
    node: Mapping
    span: Span


@dataclass(frozen=True, slots=True)
class GameFiles:
    """What a game folder holds, as far as it is sound; ``id`` is the folder's name."""

    id: str
    folder: Path
    ruleset: Mapping | None
    rules: tuple[Source, ...]
    cards: tuple[CardEntry, ...]
    tests: tuple[Mapping, ...]
    scenarios: tuple[Mapping, ...]
    rosters: tuple[Mapping, ...]
    rulebook: Mapping | None


def find_games(paths: Iterable[Path], sink: Sink) -> tuple[Path, ...]:
    """The game folders that paths mean, sorted: a game, a file or folder within one, or a folder with games below."""
    found: dict[Path, Path] = {}  # the same game may be meant by several paths
    for path in paths:
        place = Source(path.as_posix(), "").whole()
        if not path.exists():
            sink.add("missing-file", place, f"there is no file or folder `{path.as_posix()}`")
            continue
        around = next((p for p in (path, *path.parents, *path.absolute().parents) if (p / RULESET).is_file()), None)
        below = () if around else sorted(p.parent for p in path.rglob(RULESET))
        if around is None and not below:
            message = f"there is no game in `{path.as_posix()}`"
            sink.add("missing-file", place, message, help=f"a game is a folder with a `{RULESET}`")
        for folder in (around,) if around else below:
            found.setdefault(folder.resolve(), folder)
    return tuple(sorted(found.values()))


def load_game_files(folder: Path, sink: Sink, shown: str | None = None) -> GameFiles | None:
    """Read a game folder; ``shown`` is the folder's name in messages. None only where there is no such folder."""
    name = shown if shown is not None else folder.as_posix()
    if not folder.is_dir():
        sink.add("missing-file", Source(name, "").whole(), f"there is no folder `{name}`")
        return None
    return _Loader(folder.absolute(), name, sink).load()


class _Loader:
    def __init__(self, folder: Path, shown: str, sink: Sink) -> None:
        self.folder = folder
        self.shown = shown
        self.sink = sink

    def load(self) -> GameFiles:
        self.check_names(self.folder, self.shown)
        ruleset = self.read_ruleset()
        rulebook = self.read_rulebook()
        rules = tuple(self.sources("rules"))
        cards = tuple(self.read_cards(ruleset))
        scenarios = tuple(self.read_whole("scenarios", "scenario"))
        self.check_unique((node for node in scenarios), "scenario")
        rosters = tuple(self.read_whole("rosters", "roster"))
        tests = tuple(self.read_tests())
        return GameFiles(self.folder.name, self.folder, ruleset, rules, cards, tests, scenarios, rosters, rulebook)

    def check_names(self, folder: Path, shown: str) -> None:
        """Report every file and folder that nothing reads: a misspelt one must not vanish."""
        for path in sorted(folder.iterdir()):
            if path.name.startswith("."):  # what editors and systems leave behind
                continue
            if path.is_dir():
                if path.name in _FOLDERS:
                    self.check_suffixes(path, f"{shown}/{path.name}", _FOLDERS[path.name])
                elif path.name not in _FOREIGN:
                    self.unexpected(f"{shown}/{path.name}", "folder", suggest(path.name, _FOLDERS))
            elif path.name not in _FILES:
                self.unexpected(f"{shown}/{path.name}", "file", suggest(path.name, _FILES))

    def check_suffixes(self, folder: Path, shown: str, suffix: str) -> None:
        for path in sorted(folder.iterdir()):
            if path.name.startswith(".") or (path.is_file() and path.suffix == suffix):
                continue
            what = "folder" if path.is_dir() else "file"
            self.unexpected(f"{shown}/{path.name}", what, f"this folder holds files named `*{suffix}`")

    def unexpected(self, shown: str, what: str, help: str) -> None:
        name = shown.rsplit("/", 1)[-1]
        self.sink.add(
            "unexpected-file", Source(shown, "").whole(), f"nothing reads the {what} `{name}` here", help=help
        )

    def sources(self, folder: str) -> Iterator[Source]:
        directory = self.folder / folder
        if not directory.is_dir():
            return
        for path in sorted(directory.iterdir()):
            if path.is_file() and path.suffix == _FOLDERS[folder] and not path.name.startswith("."):
                source = read_source(path, self.sink, f"{self.shown}/{folder}/{path.name}")
                if source is not None:
                    yield source

    def read_ruleset(self) -> Mapping | None:
        source = read_source(self.folder / RULESET, self.sink, f"{self.shown}/{RULESET}")
        node = parse_yaml(source, self.sink) if source else None
        if node is None or not Structure(schemas.load("ruleset")).check(node, self.sink, "the ruleset"):
            return None
        assert isinstance(node, Mapping)  # the schema says so
        given = node.get("id")
        if isinstance(given, Scalar) and given.text != self.folder.name:
            message = f'the id is "{given.text}", but the folder of the game is `{self.folder.name}`'
            self.sink.add("wrong-value", given.span, message, help="give both the same name")
        return node

    def read_rulebook(self) -> Mapping | None:
        path = self.folder / "rulebook.yaml"
        if not path.exists():
            return None
        source = read_source(path, self.sink, f"{self.shown}/rulebook.yaml")
        node = parse_yaml(source, self.sink) if source else None
        if node is None or not Structure(schemas.load("rulebook")).check(node, self.sink, "the rulebook"):
            return None
        if isinstance(node, Mapping):
            rows = node.get("rows")
            entries = rows.items if isinstance(rows, Sequence) else ()
            self.check_unique((entry for entry in entries if isinstance(entry, Mapping)), "rulebook row")
            return node
        return None

    def read_whole(self, folder: str, schema: str) -> Iterator[Mapping]:
        """Files that are one entry each."""
        structure = Structure(schemas.load(schema))
        for source in self.sources(folder):
            node = parse_yaml(source, self.sink)
            if node is not None and structure.check(node, self.sink, f"the {schema}") and isinstance(node, Mapping):
                yield node

    def read_tests(self) -> Iterator[Mapping]:
        schema = schemas.load("tests")
        entry = Structure(_entry_schema(schema, "test"))
        for node in self.entries("tests", schema):
            name = _text(node, "name")
            if entry.check(node, self.sink, f'test "{name}"' if name else "this test") and isinstance(node, Mapping):
                yield node

    def read_cards(self, ruleset: Mapping | None) -> Iterator[CardEntry]:
        checks = _CardChecks(ruleset)
        first: dict[str, Scalar] = {}
        told: set[Span] = set()  # what is wrong in an `all:` is told once, and not for each card
        for node in self.entries("cards", schemas.load("cards"), whole=with_all):
            name, kind = _text(node, "id"), _text(node, "kind")
            around, self.sink.owner = self.sink.owner, name
            try:
                found = Sink()
                sound = checks.check(node, found)
                for fault in found.items:
                    if fault.span not in told:
                        self.sink.put(fault)
                    told.add(fault.span)
                if isinstance(node, Mapping) and isinstance(key := node.get("id"), Scalar):
                    sound = self.is_first(key, first, "card") and sound
                    if sound:
                        yield CardEntry(name, kind, node, key.span)
            finally:
                self.sink.owner = around

    def entries(
        self, folder: str, schema: dict[str, Any], whole: Callable[[Node, Mapping], Node] = lambda entry, _: entry
    ) -> Iterator[Node]:
        """The entries of files that are a list under one key, once the file around them is sound.

        ``whole`` makes an entry whole with what the file says of all of them.
        """
        listed = {"type": "array", "description": f"a list of {folder}"}
        envelope = dict(schema, properties={**schema["properties"], folder: listed})
        structure = Structure(envelope)
        for source in self.sources(folder):
            node = parse_yaml(source, self.sink)
            if node is None or not structure.check(node, self.sink, "this file") or not isinstance(node, Mapping):
                continue
            items = node.get(folder)
            yield from (whole(item, node) for item in items.items) if isinstance(items, Sequence) else ()

    def check_unique(self, nodes: Iterable[Mapping], what: str) -> None:
        first: dict[str, Scalar] = {}
        for node in nodes:
            if isinstance(key := node.get("id"), Scalar):
                self.is_first(key, first, what)

    def is_first(self, key: Scalar, first: dict[str, Scalar], what: str) -> bool:
        other = first.setdefault(key.text, key)
        if other is key:
            return True
        label = Label(other.span, "first used here")
        self.sink.add(
            "duplicate-id", key.span, f"the id `{key.text}` stands for another {what} already", labels=(label,)
        )
        return False


def with_all(entry: Node, file: Mapping) -> Node:
    """A card with what its file says of all cards, as far as it does not say so itself."""
    shared = file.get("all")
    if not isinstance(entry, Mapping) or not isinstance(shared, Mapping):
        return entry
    own = {key.text for key, _ in entry.entries}
    return replace(entry, entries=(*entry.entries, *((k, v) for k, v in shared.entries if k.text not in own)))


class _CardChecks:
    """The schema of each kind, made ready once; without a sound ruleset only what every card has is checked."""

    def __init__(self, ruleset: Mapping | None) -> None:
        self.generic = Structure(_entry_schema(schemas.load("cards"), "card"))
        self.by_kind: dict[str, Structure] | None = None
        self.kinds: dict[str, Node] = {}
        if ruleset is None:
            return
        data = plain(ruleset)
        schema = card_file_schema(data)
        self.by_kind = {kind: Structure(_entry_schema(schema, f"card_{kind}")) for kind in card_kinds(data)}
        kinds = ruleset.get("kinds")
        if isinstance(kinds, Mapping):
            self.kinds = {key.text: key for key, _ in kinds.entries}

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
    """The schema of one entry, with the definitions it refers to."""
    return {"$defs": schema["$defs"], **schema["$defs"][name]}


def _text(node: Node, key: str) -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text if isinstance(value, Scalar) else ""
