"""A headless Chromium that tests drive, by the protocol of its developer tools over two pipes."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Any

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
    "--remote-debugging-pipe", "--force-color-profile=srgb", "--lang=en",
)  # fmt: skip
_KEYS = {
    "Enter": 13, "Tab": 9, " ": 32, "ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Escape": 27,
    "End": 35, "Home": 36, "F2": 113, "F8": 119, "F9": 120, "F12": 123, "Backspace": 8, "Delete": 46, "f": 70, "s": 83,
}  # fmt: skip
_WAIT = 60.0  # seconds that something in a page may take
# What the browser says where a page goes while it works something out: there is another page a moment later.
_LEFT = ("Inspected target navigated or closed", "Execution context was destroyed", "Promise was collected",
         "Cannot find context with specified id", "Cannot find default execution context")  # fmt: skip


class Left(AssertionError):
    """The page was left before it answered."""


def program() -> str:
    found = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    assert found, "these tests need Chromium: `make clients` installs it on Debian and Ubuntu"
    return found


class Browser:
    """A running browser with one page."""

    def __init__(self, process: subprocess.Popen[bytes], to: int, back: int) -> None:
        self.process, self.to, self.back = process, to, back
        self.number, self.read = 0, b""
        self.events: list[dict[str, Any]] = []
        self.session = ""
        self.context: dict[str, Any] = {}  # where scripts run; the page itself, if it is empty
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
                if held.get("error", {}).get("message", "").rstrip(".") in _LEFT:
                    raise Left(method, held["error"])
                assert "error" not in held, (method, held["error"])
                result: dict[str, Any] = held["result"]
                return result
            self.events.append(held)
            if held.get("method") == "Page.javascriptDialogOpening":
                self._accept()

    def _accept(self) -> None:
        """Says yes to a dialog: until then the page does nothing. What is answered to this is read as any other event."""
        told = {"id": 0, "sessionId": self.session, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}
        os.write(self.to, json.dumps(told).encode() + b"\0")

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self.read:
            assert select([self.back], [], [], _WAIT)[0], "the browser says nothing"
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
        self.call("Page.navigate", url="about:blank")  # the page before may still speak, as when its server has ended
        self.forget()
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
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True,
                          **self.context)  # fmt: skip
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    @contextmanager
    def in_frame(self) -> Iterator[None]:
        """Within the block, scripts run in the last frame of the page; keys go where the focus is, as ever."""
        frame = self.call("Page.getFrameTree")["frameTree"]["childFrames"][-1]["frame"]["id"]
        begin = len(self.events)
        self.call("Runtime.disable")
        self.call("Runtime.enable")  # tells all contexts again
        contexts = [event["params"]["context"] for event in self.events[begin:]
                    if event.get("method") == "Runtime.executionContextCreated"]  # fmt: skip
        (number,) = (
            c["id"] for c in contexts if c["auxData"] == {"isDefault": True, "type": "default", "frameId": frame}
        )
        self.context = {"contextId": number}
        try:
            yield
        finally:
            self.context = {}

    def until(self, script: str, seconds: float = _WAIT) -> None:
        """Waits until an expression counts as true, in the page that is shown or in one that takes its place."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(Left):
                if self.run(f"Boolean({script})"):
                    return
            time.sleep(0.03)
        raise AssertionError(f"never true: {script}\n{self.text()[-3000:]}")

    def text(self) -> str:
        return str(self.run("document.body.innerText"))

    def shows(self, text: str, within: str = "body") -> None:
        """Waits until a text is shown."""
        self.until(f"document.querySelector({json.dumps(within)})?.innerText.includes({json.dumps(text)})")

    def click(self, selector: str, text: str = "") -> None:
        """Clicks the first such element that can be used and holds a text."""
        script = (
            f"[...document.querySelectorAll({json.dumps(selector)})]"
            f".find(each => each.textContent.includes({json.dumps(text)}) && !each.disabled)"
        )
        self.until(
            f"(() => {{ const found = {script}; found?.click(); return found; }})()"
        )  # found and clicked at once

    def type(self, text: str) -> None:
        """Types into what has the focus, as a person does."""
        for sign in text:
            self.call("Input.insertText", text=sign)

    def key(self, name: str, modifiers: int = 0) -> None:
        """Presses and releases a key; ``modifiers``: 2 is Ctrl, 8 is Shift."""
        told: dict[str, Any] = {
            "key": name, "code": name, "windowsVirtualKeyCode": _KEYS[name], "modifiers": modifiers
        }  # fmt: skip
        if name in ("Enter", " "):
            told["text"] = {"Enter": "\r", " ": " "}[name]
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
                found.append(f"{params['entry']['text']} {params['entry'].get('url', '')}".strip())
            elif event.get("method") == "Runtime.consoleAPICalled" and params["type"] in ("error", "assert"):
                found.append(json.dumps(params["args"])[:2000])
        return found

    def forget(self) -> None:
        """What was told up to now is forgotten."""
        self.run("0")
        self.events.clear()

    def dialogs(self) -> int:
        return sum(event.get("method") == "Page.javascriptDialogOpening" for event in self.events)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that ends with the block, with a profile of its own."""
    (read_in, write_in), (read_out, write_out) = os.pipe(), os.pipe()
    for end in (read_in, write_out):
        os.set_inheritable(end, True)
    prepare = _placed(read_in, write_out)
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [program(), *_FLAGS, f"--user-data-dir={profile}"], pass_fds=(read_in, write_out, 3, 4),
            preexec_fn=prepare, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env=dict(os.environ, LANG="C.UTF-8"),
        )  # fmt: skip
        os.close(read_in)
        os.close(write_out)
        try:
            yield Browser(process, write_in, read_out)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with the browser that a script begins
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
