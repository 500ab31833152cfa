"""Answers about a whole file.

Job: answer requests for what stands in a document. Input: requests. Output: values of the protocol. Changes nothing.
"""

from __future__ import annotations

from lsprotocol import types as lsp

from cardwright.authoring.server.outline import outline
from cardwright.authoring.server.workspace import Cardwright


def register(server: Cardwright) -> None:
    """Adds these answers to the server."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = await server.ready(params.text_document.uri)
        return outline(*found) if found is not None else []

    del symbols
