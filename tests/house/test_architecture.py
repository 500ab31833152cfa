"""The map of the repository stays short and true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# A path: in backticks, with a slash or a known ending; `<game>` and `*` stand for anything.
PATH = re.compile(r"`([\w.<>*-]+(?:/[\w.<>*-]*)+|[\w.-]+\.(?:md|py|toml|yaml|json|lark))`")

# A function or class in a module, and the block of the line that the walk follows.
PLACE = re.compile(r"`([\w/]+\.py):(\w+)`")
WALK = re.compile(r"The line is in `([^`]+)`, in the card `(\w+)`:\n\n```\n(.+)\n```\n")

# Files that a reader of `docs/contributing.md` adds, and a folder that a command makes.
ADDED = {"dsl/lint/rules/long_message.py", "dsl/explain/idle-loop.md", "compiler/targets/lua_include.py", "build/fuzz"}


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "README.md", "docs/README.md", "docs/contributing.md"])
def test_every_path_exists(page: str) -> None:
    named = PATH.findall((ROOT / page).read_text(encoding="utf-8"))
    missing = [path for path in named if path not in ADDED and not any(ROOT.glob(re.sub(r"<\w+>", "*", path)))]
    assert named
    assert not missing


def test_the_map_is_short() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) < 150


def test_every_place_of_the_walk_exists() -> None:
    places = PLACE.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert len(places) > 15
    missing: list[str] = []
    for path, name in places:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        named = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        missing += [f"{path}:{name}"] if name not in named else []
    assert missing == []


def test_the_line_of_the_walk_is_on_its_card() -> None:
    ((path, card, line),) = WALK.findall((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    text = (ROOT / path).read_text(encoding="utf-8")
    assert line in text.partition(f"- id: {card}\n")[2].partition("\n  - id: ")[0]


def test_every_room_has_its_row() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = [
        path.parent.relative_to(ROOT).as_posix()
        for top in ("dsl", "compiler", "cardwright")
        for path in ROOT.glob(f"{top}/*/__init__.py")
    ]
    assert len(rooms) > 12
    assert [room for room in rooms if f"\n| `{room}/` | " not in text] == []
