"""The files of a game, for the page.

Job: list, read and save them. Input: paths in the game, as the page gives them. Output: texts, each with a digest of
the bytes that it was read from. Must never read or write outside of the game's folder, follow a link, or replace what
the page has not seen: a save names the digest of what it was made from.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from cardwright.studio.refusing import NotSaved, no_file_of_a_game
from dsl.dataclass import dataclass
from dsl.diagnostics import Sink
from dsl.game.game_files import GameFolder
from dsl.reading.files import MAX_BYTES, check_file_name
from dsl.reading.folders import Folder
from dsl.writing import MARK, rewrite, write_files

_CONTENT = re.compile(
    r"(?:ruleset|rulebook|words|faces)\.yaml|rules/[^/.][^/]*\.rules|(?:cards|scenarios|rosters|tests)/[^/.][^/]*\.yaml"
)


@dataclass(frozen=True, slots=True)
class Held:
    """A text, and the digest of the file's bytes; empty for a file that is not there."""

    text: str
    digest: str


class FilesOfGame:
    """The files of one game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.disk = Folder(folder)

    def names(self) -> list[str]:
        """The paths of all files that hold content."""
        return GameFolder(self.folder, self.folder.as_posix()).all_files()

    def read(self, inside: str) -> Held:
        """A file as it is now; OSError if it cannot be read, or is no file of the game."""
        _check(inside)
        data = self.disk.read(inside, MAX_BYTES)
        _check_size(inside, data)
        try:
            return Held(data.removeprefix(MARK).decode("utf-8"), _digest(data))
        except UnicodeDecodeError as fault:
            raise NotSaved(f"`{inside}` is not text in UTF-8", f"файл `{inside}` — не текст в UTF-8") from fault

    def save(self, inside: str, text: str, digest: str) -> Held:
        """Replaces a file whose bytes have this digest, or makes a new one if it is empty."""
        _check(inside)
        path, data = self.folder / inside, _bytes(inside, text)
        _check_size(inside, data)
        if not digest:
            if os.path.lexists(path):
                raise NotSaved(f"there is a file `{inside}` already", f"файл `{inside}` уже есть")
            write_files({path: data}, self.folder, {path: None})
            return Held(text, _digest(data))
        if not os.path.lexists(path):
            raise NotSaved(
                f"`{inside}` was deleted on the disk after it was opened here",
                f"файл `{inside}` удалён с диска после того, как был открыт здесь",
            )
        before = self.read(inside)
        if before.digest != digest:
            raise NotSaved(
                f"`{inside}` was changed on the disk after it was opened here",
                f"файл `{inside}` изменился на диске после того, как был открыт здесь",
            )
        rewrite({path: (before.text, text)}, self.folder)
        return self.read(inside)


def _check(inside: str) -> None:
    """Refuses a path that is no file of a game."""
    if not is_content(inside):
        raise no_file_of_a_game()


def _bytes(inside: str, text: str) -> bytes:
    """The text as a file holds it; half a pair of UTF-16, which a page may have, is no character of one."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as fault:
        line = text.count("\n", 0, fault.start) + 1
        raise NotSaved(
            f"line {line} of `{inside}` has half a character, which no file can hold; delete it",
            f"в строке {line} файла `{inside}` — половина знака, в файл её не записать; удалите её",
        ) from fault


def _check_size(inside: str, data: bytes) -> None:
    """Refuses what could not be read again."""
    if len(data) > MAX_BYTES:
        raise NotSaved(f"`{inside}` has more than 5 MiB", f"файл `{inside}` больше 5 МиБ")


def is_content(inside: str) -> bool:
    """Whether a path in a game's folder is one at which content can be."""
    return bool(_CONTENT.fullmatch(inside)) and "\\" not in inside and check_file_name(inside, inside, Sink())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
