"""The licence: said in every file that an export writes of its own, and a list of what others wrote."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

import pytest

from cardwright.authoring.exported import exported
from cardwright.authoring.hosts.table import HOSTS
from compiler.targets.export import TARGETS, export_code
from tests.house.sources import ROOT
from tests.small_game import build_small

SAID = "SPDX-License-Identifier: MIT"
OF_THE_AUTHOR = ("data", "rules", "tests", "types")  # modules that are made of the game's own texts
PAGE = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("target", [*TARGETS, *HOSTS])
def test_what_an_export_writes_of_its_own_names_the_licence(target: str, tmp_path: Path) -> None:
    build = build_small(tmp_path, "verb look():\n  increase game.count by 1\n", start="look").build
    content = exported(build)
    files = (
        HOSTS[target].export(build, content) if target in HOSTS else export_code(content, TARGETS[target](), tests=True)
    )
    code = {
        path: text for path, text in files.items() if Path(path).suffix in (".py", ".js", ".ts", ".lua", ".cs", ".gd")
    }
    silent = [path for path, text in code.items() if SAID not in "".join(text.split("\n")[:2])]
    assert {path.rpartition("/")[2].partition(".")[0] for path in silent} <= {*OF_THE_AUTHOR}
    if code and HOSTS.get(target, None) is None:
        assert files["LICENSE"].endswith((ROOT / "LICENSE").read_text(encoding="utf-8"))
        assert {*OF_THE_AUTHOR[:3]} <= {path.partition(".")[0] for path in silent}
    for path in (path for path in files if path.endswith("tabletop.json")):
        assert SAID in files[path]


def test_the_project_says_its_licence() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])
    extension = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8"))
    assert extension["license"] == "MIT"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "MIT" in readme and "belong to their publishers" in readme


def listed() -> dict[str, str]:
    return dict(re.findall(r"^\| `([\w.-]+)` \| ([\w.-]+) \|", PAGE, re.M))


def test_packages_that_are_installed_with_it_are_listed() -> None:
    optional = PROJECT["optional-dependencies"]
    needed = [*PROJECT["dependencies"], *optional["lsp"], *optional["lab"], *optional["cards"], *optional["studio"]]
    for name in (re.split("[<>=]", need)[0] for need in needed):
        told = metadata(name)
        classified = [line for line in told.get_all("Classifier") or () if line.startswith("License")]
        said = f"{told.get('License-Expression', '')} {told.get('License', '')} {classified}"
        assert listed()[name].partition("-")[0] in said, (name, said)


def test_packages_that_are_in_the_extension_are_listed() -> None:
    lock = json.loads((ROOT / "editors" / "vscode" / "package-lock.json").read_text(encoding="utf-8"))
    packed = {
        path.rpartition("node_modules/")[2]: package["license"]
        for path, package in lock["packages"].items()
        if path and not package.get("dev")
    }
    assert len(packed) > 5 and packed.items() <= listed().items()
