"""Who may speak with the studio.

Job: refuse every request that does not come from the studio's own page, and give each answer the headers that bind that
page. Input: requests. Output: answers. A page of another site can reach this machine's ports: by their numbers, or by a
name that it lets point here. So the name that was asked for must be the studio's own, and so must the page that asks;
for the socket, where the game is, the token of this run must be given, too.
"""

from __future__ import annotations

import secrets
from dataclasses import field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from cardwright.studio.refusing import NotDone
from dsl.dataclass import dataclass

PROTOCOL = "cardwright"  # of the socket; the token is offered as a second protocol
FRAMED = "/match/"  # the path of pages that stand in a frame
_METHODS = ("GET", "HEAD")
_LONG = 4096  # characters of a header that no browser of ours sends


@dataclass(frozen=True, slots=True)
class Access:
    """The port of the studio, the token of this run, and the mark that the page's own styles carry."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @property
    def address(self) -> str:
        """The address of the page; what stands behind # is never sent anywhere."""
        return f"http://127.0.0.1:{self.port}/#token={self.token}"

    def refuses(self, scope: Scope) -> NotDone | None:
        """Why a request is refused; None if it is not."""
        headers = Headers(scope=scope)
        hosts = (f"127.0.0.1:{self.port}", f"localhost:{self.port}")
        given = headers.getlist("host")
        if len(given) != 1 or given[0] not in hosts:
            return NotDone("this address is not the studio's", "это адрес не студии")
        origins = headers.getlist("origin")
        if any(origin != f"http://{given[0]}" for origin in origins):
            return NotDone("this page is not the studio's", "это страница не студии")
        if scope["type"] == "websocket":
            known = len(origins) == 1 and self._knows(headers)
            return None if known else NotDone("the token is wrong", "ключ не тот")
        reads = scope["method"] in _METHODS
        return None if reads else NotDone("only reading is answered", "ответ даётся только на чтение")

    def _knows(self, headers: Headers) -> bool:
        offered = [part.strip() for part in headers.get("sec-websocket-protocol", "")[:_LONG].split(",")]
        known = secrets.compare_digest(offered[-1].encode(), self.token.encode())
        return len(offered) == 2 and offered[0] == PROTOCOL and known

    def policy(self) -> str:
        """What the page may load and run: its own files, and pictures as pictures."""
        return (
            "default-src 'none'; script-src 'self'; "
            f"style-src 'self' 'nonce-{self.nonce}'; img-src 'self' blob: data:; "
            f"connect-src 'self' ws://127.0.0.1:{self.port} ws://localhost:{self.port}; frame-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )

    def frame_policy(self) -> str:
        """What a page in a frame may do: be in the studio's page, and run the scripts that its own policy names. It has
        no origin, so it reaches neither the token nor the socket.
        """
        around = f"http://127.0.0.1:{self.port} http://localhost:{self.port}"
        return f"sandbox allow-scripts allow-forms; frame-ancestors {around}"


def in_language(scope: Scope, told: NotDone) -> str:
    """A refusal in the language that the browser asks for: no page is there that could choose one."""
    return told.russian if Headers(scope=scope).get("accept-language", "")[:2].lower() == "ru" else str(told)


class Guard:
    """An application that only its own page reaches."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._bind(MutableHeaders(scope=message), scope["path"])
            await send(message)

        reason = self.access.refuses(scope)
        if reason is None:
            await self.app(scope, receive, answer)
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, str(reason))(scope, receive, send)
        else:
            await PlainTextResponse(f"{in_language(scope, reason)}\n", 403)(scope, receive, answer)

    def _bind(self, headers: MutableHeaders, path: str) -> None:
        framed = path.startswith(FRAMED)
        headers["content-security-policy"] = self.access.frame_policy() if framed else self.access.policy()
        headers["x-content-type-options"] = "nosniff"
        headers["referrer-policy"] = "no-referrer"
        headers["cross-origin-resource-policy"] = "same-origin"
        headers["cross-origin-opener-policy"] = "same-origin"
        headers["cache-control"] = "no-store"
