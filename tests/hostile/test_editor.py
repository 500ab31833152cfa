"""The language server answers whatever it is sent, goes on, and keeps and shows no more than it has room for."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from cardwright.authoring.server import live
from cardwright.authoring.server.server import MAX_GAMES, make_server
from tests.changing_game import card, write_changing
from tests.hostile.editor_client import Client
from tests.live_game import live_game

BIG = "cards/big.yaml"
SLIP = "after tap self: hael 1 to self"
NONSENSE: list[Any] = [None, 0, -1, 1.5, True, "", "x", [], [[]], {}, {"textDocument": None}]
REQUESTS = (
    "textDocument/completion", "textDocument/hover", "textDocument/definition", "textDocument/references",
    "textDocument/documentSymbol", "textDocument/prepareRename", "textDocument/rename", "textDocument/codeAction",
    "textDocument/formatting",
)  # fmt: skip


@pytest.fixture(scope="module")
def shared() -> Iterator[Client]:
    client = Client()
    yield client
    client.kill()


@pytest.fixture
def client(shared: Client) -> Iterator[Client]:
    """The server of all tests: it must have outlived each."""
    yield shared
    assert shared.request("nothing/of/the/sort", {})["error"]["code"] == -32601


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write_changing(tmp_path)


def cards(count: int, text: str = SLIP) -> str:
    return "cards:\n" + "".join(card(1000 + n, text) for n in range(count))


def params(uri: str, line: Any = 0, character: Any = 0) -> dict[str, Any]:
    """What every request may need."""
    place = {"line": line, "character": character}
    return {
        "textDocument": {"uri": uri}, "position": place, "range": {"start": place, "end": place}, "newName": "other",
        "context": {"includeDeclaration": True, "diagnostics": []}, "options": {"tabSize": 2, "insertSpaces": True},
    }  # fmt: skip


# ---- memory
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_grows_with_the_text_and_not_with_its_square(game: Path) -> None:
    """945 MiB were needed once: each of two thousand faults had a copy of the text. Now it is some 25."""
    client = Client()
    try:
        uri = (game / BIG).as_uri()
        (game / BIG).write_text(cards(1, "passive: +1 armor"), encoding="utf-8")
        client.open(uri, cards(1, "passive: +1 armor"))
        client.diagnostics(uri)
        before = client.memory()
        text = cards(800, SLIP)
        client.change(uri, text)
        assert len(client.diagnostics(uri)) > 100
        client.change(uri, text.replace("hp: 5", "hp: 6", 1), 3)
        client.diagnostics(uri)
        assert client.memory() - before < 100
    finally:
        client.kill()


def test_a_file_shows_so_many_findings_and_how_many_more_there_are(client: Client, game: Path) -> None:
    uri = (game / BIG).as_uri()
    text = cards(600, "after tap self hael")
    (game / BIG).write_text(text, encoding="utf-8")
    client.open(uri, text)
    found = client.diagnostics(uri)
    assert len(found) == 501
    assert {item["severity"] for item in found[:-1]} == {1}
    assert found[-1]["severity"] == 3 and found[-1]["code"] == "more"
    more = int(found[-1]["message"].split()[0])
    assert more >= 100
    client.change(uri, text.replace("after tap self hael", "after tap self: heal 1 to self", 200))
    while len(client.diagnostics(uri)) != 400:
        pass
    assert all(item["code"] != "more" for item in client.told[uri])
    client.shut(uri)


def test_a_game_keeps_so_many_findings(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "KEPT_IN_ALL", 100)
    for n in range(5):
        text = "cards:\n" + "".join(card(1000 * (n + 1) + k, "hael") for k in range(30))
        (game / "cards" / f"big_{n}.yaml").write_text(text, encoding="utf-8")
    found = live_game(game)
    kept = {name: len(items) for name, items in found.found.items() if "big" in name}
    assert len(kept) == 5 and 100 <= sum(kept.values()) <= 105 and min(kept.values()) == 1
    assert all(kept[name] + found.more[name] == 30 for name in kept)


def test_a_message_is_cut_where_it_is_long(client: Client, game: Path) -> None:
    uri = (game / BIG).as_uri()
    text = cards(3, f"after tap self: {'h' * 100_000} 1 to self")
    (game / BIG).write_text(text, encoding="utf-8")
    client.open(uri, text)
    found = client.diagnostics(uri)
    assert found and all(len(item["message"]) < 2100 for item in found)
    client.shut(uri)


def test_a_text_that_is_too_large_is_said_to_be_and_not_kept(client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    text = (game / "cards" / "more_0.yaml").read_text(encoding="utf-8")
    client.open(uri, text)
    assert not [item for item in client.diagnostics(uri) if item["severity"] == 1]
    client.change(uri, text + "# more\n" * 1_000_000)
    (item,) = client.diagnostics(uri)
    assert item["code"] == "file-too-large" and "at most 5 MiB" in item["message"] and item["severity"] == 1
    client.change(uri, "cards: [", 3)  # passed over: what is open is not known here
    assert client.outline(uri) == ["card_0", "card_1", "card_2"]
    client.shut(uri)
    assert "file-too-large" not in [item["code"] for item in client.diagnostics(uri)]
    client.open(uri, text, 4)
    assert "file-too-large" not in [item["code"] for item in client.diagnostics(uri)]
    client.shut(uri)


def test_open_texts_have_a_bound_together(client: Client, game: Path) -> None:
    text = (game / "cards" / "more_0.yaml").read_text(encoding="utf-8")
    uri = (game / "cards" / "more_0.yaml").as_uri()
    others = [f"untitled:{n}" for n in range(13)]
    for other in others:
        client.open(other, "x" * 5_150_000)
    client.open(uri, text)
    assert "file-too-large" not in [item["code"] for item in client.diagnostics(uri)]
    client.change(uri, text + "# more\n" * 50_000)
    assert client.diagnostics(uri)[0]["message"].startswith("the open files have more than 64 MiB together")
    for each in (uri, *others):
        client.shut(each)
    client.open(uri, text)
    assert "file-too-large" not in [item["code"] for item in client.diagnostics(uri)]
    client.shut(uri)


def test_games_that_were_asked_for_last_are_kept(tmp_path: Path) -> None:
    server = make_server("0")
    list(server.protocol.lsp_initialize(lsp.InitializeParams(capabilities=lsp.ClientCapabilities())))
    folders = [write_changing(tmp_path / str(n)) for n in range(MAX_GAMES + 2)]

    async def ask() -> None:
        for folder in folders:
            assert server.place((folder / "cards" / "more_0.yaml").as_uri()) is not None
        assert list(server.games) == folders[2:]
        server.place((folders[2] / "cards" / "more_0.yaml").as_uri())
        server.place((folders[0] / "cards" / "more_0.yaml").as_uri())
        assert list(server.games) == [*folders[4:], folders[2], folders[0]]
        for game in list(server.games.values()):
            server.drop(game)

    asyncio.run(ask())


# ---- malformed messages
@pytest.mark.parametrize("method", [*REQUESTS, "shutdown/of/nothing", "workspace/executeCommand"])
def test_requests_without_sense_are_answered(method: str, client: Client, game: Path) -> None:
    for given in NONSENSE:
        answer = client.request(method, given)
        assert answer["error"]["code"] in (-32602, -32601), answer
    client.send({"jsonrpc": "2.0", "id": f"{method} without", "method": method})
    assert client.answer(f"{method} without")["error"]["code"] in (-32602, -32601)


@pytest.mark.parametrize(
    "method",
    ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave", "$/cancelRequest",
     "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "$/setTrace", "nothing", "initialized"],
)  # fmt: skip
def test_notifications_without_sense_are_passed_over(method: str, client: Client) -> None:
    for given in NONSENSE:
        client.notify(method, given)
    client.send({"jsonrpc": "2.0", "method": method})


@pytest.mark.parametrize(
    ("message", "code"),
    [(None, -32600), (7, -32600), ("text", -32600), ([], -32600), ([{"jsonrpc": "2.0"}], -32600), ({}, -32600),
     ({"id": 5}, -32600), ({"jsonrpc": "1.0", "id": 5, "method": "x"}, -32600), ({"jsonrpc": "2.0", "id": [], "method": "x"}, -32600),
     ({"jsonrpc": "2.0", "id": 5, "method": 3}, -32600), ({"jsonrpc": "2.0", "id": None, "method": "x"}, -32600)],
)  # fmt: skip
def test_what_is_no_message_is_refused(message: Any, code: int, client: Client) -> None:
    client.send(message)
    wanted = message.get("id") if isinstance(message, dict) and isinstance(message.get("id"), int) else None
    assert client.answer(wanted)["error"]["code"] == code


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff\xfe", b"[" * 100_000, b"\x00", b"{\"jsonrpc\": \"2.0\", \"id\": " + b"9" * 5000 + b"}", b"NaN NaN"],
)  # fmt: skip
def test_what_is_no_json_is_refused(body: bytes, client: Client) -> None:
    client.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    assert client.answer(None)["error"]["code"] in (-32700, -32600)


def test_responses_that_nobody_asked_for_are_passed_over(client: Client) -> None:
    client.send({"jsonrpc": "2.0", "id": "nobody", "result": {"jsonrpc": "2.0"}})
    client.send({"jsonrpc": "2.0", "id": "nobody", "error": {"code": 1, "message": ""}})
    client.send({"jsonrpc": "2.0", "id": "nobody", "error": 3})


def test_an_object_within_a_message_may_look_like_one(client: Client, game: Path) -> None:
    """It was taken for one once, and the request was never answered."""
    uri = (game / "cards" / "more_0.yaml").as_uri()
    given = {**params(uri), "workDoneToken": 1, "data": {"jsonrpc": "2.0", "method": "initialize", "id": 1}}
    assert "result" in client.request("textDocument/hover", given)


def test_headers_have_a_bound() -> None:
    client = Client()
    try:
        client.raw(b"Content-Length: " + b"9" * 10_000 + b"\r\n\r\n")
        client.raw(b"X" * 3_000_000 + b"\r\n\r\n")
        client.raw(b"Content-Length: -5\r\n\r\nContent-Length: 0\r\n\r\n\r\n")
        assert client.request("nothing", {})["error"]["code"] == -32601
        size = 40 * 1024 * 1024
        client.raw(b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(40):
            client.raw(b" " * (1 << 20))
        assert client.answer(None)["error"]["code"] == -32600
        assert client.end() == 0
    finally:
        client.kill()


# ---- places
@pytest.mark.parametrize("method", REQUESTS)
def test_positions_out_of_range_are_answered(method: str, client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    client.open(uri, (game / "cards" / "more_0.yaml").read_text(encoding="utf-8"))
    for line, character in ((0, 2**31 - 1), (2**31 - 1, 0), (2**31 - 1, 2**31 - 1), (10**6, 5)):
        assert "id" in client.request(method, params(uri, line, character))
    for line, character in ((-1, 0), (0, -1), (2**70, 0), ("a", 0), (None, 0), ([], {})):
        answer = client.request(method, params(uri, line, character))
        has_place = method not in ("textDocument/documentSymbol", "textDocument/formatting")
        assert ("error" in answer) is has_place, (line, character, answer)
    client.shut(uri)


URIS = (
    "", "x", "untitled:Untitled-1", "http://example.com/cards/a.yaml", "git:/a/cards/b.yaml", "file:", "file://", "file:///",
    "file:///nowhere/cards/a.yaml", "file:///%00", "file:///%ff%fe/a.yaml", "file:///%ED%A0%80/cards/a.yaml", "file:///%",
    "file:///%zz%", "file://[", "file://[::1/a", "file://host/share/a.yaml", "file:relative/cards/a.yaml", "file:ruleset.yaml",
    "file:///" + "a" * 5000, "file:///" + "a/" * 5000, "file:///etc/passwd", "file:///dev/zero", "file:///proc/self/environ",
    "file:///\ud800/cards/a.yaml", "javascript:alert(1)", "//", "\x00", "file:///tmp/../tmp/x.yaml",
)  # fmt: skip


@pytest.mark.parametrize("uri", URIS)
def test_uris_of_anything_are_answered(uri: str, client: Client) -> None:
    for method in REQUESTS:
        answer = client.request(method, params(uri))
        assert not answer.get("result"), (method, answer)
    client.open(uri, "cards: [")
    client.change(uri, "cards: {")
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}, {"uri": uri, "type": 3}]})
    client.shut(uri)


@pytest.mark.parametrize(
    "inside",
    ["README.md", "cards/deep/down.yaml", "cards/none.txt", "tests/none.txt", "rules/none", "none/none.yaml", ".hidden",
     "cards/.hidden.yaml", "cards", "cards/nothing.yaml", "rulebook.yaml", "rosters/new.yaml", "scenarios/\ud800.yaml"],
)  # fmt: skip
def test_documents_anywhere_in_a_game_are_answered(inside: str, client: Client, game: Path) -> None:
    uri = f"{game.as_uri()}/{inside}"
    for text in ("", "cards: [", "verb", "\ud800", "a: 1\n" * 10, "\x00"):
        client.open(uri, text)
        for method in REQUESTS:
            client.request(method, params(uri, 0, 1))
        client.shut(uri)


def test_a_path_that_leads_out_and_back_is_no_other_game(client: Client, game: Path) -> None:
    uri = f"{game.as_uri()}/cards/../cards/more_0.yaml"
    assert client.outline(uri) == []


# ---- texts
def test_lone_surrogates_are_told_of(client: Client, game: Path) -> None:
    for inside in ("cards/more_0.yaml", "rules/play.rules", "tests/more_0.yaml", "ruleset.yaml"):
        uri = (game / inside).as_uri()
        text = (game / inside).read_text(encoding="utf-8")
        client.open(uri, text.replace("\n", "\n# \ud800 \udfff\n", 1))
        while "invalid-utf8" not in [item["code"] for item in client.diagnostics(uri)]:
            pass  # what a check of the file before has found is told first
        for method in REQUESTS:
            client.request(method, params(uri, 1, 3))
        client.change(uri, text)
        while "invalid-utf8" in [item["code"] for item in client.diagnostics(uri)]:
            pass
        client.shut(uri)


def test_a_surrogate_is_no_name(client: Client, game: Path) -> None:
    uri = (game / "rules" / "play.rules").as_uri()
    line = next(
        n for n, text in enumerate((game / "rules" / "play.rules").read_text().split("\n")) if "verb heal" in text
    )
    for name in ("\ud800", "a\n", "", "x" * 100_000, "a b", "\u202e"):
        answer = client.request("textDocument/rename", {**params(uri, line, 6), "newName": name})
        assert "error" in answer or "x" * 100 in json.dumps(answer), name


def test_a_change_before_its_document_is_open_is_passed_over(client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    shown = len(client.shown)
    client.change(uri, "cards: [")
    client.shut(uri)
    assert client.outline(uri) == ["card_0", "card_1", "card_2"]
    assert client.shown[shown:] == []


@pytest.mark.parametrize(
    "place",
    [{"start": {"line": 5, "character": 9}, "end": {"line": 1, "character": 0}},
     {"start": {"line": 10**6, "character": 0}, "end": {"line": 10**7, "character": 3}},
     {"start": {"line": 0, "character": 10**6}, "end": {"line": 0, "character": 10**7}}],
)  # fmt: skip
def test_changes_out_of_range_are_outlived(place: Any, client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    text = (game / "cards" / "more_0.yaml").read_text(encoding="utf-8")
    client.open(uri, text)
    document = {"uri": uri, "version": 2}
    client.notify(
        "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": place, "text": "x"}]}
    )
    client.change(uri, text, 3)
    assert client.outline(uri) == ["card_0", "card_1", "card_2"]
    client.shut(uri)


# ---- folders
def test_a_game_that_is_deleted_while_it_is_open_is_forgotten(client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    text = (game / "cards" / "more_0.yaml").read_text(encoding="utf-8")
    client.open(uri, text.replace("heal 1", "hael 1"))
    assert "unknown-verb" in [item["code"] for item in client.diagnostics(uri)]
    kept = game.rename(game.with_name("kept"))
    client.change(uri, text.replace("heal 1", "hael 2"))
    assert client.diagnostics(uri) == []
    for method in REQUESTS:
        assert not client.request(method, params(uri, 3, 3)).get("result")
    kept.rename(game)  # it is back, and the text is still open
    client.change(uri, text.replace("heal 1", "hael 3"), 3)
    assert "unknown-verb" in [item["code"] for item in client.diagnostics(uri)]
    client.shut(uri)


def test_a_game_that_is_deleted_before_it_is_checked_again_is_forgotten(client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    text = (game / "cards" / "more_0.yaml").read_text(encoding="utf-8")
    client.open(uri, text.replace("heal 1", "hael 1"))
    assert client.diagnostics(uri)
    client.change(uri, text.replace("heal 1", "hael 2"))
    assert client.diagnostics(uri)
    shutil.rmtree(game)  # within the pause after which all is checked
    assert client.diagnostics(uri) == []
    client.shut(uri)


@pytest.mark.parametrize(
    "inside", ["cards/more_0.yaml", "rules/play.rules", "ruleset.yaml", "cards", "tests/more_0.yaml"]
)
def test_a_file_that_becomes_a_folder_is_outlived(inside: str, client: Client, game: Path) -> None:
    uri = (game / "cards" / "more_0.yaml").as_uri()
    text = (game / "cards" / "more_0.yaml").read_text(encoding="utf-8")
    client.open(uri, text)
    client.diagnostics(uri)
    place = game / inside
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    if inside == "cards":
        place.write_text("no folder", encoding="utf-8")
    else:
        place.mkdir()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": place.as_uri(), "type": 2}]})
    client.change(uri, text + "# more\n")
    for method in REQUESTS:
        client.request(method, params(place.as_uri(), 1, 1))
        client.request(method, params(uri, 1, 1))
    client.shut(uri)
