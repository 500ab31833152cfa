"""Writing of files: each is written completely or not at all.

Job: write files so that a full disk, a limit, a disk fault or a kill at any moment leaves either the old file or the
new one. Each file is first written under a hidden temporary name in the same folder, flushed to the disk, and then
renamed. If there are several files, all are written before the first is renamed. Input: paths and content. Output:
files. Errors of the system are `OSError`; other reasons are `Refused`. Apart from the cache, only this module writes
files. Must never write through a link.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

MARK = b"\xef\xbb\xbf"  # a byte order mark
_BEGIN, _END = ".cardwright-", ".tmp"
# Not every system has each of these flags. On Windows, O_BINARY prevents changes of line ends.
_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe without a writer would block forever
_NO_FOLDER_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES)
_MOST_NAMES = 8  # in a message
_LINE_END = re.compile(r"\r?\n")


class Refused(OSError):
    """Cardwright refuses to write a file; the text of the error is the whole message."""


def open_closed_streams() -> None:
    """Opens the null device for each standard stream that was closed before this process began.

    Otherwise the next file that is opened would get its number, and what is written by number would go there.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def is_temporary(name: str) -> bool:
    """Whether a file name is a temporary name, which a killed write may have left behind."""
    return name.startswith(_BEGIN) and name.endswith(_END)


def write_text(path: Path, text: str, below: Path | None = None) -> None:
    """Writes one text; see ``write_texts``. Without ``below``, the file is in a folder that the user has named."""
    write_texts({path: text}, below if below is not None else path.parent)


def write_texts(texts: Mapping[Path, str], below: Path) -> None:
    """Writes texts into files of a folder. An existing file keeps its line ends and its byte order mark."""
    old = {path: read_file(path, below) for path in texts}
    write_files({path: _as_before(text, old[path]) for path, text in texts.items()}, below)


def rewrite(changes: Mapping[Path, tuple[str, str]], below: Path) -> None:
    """Replaces texts of files. ``changes`` maps each path to its old text, without the byte order mark, and its new
    text.

    Line ends and byte order marks stay. If a file has changed since its old text was read, nothing is written.
    """
    old: dict[Path, bytes | None] = {}
    for path, (before, _) in changes.items():
        old[path] = data = read_file(path, below)
        if data is None or data.removeprefix(MARK) != before.encode("utf-8"):
            raise _changed(path)
    new = {path: _as_before(after, old[path]) for path, (_, after) in changes.items()}
    write_files(new, below, old)


def write_files(files: Mapping[Path, bytes], below: Path, before: Mapping[Path, bytes | None] | None = None) -> None:
    """Writes all of the files or none; missing folders are created. All files must be inside ``below``.

    ``before`` is what files hold until they are replaced (None: they are not there): where one does not, nothing is
    written. A file that holds its content already is left alone. A fault says which files are new and which are not.
    """
    _write_all(files, below, before or {}, _state)


def _write_all(
    files: Mapping[Path, bytes],
    below: Path,
    before: Mapping[Path, bytes | None],
    state: Callable[[list[Path], list[Path]], str],
) -> None:
    """As ``write_files``; ``state`` says for a fault which files are new and which are not."""
    temporaries: dict[Path, Path] = {}
    made: list[Path] = []
    replaced: list[Path] = []
    try:
        for path, data in files.items():
            if read_file(path, below) != data:
                with _naming(path):
                    _make_folders(path.parent, made)
                    _write_beside(path, data, temporaries)
        for path, held in before.items():
            if read_file(path, below) != held:
                raise _changed(path)
        for path in list(temporaries):
            with _naming(path, state(replaced, list(temporaries))):
                os.replace(temporaries[path], path)
            del temporaries[path]
            replaced.append(path)
    finally:
        for temporary in temporaries.values():
            with suppress(OSError):
                os.unlink(temporary)
        for folder in reversed(made if not replaced else []):
            with suppress(OSError):
                os.rmdir(folder)
    for folder in dict.fromkeys([*(path.parent for path in files), *(folder.parent for folder in made)]):
        _keep_names(folder)


def _state(done: list[Path], left: list[Path]) -> str:
    """Which files are new, and which are as they were, where a fault comes between them."""
    return f"; written: {_names(done)}; not written: {_names(left)}" if done else ""


def _names(paths: list[Path]) -> str:
    more = f" and {len(paths) - _MOST_NAMES} more" if len(paths) > _MOST_NAMES else ""
    return ", ".join(f"`{path}`" for path in paths[:_MOST_NAMES]) + more


def write_folder(files: Mapping[str, bytes], folder: Path, beside: Mapping[Path, bytes] | None = None) -> None:
    """Writes a new folder with these files, given by their paths in it. The folder appears with all files at once.

    ``beside`` are new files in the folder that holds the folder's parent. They are there before the folder is; after a
    fault, none of them is.
    """
    made: list[Path] = []
    done: list[Path] = []
    temporaries: dict[Path, Path] = {}
    try:
        for path, data in (beside or {}).items():
            _refuse_links(path, folder.absolute().parent.parent)
            with _naming(path):
                _make_folders(path.parent, made)
                _write_beside(path, data, temporaries)
        temporary = _temporary_folder(files, folder, made)
        try:
            for path in list(temporaries):
                _rename_new(temporaries[path], path)
                del temporaries[path]
                done.append(path)
            _rename_new(temporary, folder)
        except BaseException:
            _remove([temporary / inside for inside in files], temporary)
            raise
    except BaseException:
        for path in (*temporaries.values(), *done):
            with suppress(OSError):
                os.unlink(path)
        for each in reversed(made):
            with suppress(OSError):
                os.rmdir(each)
        raise
    for each in dict.fromkeys([folder.parent, *(path.parent for path in done), *(new.parent for new in made)]):
        if each.is_dir():
            _keep_names(each)


