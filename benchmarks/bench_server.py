"""How fast the language server answers, measured over its pipes on a copy of Middara.

Each figure has wall time as an editor sees it and, because other programs may use the machine, the processor time of
the server. Requests are sent while nothing runs behind and while the whole game is being checked. `--memory` only
opens all files of the game and says how much memory that takes.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GAME = "middara"
CARDS, RULES, TESTS = "cards/foes.yaml", "rules/movement.rules", "tests/abilities.yaml"
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
ROUNDS, KEYSTROKES = 40, 5


class Server:
    """One server and what it has said: when each document was last told of, and its findings."""

    def __init__(self, game: Path, cache: Path) -> None:
        self.game = game
        environ = {**os.environ, "CARDWRIGHT_CACHE": str(cache)}
        self.process = subprocess.Popen([sys.executable, "-m", "cardwright.cli.main", "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, cwd=ROOT, env=environ)  # fmt: skip
        self.came: queue.Queue[dict[str, Any]] = queue.Queue()
        self.told: dict[str, list[dict[str, Any]]] = {}
        self.texts: dict[str, str] = {}
        self.count = 0
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.send("initialized", {})

    def send(self, method: str, params: Any, **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def ask(self, method: str, params: Any) -> Any:
        self.count += 1
        self.send(method, params, id=self.count)
        while True:
            message = self.next(30)
            if message.get("id") == self.count and "method" not in message:
                return message.get("result")

    def next(self, seconds: float) -> dict[str, Any]:
        message = self.came.get(timeout=seconds)
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def until(self, holds: Callable[[], bool]) -> float:
        begin = time.perf_counter()
        while not holds():
            self.next(120)
        return time.perf_counter() - begin

    def open(self, path: Path) -> str:
        uri = path.as_uri()
        self.texts[uri] = path.read_text(encoding="utf-8")
        document = {"uri": uri, "languageId": "cardwright", "version": 1, "text": self.texts[uri]}
        self.send("textDocument/didOpen", {"textDocument": document})
        return uri

    def type(self, uri: str, old: str, new: str) -> None:
        """Replaces the last occurrence of a text."""
        before, found, after = self.texts[uri].rpartition(old)
        assert found, old
        self.texts[uri] = before + new + after
        self.count += 1
        document = {"uri": uri, "version": self.count + 1}
        changes = [{"text": self.texts[uri]}]
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def at(self, uri: str, piece: str, within: int) -> dict[str, Any]:
        before = self.texts[uri][: self.texts[uri].rindex(piece) + within]
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        return {"textDocument": {"uri": uri}, "position": place}

    def seconds(self) -> float:
        """The processor time of the server."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """The most memory that the server has had, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) // 1024

    def rest(self) -> None:
        """Waits until the server has nothing more to do."""
        used, still = self.seconds(), 0
        while still < 8:
            time.sleep(0.1)
            still = still + 1 if self.seconds() - used < 0.02 else 0
            used = self.seconds()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self.came.put(json.loads(stream.read(size)))


def timed(server: Server, what: Callable[[], object]) -> tuple[float, float]:
    wall, used = time.perf_counter(), server.seconds()
    what()
    return time.perf_counter() - wall, server.seconds() - used


def shown(label: str, times: list[tuple[float, float]], most: float) -> None:
    walls, used = sorted(wall for wall, _ in times), sum(cpu for _, cpu in times) / len(times)
    nearly_all = walls[min(len(walls) - 1, int(len(walls) * 0.95))]
    print(f"{label}: middle {walls[len(walls) // 2] * 1000:.0f} ms, 95 of 100 within {nearly_all * 1000:.0f} ms, "
          f"processor {used * 1000:.0f} ms on average (target {most * 1000:.0f} ms)", flush=True)  # fmt: skip


def opened(game: Path, cache: Path, label: str, most: float) -> Server:
    """A server that has just been started and has told of a card file with a slip."""
    server = Server(game, cache)

    def open_one() -> None:
        uri = server.open(game / CARDS)
        server.until(lambda: uri in server.told)
        print(f"  {len(server.told[uri])} findings; memory {server.memory()} MiB")

    shown(f"opened, {label}", [timed(server, open_one)], most)
    server.ask("textDocument/hover", server.at((game / CARDS).as_uri(), "rules: |", 0))
    return server


