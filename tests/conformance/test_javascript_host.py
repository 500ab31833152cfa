"""The host's interface of the JavaScript runtime: its own tests, on a rules table written by hand, run on Node."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "compiler" / "targets" / "runtime"
TESTS = Path(__file__).parent / "javascript" / "host.test.mjs"


def test_a_host_drives_a_game() -> None:
    done = subprocess.run(["node", "--test", str(TESTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_declarations_name_what_the_runtime_exports() -> None:
    values = re.compile(r"^export (?:function\*?|class|const) (\w+)", re.MULTILINE)
    exported, declared = (set(values.findall((RUNTIME / name).read_text())) for name in ("rt.js", "rt.d.ts"))
    assert exported == declared


def test_the_declarations_name_what_a_game_of_a_host_can_do() -> None:
    bodies = [
        re.search(r"^export class Play .*?^}", (RUNTIME / name).read_text(), re.MULTILINE | re.DOTALL)
        for name in ("rt.js", "rt.d.ts")
    ]
    methods = [set(re.findall(r"^  ([a-z]\w*)\(", body[0], re.MULTILINE)) for body in bodies if body is not None]
    assert len(methods) == 2
    assert methods[0] == methods[1]
