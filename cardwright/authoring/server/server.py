"""The language server.

Job: answer an editor about the games in its folders. Input: requests. Output: answers and diagnostics. Diagnostics of
the card being edited are sent at once, all others after a pause. Apart from modules that make its values, the only user
of the protocol's library. Must never write a file.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, BinaryIO, cast

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import FeatureNotificationError, JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from cardwright.authoring.server import editing
from cardwright.authoring.server.completion import Offer, offers
from cardwright.authoring.server.hover import described
from cardwright.authoring.server.live import LiveGame
from cardwright.authoring.server.positions import offset_of, range_of
from cardwright.authoring.server.symbols import Mention, declared_at, mention_at, uses
from cardwright.authoring.server.test_entries import said_of_key
from cardwright.authoring.server.wire import Incoming, Wire
from cardwright.authoring.server.words import said_of_word
from dsl.diagnostics import Severity
from dsl.game.game_files import RULESET
from dsl.lint.config import CommandSettings, ConfigError, LintConfig, read_config
from dsl.meaning.builtins import is_name
from dsl.reading.files import MAX_BYTES
from dsl.source import Span

PAUSE = 0.3  # seconds without edits before everything that they may affect is checked
MAX_GAMES = 8  # number of games in memory
MAX_OPEN = 64 * 1024 * 1024  # bytes of all open texts

_SORTS = {
    "verb": lsp.CompletionItemKind.Method, "function": lsp.CompletionItemKind.Function,
    "key": lsp.CompletionItemKind.Property, "field": lsp.CompletionItemKind.Field,
    "value": lsp.CompletionItemKind.EnumMember,
    "name": lsp.CompletionItemKind.Class, "local": lsp.CompletionItemKind.Variable,
    "heading": lsp.CompletionItemKind.Interface,
    "word": lsp.CompletionItemKind.Keyword,
}  # fmt: skip


class Cardwright(LanguageServer):
    """The server and its open games, the most recently used at the end."""

    def __init__(self, version: str, *, allow_rules: bool = False) -> None:
        super().__init__("cardwright", version, protocol_cls=Wire)  # pyright: ignore[reportUnknownMemberType]
        self.settings = CommandSettings(allow_rules=allow_rules)
        self.games: dict[Path, LiveGame] = {}
        self.waiting: dict[Path, asyncio.TimerHandle] = {}
        self.versions: dict[str, int] = {}
        self.sizes: dict[str, int] = {}
        self.not_kept: dict[str, str] = {}

    # ---- games
    def place(self, uri: str) -> tuple[LiveGame, str] | None:
        """The game that contains a document, and the relative path of the document."""
        path = _path_of(uri)
        if path is None:
            return None
        try:
            for game in [game for game in self.games.values() if path.is_relative_to(game.path)]:
                self.forget_lost(game)
            folder = next((p for p in path.parents if (p / RULESET).is_file()), None)
        except (OSError, ValueError):  # not a valid file name on this system
            return None
        return (self.game(folder), path.relative_to(folder).as_posix()) if folder is not None else None

    def game(self, folder: Path) -> LiveGame:
        """The game in a folder, with the open texts. If there are too many games, the least recently used is
        removed.
        """
        game = self.games.pop(folder, None)
        if game is None:
            try:
                config = read_config(folder, self.settings)
            except ConfigError as fault:
                self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(fault)))
                config = LintConfig()
            game = LiveGame(folder, config, self.texts_below(folder))
        self.games[folder] = game
        for other in list(self.games.values())[:-MAX_GAMES]:
            self.drop(other)
        return game

    def texts_below(self, folder: Path) -> dict[str, str]:
        """The open documents in a folder, by relative path."""
        paths = {doc.uri: _path_of(doc.uri) for doc in self.workspace.text_documents.values()}
        texts = {paths[doc.uri]: doc.source for doc in self.workspace.text_documents.values()}
        return {
            path.relative_to(folder).as_posix(): text
            for path, text in texts.items()
            if path is not None and path.is_relative_to(folder)
        }

    def drop(self, game: LiveGame) -> None:
        """Removes a game from memory."""
        self.games.pop(game.path, None)
        waiting = self.waiting.pop(game.path, None)
        if waiting is not None:
            waiting.cancel()

    def forget_lost(self, game: LiveGame) -> bool:
        """Removes a game whose folder no longer exists, and its diagnostics; whether it did."""
        if (game.path / RULESET).is_file():
            return False
        self.drop(game)
        for inside in game.found:
            self.publish((game.path / inside).as_uri(), [])
        return True

    # ---- places
    def at(self, uri: str, position: lsp.Position) -> tuple[LiveGame, str, int] | None:
        """The game, the relative path and the offset of a request."""
        found = self.place(uri)
        if found is None:
            return None
        game, inside = found
        return game, inside, offset_of(game.source(inside), position)

    def name_at(self, uri: str, position: lsp.Position) -> tuple[LiveGame, str, Mention] | None:
        found = self.at(uri, position)
        mention = mention_at(*found) if found is not None else None
        return (found[0], found[1], mention) if found is not None and mention is not None else None

    def key_at(self, uri: str, position: lsp.Position) -> str:
        """What the key of a test at a position means, or a word of the language."""
        game, inside, offset = self.at(uri, position) or (None, "", 0)
        text = game.source(inside).text if game is not None else ""
        said = said_of_key(text, offset) if inside.startswith("tests/") else ""
        return said or said_of_word(text, offset)

    # ---- texts
    def publish_diagnostics(self, game: LiveGame, files: list[str]) -> None:
        """Sends the diagnostics of some files."""
        for inside in files:
            self.publish((game.path / inside).as_uri(), editing.file_diagnostics(game, inside))

    def publish(self, uri: str, items: list[lsp.Diagnostic]) -> None:
        if uri in self.not_kept:
            items = [editing.remark(self.not_kept[uri], "file-too-large", Severity.ERROR)]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, items, self.versions.get(uri)))

    def take(self, uri: str, text: str | None, version: int | None = None) -> None:
        """Takes a text of the editor; sends its diagnostics at once, and the others after a pause."""
        is_new = uri not in self.versions
        if version is None:
            self.versions.pop(uri, None)
        else:
            self.versions[uri] = version
        text = self.bounded(uri, text)
        found = self.place(uri)
        if found is None:
            return
        game, inside = found
        files = game.edit(inside, text)
        self.publish_diagnostics(game, sorted({*files, *game.found}) if is_new else files)
        if game.path in self.waiting:
            self.waiting[game.path].cancel()
        self.waiting[game.path] = asyncio.get_event_loop().call_later(PAUSE, self.renew, game)

    def bounded(self, uri: str, text: str | None) -> str | None:
        """The open text; None if it is closed or too large, and the file on the disk is used."""
        self.sizes.pop(uri, None)
        self.not_kept.pop(uri, None)
        if text is None:
            return None
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > MAX_BYTES:
            many = f"{size / 1024 / 1024:.1f} MiB"
            self.not_kept[uri] = f"the text has {many}, but at most 5 MiB are read; split the file"
        elif size + sum(self.sizes.values()) > MAX_OPEN:
            most = MAX_OPEN // 1024 // 1024
            self.not_kept[uri] = f"the open files have more than {most} MiB together; close some of them"
        else:
            self.sizes[uri] = size
            return text
        self.workspace.remove_text_document(uri)
        return None

    def renew(self, game: LiveGame) -> None:
        """Checks a game again, if its folder still exists, and sends the changed diagnostics."""
        self.waiting.pop(game.path, None)
        if self.games.get(game.path) is not game or self.forget_lost(game):
            return
        try:
            self.publish_diagnostics(game, game.renew())
        except Exception as fault:  # no request waits for this, so the fault is shown, and the old results stay
            self.report_server_error(fault, FeatureNotificationError)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Answers a message that is not valid JSON; shows a fault that has no answer."""
        if source is JsonRpcException:
            cast("Wire", self.protocol).unread()
        else:
            super().report_server_error(error, source)


