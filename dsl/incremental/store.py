"""The cache: a file of results for each file of a game.

Job: keep JSON data under a name and give it back only when it is what this version of the tool has written for this
very game. Input: names and data; output: data or None. What is corrupt, foreign or of another version is no error: it
is as if nothing were there. Must never run or load anything but JSON.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

FOLDER = ".cardwright_cache"
FORMAT = 1
_PACKAGES = ("lark", "jsonschema", "ruamel.yaml", "ruamel.yaml.clib")


def digest(*parts: str | bytes) -> str:
    """A short text that differs where any part does."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()[:32]


@cache
def tool_digest() -> str:
    """Which tool this is: its own sources, the libraries that read for it, and Python."""
    root = Path(__file__).parents[2]
    own = sorted(path for folder in ("dsl", "schemas") for path in (root / folder).rglob("*"))
    sources = [path.read_bytes() for path in own if path.suffix in (".py", ".lark", ".json") and path.is_file()]
    return digest(platform.python_version(), *(version(name) for name in _PACKAGES), *sources)


class Store:
    """The cache folder of a game; without a folder, a store that keeps nothing."""

    def __init__(self, game: Path, *, enabled: bool = True) -> None:
        self.game = game.resolve()
        self.folder = self.game / FOLDER if enabled else None

    def get(self, name: str) -> dict[str, Any] | None:
        """What was kept under a name, if all of it is whole and ours."""
        if self.folder is None:
            return None
        try:
            head, _, body = (self.folder / f"{name}.json").read_bytes().partition(b"\n")
        except OSError:
            return None
        if head != self._head(body):
            return None
        try:
            data: object = json.loads(body)
        except (ValueError, RecursionError):
            return None
        return cast("dict[str, Any]", data) if isinstance(data, dict) else None

    def put(self, name: str, data: dict[str, Any]) -> None:
        """Keeps data under a name; a folder that cannot be written keeps nothing."""
        if self.folder is None:
            return
        body = json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode()
        path = self.folder / f"{name}.json"
        partial = path.with_suffix(f".{os.getpid()}")
        try:
            self.folder.mkdir(exist_ok=True)
            if not (hidden := self.folder / ".gitignore").exists():
                hidden.write_text("*\n", encoding="utf-8")
            partial.write_bytes(self._head(body) + b"\n" + body)
            partial.replace(path)
        except OSError:
            return

    def keep_only(self, names: Iterable[str], prefix: str) -> None:
        """Removes what was kept under other names that begin so."""
        kept = {f"{name}.json" for name in names}
        for path in self.folder.glob(f"{prefix}*") if self.folder is not None else ():
            if path.name not in kept:
                with suppress(OSError):
                    path.unlink()

    def _head(self, body: bytes) -> bytes:
        """The first line: format, tool, game and a checksum of the rest."""
        return f"cardwright {FORMAT} {tool_digest()} {digest(str(self.game), body)}".encode()
