"""All files of a game folder.

Job: find game folders, read their files in a fixed order, check each with its schema, and collect the valid ones.
Input: folders. Output: ``GameFiles``. An invalid file never hides another one. Must never read the language in
``.rules`` files or in ability text, and never skip a file silently.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path, PurePath
from typing import Any

from dsl.dataclass import dataclass
from dsl.diagnostics import Label, Sink, made_once
from dsl.game.entries import CardEntries, CardEntry, TestEntries
from dsl.game.wanted_tests import WantedTests
from dsl.reading import schemas
from dsl.reading.file_names import normalized_name, why_not_portable
from dsl.reading.files import check_file_name, read_bytes, report_file_kind, shown_text, source_of, visible
from dsl.reading.folders import FILE, FOLDER, LINK, Entry, Folder
from dsl.reading.structure import Structure
from dsl.reading.yaml_tree import Mapping, Scalar, Sequence, parse_yaml
from dsl.source import Source, Span
from dsl.suggest import nearest, suggest

RULESET, RULEBOOK, WORDS, FACES, PROOF = "ruleset.yaml", "rulebook.yaml", "words.yaml", "faces.yaml", "proof.txt"
SETTINGS = "cardwright.toml"  # of lints, beside games or above them
_ID = re.compile(r"\bid:\s*['\"]?(\w+)")  # the id of an entry, in a file that may be invalid YAML
# The subfolders of a game, and the extension of their files.
_FOLDERS = {"rules": ".rules", "cards": ".yaml", "scenarios": ".yaml", "rosters": ".yaml", "tests": ".yaml"}
_MANY = ("cards/", "tests/")  # of these, only open files are kept: a game may have a thousand
_FILES = (RULESET, RULEBOOK, WORDS, FACES, PROOF, "README.md")
_FOREIGN = ("locale",)  # read by other tools


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The valid contents of a game folder; ``id`` is the folder's name."""

    id: str
    folder: Path
    ruleset: Mapping | None
    rules: tuple[Source, ...]
    cards: tuple[CardEntry, ...]
    tests: tuple[Mapping, ...]
    scenarios: tuple[Mapping, ...]
    rosters: tuple[Mapping, ...]
    rulebook: Mapping | None
    words: Mapping | None = None
    faces: Mapping | None = None


KeptSources = dict[str, tuple[bytes, Source]]  # by relative path


def find_games(paths: Iterable[Path], sink: Sink) -> tuple[Path, ...]:
    """The game folders for the paths of a command, sorted; each ends in its name.

    A path is a game, a file or folder inside a game, or a folder that contains games. A path of the command may lead
    through links; the search below it does not follow links.
    """
    found: dict[Path, Path] = {}  # several paths may lead to the same game
    for path in paths:
        shown = visible(path.as_posix())
        place = Source(shown, "").whole()
        if not os.path.lexists(path):
            sink.add("missing-file", place, f"there is no file or folder `{shown}`", help=_beside(path))
            continue
        around = game_around(path)
        before = len(sink.items)
        below = () if around or not path.is_dir() else sorted(_below(path, sink))
        if around is None and not below and len(sink.items) == before:
            message = f"there is no game in `{shown}`"
            sink.add("missing-file", place, message, help=f"a game is a folder with a `{RULESET}`")
        for folder in (around,) if around else below:
            found.setdefault(folder.resolve(), with_name(folder))
    return tuple(sorted(found.values()))


def with_name(folder: Path) -> Path:
    """The folder by a path whose last part is its name, which is that of its game: `.` and `..` are no names."""
    return folder.resolve() if folder.name in ("", "..") else folder


def _beside(path: Path) -> str:
    """The help for a path that leads nowhere: a name like it in its folder, if there is one."""
    folder = path.parent
    names = sorted(os.listdir(folder)) if folder.is_dir() and path.name else []
    near = nearest(path.name, names)
    return f"did you mean `{visible((folder / near).as_posix())}`?" if near else ""