def requests(server: Server, label: str, busy: Callable[[int], None]) -> None:
    """Completion and hover in a card, in rules and in a test; ``busy`` gives the server something else to do."""
    places = (
        (server.open(server.game / CARDS), "kind: character", 7), (server.open(server.game / RULES), "require ", 9),
        (server.open(server.game / TESTS), "then:", 2),
    )  # fmt: skip
    for method in ("completion", "hover"):
        times: list[tuple[float, float]] = []
        for turn in range(ROUNDS):
            busy(turn)
            for place in places:
                params = server.at(*place)
                times.append(timed(server, lambda: server.ask(f"textDocument/{method}", params)))  # noqa: B023
        shown(f"{method}, {label}", times, 0.05)


def keystrokes(server: Server, inside: str, told: str, slip: tuple[str, str], label: str, most: float) -> None:
    """A slip in one file and its correction, until the findings of another or of the same file have changed."""
    uri, far = (server.game / inside).as_uri(), (server.game / told).as_uri()
    times: list[tuple[float, float]] = []
    for _ in range(KEYSTROKES):
        for old, new in (slip, slip[::-1]):
            before = codes(server, far)
            begin, used = time.perf_counter(), server.seconds()
            server.type(uri, old, new)
            server.until(lambda: codes(server, far) != before)  # noqa: B023
            times.append((time.perf_counter() - begin, server.seconds() - used))
            server.rest()
    shown(f"findings of {label} after a keystroke in {inside}", times, most)


def open_all(server: Server) -> int:
    """Opens every file of the game and asks for its colours and outline; then misspells a verb in the rules, and waits
    until a card that calls it is told of. Returns how many files are open.
    """
    paths = sorted(path for ending in ("yaml", "rules") for path in server.game.rglob(f"*.{ending}"))
    for path in paths:
        document = {"textDocument": {"uri": path.as_uri()}}
        if path.as_uri() not in server.texts:
            server.open(path)
        server.ask("textDocument/semanticTokens/full", document)
        server.ask("textDocument/documentSymbol", document)
    server.rest()
    server.type((server.game / RULES).as_uri(), "verb push(", "verb posh(")
    server.until(lambda: bool(codes(server, (server.game / CARDS).as_uri())))
    server.rest()
    return len(paths)


def codes(server: Server, uri: str) -> list[str]:
    return sorted(f"{item['code']} {item['message']}" for item in server.told.get(uri, ()))


def memory() -> None:
    """How much memory a server has that has all files of the game open."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / GAME
        shutil.copytree(ROOT / "content" / GAME, game)
        server = Server(game, Path(folder) / "cache")
        print(f"memory with all {open_all(server)} files open: {server.memory()} MiB (target 500 MiB)")
        server.process.kill()


def main() -> None:
    begin, used = time.perf_counter(), time.process_time()
    sum(range(30_000_000))
    share = (time.process_time() - used) / (time.perf_counter() - begin)
    print(f"{os.cpu_count()} processors; this program has {share:.0%} of one, because others use the machine")
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / GAME
        shutil.copytree(ROOT / "content" / GAME, game)
        cache = Path(folder) / "cache"
        opened(game, cache, "nothing in the cache", 10).process.kill()
        server = opened(game, cache, "from the cache", 2)
        requests(server, "nothing behind", lambda turn: None)
        rules = (game / RULES).as_uri()
        requests(server, "a check of the game behind", lambda turn: edit(server, rules, turn))
        server.rest()
        keystrokes(server, CARDS, CARDS, ("wait by self", "wiat by self"), "the file", 0.15)
        keystrokes(server, CARDS, TESTS, ("id: living_victim\n", "id: livign_victim\n"), "all files", 2)
        keystrokes(server, RULES, RULES, ("verb walk(", "verb wolk("), "the file", 0.15)
        keystrokes(server, RULES, CARDS, ("verb push(", "verb posh("), "all files", 5)
        print(f"memory with everything: {server.memory()} MiB (target 500 MiB)")
        print(f"memory with all {open_all(server)} files open: {server.memory()} MiB (target 500 MiB)")
        server.process.kill()


def edit(server: Server, uri: str, turn: int) -> None:
    """An edit of the rules in every third round: the check of the game never ends before it is dropped."""
    if turn % 8 == 0:
        server.type(uri, "\n", f"\n# {turn}\n")
        time.sleep(0.4)


if __name__ == "__main__":
    memory() if "--memory" in sys.argv else main()
