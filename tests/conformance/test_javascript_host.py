"""The host's interface of the JavaScript runtime: its own tests, on a rules table written by hand, run on Node."""

from __future__ import annotations

import subprocess
from pathlib import Path

TESTS = Path(__file__).parent / "javascript" / "host.test.mjs"


def test_a_host_drives_a_game() -> None:
    done = subprocess.run(["node", "--test", str(TESTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
