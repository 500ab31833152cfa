"""The checker is made of parts: no class of a module is built on one of another module.

That its modules import each other in one order only is a contract in ``pyproject.toml``.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PARTS = sorted((Path(__file__).parents[2] / "dsl" / "checking").glob("*.py"))


def inherited(text: str) -> list[str]:
    """The classes of a module's text that have a base from a module of the checker."""
    tree = ast.parse(text)
    taken: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("dsl.checking"):
            taken |= {name.asname or name.name for name in node.names}
        elif isinstance(node, ast.Import):
            taken |= {(name.asname or name.name).split(".")[0] for name in node.names if "dsl.checking" in name.name}
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if any(isinstance(below, ast.Name) and below.id in taken for below in ast.walk(base))
    ]


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.stem)
def test_no_class_is_built_on_a_class_of_another_part(path: Path) -> None:
    assert inherited(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "from dsl.checking.context import Context\nclass Names(Context): ...",
        "from dsl.checking.context import Context as C\nclass Names(object, C): ...",
        "import dsl.checking.context\nclass Names(dsl.checking.context.Context): ...",
        "from dsl.checking import context\nclass Names(context.Context): ...",
    ],
)
def test_a_class_that_is_built_on_another_part_is_seen(text: str) -> None:
    assert inherited(text) == ["Names"]
