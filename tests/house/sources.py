"""The modules of the three packages, each read once in a process, for all tests that look at code."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("dsl", "compiler", "cardwright")


@dataclass(frozen=True)
class Module:
    """A source file: its path from the root, its text, and all nodes of its syntax tree, in the order of `ast.walk`."""

    name: str
    text: str
    nodes: tuple[ast.AST, ...]


@cache
def modules() -> tuple[Module, ...]:
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return tuple(read(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def read(name: str, text: str) -> Module:
    return Module(name, text, tuple(ast.walk(ast.parse(text))))
