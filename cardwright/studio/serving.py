"""The studio's server.

Job: serve the page and the socket on this machine, and tell each page when files change. Input: a game's folder, a
port. Output: a server, which runs until it is interrupted. It listens on the loopback address only.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncGenerator, Callable, Generator
from importlib.resources import files
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright.authoring.server.wire import MAX_MESSAGE
from cardwright.studio.access import FRAMED, PROTOCOL, Access, Guard, in_language
from cardwright.studio.following import changed_files
from cardwright.studio.refusing import NotDone
from cardwright.studio.session import Session

_MOST_PAGES = 8  # sockets at once
_KINDS = {
    "index.html": "text/html", "studio.js": "text/javascript", "studio.css": "text/css", "play.js": "text/javascript",
    "play.css": "text/css", "licences.txt": "text/plain",
}  # fmt: skip


class Studio:
    """The application of one game, and its open pages."""

    def __init__(self, folder: Path, version: str, access: Access) -> None:
        self.folder = folder
        self.version = version
        self.access = access
        self.sessions: set[Session] = set()
        routes = [
            Route(FRAMED + "{name}", self.framed), Route("/{name:path}", self.file),
            WebSocketRoute("/socket", self.socket),
        ]  # fmt: skip
        self.app = Guard(Starlette(routes=routes, lifespan=self.lifespan), access)

    async def file(self, request: Request) -> Response:
        """A file of the page; nothing else is served."""
        name = request.path_params["name"] or "index.html"
        held = files("cardwright.studio") / "bundle" / name if name in _KINDS else None
        if held is None or not held.is_file():
            return _absent(request, NotDone("there is no such file", "такого файла нет"))
        data = held.read_bytes()
        if name == "index.html":
            data = data.replace(b"{nonce}", self.access.nonce.encode())
        return Response(data, media_type=_KINDS[name])

    async def framed(self, request: Request) -> Response:
        """A page that a session has made, for its frame. Only the session was told its name."""
        name = request.path_params["name"]
        data = next((s.server.pages[name] for s in self.sessions if name in s.server.pages), None)
        if data is None:
            return _absent(request, NotDone("there is no such page", "такой страницы нет"))
        return Response(data, media_type="text/html")

    async def socket(self, socket: WebSocket) -> None:
        """The language server of a page, until it is closed."""
        if len(self.sessions) >= _MOST_PAGES:
            await socket.close(1013, "too many pages are open")
            return
        await socket.accept(PROTOCOL)
        session = Session(self.version, self.folder)
        self.sessions.add(session)
        sending = asyncio.create_task(_send_all(session, socket))
        try:
            while True:
                session.take(await socket.receive_text())
        except (WebSocketDisconnect, KeyError):  # KeyError: bytes, which are no text
            pass
        finally:
            self.sessions.discard(session)
            session.close()
            sending.cancel()

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncGenerator[None]:
        stop = asyncio.Event()
        watching = asyncio.create_task(self.watch(stop))
        yield
        stop.set()
        await watching

    async def watch(self, stop: asyncio.Event) -> None:
        """Tells every page which files have changed."""
        async for paths in changed_files(self.folder, stop):
            for session in self.sessions:
                session.changed(paths)


def _absent(request: Request, told: NotDone) -> Response:
    return PlainTextResponse(f"{in_language(request.scope, told)}\n", 404)


async def _send_all(session: Session, socket: WebSocket) -> None:
    while (data := await session.sender.waiting.get()) is not None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page was closed meanwhile
            await socket.send_text(data.decode("utf-8"))


def serve(folder: Path, version: str, port: int, tell: Callable[[str], None]) -> None:
    """Serves a game until it is interrupted; ``tell`` is given the address. OSError if the port is taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        access = Access(listener.getsockname()[1])
        studio = Studio(folder.resolve(), version, access)
        config = uvicorn.Config(
            studio.app, log_config=None, access_log=False, server_header=False, ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE, ws_per_message_deflate=False, timeout_graceful_shutdown=1, proxy_headers=False,
        )  # fmt: skip
        server = _Server(config, lambda: tell(access.address))
        server.run(sockets=[listener])


_HANGUP = getattr(signal, "SIGHUP", None)  # not every system has it


class _Server(uvicorn.Server):
    """A server that tells when it has begun, and that ends in order, too, when its terminal is closed."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self.tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.tell()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """As for other signals: whoever began the server is told of it when it has ended."""
        with super().capture_signals():
            before = signal.getsignal(_HANGUP) if _HANGUP is not None else signal.SIG_IGN
            if _HANGUP is None or before is signal.SIG_IGN:  # as under nohup
                yield
                return
            signal.signal(_HANGUP, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(_HANGUP, before)
