"""Who may not speak with the studio, and what may not be read or written through it."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.packages.clients import new_game_folder
from tests.studio.running import Running, studio


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game_folder(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def running(game: Path) -> Iterator[Running]:
    with studio(game) as found:
        yield found


def answer(running: Running, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()


def socket_of(running: Running, **given: Any) -> ClientConnection:
    token, host = given.get("token", running.token), given.get("host", f"127.0.0.1:{running.port}")
    origin = given.get("origin", f"http://{host}")
    protocols = given.get("protocols", ["cardwright", token])
    link = socket.create_connection(("127.0.0.1", running.port))
    return connect(f"ws://{host}/socket", sock=link, subprotocols=protocols, origin=origin, max_size=None)


def asked(link: ClientConnection, method: str, heard: list[str] | None = None, **params: Any) -> Any:
    """The answer to a request; ``heard`` takes the methods of what is told before it."""
    link.send(json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": params}))
    while True:
        got = json.loads(link.recv(60))
        if got.get("id") == method:
            return got.get("result", got.get("error"))
        if heard is not None:
            heard.append(got.get("method", ""))


@pytest.fixture
def link(running: Running) -> Iterator[ClientConnection]:
    with socket_of(running) as found:
        asked(found, "initialize", capabilities={}, processId=None, rootUri=None)
        yield found


# ---- who gets in
def test_the_page_is_bound_to_itself(running: Running) -> None:
    status, headers, body = answer(running, "/")
    assert status == 200 and b"studio.js" in body
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert not [name for name in headers if name.startswith("access-control")] and "set-cookie" not in headers
    assert running.token.encode() not in body


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "evil.example:{port}", "localhost:1", ""])
def test_another_name_of_this_machine_is_refused(running: Running, host: str) -> None:
    assert answer(running, "/", Host=host.format(port=running.port))[0] in (400, 403)
    assert answer(running, "/studio.js", Host=host.format(port=running.port))[0] in (400, 403)


def test_another_page_is_refused(running: Running) -> None:
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{running.port}", "http://127.0.0.1:1"):
        assert answer(running, "/", Origin=origin)[0] == 403


def test_only_reading_is_answered(running: Running) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert answer(running, "/", method)[0] == 403


@pytest.mark.parametrize(
    "path",
    ["/../serving.py", "/..%2fserving.py", "/%2e%2e/door.py", "//etc/passwd", "/ruleset.yaml", "/bundle/studio.js",
     "/studio.js%00", "/..\\door.py", "/socket"],
)  # fmt: skip
def test_no_other_file_is_served(running: Running, path: str) -> None:
    assert answer(running, path)[0] == 404


@pytest.mark.parametrize(
    "given",
    [
        {"token": "x" * 43}, {"token": ""}, {"protocols": ["cardwright"]}, {"protocols": None},
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": None},
        {"host": "evil.example"}, {"host": "evil.example", "origin": "http://127.0.0.1"},
    ],
)  # fmt: skip
def test_no_other_page_gets_the_socket(running: Running, given: dict[str, Any]) -> None:
    if given.get("token") == "":
        given = {"protocols": ["cardwright", "cardwright"]}
    with pytest.raises(InvalidStatus) as refused, socket_of(running, **given):
        pass
    assert refused.value.response.status_code == 403


def test_it_listens_on_this_machine_only(running: Running) -> None:
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").split("\n")[1:]:
        parts = line.split()
        if parts and parts[3] == "0A" and int(parts[1].split(":")[1], 16) == running.port:
            assert parts[1].startswith("0100007F")
            return
    pytest.fail("nothing listens")


# ---- the files
OUTSIDE = ["../secret.yaml", "cards/../../secret.yaml", "/etc/passwd", "cards/", "", ".", "cards/.yaml/x", "README.md",
           "cards/a\0.yaml", "cards\\x.yaml", "cards/x.py", "cards/deep/x.yaml", "proof.txt", "cards/\u202ex.yaml",
           "cards/.x.yaml", "rules/.x.rules", "cards/.yaml"]  # fmt: skip


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_out_of_the_game(link: ClientConnection, game: Path, path: str) -> None:
    (game.parent / "secret.yaml").write_text("SECRET", encoding="utf-8")
    for told in (
        asked(link, "studio/read", path=path),
        asked(link, "studio/save", path=path, text="x", digest=""),
        asked(link, "studio/save", path=path, text="x", digest="0" * 64),
    ):
        assert "refused" in told and "SECRET" not in json.dumps(told)
    assert (game.parent / "secret.yaml").read_text(encoding="utf-8") == "SECRET"


def test_no_link_is_followed(link: ClientConnection, game: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("SECRET", encoding="utf-8")
    (game / "cards" / "link.yaml").symlink_to(outside)
    (game / "tests").rename(game / "moved")
    (game / "tests").symlink_to(game / "moved")
    try:
        for path in ("cards/link.yaml", f"tests/{next((game / 'moved').iterdir()).name}"):
            told = [asked(link, "studio/read", path=path), asked(link, "studio/save", path=path, text="x", digest="")]
            assert all("refused" in each for each in told) and "SECRET" not in json.dumps(told)
        assert outside.read_text(encoding="utf-8") == "SECRET"
    finally:
        (game / "cards" / "link.yaml").unlink()
        (game / "tests").unlink()
        (game / "moved").rename(game / "tests")


def test_the_language_server_knows_no_other_game(link: ClientConnection, game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(game, other)
    (other / "cardwright.toml").write_text("no settings", encoding="utf-8")  # whoever reads the game complains of it
    (card,) = (path for path in (other / "cards").iterdir() if path.suffix == ".yaml")
    heard: list[str] = []
    for uri in (card.as_uri(), game.as_uri() + "/../other/cards/" + card.name, "file:///etc/passwd"):
        position = {"line": 3, "character": 4}
        assert asked(link, "studio/beside", heard, uri=uri, language="en", **position) == {"state": "no-card"}
        assert not asked(link, "textDocument/hover", heard, textDocument={"uri": uri}, position=position)
    assert "window/showMessage" not in heard


def test_a_save_replaces_only_what_was_seen(link: ClientConnection, game: Path) -> None:
    path = next(p.relative_to(game).as_posix() for p in (game / "cards").iterdir())
    held = asked(link, "studio/read", path=path)
    (game / path).write_text(held["text"] + "# theirs\n", encoding="utf-8")
    told = asked(link, "studio/save", path=path, text="mine", digest=held["digest"])
    assert "was changed on the disk" in told["refused"]["en"]
    assert (game / path).read_text(encoding="utf-8") == held["text"] + "# theirs\n"
    again = asked(link, "studio/read", path=path)
    assert "refused" not in asked(link, "studio/save", path=path, text=held["text"], digest=again["digest"])
    told = asked(link, "studio/save", path=path, text="new", digest="")
    assert told["refused"]["en"] == f"there is a file `{path}` already"
    assert (game / path).read_text(encoding="utf-8") == held["text"]


def test_a_save_that_could_not_be_read_again_writes_nothing(link: ClientConnection, game: Path) -> None:
    path = next(p.relative_to(game).as_posix() for p in (game / "cards").iterdir())
    held = asked(link, "studio/read", path=path)
    long = "#" * (5 * 1024 * 1024 + 1)
    for name, digest in ((path, held["digest"]), ("cards/long.yaml", "")):
        told = asked(link, "studio/save", path=name, text=long, digest=digest)
        assert told["refused"]["en"] == f"`{name}` has more than 5 MiB"
        told = asked(link, "studio/save", path=name, text="#\n# \ud83c", digest=digest)
        assert told["refused"]["en"].startswith(f"line 2 of `{name}` has half a character")
    assert (game / path).read_text(encoding="utf-8") == held["text"]
    assert not (game / "cards" / "long.yaml").exists()


REFUSED: list[tuple[str, dict[str, str]]] = [
    ("studio/read", {"path": "../x"}),
    ("studio/read", {"path": "cards/not_there.yaml"}),
    ("studio/read", {"path": "cards/binary.yaml"}),
    ("studio/save", {"path": "ruleset.yaml", "text": "", "digest": ""}),
    ("studio/save", {"path": "ruleset.yaml", "text": "", "digest": "0"}),
    ("studio/run", {"command": "export"}),
    ("studio/run", {"command": "graph"}),
    ("studio/run", {"command": "graph", "name": "x" * 999}),
    ("studio/run", {"command": "diff", "of": "-x"}),
    ("studio/run", {"command": "simulate", "matches": "0"}),
    ("studio/play", {"save": "["}),
    ("studio/play", {"test": "no such test"}),
    ("studio/explain", {"save": "[", "language": "en"}),
    ("studio/debug", {"command": "launch", "given": "{}"}),
    ("studio/debug", {"command": "pause", "given": "{}"}),
    ("studio/debug", {"command": "setBreakpoints", "given": '{"path": "../x"}'}),
]


def test_what_is_refused_is_told_in_both_languages(link: ClientConnection, game: Path, running: Running) -> None:
    binary = game / "cards" / "binary.yaml"
    for method, words in REFUSED:
        if words.get("path") == "cards/binary.yaml":
            binary.write_bytes(b"\xff")
        told = asked(link, method, None, **words)
        binary.unlink(missing_ok=True)
        assert re.search("[а-я]{3}", told["refused"]["ru"]) and not re.search("[а-я]", told["refused"]["en"]), told
    for headers, path, english in (
        ({"Host": "evil.example"}, "/", "this address is not the studio's\n"),
        ({"Origin": "null"}, "/", "this page is not the studio's\n"),
        ({}, "/ruleset.yaml", "there is no such file\n"),
        ({}, "/match/x", "there is no such page\n"),
    ):
        assert answer(running, path, **headers, **{"Accept-Language": "de, ru"})[2].decode() == english
        assert re.search("студии|нет", answer(running, path, **headers, **{"Accept-Language": "ru-RU"})[2].decode())


@pytest.mark.parametrize(
    "words",
    [{"command": "export"}, {"command": "test"}, {"command": "graph", "name": "x" * 999}, {"command": 3}, {}],
)  # fmt: skip
def test_no_other_command_is_run(link: ClientConnection, words: dict[str, Any]) -> None:
    told = asked(link, "studio/run", **words)
    assert "refused" in told or ("code" in told and told["code"] < 0)


@pytest.mark.parametrize("name", ["--out=x.svg", "-h", "--help"])
def test_a_word_is_no_option(link: ClientConnection, game: Path, name: str) -> None:
    for command in ("graph", "picture", "test"):
        told = asked(link, "studio/run", command=command, name=name, path="tests")
        assert told["code"] != 3 and "Usage" not in told["out"]
    assert not (game / "x.svg").exists()


@pytest.mark.parametrize(
    "message", ["", "no json", "[]", "1", "[" * 100_000, '{"jsonrpc": "2.0", "method": "exit"}', '{"id": 1}']
)
def test_odd_messages_end_nothing(link: ClientConnection, message: str) -> None:
    link.send(message)
    assert asked(link, "studio/game")["files"]
