"""Changes of texts that an editor may make.

Job: answer requests for renaming, fixes and formatting. Input: requests. Output: edits, which the editor applies.
Changes nothing itself.
"""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from cardwright.authoring.server import editing
from cardwright.authoring.server.answers import name_at, uses
from cardwright.authoring.server.positions import offset_of, range_of
from cardwright.authoring.server.renaming import clash, why_no_name, why_not_renamed
from cardwright.authoring.server.workspace import Cardwright


def register(server: Cardwright) -> None:
    """Adds these answers to the server."""
    _register_renaming(server)
    _register_edits(server)


def _register_renaming(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def may_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        found = await name_at(server, params.text_document.uri, params.position)
        if found is None or why_not_renamed(found[0], found[2]):
            return None
        return range_of(found[2].span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        uri = params.text_document.uri
        found = await name_at(server, uri, params.position)
        if found is None or await server.settled(uri) is None:
            return None
        game, inside, mention = found
        reason = why_not_renamed(game, mention) or why_no_name(game, mention, params.new_name)
        found_uses = [use async for use in uses(game, mention.symbol, inside)] if not reason else []
        for use in found_uses:
            reason = reason or clash(game, use, params.new_name)
        if reason:
            raise JsonRpcInvalidParams(reason)
        return editing.edits([(use.span, params.new_name) for use in found_uses])

    del may_rename, rename


def _register_edits(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    async def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = await server.at(params.text_document.uri, params.range.start)
        if found is None:
            return []
        game, inside, start = found
        return editing.fixes(game, inside, start, offset_of(game.source(inside), params.range.end))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        found = await server.when_read(params.text_document.uri)
        return editing.laid_out(*found) if found is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def partly(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        found = await server.when_read(params.text_document.uri)
        return editing.laid_out(*found, params.range) if found is not None else []

    del act, formatted, partly
