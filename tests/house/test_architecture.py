"""The map of the repository stays short and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# A path: in backticks, with a slash or a known ending; `<game>` and `*` stand for anything.
PATH = re.compile(r"`([\w.<>*-]+(?:/[\w.<>*-]*)+|[\w.-]+\.(?:md|py|toml|yaml|json|lark))`")


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "README.md", "docs/README.md"])
def test_every_path_exists(page: str) -> None:
    named = PATH.findall((ROOT / page).read_text(encoding="utf-8"))
    missing = [path for path in named if not any(ROOT.glob(re.sub(r"<\w+>", "*", path)))]
    assert named
    assert not missing


def test_the_map_is_short() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) < 150