def _path_of(uri: str) -> Path | None:
    """The file of a document, or None if it is not a file on this system."""
    try:
        path = Path(uris.to_fs_path(uri) or "")
    except ValueError:
        return None
    return path if path.is_absolute() and ".." not in path.parts else None


def serve(version: str, *, allow_rules: bool = False) -> None:
    """Serves an editor on stdin and stdout until it ends; for ``allow_rules`` see `make_server`."""
    make_server(version, allow_rules=allow_rules).start_io(cast("BinaryIO", Incoming(sys.stdin.buffer)))


def make_server(version: str, *, allow_rules: bool = False) -> Cardwright:
    """The server with all its features; with ``allow_rules`` it runs Python rules that a configuration names."""
    server = Cardwright(version, allow_rules=allow_rules)
    _documents(server)
    _answers(server)
    _changes(server)
    return server


def _documents(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.text, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.take(uri, server.workspace.get_text_document(uri).source, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def shut(params: lsp.DidCloseTextDocumentParams) -> None:
        server.take(params.text_document.uri, None)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def written(params: lsp.DidChangeWatchedFilesParams) -> None:
        for game in {id(f[0]): f[0] for c in params.changes if (f := server.place(c.uri)) is not None}.values():
            server.renew(game)

    del opened, changed, shut, written  # the decorators have registered them


def _answers(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " "]))
    def complete(params: lsp.CompletionParams) -> lsp.CompletionList:
        found = server.at(params.text_document.uri, params.position)
        items = [_item(offer) for offer in offers(*found)] if found is not None else []
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        found = server.name_at(params.text_document.uri, params.position)
        if found is None:
            said = server.key_at(params.text_document.uri, params.position)
            return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said)) if said else None
        game, inside, mention = found
        text = described(game, mention, game.roots(inside)[1].types)
        text = text or server.key_at(params.text_document.uri, params.position)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), range_of(mention.span)) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = server.name_at(params.text_document.uri, params.position)
        if found is None:
            return []
        game, inside, mention = found
        span = declared_at(game.vocab, mention.symbol) or _first_use(game, inside, mention)
        return [editing.location(span)] if span is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = server.name_at(params.text_document.uri, params.position)
        if found is None:
            return []
        game, inside, mention = found
        return [editing.location(use.span) for _, use in uses(game, mention.symbol, inside)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = server.place(params.text_document.uri)
        return editing.outline(*found) if found is not None else []

    del complete, hover, definition, references, symbols


def _changes(server: Cardwright) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        found = server.name_at(params.text_document.uri, params.position)
        if found is None or editing.why_not_renamed(found[0], found[2]):
            return None
        return range_of(found[2].span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = server.name_at(params.text_document.uri, params.position)
        if found is None:
            return None
        game, inside, mention = found
        reason = editing.why_not_renamed(game, mention)
        if reason:
            raise JsonRpcInvalidParams(reason)
        if not is_name(params.new_name):
            raise JsonRpcInvalidParams(f"`{params.new_name}` is no name: small letters, digits and `_`")
        return editing.renamed(game, inside, mention, params.new_name)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def act(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = server.at(params.text_document.uri, params.range.start)
        if found is None:
            return []
        game, inside, start = found
        return editing.fixes(game, inside, start, offset_of(game.source(inside), params.range.end))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        found = server.place(params.text_document.uri)
        return editing.laid_out(*found) if found is not None else []

    del may_rename, rename, act, formatted


def _first_use(game: LiveGame, inside: str, mention: Mention) -> Span | None:
    """The declaration of a card or a local: its `id:`, or the first place that names it."""
    found = [use.span for _, use in uses(game, mention.symbol, inside)]
    ids = [span for span in found if span.source.text[: span.start].rstrip().endswith("id:")]
    return next(iter([*ids, *found]), None)


def _item(offer: Offer) -> lsp.CompletionItem:
    is_snippet = "${" in offer.insert
    return lsp.CompletionItem(
        offer.label,
        kind=_SORTS[offer.sort],
        detail=offer.detail,
        insert_text=offer.insert or offer.label,
        insert_text_format=lsp.InsertTextFormat.Snippet if is_snippet else lsp.InsertTextFormat.PlainText,
    )
