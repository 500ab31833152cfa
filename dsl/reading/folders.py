"""Access to the files of a folder without following links.

Job: list and read the files below one folder. The user names this folder, and links in its own path are followed. Below
it, each part of a path is opened separately, relative to its parent folder, and a link ends the access. Input: relative
paths with slashes. Output: names with their forms, and bytes. Must never open a pipe, a device or a link, and never
read more than the given limit.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dsl.dataclass import dataclass

FILE, FOLDER, LINK, OTHER = "file", "folder", "link", "other"

# Not every system has each of these flags. Without one, only the comparison after opening protects against links.
_PLAIN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_HERE = _PLAIN | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_LEADS_ON = 0x20000000  # the bit of a Windows reparse tag for names that stand for another path
HANDLES = {os.open, os.stat} <= os.supports_dir_fd and os.listdir in os.supports_fd


class NotAFileError(OSError):
    """The path is not a readable file; ``form`` says what it is instead, ``part`` is the part of the path."""

    def __init__(self, form: str, part: str) -> None:
        super().__init__(f"`{part}` is no file")
        self.form = form
        self.part = part


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in a folder, with its form: file, folder, link or other."""

    name: str
    form: str


class Folder:
    """The files below a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self, inside: str = "") -> list[Entry]:
        """The entries of a subfolder, sorted by name; OSError if it is not a folder."""
        with self._opened(_parts(inside)) as place:
            return [Entry(name, _form(place.stat(name))) for name in sorted(place.names())]

    def form(self, inside: str) -> str:
        """The form of a path; empty if nothing exists there, or if a part of the path is a link."""
        *above, name = _parts(inside)
        try:
            with self._opened(above) as place:
                return _form(place.stat(name))
        except OSError:
            return ""

    def read(self, inside: str, limit: int | None = None) -> bytes:
        """The bytes of a file, with a limit at most ``limit + 1`` of them; OSError if it cannot be read."""
        *above, name = _parts(inside)
        with self._opened(above) as place:
            before = place.stat(name)
            if _form(before) != FILE:
                raise NotAFileError(_form(before), inside)
            with os.fdopen(place.open(name, _HERE), "rb") as stream:
                opened = os.fstat(stream.fileno())
                if not os.path.samestat(before, opened) or _form(opened) != FILE:
                    raise NotAFileError(LINK, inside)  # the name was replaced by something else in the meantime
                return stream.read(-1 if limit is None else limit + 1)

    def walk(self, inside: str = "") -> Iterator[tuple[str, str]]:
        """Every path below with its form, sorted by name, without hidden names and what is below them."""
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
    """A folder: an open handle, or its path on systems without handles of folders."""

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
    """The names in a path; OSError for a path that leads out of the folder."""
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
