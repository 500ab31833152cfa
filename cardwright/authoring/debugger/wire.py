"""Messages of the Debug Adapter Protocol over a pair of streams.

Job: read and write messages: a head with `Content-Length`, then JSON (Debug Adapter Protocol, "Base protocol"). Input
and output: streams of bytes. Must never know what a message is for.
"""

from __future__ import annotations

import json
from threading import Lock
from typing import Any, BinaryIO, cast

MOST = 8 * 1024 * 1024  # bytes of a message
_HEAD = 1024  # bytes of a line of a head


class Unreadable(Exception):
    """What came is no message; the text says why."""


class Wire:
    """One connection. ``send`` may be called from several threads."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self.incoming, self.outgoing = incoming, outgoing
        self._sent, self._lock = 0, Lock()

    def read(self) -> dict[str, Any] | None:
        """The next message; None at the end of the stream. Raises Unreadable."""
        length = None
        while line := self.incoming.readline(_HEAD):
            name, _, value = line.decode("ascii", "replace").strip().partition(":")
            if not name:
                break
            if name.lower() == "content-length":
                length = value.strip()
        if not line and length is None:
            return None
        if length is None or not (length.isascii() and length.isdigit() and len(length) < 9) or int(length) > MOST:
            raise Unreadable(f"a message needs a `Content-Length` of at most {MOST} bytes")
        body = self.incoming.read(int(length))
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as fault:
            raise Unreadable("a message is no JSON") from fault
        if not isinstance(message, dict):
            raise Unreadable("a message is no JSON object")
        return cast("dict[str, Any]", message)

    def send(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._sent += 1
            body = json.dumps({"seq": self._sent, **message}, ensure_ascii=True).encode("ascii")
            self.outgoing.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self.outgoing.flush()
