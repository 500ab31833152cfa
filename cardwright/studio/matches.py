"""Matches that are played in the page, and what happens to them when files change.

Job: make the page of a match as the files stand now, take over the match that runs in an older one, and say what has
changed between them. Input: what the page asks for. Output: plain data with the address of a page. The page itself
runs in a frame, and its match lives there: here are only pages, and the files that each was made of.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardwright.studio import commands
from cardwright.studio.access import FRAMED
from cardwright.studio.apart import apart
from cardwright.studio.match_page import Wanted, match_page
from cardwright.studio.refusing import NotRun
from dsl.game.game_files import GameFolder
from dsl.reading.files import MAX_BYTES
from dsl.reading.folders import Folder
from dsl.writing import write_files, write_text

_MOST_PAGES = 3  # that a session keeps: the one that is shown, one that comes, and one that a reload asks for


class Matches:
    """The pages of one session; ``files`` has for each page the files that it was made of."""

    def __init__(self, folder: Path, pages: dict[str, bytes]) -> None:
        self.folder = folder
        self.pages = pages
        self.files: dict[str, dict[str, bytes]] = {}

    async def opened(self, given: dict[str, str]) -> dict[str, Any]:
        """The answer to the page: what `match_page` says, with an `address` in place of the page.

        ``given``: `test`, `save` (a match that is to go on, as JSON), `of` (the address of its page), `language`.
        """
        save = _json_of(given.get("save", ""))
        files = read_files(self.folder)
        before = self.files.get(given.get("of", "").removeprefix(FRAMED), files)
        with TemporaryDirectory() as folder:
            old = Path(folder) / self.folder.name if before != files else None
            if old is not None:
                write_files({old / inside: data for inside, data in before.items()}, Path(folder))
            wanted = Wanted(self.folder, given.get("test", ""), save, old, given.get("language", ""))
            made = await apart(match_page, wanted)
        if "page" in made:
            made["address"] = FRAMED + self.keep(made.pop("page"), files)
        return made

    async def explained(self, save: str, language: str) -> dict[str, Any]:
        """Why the automated figures of a match did what they did: `turns`, each with its `lines`."""
        _json_of(save)
        with TemporaryDirectory() as folder:
            file = Path(folder) / "match.save.json"
            write_text(file, save)
            ran = await commands.explained(self.folder, file, language)
        if not ran.out:
            raise NotRun(ran.err.strip().removeprefix("Error: ").replace(str(file), "match"))
        return {"turns": json.loads(ran.out)}

    def keep(self, page: bytes, files: dict[str, bytes]) -> str:
        name = secrets.token_urlsafe(32)
        self.pages[name], self.files[name] = page, files
        for old in list(self.files)[:-_MOST_PAGES]:
            del self.pages[old], self.files[old]
        return name


def read_files(folder: Path) -> dict[str, bytes]:
    """The files of a game without its tests, as they are now; those that cannot be read are left out."""
    disk, found = Folder(folder), dict[str, bytes]()
    for inside in GameFolder(folder, folder.as_posix()).all_files():
        try:
            data = disk.read(inside, MAX_BYTES) if not inside.startswith("tests/") else b""
        except OSError:
            continue
        if data:
            found[inside] = data
    return found


def _json_of(text: str) -> Any:
    """The value of a text; None where it is no JSON."""
    try:
        return json.loads(text) if text else None
    except (ValueError, RecursionError) as fault:
        raise NotRun("this is no saved match", "это не сохранённая партия") from fault
