"""Games in a folder or in a revision of git.

Job: find the folders for the arguments of a command; a revision is unpacked into a temporary folder. Input: the
arguments. Output: places. Calls git only if an argument is not a folder. A revision may come from anybody: its blobs
are read unchanged, and its attributes and links have no effect.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

import click

from cardwright.cli.paths import CONTENT, named_place
from dsl.dataclass import dataclass
from dsl.game.game_files import RULESET
from dsl.game.named_files import whole_path
from dsl.reading.files import MAX_BYTES, visible

_FILES = ("100644", "100755", "100664")  # modes of plain files; the last is from old versions of git
_LINK = "120000"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: a path on disk, or (with a revision and its commit) a path in the repository of the
    working folder.
    """

    text: str
    revision: str
    path: str
    commit: str = ""


def parse_argument(text: str, other: str) -> Argument:
    """Interprets an argument; for a revision alone, the path is that of the other argument, else all content."""
    if named_place(Path(text)).exists():
        return Argument(text, "", named_place(Path(text)).as_posix())
    revision, _, path = text.partition(":")
    if not path:
        near = named_place(Path(other))
        rest = near.as_posix() if near.exists() else other.partition(":")[2]
        path = rest or CONTENT.as_posix()
    found = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found.returncode or revision.startswith("-"):
        raise click.ClickException(f"`{text}` is neither a folder nor a revision of git")
    return Argument(text, revision, path, found.stdout.decode("ascii").strip())


@contextmanager
def folder_of(place: Argument) -> Generator[Path]:
    """The path of an argument, as it is on disk; for a path in a game, all of the game is there."""
    if not place.revision:
        yield Path(place.path)
        return
    top = _git("rev-parse", "--show-toplevel").stdout.decode(errors="surrogateescape").strip()
    path = _in_repository(place.path, top)
    home = _game_around(path, top, place) if _is_held(path, top, place) else path
    listed = _git("-C", top, "ls-tree", "-r", "-z", "-l", _named(home, place))
    if listed.returncode:
        raise click.ClickException(f"`{place.text}`: there was no folder `{path}` in `{place.revision}`")
    with TemporaryDirectory() as folder:
        root = Path(folder) / Path(top).name  # a game has the name of its folder, be it that of the repository
        _unpack(_read(listed.stdout), top, root / home, place)
        yield root / path


def _in_repository(path: str, top: str) -> str:
    """A path from the folder of the repository on, unless it lies elsewhere. A link in the repository is not followed:
    where it leads was another place in the revision.
    """
    ways = (whole_path(Path(path)), Path(path).resolve())
    return next((way.relative_to(top).as_posix() for way in ways if way.is_relative_to(top)), path)


def _game_around(path: str, top: str, place: Argument) -> str:
    """The nearest game in the revision that contains a path, else the path."""
    above = (path, *map(str, PurePosixPath(path).parents))
    return next((home for home in above if _is_held((PurePosixPath(home) / RULESET).as_posix(), top, place)), path)


def _is_held(path: str, top: str, place: Argument) -> bool:
    return not _git("-C", top, "cat-file", "-e", _named(path, place)).returncode


def _named(path: str, place: Argument) -> str:
    """How git calls a path of a revision."""
    return f"{place.commit}:{'' if path == '.' else path}"


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a revision: a file, a link or a submodule."""

    mode: str
    blob: str
    size: int
    path: str


def _read(listed: bytes) -> list[_Entry]:
    """The rows of `ls-tree -z -l`; hidden paths are left out because they are not content."""
    found: list[_Entry] = []
    for row in listed.split(b"\0")[:-1]:
        about, _, name = row.partition(b"\t")
        mode, _, blob, size = about.decode("ascii").split()
        path = os.fsdecode(name)
        if not any(part.startswith(".") and part not in (".", "..") for part in path.split("/")):
            found.append(_Entry(mode, blob, int(size) if size != "-" else 0, path))
    return found


def _unpack(rows: list[_Entry], top: str, under: Path, place: Argument) -> None:
    """Writes the files of a revision into a new folder, each with the bytes of its blob; never creates a link."""
    under.mkdir(parents=True, exist_ok=True)
    games = {held.path.rpartition("/")[0] for held in rows if held.path.rpartition("/")[2] == RULESET}
    plain = [held for held in rows if held.mode in _FILES]
    for held in rows:
        around = {"" if parent.name == "" else parent.as_posix() for parent in PurePosixPath(held.path).parents}
        if _leads_away(held.path):
            raise click.ClickException(f"`{place.text}`: `{visible(held.path)}` is no path within a folder")
        if held.mode not in _FILES and games & around:
            what = "link, and links are not followed" if held.mode == _LINK else "submodule, and not read"
            raise click.ClickException(f"`{place.text}`: `{visible(held.path)}` is a {what}")
    with _blobs([held.blob for held in plain if held.size <= MAX_BYTES], top) as given:
        for held in plain:
            path = under / held.path
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                if held.size > MAX_BYTES:
                    file.truncate(held.size)  # empty, but of this size, so that it is refused as too large
                else:
                    file.write(_next_blob(given, place))


@contextmanager
def _blobs(names: list[str], top: str) -> Generator[IO[bytes]]:
    """The output of `git cat-file --batch`: for each blob one line, its bytes and a line end."""
    with TemporaryFile() as wanted:
        wanted.write("".join(f"{name}\n" for name in names).encode("ascii"))
        wanted.seek(0)
        command = ["git", "-C", top, "cat-file", "--batch"]
        with subprocess.Popen(command, stdin=wanted, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            yield process.stdout


def _next_blob(given: IO[bytes], place: Argument) -> bytes:
    about = given.readline().split()
    if len(about) != 3:
        raise click.ClickException(f"`{place.text}`: git has not all files of `{place.revision}`")
    return given.read(int(about[2]) + 1)[:-1]


def _leads_away(path: str) -> bool:
    """Whether a path of a revision would lead out of the folder, or cannot exist."""
    parts = path.split("/")
    return any(part in ("", ".", "..") or os.sep in part or (os.name == "nt" and ":" in part) for part in parts)


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, check=False)
    except FileNotFoundError as fault:
        raise click.ClickException("a revision needs the command `git`") from fault
