"""Answers about whole files and games.

Job: answer requests for what stands in a document or in all games. Input: requests. Output: values of the protocol.
Between the entries of a file, other requests are answered. Changes nothing.
"""

from __future__ import annotations

import asyncio

from lsprotocol import types as lsp

from cardwright.authoring.server.editing import location
from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.marks import TOKENS, Colour, colours, encoded, hints
from cardwright.authoring.server.outline import KINDS, Entry, entries, folds, outline, quick_entries
from cardwright.authoring.server.positions import offset_of, range_of
from cardwright.authoring.server.relations import Tests, proven_rows
from cardwright.authoring.server.workspace import Cardwright
from dsl.counts import numbered

MOST_FOUND = 200  # symbols that a search shows
RUN_TEST = "cardwright.runTest"  # the command of an editor behind "run test": a folder and a name


def register(server: Cardwright) -> None:
    """Adds these answers to the server."""
    _register_symbols(server)
    _register_marks(server)
    _register_lenses(server)


def _register_symbols(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = await server.when_read(params.text_document.uri)
        return outline(*found) if found is not None else []

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def search(params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
        wanted = params.query.lower()
        found: list[lsp.SymbolInformation] = []
        for game in list(server.games.values()):
            for inside in game.files():
                near = [entry for entry in quick_entries(game, inside) if wanted in entry.name.lower()]
                found += [_symbol(game, entry) for entry in near]
                await asyncio.sleep(0)
        return sorted(found, key=lambda item: (len(item.name), item.name))[:MOST_FOUND]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def fold(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        found = server.place(params.text_document.uri)
        return [lsp.FoldingRange(*lines) for lines in folds(found[0].source(found[1]))] if found is not None else []

    del symbols, search, fold


def _symbol(game: LiveGame, entry: Entry) -> lsp.SymbolInformation:
    return lsp.SymbolInformation(location(entry.at), entry.name, KINDS[entry.sort], container_name=game.path.name)


def _register_marks(server: Cardwright) -> None:
    legend = lsp.SemanticTokensLegend(list(TOKENS), [])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def colour(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        found = await server.settled(params.text_document.uri)
        if found is None:
            return lsp.SemanticTokens([])
        game, inside = found
        source = game.source(inside)
        all_found: list[tuple[int, Colour]] = []
        parts: list[Entry | None] = [*entries(game, inside)]
        for entry in parts or [None]:
            base = entry.span.start if entry is not None else 0
            all_found += [(base, each) for each in colours(game, inside, entry)]
            await asyncio.sleep(0)
            if game.source(inside) is not source:  # it was edited meanwhile: the editor will ask again
                return lsp.SemanticTokens([])
        return lsp.SemanticTokens(encoded(source, all_found))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    async def hint(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        found = await server.settled(params.text_document.uri)
        if found is None:
            return []
        game, inside = found
        source = game.source(inside)
        within = range(offset_of(source, params.range.start), offset_of(source, params.range.end) + 1)
        shown: list[lsp.InlayHint] = []
        for entry in [e for e in entries(game, inside) if e.span.start < within.stop and within.start <= e.span.end]:
            shown += hints(game.around(inside, entry.at.start), within)
            await asyncio.sleep(0)
            if game.source(inside) is not source:
                return []
        return shown

    del colour, hint


def _register_lenses(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    async def lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        found = await server.when_read(params.text_document.uri)
        if found is None:
            return []
        game, inside = found
        if inside.startswith("tests/"):
            command = [(entry, [str(game.path), entry.name]) for entry in entries(game, inside)]
            return [
                lsp.CodeLens(range_of(entry.at), lsp.Command("run test", RUN_TEST, arguments=given))
                for entry, given in command
            ]
        tests = Tests(game)
        return [
            lsp.CodeLens(range_of(entry.at), lsp.Command(_said(game, entry, tests), ""))
            for entry in entries(game, inside)
        ]

    del lens


def _said(game: LiveGame, entry: Entry, tests: Tests) -> str:
    count = tests.counts.get(entry.name, 0)
    said = numbered(count, "test")
    proven = proven_rows(game, entry)
    if proven is None:
        return said
    count, most = sum(proven.values()), len(proven)
    rows = "row" if most == 1 else f"{count} of {most} rows"
    return f"{said} · {rows} {'proven' if count or most > 1 else 'not proven'}"
