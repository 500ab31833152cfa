"""Answers about one place in a text.

Job: answer requests that have a position. Input: requests. Output: values of the protocol. An answer needs the entry
around its place, never the whole file, so that it comes at once. Changes nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator

from lsprotocol import types as lsp

from cardwright.authoring.server import editing
from cardwright.authoring.server.card_texts import said_of_card
from cardwright.authoring.server.completion import offers
from cardwright.authoring.server.hover import described
from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.marks import signature_at
from cardwright.authoring.server.naming import Mention, Symbol
from cardwright.authoring.server.offering import Offer
from cardwright.authoring.server.outline import KINDS
from cardwright.authoring.server.positions import range_of
from cardwright.authoring.server.relations import Use, done_by, users
from cardwright.authoring.server.symbols import declared_at, mention_at, mentions, places_to_read
from cardwright.authoring.server.test_entries import said_of_key
from cardwright.authoring.server.text_before import within_text
from cardwright.authoring.server.words import said_of_word
from cardwright.authoring.server.workspace import Cardwright
from dsl.source import Span

_SORTS = {
    "verb": lsp.CompletionItemKind.Method, "function": lsp.CompletionItemKind.Function,
    "key": lsp.CompletionItemKind.Property, "field": lsp.CompletionItemKind.Field,
    "value": lsp.CompletionItemKind.EnumMember,
    "name": lsp.CompletionItemKind.Class, "local": lsp.CompletionItemKind.Variable,
    "heading": lsp.CompletionItemKind.Interface,
    "word": lsp.CompletionItemKind.Keyword,
}  # fmt: skip

_HOLE = re.compile(r"\$\d|\$\{")


async def name_at(server: Cardwright, uri: str, position: lsp.Position) -> tuple[LiveGame, str, Mention] | None:
    """The name at a position."""
    found = await server.at(uri, position)
    mention = mention_at(*found) if found is not None else None
    return (found[0], found[1], mention) if found is not None and mention is not None else None


async def uses(game: LiveGame, symbol: Symbol, inside: str) -> AsyncIterator[Mention]:
    """Every place that names a symbol. Between two files, other requests are answered."""
    for name in places_to_read(game, symbol, inside):
        for mention in mentions(game, name):
            if mention.symbol == symbol:
                yield mention
        await asyncio.sleep(0)


def register(server: Cardwright) -> None:
    """Adds these answers to the server."""
    _register_completion(server)
    _register_names(server)
    _register_calls(server)


def _register_completion(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " "]))
    async def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        found = await server.at(params.text_document.uri, params.position)
        known = server.client_capabilities.text_document
        completion = known.completion if known is not None else None
        fills = completion is not None and bool(getattr(completion.completion_item, "snippet_support", False))
        items = [item_of(offer, fills=fills) for offer in offers(*found)] if found is not None else []
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions([" ", "(", ","]))
    async def sign(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        found = await server.at(params.text_document.uri, params.position)
        return signature_at(found[0].vocab, found[0].source(found[1]).text[: found[2]]) if found is not None else None

    del complete, sign  # the decorators have registered them


def _register_names(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        found = await server.at(params.text_document.uri, params.position)
        if found is None:
            return None
        game, inside, offset = found
        trees = game.around(inside, offset)
        mention = mention_at(game, inside, offset, trees)
        said = described(game, mention, trees) if mention is not None else ""
        if said and mention is not None:
            return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said), range_of(mention.span))
        said = _said_at(game, inside, offset)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said)) if said else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = await name_at(server, params.text_document.uri, params.position)
        span = declared_at(*found) if found is not None else None
        return [editing.location(span)] if span is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = await name_at(server, params.text_document.uri, params.position)
        if found is None or await server.settled(params.text_document.uri) is None:
            return []
        game, inside, mention = found
        left_out = None if params.context.include_declaration else declared_at(game, inside, mention)
        named = [use.span async for use in uses(game, mention.symbol, inside)]
        return [editing.location(span) for span in named if span != left_out]

    del hover, definition, references


def _said_at(game: LiveGame, inside: str, offset: int) -> str:
    """What the key of a test at a place means, what the rules say beside a printed text, or a word of the language."""
    text = game.source(inside).text
    said = said_of_key(text, offset) if inside.startswith("tests/") else said_of_card(game, inside, offset)
    is_text = inside.endswith(".rules") or within_text(text[:offset])
    return said or said_of_word(text, offset, general=is_text)


def item_of(offer: Offer, *, fills: bool) -> lsp.CompletionItem:
    """An offer for an editor; for one that ``fills`` no placeholders, only what stands before the first."""
    text = offer.insert or offer.label
    is_snippet = _HOLE.search(text) is not None
    return lsp.CompletionItem(
        offer.label,
        kind=_SORTS[offer.sort],
        detail=offer.detail,
        insert_text=text if fills or not is_snippet else _HOLE.split(text)[0].rstrip(),
        insert_text_format=lsp.InsertTextFormat.Snippet if fills and is_snippet else lsp.InsertTextFormat.PlainText,
    )


def _register_calls(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def prepare(params: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem]:
        found = await name_at(server, params.text_document.uri, params.position)
        if found is None or found[2].symbol.sort != "verb":
            return []
        span = declared_at(*found)
        return [_called(found[2].symbol.name, span)] if span is not None else []

    @server.feature(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    async def incoming(params: lsp.CallHierarchyIncomingCallsParams) -> list[lsp.CallHierarchyIncomingCall]:
        found = await server.settled(params.item.uri)
        if found is None:
            return []
        places: dict[tuple[str, int, str], tuple[Use, list[lsp.Range]]] = {}
        async for use in users(found[0], params.item.name):
            key = use.inside, use.entry.span.start, use.form
            places.setdefault(key, (use, []))[1].append(range_of(use.place))
        return [lsp.CallHierarchyIncomingCall(_user(use), ranges) for use, ranges in places.values()]

    @server.feature(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    async def outgoing(params: lsp.CallHierarchyOutgoingCallsParams) -> list[lsp.CallHierarchyOutgoingCall]:
        found = await server.at(params.item.uri, params.item.selection_range.start)
        if found is None:
            return []
        places: dict[str, list[lsp.Range]] = {}
        for verb in done_by(*found):
            places.setdefault(verb.text, []).append(range_of(verb.span))
        verbs = found[0].vocab.verbs
        return [lsp.CallHierarchyOutgoingCall(_called(n, verbs[n].span), ranges) for n, ranges in places.items()]

    del prepare, incoming, outgoing


def _called(name: str, span: Span) -> lsp.CallHierarchyItem:
    place = editing.location(span)
    return lsp.CallHierarchyItem(name, lsp.SymbolKind.Method, place.uri, place.range, place.range)


def _user(use: Use) -> lsp.CallHierarchyItem:
    place = editing.location(use.entry.at)
    detail = f"{use.form} · {use.inside}"
    whole = range_of(use.entry.span)
    return lsp.CallHierarchyItem(use.entry.name, KINDS[use.entry.sort], place.uri, whole, place.range, detail=detail)
