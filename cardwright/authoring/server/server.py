"""The language server.

Job: put the parts of the server together, and serve. Input: messages. Output: answers and diagnostics.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import BinaryIO, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from cardwright.authoring.server import answers, changes, lists
from cardwright.authoring.server.wire import Incoming
from cardwright.authoring.server.workspace import MAX_GAMES, Cardwright

FILES = "**/*.{yaml,rules}"  # whose changes beside the editor are of interest
SWITCH = (
    0.0005  # seconds after which a check lets a request go on; Python's default is 0.005, and a request waits often
)

__all__ = ("MAX_GAMES", "make_server", "register_all", "serve")


def serve(version: str, *, allow_rules: bool = False) -> None:
    """Serves an editor on stdin and stdout until it ends; for ``allow_rules`` see `make_server`."""
    sys.setswitchinterval(SWITCH)
    make_server(version, allow_rules=allow_rules).start_io(cast("BinaryIO", Incoming(sys.stdin.buffer)))


def make_server(version: str, *, allow_rules: bool = False) -> Cardwright:
    """The server with all its features; with ``allow_rules`` it runs Python rules that a configuration names."""
    server = Cardwright(version, allow_rules=allow_rules)
    register_all(server)
    return server


def register_all(server: Cardwright) -> None:
    """Adds all features to a server."""
    _documents(server)
    _files(server)
    for register in (answers.register, lists.register, changes.register):
        register(server)


def _documents(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.versions.pop(params.text_document.uri, None)  # what is opened is told of, even if it was open already
        server.take(params.text_document.uri, params.text_document.text, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.take(uri, server.workspace.get_text_document(uri).source, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def shut(params: lsp.DidCloseTextDocumentParams) -> None:
        server.take(params.text_document.uri, None)

    del opened, changed, shut  # the decorators have registered them


def _files(server: Cardwright) -> None:
    @server.feature(lsp.INITIALIZED)
    async def begun(params: lsp.InitializedParams) -> None:
        """Asks to be told of files that change beside the editor, where the editor does not do so by itself."""
        known = server.client_capabilities.workspace
        watching = known.did_change_watched_files if known is not None else None
        if watching is not None and watching.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(FILES)])
            wanted = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            with suppress(JsonRpcException):  # an editor that refuses tells of none
                await server.client_register_capability_async(lsp.RegistrationParams([wanted]))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def written(params: lsp.DidChangeWatchedFilesParams) -> None:
        for game in {id(f[0]): f[0] for c in params.changes if (f := server.place(c.uri)) is not None}.values():
            server.reread(game)

    del begun, written
