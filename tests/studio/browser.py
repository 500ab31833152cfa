"""A headless Chromium, driven over its own protocol."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0  # seconds until what a page is waited for must be there
KEYS = {
    "Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "ArrowDown": (40, ""), "ArrowRight": (39, ""),
    "End": (35, ""), "Home": (36, ""), "F2": (113, ""), "F12": (123, ""), "F8": (119, ""), "Backspace": (8, ""),
    "Delete": (46, ""), "f": (70, ""), "s": (83, ""), " ": (32, " "),
}  # fmt: skip


class Page:
    """A page of the browser. ``errors`` are what it reports on its console, and refusals of its policy."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.count = 0
        self.errors: list[str] = []
        self.session = ""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> Any:
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        self.connection.send(json.dumps(message | ({"sessionId": self.session} if self.session else {})))
        while True:
            got = json.loads(self.connection.recv(PATIENCE))
            if got.get("id") == self.count:
                assert "error" not in got, got
                return got["result"]
            self.note(got)

    def note(self, got: dict[str, Any]) -> None:
        params = got.get("params", {})
        if got.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"])[:2000])
        if got.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
        if got.get("method") == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
            self.errors.append(json.dumps(params["args"])[:2000])

    def go(self, address: str) -> None:
        self.send("Page.navigate", url=address)
        self.until("document.readyState === 'complete'")

    def do(self, script: str) -> Any:
        """The value of an expression in the page, awaited."""
        told = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def until(self, script: str) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.do(f"!!({script})"):
            assert time.monotonic() < end, f"{script}\n{self.do('document.body.innerText')}\n{self.errors}"
            time.sleep(0.02)

    def shows(self, text: str, within: str = "body") -> None:
        """Waits until a text is shown."""
        self.until(f"document.querySelector({json.dumps(within)})?.innerText.includes({json.dumps(text)})")

    def click(self, selector: str, text: str = "") -> None:
        """Clicks the first such element that is shown and holds a text."""
        script = (
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            f".find(each => each.textContent.includes({json.dumps(text)}) && !each.disabled)"
        )
        self.until(f"!!{script}")
        self.do(f"{script}.click()")

    def type(self, text: str) -> None:
        """Types into what has the focus, as a person does."""
        for sign in text:
            self.send("Input.insertText", text=sign)

    def key(self, name: str, modifiers: int = 0) -> None:
        """Presses a key; ``modifiers``: 2 is Ctrl, 8 is Shift."""
        code, text = KEYS[name]
        told = {"key": name, "code": name, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.send("Input.dispatchKeyEvent", type="keyDown", **told, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", **told)

    def size(self, width: int, height: int, scale: float = 1, *, dark: bool = False) -> None:
        told = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", **told)
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.send("Emulation.setEmulatedMedia", features=features)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))


def program() -> str:
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    assert found, "these tests need Chromium: `make clients` installs it on Debian and Ubuntu"
    return found


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A page of a new browser, which keeps its files in a folder."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    command = [program(), *options, "--lang=en", "about:blank"]
    environment = dict(os.environ, LANG="C.UTF-8")
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as process:
        assert process.stderr is not None
        try:
            address = next(found[1] for line in process.stderr if (found := re.search(r"listening on (ws:\S+)", line)))
            with connect(address, max_size=None) as connection:
                page = Page(connection)
                yield page
                page.send("Browser.close")
                process.wait(PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with the browser that a script begins
