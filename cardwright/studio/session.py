"""What the page asks for, over one socket.

Job: answer the protocol of editors with the language server, and a few requests of the page beside it (`studio/…`).
Input: messages. Output: messages. The server here knows one folder: what lies outside of it is answered as what is not
there.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.positions import offset_of
from cardwright.authoring.server.server import register_all
from cardwright.authoring.server.wire import MAX_MESSAGE
from cardwright.authoring.server.workspace import Cardwright
from cardwright.studio import beside, commands
from cardwright.studio.access import FRAMED
from cardwright.studio.debugging import Debugging
from cardwright.studio.game_files import FilesOfGame
from cardwright.studio.matches import Matches
from cardwright.studio.refusing import NotDone, NotRun, NotSaved, refused
from cardwright.studio.touching import touching
from dsl.game.game_files import RULESET
from dsl.visible import visible

_AT_ONCE = 2  # commands that run side by side
_FAR = re.compile(r"^(\d{1,9}) of (\d{1,9}) match", re.MULTILINE)  # of `cardwright simulate`


class StudioServer(Cardwright):
    """The language server of one page: it knows one game."""

    def __init__(self, version: str, folder: Path) -> None:
        super().__init__(version)
        self.folder = folder
        self.files = FilesOfGame(folder)
        self.pages: dict[str, bytes] = {}  # for frames, by names that cannot be guessed
        self.report = ""  # the name of the page with the last report
        self.may_run = asyncio.Semaphore(_AT_ONCE)
        self.running: set[asyncio.Task[Any]] = set()  # commands, which end with the page

    def keep_report(self, page: str) -> str:
        """The address of a report; the one before is forgotten."""
        self.pages.pop(self.report, None)
        self.report = secrets.token_urlsafe(32)
        self.pages[self.report] = page.encode("utf-8")
        return FRAMED + self.report

    def place(self, uri: str) -> tuple[LiveGame, str] | None:
        """As that of all games, but only within the folder."""
        found = super().place(uri) if uri.startswith(self.folder.as_uri() + "/") else None
        return found if found is not None and found[0].path == self.folder else None

    def uri(self, inside: str) -> str:
        return (self.folder / inside).as_uri()


class Sender:
    """Takes what the language server writes; ``waiting`` has what is to be sent."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        self.waiting.put_nowait(data)

    def close(self) -> None:
        self.waiting.put_nowait(None)


class Session:
    """The server of one page, and what it has to send."""

    def __init__(self, version: str, folder: Path) -> None:
        self.server = StudioServer(version, folder)
        self.sender = Sender()
        self.server.protocol.set_writer(self.sender, include_headers=False)
        register_all(self.server)
        _register_files(self.server)
        _register_beside(self.server)
        _register_matches(self.server)
        self.debugging = _register_debugger(self.server)

    def take(self, text: str) -> None:
        """Takes a message; what ends a server has no meaning here, where the socket is closed instead."""
        protocol: Any = self.server.protocol
        try:
            message: Any = json.loads(text, object_hook=protocol.structure_message) if len(text) <= MAX_MESSAGE else 0
        except (ValueError, RecursionError):
            message = None
        if not (isinstance(message, dict) and cast("dict[str, Any]", message).get("method") in ("exit", "shutdown")):
            protocol.handle_message(message)

    def changed(self, paths: list[str]) -> None:
        """Files of the game have changed on the disk."""
        for game in list(self.server.games.values()):
            self.server.reread(game)
        if self.server.versions:  # something is open: its game may have been gone, and is back
            self.server.place(self.server.uri(RULESET))
        self.server.protocol.notify("studio/changed", {"paths": paths})

    def close(self) -> None:
        self.debugging.end()
        for task in self.server.running:
            task.cancel()
        for game in list(self.server.games.values()):
            self.server.drop(game)
        self.server.scheduler.of_files.shutdown(wait=False)
        self.server.scheduler.of_games.shutdown(wait=False)
        cast("Any", self.server).shutdown()
        self.sender.close()


def _given(params: Any) -> dict[str, Any]:
    """The parameters of a request, which the library makes an object of."""
    return cast("dict[str, Any]", params._asdict()) if hasattr(params, "_asdict") else {}


def _words(params: Any, *names: str) -> list[str]:
    """The texts of these names in the parameters of a request."""
    given = _given(params)
    found = [given.get(name) for name in names]
    if not all(isinstance(word, str) for word in found):
        raise JsonRpcInvalidParams(f"this needs {', '.join(names)}, each a text")
    return cast("list[str]", found)


