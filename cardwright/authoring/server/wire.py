"""The messages of the protocol as they arrive.

Job: read messages up to a maximum size, answer invalid ones with an error, and pass on the others. Input: bytes.
Output: messages in the protocol's types. The server continues after an invalid message.
"""

from __future__ import annotations

from typing import Any, BinaryIO, cast
from urllib.parse import unquote

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.protocol import LanguageServerProtocol, lsp_method

MAX_MESSAGE = 32 * 1024 * 1024  # bytes; enough for the largest text with every character escaped
_MAX_HEADER = 1024
_PIECE = 1 << 20
_TOO_LARGE = b'"too large"'  # parsed as a message that is not an object, and answered as such


class Incoming:
    """The input of the server, with limits for the length of lines and messages."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def readline(self) -> bytes:
        """A header line; a meaningless one if the line is too long."""
        line = piece = self.stream.readline(_MAX_HEADER)
        while len(piece) == _MAX_HEADER and not piece.endswith(b"\n"):
            line, piece = b"long: header\r\n", self.stream.readline(_MAX_HEADER)
        return line

    def read(self, size: int) -> bytes:
        """The body of a message; skipped if it is too long."""
        if size <= MAX_MESSAGE:
            return self.stream.read(size)
        while size > 0:
            piece = self.stream.read(min(size, _PIECE))
            if not piece:
                return b""
            size -= len(piece)
        return _TOO_LARGE


class Wire(LanguageServerProtocol):
    """The protocol, with an answer to every message."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leaves an object unchanged: the library calls this for inner objects of a message too."""
        return data

    def handle_message(self, message: Any) -> None:
        """Passes on a valid message. Refuses an invalid request, and ignores an invalid notification."""
        if not isinstance(message, dict):
            self.refuse(None, JsonRpcInvalidRequest("a message is an object of at most 32 MiB"))
            return
        given = cast("dict[str, Any]", message)
        id_, method = given.get("id"), given.get("method")
        is_id = isinstance(id_, int | str)
        if given.get("jsonrpc") != "2.0" or ("id" in given and not is_id) or not isinstance(method, str | None):
            self.refuse(id_ if is_id else None, JsonRpcInvalidRequest("this is no message of JSON-RPC 2.0"))
            return
        if method is not None and self.get_message_type(method) is None:
            given.setdefault("params", None)
        try:
            structured = super().structure_message(given)
        except JsonRpcException as fault:
            if method is not None and is_id:
                self.refuse(id_, JsonRpcInvalidParams(f"`{method}` is not asked for with these parameters"), fault)
            return
        super().handle_message(cast("Any", structured))

    def refuse(self, id_: int | str | None, error: JsonRpcException, cause: Exception | None = None) -> None:
        """Answers with an error."""
        if cause is not None and cause.__cause__ is not None:
            error.data = str(cause.__cause__)[:200]
        self._send_data(lsp.ResponseErrorMessage(id=id_, error=error.to_response_error()))

    def unread(self) -> None:
        """Answers a message that is not valid JSON."""
        self.refuse(None, JsonRpcParseError("this is no JSON"))

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Any:
        """Agrees on UTF-16, which every editor knows: `positions` counts so, whatever an editor would like better."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> Any:
        """Ignores changes of a document that is not open or not kept."""
        if unquote(params.text_document.uri) in self.workspace.text_documents:
            yield from super().lsp_text_document__did_change(params)
