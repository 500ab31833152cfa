"""The studio's page: what the package ships is what its sources give, and its sources have sound types."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.house.sources import ROOT

SOURCES = ROOT / "editors" / "studio"
BUNDLE = ROOT / "cardwright" / "studio" / "bundle"


def ran(*command: str) -> None:
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_build_gives_the_bytes_that_are_shipped(tmp_path: Path) -> None:
    ran("node", "build.mjs", str(tmp_path))
    assert files(tmp_path) == files(BUNDLE), "run `make studio-page`"


def test_its_types_are_sound() -> None:
    ran(str(SOURCES / "node_modules" / ".bin" / "tsc"), "--noEmit")


def test_the_bundle_has_the_licences_of_what_is_in_it() -> None:
    told = (BUNDLE / "licences.txt").read_text(encoding="utf-8")
    lock = json.loads((SOURCES / "package-lock.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    for path, package in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if f"\n{name} {package['version']} (" in f"\n{told}":
            assert f"| `{name}` | {package['license']} |" in page, name
