"""The cache: one file with results for each file of a game.

Job: store JSON data under a name, and return it only if this version of the tool wrote it, for this game, on this
machine, for this user. Input: names and data. Output: data or None. Corrupt data, foreign data and data of another
version are no error: they count as missing. Must never load anything but JSON, and never write beside the content,
where the author of the content could have put a file first.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import platform
import secrets
import stat
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from dsl.reading.folders import FILE, Folder

FORMAT = 1
WHERE = "CARDWRIGHT_CACHE"  # an environment variable with the cache folder; without it, the system's folder for caches
_KEY, _GAMES = "key", "games"  # in the cache folder: the key for signatures, and one folder for each game
_KEY_BYTES = 32
_PACKAGES = ("lark", "jsonschema", "ruamel.yaml", "ruamel.yaml.clib")


def digest(*parts: str | bytes) -> str:
    """A short text that differs if any part differs."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:32]


@cache
def tool_digest() -> str:
    """The identity of this tool: its source files, the versions of its libraries, and of Python."""
    base = Path(__file__).parents[2]
    own = sorted(path for folder in ("dsl", "schemas") for path in (base / folder).rglob("*"))
    sources = [path.read_bytes() for path in own if path.suffix in (".py", ".lark", ".json") and path.is_file()]
    return digest(platform.python_version(), *(version(name) for name in _PACKAGES), *sources)


def cache_folder(environ: Mapping[str, str]) -> Path | None:
    """The cache folder; None on machines for continuous integration, unless the environment variable is set."""
    if environ.get(WHERE):
        return Path(environ[WHERE]).absolute()
    if environ.get("CI", "").lower() not in ("", "0", "false"):
        return None
    if sys.platform == "win32":
        given, usual = environ.get("LOCALAPPDATA", ""), ("AppData", "Local")
    elif sys.platform == "darwin":
        given, usual = "", ("Library", "Caches")
    else:
        given, usual = environ.get("XDG_CACHE_HOME", ""), (".cache",)
    try:
        place = Path(given) if Path(given).is_absolute() else Path.home().joinpath(*usual)
    except RuntimeError:  # the home folder is unknown
        return None
    return place / "cardwright"


class Store:
    """The stored results of one game. Without a folder it stores nothing, and ``reason`` may say why."""

    def __init__(self, game: Path, *, enabled: bool = True) -> None:
        self.game = game.resolve()
        self.base = cache_folder(os.environ) if enabled else None
        self.reason = _refusal(self.base, self.game) if self.base is not None else ""
        if self.reason:
            self.base = None
        self.inside = f"{_GAMES}/{digest(os.fsencode(self.game))}"
        self.folder = self.base / self.inside if self.base is not None else None

    def get(self, name: str) -> dict[str, Any] | None:
        """The data under a name, if it is complete and its signature is ours."""
        key = self.key
        if self.base is None or key is None:
            return None
        try:
            head, _, body = Folder(self.base).read(f"{self.inside}/{name}.json").partition(b"\n")
        except OSError:
            return None
        if not hmac.compare_digest(head, self._head(key, name, body)):
            return None
        try:
            data: object = json.loads(body)
        except (ValueError, RecursionError):
            return None
        return cast("dict[str, Any]", data) if isinstance(data, dict) else None

    def put(self, name: str, data: dict[str, Any]) -> None:
        """Stores data under a name; does nothing if the folder cannot be written."""
        if self.base is None or self.folder is None:
            return
        body = json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode()
        try:
            for folder in (self.base, self.base / _GAMES, self.folder):
                folder.mkdir(mode=0o700, parents=folder is self.base, exist_ok=True)
                if _fault_of(folder):
                    return
            key = self.key = self.key or _new_key(self.base)
            _write(self.folder / f"{name}.json", self._head(key, name, body) + b"\n" + body)
        except OSError:
            return

    def keep_only(self, names: Iterable[str], prefix: str) -> None:
        """Removes other names with this beginning, in a folder that this class has created."""
        if self.base is None or self.folder is None or self.key is None:
            return
        kept = {f"{name}.json" for name in names}
        with suppress(OSError):
            for entry in Folder(self.base).entries(self.inside):
                if entry.form == FILE and entry.name.startswith(prefix) and entry.name not in kept:
                    (self.folder / entry.name).unlink()

    @cached_property
    def key(self) -> bytes | None:
        """The key for signatures. It is outside all content, and only this user can read it."""
        return _read_key(self.base) if self.base is not None else None

    def _head(self, key: bytes, name: str, body: bytes) -> bytes:
        """The first line of a file: format, tool, and a signature of the game, the name and the rest."""
        signed = digest(os.fsencode(self.game), name) + hashlib.sha256(body).hexdigest()
        mark = hmac.new(key, signed.encode("ascii"), "sha256").hexdigest()
        return f"cardwright {FORMAT} {tool_digest()} {mark}".encode()


def _refusal(base: Path, game: Path) -> str:
    """Why a folder cannot hold the cache of a game; empty if it can, or if it can be created."""
    repository = next((place for place in (game, *game.parents) if os.path.lexists(place / ".git")), game)
    if base.resolve().is_relative_to(repository):
        return f"`{base}` lies beside the content, where whoever wrote that could have put it"
    fault = _fault_of(base)
    return f"`{base}` {fault}" if fault else ""


def _fault_of(path: Path) -> str:
    """What is wrong with the cache folder; a missing one is created later."""
    try:
        found = path.lstat()
    except OSError:
        return ""
    if stat.S_ISLNK(found.st_mode):
        return "is a link"
    if not stat.S_ISDIR(found.st_mode):
        return "is no folder"
    if hasattr(os, "geteuid"):
        if found.st_uid != os.geteuid():
            return "belongs to somebody else"
        if found.st_mode & 0o022:
            return "can be written by others"
    return ""


def _read_key(base: Path) -> bytes | None:
    try:
        found = (base / _KEY).lstat()
        if hasattr(os, "geteuid") and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
            return None
        key = Folder(base).read(_KEY, _KEY_BYTES)
    except OSError:
        return None
    return key if len(key) == _KEY_BYTES else None


def _new_key(base: Path) -> bytes:
    """A new key for this user and machine; if two processes create one, the later one stays."""
    key = secrets.token_bytes(_KEY_BYTES)
    _write(base / _KEY, key)
    return key


def _write(path: Path, data: bytes) -> None:
    """Writes a temporary file and renames it when it is complete; only this user can read it."""
    handle, partial = tempfile.mkstemp(prefix=f"{path.stem}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(partial, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(partial)
        raise
