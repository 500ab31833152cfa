"""The page follows the files of the game, also where their folder was gone for a while."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from watchfiles import awatch
from websockets.sync.client import ClientConnection

from cardwright.studio import following
from tests.packages.clients import new_game_folder
from tests.studio.running import studio
from tests.studio.test_access import asked, socket_of

CARD = "cards/more.yaml"
BROKEN = "cards: [{id: broken, kind: no_such_kind}]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return new_game_folder(tmp_path / "around")


@pytest.fixture
def link(game: Path) -> Iterator[ClientConnection]:
    with studio(game) as running, socket_of(running) as found:
        asked(found, "initialize", capabilities={}, processId=None, rootUri=None)
        path = game / "ruleset.yaml"
        text = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": path.read_text(encoding="utf-8")}
        told(found, "textDocument/didOpen", textDocument=text)
        heard(found, lambda method, _: method == "textDocument/publishDiagnostics")
        yield found


def told(link: ClientConnection, method: str, **params: Any) -> None:
    link.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


Wanted = Callable[[str, Any], bool]


def heard(link: ClientConnection, *wanted: Wanted) -> None:
    """Waits until the page is told all of something, in whatever order."""
    waiting = list(wanted)
    while waiting:
        got = json.loads(link.recv(20))
        waiting = [each for each in waiting if not each(got.get("method", ""), got.get("params"))]


def is_changed(inside: str) -> Wanted:
    return lambda method, given: method == "studio/changed" and inside in given["paths"]


def is_faulty(path: Path) -> Wanted:
    return lambda method, given: (
        method == "textDocument/publishDiagnostics" and given["uri"] == path.as_uri() and given["diagnostics"]
    )


def is_lost(method: str, given: Any) -> bool:
    return method == "studio/changed" and not given["paths"]


def is_removed(game: Path, kept: Path) -> None:
    shutil.copytree(game, kept)
    shutil.rmtree(game)


def is_moved(game: Path, kept: Path) -> None:
    game.rename(kept)


def is_moved_with_its_folder(game: Path, kept: Path) -> None:
    game.parent.rename(game.parent.parent / "away")
    shutil.copytree(game.parent.parent / "away" / game.name, kept)


@pytest.mark.parametrize("lose", [is_removed, is_moved, is_moved_with_its_folder])
def test_a_game_whose_folder_is_lost_and_back_is_followed(
    link: ClientConnection, game: Path, tmp_path: Path, lose: Callable[[Path, Path], None]
) -> None:
    lose(game, tmp_path / "kept")
    heard(link, is_lost)
    assert asked(link, "studio/game")["files"] == []
    shutil.copytree(tmp_path / "kept", game)
    heard(link, is_changed("ruleset.yaml"))
    (game / CARD).write_text(BROKEN, encoding="utf-8")
    heard(link, is_changed(CARD), is_faulty(game / CARD))


def test_a_folder_that_is_another_one_at_once_is_followed(link: ClientConnection, game: Path, tmp_path: Path) -> None:
    shutil.copytree(game, tmp_path / "kept")
    (tmp_path / "kept" / CARD).write_text(BROKEN, encoding="utf-8")
    shutil.rmtree(game)
    shutil.copytree(tmp_path / "kept", game)
    heard(link, is_changed(CARD), is_faulty(game / CARD))
    (game / CARD).unlink()
    heard(link, is_changed(CARD))


@pytest.mark.parametrize("fault", [OSError("OS file watch limit reached"), RuntimeError("too many open files")])
def test_files_are_followed_where_the_system_watches_no_more(
    fault: Exception, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limited(folder: Path, **given: Any) -> Any:
        if not given["force_polling"]:
            raise fault
        return awatch(folder, **given)

    async def first_change() -> list[str]:
        async for changed in following.changed_files(game, asyncio.Event()):
            if CARD in changed:
                return changed
            (game / CARD).write_text(BROKEN, encoding="utf-8")
        return []

    monkeypatch.setattr(following, "awatch", limited)
    assert CARD in asyncio.run(asyncio.wait_for(first_change(), 20))


def test_a_page_that_has_only_come_in_stops_nothing(game: Path) -> None:
    with studio(game) as running, socket_of(running) as silent, socket_of(running) as found:
        asked(found, "initialize", capabilities={}, processId=None, rootUri=None)
        for text in ("# one\n", "# two\n"):
            (game / CARD).write_text(text, encoding="utf-8")
            heard(found, is_changed(CARD))
            heard(silent, is_changed(CARD))
