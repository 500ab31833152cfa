"""What is printed passes through one door, and lines end at line feeds only."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tests.house.sources import modules

DOOR = "cardwright/cli/output.py"
# Functions of the library for commands that write to the terminal.
PRINTING = {"echo", "secho", "prompt", "confirm", "pause", "echo_via_pager", "progressbar", "clear"}
# Of the streams, only whether they are a terminal is asked elsewhere.
ASKING = {"isatty", "encoding"}


def printing(nodes: Sequence[ast.AST]) -> Iterator[int]:
    """Lines of a module that print by another way than the door."""
    asked = {
        node.value for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in ASKING and isinstance(node.value, ast.Attribute)
    }  # fmt: skip
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="print" | "input")):
                yield node.lineno
            case ast.Attribute(value=ast.Name(id="click"), attr=name) if name in PRINTING:
                yield node.lineno
            case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr") if node not in asked:
                yield node.lineno
            case ast.Attribute(value=ast.Name(id="traceback"), attr=name) if name.startswith("print"):
                yield node.lineno
            case ast.ImportFrom(module="click") if {alias.name for alias in node.names} & PRINTING:
                yield node.lineno
            case _:
                pass


def test_everything_that_is_printed_passes_through_the_door() -> None:
    assert [f"{m.name}:{line}" for m in modules() if m.name != DOOR for line in printing(m.nodes)] == []


def test_the_door_itself_prints() -> None:
    (door,) = (m for m in modules() if m.name == DOOR)
    assert list(printing(door.nodes))


def test_data_for_programs_passes_through_the_door() -> None:
    """`json.dumps` of what is printed would let hidden characters and marks through; files that are written may."""
    written = {"cardwright/cli/saved_match.py", "cardwright/cli/export_folder.py", DOOR}
    found = [
        f"{m.name}:{node.lineno}"
        for m in modules() if m.name.startswith("cardwright/cli/") and m.name not in written
        for node in m.nodes if isinstance(node, ast.Attribute) and node.attr in ("dumps", "dump")
        if isinstance(node.value, ast.Name) and node.value.id == "json"
    ]  # fmt: skip
    assert found == []


def test_lines_end_at_line_feeds_only() -> None:
    """`splitlines` also parts at eight other characters: places and suppressions would drift."""
    found = [
        f"{m.name}:{node.lineno}"
        for m in modules()
        for node in m.nodes if isinstance(node, ast.Attribute) and node.attr == "splitlines"
    ]  # fmt: skip
    assert found == []