def _temporary_folder(files: Mapping[str, bytes], folder: Path, made: list[Path]) -> Path:
    """A folder with a temporary name beside ``folder`` that holds these files."""
    _refuse_links(folder, folder)
    with _naming(folder):
        _make_folders(folder.parent, made)
    temporary = folder.parent / f"{_BEGIN}{secrets.token_hex(8)}{_END}"
    with _naming(folder):
        os.mkdir(temporary)
    made.append(temporary)
    paths = {temporary / path: data for path, data in files.items()}
    try:
        _write_all(paths, temporary, {}, lambda done, left: "")
    except OSError as fault:
        _remove(paths, temporary)
        name = Path(fault.filename or folder)
        inside = name.relative_to(temporary) if name.is_relative_to(temporary) else ""
        raise OSError(fault.errno, fault.strerror, str(folder / inside)) from fault
    except BaseException:
        _remove(paths, temporary)
        raise
    return temporary


def _rename_new(temporary: Path, path: Path) -> None:
    """Gives what is written its name, which nothing else may have."""
    with _naming(path):
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        os.rename(temporary, path)


def read_file(path: Path, below: Path) -> bytes | None:
    """The bytes of a file, or None if it does not exist. Refuses links, folders, devices and files without write
    access.
    """
    _refuse_links(path, below)
    with _naming(path):
        try:
            handle = os.open(path, os.O_RDONLY | _FLAGS | _NO_WAIT)
        except (FileNotFoundError, NotADirectoryError):
            return None  # if a part of the path is a file, making the folders reports it
        try:
            mode = os.fstat(handle).st_mode
            if stat.S_ISDIR(mode):
                raise Refused(f"`{path}` is a folder")
            if not stat.S_ISREG(mode):
                raise Refused(f"`{path}` is no plain file")
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return _all_of(handle)
        finally:
            os.close(handle)


def _all_of(handle: int) -> bytes:
    pieces: list[bytes] = []
    while piece := os.read(handle, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


def _changed(path: Path) -> Refused:
    return Refused(f"`{path}` was changed after it was read, so nothing was written; run the command again")


def _refuse_links(path: Path, below: Path) -> None:
    """Refuses a path that contains a link.

    Parts up to the working folder are not tested, or, for paths elsewhere, parts up to the parent of ``below``.
    """
    whole, here = path.absolute(), Path.cwd()
    start = here if whole.is_relative_to(here) else below.absolute().parent
    parts = whole.relative_to(start).parts
    first = len(parts) - parts[::-1].index("..") if ".." in parts else 0  # the user typed the part before `..`
    for count in range(first, len(parts)):
        part = start.joinpath(*parts[: count + 1])
        if part.is_symlink() or _is_junction(part):
            above = len(parts) - count - 1
            what = f"`{path}` is not written: `{path.parents[above - 1]}`" if above else f"`{path}`"
            raise Refused(f"{what} is a link, and nothing is written through a link")


def _is_junction(path: Path) -> bool:
    """Whether a path is a junction, the Windows form of a link between folders; Python can tell since 3.12."""
    is_junction = getattr(os.path, "isjunction", None)
    return is_junction is not None and bool(is_junction(path))


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Creates a folder and its missing parents, and adds each new folder to ``made``."""
    if not os.path.lexists(folder):
        _make_folders(folder.parent, made)
        with suppress(FileExistsError):  # another program has made it meanwhile
            os.mkdir(folder)
            made.append(folder)
    if not folder.is_dir():
        raise Refused(f"`{folder}` is no folder")


def _write_beside(path: Path, data: bytes, temporaries: dict[Path, Path]) -> None:
    """Writes the future content of a file to a temporary file beside it, with the mode and, if allowed, the owner."""
    temporary = path.parent / f"{_BEGIN}{secrets.token_hex(8)}{_END}"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o666)
    temporaries[path] = temporary
    try:
        with suppress(FileNotFoundError):
            old = os.lstat(path)
            if hasattr(os, "chown"):
                with suppress(PermissionError):
                    os.chown(temporary, old.st_uid, old.st_gid)
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _keep_names(folder: Path) -> None:
    """Flushes the names in a folder to the disk, if the system can do that."""
    if os.name == "nt":
        return
    with _naming(folder):
        try:
            handle = os.open(folder, os.O_RDONLY | _FLAGS)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as fault:
            if fault.errno not in _NO_FOLDER_SYNC:
                raise


def _remove(paths: Iterable[Path], folder: Path) -> None:
    """Removes files from a temporary folder, and the subfolders that were created for them."""
    for path in paths:
        with suppress(OSError):
            os.unlink(path)
    inner = {parent for path in paths for parent in path.parents if parent.is_relative_to(folder) and parent != folder}
    for each in sorted(inner, key=lambda path: len(path.parts), reverse=True):
        with suppress(OSError):
            os.rmdir(each)


def _as_before(text: str, old: bytes | None) -> bytes:
    """A text as bytes, with the byte order mark of the old content and, if they are all alike, its line ends."""
    if old is None:
        return text.encode("utf-8")
    if b"\r\n" in old and old.count(b"\n") == old.count(b"\r\n"):
        text = _LINE_END.sub("\r\n", text)
    return (MARK if old.startswith(MARK) else b"") + text.encode("utf-8")


@contextmanager
def _naming(path: Path, more: str = "") -> Generator[None, None, None]:
    """Changes the file name in an error of the system to ``path``, which the user knows, from a temporary name."""
    try:
        yield
    except Refused:
        raise
    except OSError as fault:
        raise OSError(fault.errno, f"{fault.strerror or fault}{more}", str(path)) from fault
