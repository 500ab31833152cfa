"""A headless Chromium that tests drive, by the protocol of its developer tools over two pipes."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.packages.test_npm import browser

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
    "--remote-debugging-pipe", "--force-color-profile=srgb",
)  # fmt: skip
_WAIT = 60.0  # seconds that something in a page may take


class Browser:
    """A running browser with one page."""

    def __init__(self, process: subprocess.Popen[bytes], to: int, back: int) -> None:
        self.process, self.to, self.back = process, to, back
        self.number, self.read = 0, b""
        self.events: list[dict[str, Any]] = []
        self.session = ""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            held = self._message()
            if held.get("id") == self.number:
                assert "error" not in held, (method, held["error"])
                result: dict[str, Any] = held["result"]
                return result
            self.events.append(held)

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self.read:
            data = os.read(self.back, 1 << 16)
            assert data, "the browser has ended"
            self.read += data
        text, _, self.read = self.read.partition(b"\0")
        held: dict[str, Any] = json.loads(text)
        return held

    # ---- pages
    def open(self, address: str, **size: Any) -> None:
        """Shows a page in a window of a width and height; what it tells of before is forgotten."""
        self.resize(**size)
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def resize(self, width: int = 1280, height: int = 900, **more: Any) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=False,
                  **{"deviceScaleFactor": 1, **more})  # fmt: skip

    def prefer(self, **features: str) -> None:
        """What the person prefers, such as `prefers_color_scheme="dark"`."""
        told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", features=told)

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str, seconds: float = _WAIT) -> None:
        """Waits until an expression counts as true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"Boolean({script})"):
                return
            time.sleep(0.03)
        raise AssertionError(f"never true: {script}\n{self.text()[-3000:]}")

    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    def key(self, name: str, *, text: str = "") -> None:
        """Presses and releases a key."""
        codes = {"Enter": 13, "Tab": 9, " ": 32, "ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40}
        told: dict[str, Any] = {"key": name, "code": name, "windowsVirtualKeyCode": codes.get(name, 0)}
        if text or name in ("Enter", " "):
            told["text"] = text or {"Enter": "\r", " ": " "}[name]
        self.call("Input.dispatchKeyEvent", type="keyDown", **told)
        self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(found["data"]))

    # ---- what was told
    def faults(self) -> list[str]:
        """Errors and warnings of the page since it was opened: of scripts, of its policy, of what was not loaded."""
        self.run("0")
        found: list[str] = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(json.dumps(params["exceptionDetails"].get("exception", params)))
            elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"]["text"])
        return found

    def dialogs(self) -> int:
        return sum(event.get("method") == "Page.javascriptDialogOpening" for event in self.events)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that ends with the block."""
    (read_in, write_in), (read_out, write_out) = os.pipe(), os.pipe()
    for end in (read_in, write_out):
        os.set_inheritable(end, True)
    prepare = _placed(read_in, write_out)
    process = subprocess.Popen(
        [browser(), *_FLAGS], pass_fds=(read_in, write_out, 3, 4), preexec_fn=prepare,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(read_in)
    os.close(write_out)
    try:
        yield Browser(process, write_in, read_out)
    finally:
        process.terminate()
        process.wait(20)
        os.close(write_in)
        os.close(read_out)


def _placed(read_in: int, write_out: int) -> Callable[[], None]:
    """Puts the pipes where the browser looks for them: it reads from 3 and writes to 4."""

    def place() -> None:
        low, high = os.dup(read_in), os.dup(write_out)
        os.dup2(low, 3)
        os.dup2(high, 4)

    return place
