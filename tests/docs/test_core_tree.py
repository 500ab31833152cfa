"""The page of the core tree names every class and every field of it, and of scripts."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from compiler.core import ir, scripts

PAGE = (Path(__file__).parents[2] / "docs" / "core-tree.md").read_text(encoding="utf-8")
WORDS = set(re.findall(r"[A-Za-z_]+", " ".join(re.findall(r"`([^`]+)`", PAGE))))
EVERYWHERE = {"at", "rows", "id", "name"}
CLASSES = [c for module in (ir, scripts) for c in vars(module).values() if isinstance(c, type) and is_dataclass(c)]


@pytest.mark.parametrize(
    "cls", [c for c in CLASSES if c is not ir.Node and c is not ir.Program], ids=lambda c: c.__name__
)
def test_the_page_names(cls: type) -> None:
    assert cls.__name__ in WORDS or cls is ir.Place
    assert {f.name for f in fields(cls)} - EVERYWHERE <= WORDS


def test_the_page_names_every_word_of_a_node() -> None:
    words = {*ir.OPERATORS[:4], *ir.FORMS, *ir.PRIMITIVES}
    assert words <= WORDS
    assert {f.name for f in fields(ir.Program)} <= WORDS
