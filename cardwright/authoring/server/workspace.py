"""The games and the open texts of an editor.

Job: find the game of a document, take what is typed into it, and send diagnostics: those of the card being edited at
once, all others when a check beside the requests has found them. Input: documents. Output: games, and diagnostics. Must
never write a file, but the cache of checks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import FeatureNotificationError, JsonRpcException
from pygls.lsp.server import LanguageServer

from cardwright.authoring.server import editing
from cardwright.authoring.server.live import ALONE, LiveGame
from cardwright.authoring.server.positions import offset_of
from cardwright.authoring.server.scheduler import PAUSE, Scheduler
from cardwright.authoring.server.wire import Wire
from dsl.diagnostics import Severity
from dsl.game.game_files import RULESET
from dsl.lint.config import CommandSettings, ConfigError, LintConfig, read_config
from dsl.reading.files import MAX_BYTES

MAX_GAMES = 4  # number of games in memory
MAX_OPEN = 64 * 1024 * 1024  # bytes of all open texts


class Cardwright(LanguageServer):
    """The server and its open games, the most recently used at the end."""

    def __init__(self, version: str, *, allow_rules: bool = False) -> None:
        super().__init__("cardwright", version, protocol_cls=Wire)  # pyright: ignore[reportUnknownMemberType]
        self.settings = CommandSettings(allow_rules=allow_rules)
        self.games: dict[Path, LiveGame] = {}
        self.scheduler = Scheduler(self.tell, lambda fault: self.report_server_error(fault, FeatureNotificationError))
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
            self.scheduler.begin(game)
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
        self.scheduler.forget(game)

    def forget_lost(self, game: LiveGame) -> bool:
        """Removes a game whose folder no longer exists, and its diagnostics; whether it did."""
        if (game.path / RULESET).is_file():
            return False
        self.drop(game)
        for inside in {*game.found, *game.texts}:
            self.publish((game.path / inside).as_uri(), [])
        return True

    async def when_read(self, uri: str) -> tuple[LiveGame, str] | None:
        """As `place`, once the game is read."""
        found = self.place(uri)
        return found if found is not None and await self.scheduler.is_loaded(found[0]) else None

    async def settled(self, uri: str) -> tuple[LiveGame, str] | None:
        """As `when_read`, once the file is read as it is now: for answers about the whole of it."""
        found = self.place(uri)
        return found if found is not None and await self.scheduler.is_settled(*found) else None

    async def at(self, uri: str, position: lsp.Position) -> tuple[LiveGame, str, int] | None:
        """The game, the relative path and the offset of a request."""
        found = await self.when_read(uri)
        return (*found, offset_of(found[0].source(found[1]), position)) if found is not None else None

    # ---- texts
    def tell(self, game: LiveGame, files: list[str]) -> None:
        """Sends the diagnostics of some files that a check has found; after the first, those of all open files."""
        if self.games.get(game.path) is not game or self.forget_lost(game):
            return
        self.publish_diagnostics(game, sorted({*files, *(() if game.is_told else game.texts)}))
        game.is_told = True

    def publish_diagnostics(self, game: LiveGame, files: list[str]) -> None:
        """Sends the diagnostics of some files."""
        for inside in files:
            self.publish((game.path / inside).as_uri(), editing.file_diagnostics(game, inside))

    def publish(self, uri: str, items: list[lsp.Diagnostic]) -> None:
        if uri in self.not_kept:
            items = [editing.remark(self.not_kept[uri], "file-too-large", Severity.ERROR)]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, items, self.versions.get(uri)))

    def take(self, uri: str, text: str | None, version: int | None = None) -> None:
        """Takes a text of the editor; sends its diagnostics at once, and begins a check of what it affects."""
        is_new = uri not in self.versions
        if version is None:
            self.versions.pop(uri, None)
        else:
            self.versions[uri] = version
        is_new = is_new or version is None or uri in self.not_kept
        text = self.bounded(uri, text)
        found = self.place(uri)
        if found is None:
            return
        game, inside = found
        before = game.source(inside).text
        files = game.edit(inside, text)
        is_changed = before != game.source(inside).text
        if game.is_told:
            new = {*files, inside, *game.found} if is_new or uri in self.not_kept else {*files}
            is_read_soon = is_changed and not inside.startswith(ALONE) and uri not in self.not_kept
            self.publish_diagnostics(game, sorted(new - {inside} if is_read_soon else new))
        if is_changed or text is None:
            self.scheduler.begin(game, inside, PAUSE)

    def reread(self, game: LiveGame) -> None:
        """Checks a game again after its files on the disk have changed."""
        if not self.forget_lost(game):
            game.folder = game.new_folder()
            self.scheduler.begin(game)

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