def game_around(path: Path) -> Path | None:
    """The nearest game that contains the path. If a link inside an outer game leads to it, the outer game."""
    above = dict.fromkeys((path, *path.parents, *path.absolute().parents))
    games = [folder for folder in above if os.path.lexists(folder / RULESET)]
    nearest = next(iter(games), None)
    for outer in games[1:]:
        inner = path.absolute().relative_to(outer.absolute())
        steps = (outer.absolute().joinpath(*inner.parts[: n + 1]) for n in range(len(inner.parts)))
        if any(step.is_symlink() for step in steps):
            nearest = outer
    return nearest


def _below(path: Path, sink: Sink) -> Iterator[Path]:
    """The games below a folder. Hidden folders are skipped; a link to a folder is reported, because games may
    be there.
    """
    waiting = [path]
    while waiting:
        folder = waiting.pop()
        entries = [entry for entry in Folder(folder).entries() if entry.name[0] != "."]
        if any(entry.name == RULESET for entry in entries):
            yield folder
            continue
        waiting += [folder / entry.name for entry in entries if entry.form == FOLDER]
        links = (folder / entry.name for entry in entries if entry.form == LINK)
        for link in (link for link in links if not link.is_file()):
            report_file_kind(LINK, visible(link.as_posix()), sink)


def load_game_files(
    folder: Path,
    sink: Sink,
    shown: str | None = None,
    wanted: WantedTests | None = None,
    kept: KeptSources | None = None,
) -> GameFiles | None:
    """Reads a game, with all or the ``wanted`` tests; ``shown`` is its name in messages. None if it is not there.

    ``kept``: as for `GameFolder`.
    """
    name = shown if shown is not None else folder.as_posix()
    if not folder.is_dir():
        sink.add("missing-file", Source(name, "").whole(), f"there is no folder `{name}`")
        return None
    loader = Loader(GameFolder(with_name(folder).absolute(), name, kept=kept), sink)
    shared = loader.load_shared()
    day = wanted.day if wanted is not None else ""
    return replace(shared, cards=tuple(loader.read_cards(shared.ruleset, day)), tests=tuple(loader.read_tests(wanted)))


def nothing_waits() -> None:
    """What a run does between its steps, if nobody waits for anything else."""


