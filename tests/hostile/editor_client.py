"""A small editor for tests: it says anything to the language server over its pipes, sound or not."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WAIT = 30  # seconds for an answer


class Client:
    """One server, and what it has said: the last diagnostics of each document, and what it has shown."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cardwright.cli.main", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "0"},
        )  # fmt: skip
        self.came: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.told: dict[str, list[dict[str, Any]]] = {}
        self.shown: list[str] = []
        self.count = 0
        self.sizes: list[int] = []
        threading.Thread(target=self._listen, daemon=True).start()
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})

    # ---- to the server
    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        body = json.dumps(message).encode("utf-8")
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any) -> dict[str, Any]:
        """Asks, and gives the whole answer."""
        self.count += 1
        self.send({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params})
        return self.answer(self.count)

    def answer(self, wanted: int | str | None) -> dict[str, Any]:
        while True:
            message = self._next()
            if "method" not in message and message.get("id") == wanted:
                return message

    def open(self, uri: str, text: str, version: int = 1) -> None:
        document = {"uri": uri, "languageId": "cardwright", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, text: str, version: int = 2) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def shut(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def outline(self, uri: str) -> list[str]:
        """What stands in a document; the server has done all that it was sent before."""
        answer = self.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        return [symbol["name"] for symbol in answer["result"]]

    # ---- from the server
    def diagnostics(self, uri: str, count: int = 1) -> list[dict[str, Any]]:
        """What is told of a document, once it has been told so many times."""
        for _ in range(count):
            self.told.pop(uri, None)
            while uri not in self.told:
                self._next()
        return self.told[uri]

    def memory(self) -> int:
        """The most memory that the server has had, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) // 1024

    def end(self) -> int:
        """Ends the server as an editor does; its exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(WAIT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(WAIT)

    def _next(self) -> dict[str, Any]:
        message = self.came.get(timeout=WAIT)
        assert message is not None, "the server has ended"
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif message.get("method") == "window/showMessage":
            self.shown.append(message["params"]["message"])
        return message

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self.sizes.append(size)
            self.came.put(json.loads(stream.read(size)))
        self.came.put(None)