def _register_files(server: StudioServer) -> None:
    @server.feature("studio/game")
    def game(params: Any) -> dict[str, Any]:
        return {"name": server.folder.name, "folder": server.folder.as_uri(), "files": server.files.names()}

    @server.feature("studio/read")
    def read(params: Any) -> dict[str, Any]:
        return _told(lambda: asdict(server.files.read(*_words(params, "path"))))

    @server.feature("studio/save")
    def save(params: Any) -> dict[str, Any]:
        return _told(lambda: asdict(server.files.save(*_words(params, "path", "text", "digest"))))

    @server.feature("studio/run")
    async def run(params: Any) -> dict[str, Any]:
        (name,) = _words(params, "command")
        words = {key: word for key, word in _given(params).items() if isinstance(word, str)}
        work = asyncio.create_task(_run(server, name, words))
        server.running.add(work)
        try:
            return await work
        finally:
            work.cancel()
            server.running.discard(work)

    del game, read, save, run  # the decorators have registered them


async def _run(server: StudioServer, name: str, words: dict[str, str]) -> dict[str, Any]:
    """Runs a command. A report is a page, which is shown in a frame, as matches are; how far it is, is told."""
    protocol: Any = server.protocol

    def tell(text: str) -> None:
        for done, of in _FAR.findall(text)[-1:]:
            protocol.notify("studio/progress", {"done": int(done), "of": int(of)})

    try:
        async with server.may_run:
            ran = await commands.run(name, server.folder, words, tell)
    except NotRun as fault:
        return refused(fault)
    if name == "simulate" and ran.out:
        return {"code": ran.code, "address": server.keep_report(ran.out)}
    return asdict(ran)


def _register_matches(server: StudioServer) -> None:
    matches = Matches(server.folder, server.pages)

    @server.feature("studio/play")
    async def play(params: Any) -> dict[str, Any]:
        given = {name: word for name, word in _given(params).items() if isinstance(word, str)}
        try:
            async with server.may_run:
                return await matches.opened(given)
        except NotRun as fault:
            return refused(fault)

    @server.feature("studio/explain")
    async def explain(params: Any) -> dict[str, Any]:
        try:
            async with server.may_run:
                return await matches.explained(*_words(params, "save", "language"))
        except NotRun as fault:
            return refused(fault)

    del play, explain


def _register_debugger(server: StudioServer) -> Debugging:
    protocol: Any = server.protocol
    debugging = Debugging(server.folder, lambda name, body: protocol.notify("studio/debugged", {**body, "event": name}))

    @server.feature("studio/debug")
    async def debug(params: Any) -> dict[str, Any]:
        """`begin` loads what is debugged, `end` ends it; others go to the debugger, with arguments as JSON."""
        command, text = _words(params, "command", "given")
        try:
            held: Any = json.loads(text)
            if not isinstance(held, dict):
                raise JsonRpcInvalidParams("`given` is an object, written as JSON")
            given = cast("dict[str, Any]", held)
            if command == "begin":
                return await debugging.begin(str(given.get("subject", "")), given.get("save"))
            if command != "end":
                return await debugging.asked(command, given)
        except (NotDone, ValueError, RecursionError) as fault:
            return refused(fault)
        debugging.end()
        return {}

    del debug
    return debugging


def _told(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The result of some work on files, or why it was not done."""
    try:
        return work()
    except (NotSaved, OSError) as fault:
        return refused(fault)


def _register_beside(server: StudioServer) -> None:
    async def place(params: Any) -> tuple[LiveGame, str, int] | None:
        given = _given(params)
        (uri,) = _words(params, "uri")
        line, character = given.get("line"), given.get("character")
        if not isinstance(line, int) or not isinstance(character, int):
            raise JsonRpcInvalidParams("a position has a line and a character")
        found = await server.when_read(uri)
        if found is None:
            return None
        return (*found, offset_of(found[0].source(found[1]), lsp.Position(line, character)))

    @server.feature("studio/beside")
    async def card(params: Any) -> dict[str, Any]:
        found = await place(params)
        if found is None:
            return {"state": "no-card"}
        drawing = beside.described(*found, *_words(params, "language"))
        if isinstance(drawing, str):
            return {"state": drawing}
        loop = asyncio.get_running_loop()
        svg = await loop.run_in_executor(None, partial(beside.picture, drawing))
        return {
            "state": "drawn",
            "card": drawing.face.card,
            "title": drawing.face.data["title"],
            "words": [visible(word) for word in drawing.face.words],
            "svg": svg.decode("utf-8") if svg is not None else "",
            "said": drawing.said,
            "missing": drawing.missing,
        }

    @server.feature("studio/touching")
    async def touched(params: Any) -> dict[str, Any]:
        found = await place(params)
        return await touching(*found) if found is not None else {}

    del card, touched