class GameFolder:
    """The files of a game by their relative paths; ``shown`` is the beginning of their paths in messages.

    Each file is read at most once, so that a run sees one state of a folder that is being edited. ``texts`` replace
    files that an editor has not saved. ``kept`` are sources of an earlier folder: a file that is still the same has the
    same source, with what was made of it. ``checkpoint`` is called between the steps of a run; it may raise, to end it.
    """

    def __init__(
        self, path: Path, shown: str, texts: dict[str, str] | None = None, kept: KeptSources | None = None
    ) -> None:
        self.path = path
        self.disk = Folder(path)
        self.shown = shown
        self.kept = kept
        self.checkpoint: Callable[[], None] = nothing_waits
        self._bytes = {name: text.encode("utf-8", "surrogatepass") for name, text in (texts or {}).items()}
        self._open = set(self._bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Leaves out the kept sources: trees are not sent to another process."""
        return _folder_of, (self.path, self.shown, self._bytes)

    def edit(self, inside: str, text: str | None) -> None:
        """Replaces the text of a file; with None, the file on the disk is used again."""
        if text is None:
            self._bytes.pop(inside, None)
            self._open.discard(inside)
        else:
            self._open.add(inside)
            self._bytes[inside] = text.encode("utf-8", "surrogatepass")

    def take_bytes(self, data: dict[str, bytes]) -> None:
        """Takes the bytes of files, which are then not read from the disk."""
        self._bytes |= data

    def shown_path(self, inside: str) -> str:
        """The path of a file of the game in messages."""
        return f"{self.shown}/{inside}"

    def files(self, folder: str) -> list[str]:
        """The paths of the files in one of the folders that Cardwright reads, in order."""
        suffix = _FOLDERS[folder]
        found = [entry.name for entry in self._entries(folder) if entry.form == FILE and entry.name[0] != "."]
        return [f"{folder}/{name}" for name in found if PurePath(name).suffix == suffix and visible(name) == name]

    def all_files(self) -> list[str]:
        """The paths of all files that hold content."""
        top = [name for name in (RULESET, RULEBOOK, WORDS, FACES) if self.disk.form(name) == FILE]
        return [*top, *(name for folder in _FOLDERS for name in self.files(folder))]

    def listing(self) -> list[str]:
        """Every name that Cardwright inspects, even if it does not read the file: such a file is an error."""
        found = [f"{entry.name} {entry.form}" for entry in self._entries("") if entry.name[0] != "."]
        for folder in _FOLDERS:
            found += [f"{folder}/{entry.name} {entry.form}" for entry in self._entries(folder)]
        for folder in _FOREIGN:
            found += [f"{path} {form}" for path, form in self.disk.walk(folder)] if self._entries(folder) else []
        return found

    def everything(self) -> Iterator[tuple[str, bytes]]:
        """The path and the bytes of every file that is not hidden, even if Cardwright does not read it."""
        for path in sorted(path for path, form in self.disk.walk() if form == FILE):
            yield path, self._bytes[path] if path in self._bytes else self.disk.read(path)

    def _entries(self, folder: str) -> list[Entry]:
        try:
            return self.disk.entries(folder)
        except OSError:
            return []  # `Loader` reports why

    def bytes(self, inside: str, sink: Sink) -> bytes | None:
        """The bytes of a file, or None after a diagnostic."""
        if inside not in self._bytes:
            data = read_bytes(self.disk, inside, sink, self.shown_path(inside))
            if data is None:
                return None
            self._bytes[inside] = data
        return self._bytes[inside]

    def as_shown(self, inside: str) -> Source:
        """A file, valid or not, as the source for findings; empty if it cannot be read."""
        data = self.bytes(inside, Sink()) if inside else None
        return Source(self.shown_path(inside) if inside else self.shown, shown_text(data or b""))

    def source(self, inside: str, sink: Sink) -> Source | None:
        """The text of a file, or None after a diagnostic."""
        data = self.bytes(inside, sink)
        if data is None or self.kept is None:
            return source_of(data, sink, self.shown_path(inside)) if data is not None else None
        known = self.kept.get(inside)
        if known is not None and known[0] == data:
            return known[1]
        source = source_of(data, sink, self.shown_path(inside))
        if source is not None and (inside in self._open or not inside.startswith(_MANY)):
            self.kept[inside] = data, source
        return source


def _folder_of(path: Path, shown: str, data: dict[str, bytes]) -> GameFolder:
    folder = GameFolder(path, shown)
    folder.take_bytes(data)
    return folder


class Loader:
    """Reads the files of a game: all, or only those that all others depend on."""

    def __init__(self, folder: GameFolder, sink: Sink) -> None:
        self.folder = folder
        self.sink = sink

    def load_shared(self) -> GameFiles:
        """Everything except cards and tests."""
        path = self.folder.path
        self.check_names()
        ruleset = self.read_ruleset()
        rulebook = self.read_rulebook()
        rules = tuple(self.sources("rules"))
        scenarios = tuple(self.read_whole("scenarios", "scenario"))
        self.check_unique((node for node in scenarios), "scenario")
        rosters = tuple(self.read_whole("rosters", "roster"))
        words, faces = self.read_top(WORDS, "words"), self.read_top(FACES, "faces")
        return GameFiles(path.name, path, ruleset, rules, (), (), scenarios, rosters, rulebook, words, faces)

    def check_names(self) -> None:
        """Reports every file and folder that Cardwright does not read, and every link."""
        for entry in self.plain_entries(""):
            if entry.form == FOLDER:
                if entry.name in _FOLDERS:
                    self.check_suffixes(entry.name, _FOLDERS[entry.name])
                elif entry.name in _FOREIGN:
                    self.check_foreign(entry.name)
                else:
                    self.unexpected(entry.name, "folder", suggest(entry.name, _FOLDERS))
            elif entry.name == SETTINGS:
                place = Source(self.folder.shown_path(SETTINGS), "").whole()
                message = f"settings such as `{SETTINGS}` are not part of a game"
                self.sink.add("unexpected-file", place, message, help="move it out of the game, to a folder above")
            elif entry.name not in _FILES:
                self.unexpected(entry.name, "file", suggest(entry.name, _FILES))

    def check_suffixes(self, folder: str, suffix: str) -> None:
        for entry in self.plain_entries(folder):
            if entry.form == FOLDER or PurePath(entry.name).suffix != suffix:
                is_like = entry.form == FILE and PurePath(entry.name).suffix[:2] == suffix[:2]  # `.yml`, `.rule`
                renamed = f": rename it to `{PurePath(entry.name).with_suffix(suffix)}`" if is_like else ""
                named = f"this folder holds files named `*{suffix}`{renamed}"
                self.unexpected(f"{folder}/{entry.name}", entry.form, named)

    def check_foreign(self, folder: str) -> None:
        """Checks a folder for other tools, of which Cardwright checks only the names."""
        waiting = [folder]
        while waiting:
            above = waiting.pop()
            waiting += [f"{above}/{entry.name}" for entry in self.plain_entries(above) if entry.form == FOLDER]

    def plain_entries(self, folder: str) -> Iterator[Entry]:
        """The files and folders in a folder, without hidden ones. Links and other entries are reported."""
        try:
            entries = self.folder.disk.entries(folder)
        except OSError as error:
            shown = self.folder.shown_path(folder) if folder else self.folder.shown
            message = f"`{shown}` cannot be read: {(error.strerror or 'unknown reason').lower()}"
            self.sink.add("unreadable-file", Source(shown, "").whole(), message)
            return
        first: dict[str, str] = {}
        for entry in (entry for entry in entries if entry.name[0] != "."):
            shown = self.folder.shown_path(f"{folder}/{entry.name}" if folder else entry.name)
            if not check_file_name(entry.name, shown, self.sink):
                continue
            self.check_portable(entry.name, first.setdefault(normalized_name(entry.name), entry.name), shown)
            if entry.form in (FILE, FOLDER):
                yield entry
            else:
                report_file_kind(entry.form, shown, self.sink)

    def check_portable(self, name: str, first: str, shown: str) -> None:
        """Reports a name that is not safe on every system; ``first`` is the first name that may be the same file."""
        place, why = Source(shown, "").whole(), why_not_portable(name)
        if why:
            self.sink.add("file-name", place, f"the name `{name}` {why}", help="give the file another name")
        elif first != name:
            message = f"on some systems `{name}` and `{first}` are one file"
            self.sink.add("file-name", place, message, help="give one of them another name")

    def unexpected(self, inside: str, what: str, help: str) -> None:
        shown, name = self.folder.shown_path(inside), PurePath(inside).name
        message = f"nothing reads the {what} `{name}` here"
        self.sink.add("unexpected-file", Source(shown, "").whole(), message, help=help)

    def sources(self, folder: str) -> Iterator[Source]:
        for inside in self.folder.files(folder):
            known, source = len(self.sink.items), self.folder.source(inside, self.sink)
            if source is not None:
                yield source
            else:  # what it declares is not missing elsewhere
                self.sink.broken.update(*(invalid_ids(fault.span.source, ()) for fault in self.sink.items[known:]))

    def read_ruleset(self) -> Mapping | None:
        source = self.folder.source(RULESET, self.sink)
        node = self.valid(source, "ruleset") if source else None
        if node is None:
            return None
        given = node.get("id")
        if isinstance(given, Scalar) and given.text != self.folder.path.name:
            message = f'the id is "{given.text}", but the folder of the game is `{self.folder.path.name}`'
            self.sink.add("wrong-value", given.span, message, help="give both the same name")
        return node

    def read_rulebook(self) -> Mapping | None:
        node = self.read_top(RULEBOOK, "rulebook")
        if node is not None:
            rows = node.get("rows")
            entries = rows.items if isinstance(rows, Sequence) else ()
            self.check_unique((entry for entry in entries if isinstance(entry, Mapping)), "rulebook row")
        return node

    def read_top(self, name: str, schema: str) -> Mapping | None:
        """A file that a game may have beside its ruleset; None if it is not there or not valid."""
        source = self.folder.source(name, self.sink) if self.folder.disk.form(name) else None
        return self.valid(source, schema) if source else None

    def valid(self, source: Source, schema: str) -> Mapping | None:
        """The mapping of a whole file that is valid by its schema; read once for each text."""
        return made_once(source, schema, self.sink, partial(_read_valid, source, schema))

    def read_whole(self, folder: str, schema: str) -> Iterator[Mapping]:
        """Files that contain one entry each."""
        for source in self.sources(folder):
            node = self.valid(source, schema)
            if node is not None:
                yield node
            else:
                self.sink.broken |= {Path(source.path).stem, *invalid_ids(source, ())}

    def read_tests(self, wanted: WantedTests | None) -> Iterator[Mapping]:
        reader = TestEntries()
        for source in self.sources("tests"):
            if wanted is None or wanted.may_be_in(source):
                yield from reader.read(source, self.sink, wanted)

    def read_cards(self, ruleset: Mapping | None, day: str = "") -> Iterator[CardEntry]:
        reader = CardEntries(ruleset, self.sink, day)
        first: dict[str, Scalar] = {}
        for source in self.sources("cards"):
            sound: set[str] = set()
            for found in reader.read(source, self.sink):
                around, self.sink.owner = self.sink.owner, found.entry.id
                is_first = self.is_first(found.key, first, "card")
                self.sink.owner = around
                if found.sound:
                    sound.add(found.entry.id)
                    if is_first:
                        yield found.entry
            if any(fault.span.source == source for fault in self.sink.items):
                self.sink.broken |= invalid_ids(source, sound)

    def check_unique(self, nodes: Iterable[Mapping], what: str) -> None:
        first: dict[str, Scalar] = {}
        for node in nodes:
            if isinstance(key := node.get("id"), Scalar):
                self.is_first(key, first, what)

    def is_first(self, key: Scalar, first: dict[str, Scalar], what: str) -> bool:
        other = first.setdefault(key.text, key)
        if other is key:
            return True
        report_duplicate(key.text, (key.span, other.span), what, self.sink)
        return False


def _read_valid(source: Source, schema: str, sink: Sink) -> Mapping | None:
    node = parse_yaml(source, sink)
    sound = node is not None and _structure(schema).check(node, sink, f"the {schema}")
    return node if sound and isinstance(node, Mapping) else None


@cache
def _structure(schema: str) -> Structure:
    return Structure(schemas.load(schema))


def invalid_ids(source: Source, sound: Iterable[str]) -> set[str]:
    """The ids of a file's invalid entries. They are searched in the text, because the file may be invalid YAML."""
    return set(_ID.findall(source.text)).difference(sound)


def report_duplicate(name: str, places: tuple[Span, Span], what: str, sink: Sink) -> None:
    """Reports an id that another entry has already; ``places`` are those of this id and of the other."""
    label = Label(places[1], "first used here")
    message = f"the id `{name}` stands for another {what} already"
    sink.add("duplicate-id", places[0], message, labels=(label,), help="give one of them another id")
