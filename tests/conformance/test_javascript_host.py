"""The host's interface of the JavaScript runtime: its own tests, on a rules table written by hand, run on Node."""

from __future__ import annotations

import json
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
    declared = re.findall(r"^export (?:function|class|const) (\w+)", declarations(), re.MULTILINE)
    assert sorted(declared) == sorted(names_in("rt"))


def test_the_declarations_name_what_a_game_of_a_host_can_do() -> None:
    body = re.search(r"^export class Play .*?^}", declarations(), re.MULTILINE | re.DOTALL)
    assert body is not None
    declared = set(re.findall(r"^  ([a-z]\w*)\(", body[0], re.MULTILINE))
    assert declared == {name for name in names_in("rt.Play.prototype") if not name.startswith("_")}


def declarations() -> str:
    return (RUNTIME / "rt.d.ts").read_text(encoding="utf-8")


def names_in(what: str) -> list[str]:
    """The names of an object of the runtime, as Node has loaded it."""
    door = json.dumps((RUNTIME / "rt.js").as_uri())
    asking = f"import * as rt from {door}; console.log(JSON.stringify(Object.getOwnPropertyNames({what})))"
    command = ["node", "--input-type=module", "-e", asking]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))
