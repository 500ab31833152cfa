"""What lies below a folder, reached without following a link.

Job: list and read the files below one folder. The folder itself is reached as the person wrote it, links included;
below it every part of a path is opened by itself, relative to the folder that holds it, and a link ends the way. Input:
paths within the folder, with slashes. Output: names with their forms, and bytes. Must never open a pipe, a device or a
link, and never read more than it is told.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FILE, FOLDER, LINK, OTHER = "file", "folder", "link", "other"

# Systems differ in which of these they have; where one is missing, the comparison after opening remains.
_PLAIN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_HERE = _PLAIN | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_LEADS_ON = 0x20000000  # the bit of a Windows reparse tag that says: this name stands for another one
HANDLES = {os.open, os.stat} <= os.supports_dir_fd and os.listdir in os.supports_fd


class NotAFileError(OSError):
    """What a path leads to is no file that can be read; ``form`` is what it is, and ``part`` where."""

    def __init__(self, form: str, part: str) -> None:
        super().__init__(f"`{part}` is no file")
        self.form = form
        self.part = part


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in a folder, and whether a file, a folder, a link or something else has it."""

    name: str
    form: str


class Folder:
    """The files below a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self, inside: str = "") -> list[Entry]:
        """What a folder below holds, by name; OSError where it is no folder."""
        with self._opened(_parts(inside)) as place:
            return [Entry(name, _form(place.stat(name))) for name in sorted(place.names())]

    def form(self, inside: str) -> str:
        """What a path leads to; an empty text where nothing is there, or a link stands on the way."""
        *above, name = _parts(inside)
        try:
            with self._opened(above) as place:
                return _form(place.stat(name))
        except OSError:
            return ""

    def read(self, inside: str, limit: int | None = None) -> bytes:
        """The bytes of a file, or with a limit at most one more than that; OSError where it cannot be read."""
        *above, name = _parts(inside)
        with self._opened(above) as place:
            before = place.stat(name)
            if _form(before) != FILE:
                raise NotAFileError(_form(before), inside)
            with os.fdopen(place.open(name, _HERE), "rb") as stream:
                opened = os.fstat(stream.fileno())
                if not os.path.samestat(before, opened) or _form(opened) != FILE:
                    raise NotAFileError(LINK, inside)  # another thing has taken the name meanwhile
                return stream.read(-1 if limit is None else limit + 1)

    def walk(self, inside: str = "") -> Iterator[tuple[str, str]]:
        """Every path below with its form, by name; hidden names and what lies below them are left out."""
        waiting = [inside]
        while waiting:
            above = waiting.pop()
            shown = [entry for entry in self.entries(above) if entry.name[0] != "."]
            paths = [(f"{above}/{entry.name}" if above else entry.name, entry.form) for entry in shown]
            yield from paths
            waiting += [path for path, form in reversed(paths) if form == FOLDER]

    @contextmanager
    def _opened(self, parts: Sequence[str]) -> Generator[_Place]:
        place = _Place(self.path, os.open(self.path, _PLAIN | _FOLDER) if HANDLES else None)
        try:
            for at, part in enumerate(parts):
                form = _form(place.stat(part))
                if form != FOLDER:
                    raise NotAFileError(form, "/".join(parts[: at + 1]))
                below = place.below(part)
                place.close()
                place = below
            yield place
        finally:
            place.close()


class _Place:
    """A folder that is held open, or where the system has no such handles, its path."""

    def __init__(self, path: Path, handle: int | None) -> None:
        self.path = path
        self.handle = handle

    def names(self) -> list[str]:
        return os.listdir(self.path if self.handle is None else self.handle)

    def stat(self, name: str) -> os.stat_result:
        return os.stat(self.path / name if self.handle is None else name, dir_fd=self.handle, follow_symlinks=False)

    def open(self, name: str, flags: int) -> int:
        return os.open(self.path / name if self.handle is None else name, flags, dir_fd=self.handle)

    def below(self, name: str) -> _Place:
        return _Place(self.path / name, None if self.handle is None else self.open(name, _HERE | _FOLDER))

    def close(self) -> None:
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None


def _parts(inside: str) -> list[str]:
    """The names that a path is made of; one that leads out of the folder has none that can be read."""
    parts = [part for part in inside.split("/") if part not in ("", ".")]
    if ".." in parts or "\0" in inside or (os.sep != "/" and any(os.sep in part or ":" in part for part in parts)):
        raise NotAFileError(LINK, inside)
    return parts


def _form(found: os.stat_result) -> str:
    if stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) & _LEADS_ON:
        return LINK
    if stat.S_ISDIR(found.st_mode):
        return FOLDER
    return FILE if stat.S_ISREG(found.st_mode) else OTHER
