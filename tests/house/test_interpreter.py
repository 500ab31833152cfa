"""The interpreter is one record and parts that are functions over it; generated code has one door to them.

That the parts import each other in one order only is a contract in ``pyproject.toml``.
"""

from __future__ import annotations

import ast
import dis
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from compiler.callables.code import Code
from compiler.interpreter.calls import CALLS, ENVIRONMENT, FIELDS
from compiler.interpreter.state import State
from compiler.targets.python import Python
from tests import content_games

COMPILER = Path(__file__).parents[2] / "compiler"
PARTS = sorted((COMPILER / "interpreter").glob("*.py"))
# Beside frames and exceptions: values that are numbers or tuples, and types of what others give.
PLAIN = {"int", "tuple", "NamedTuple", "Protocol"}
CLASSES = {
    node.name: [ast.unparse(base).partition("[")[0] for base in node.bases]
    for path in PARTS
    for node in ast.parse(path.read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
}


def roots(name: str) -> set[str]:
    """What a class is built on in the end."""
    bases = CLASSES.get(name, [])
    return {root for base in bases for root in roots(base)} if bases else {name}


def test_no_class_is_built_on_another_but_frames_and_exceptions() -> None:
    allowed = {"Frame", "Exception", "ValueError", *PLAIN}
    assert {name: roots(name) for name in CLASSES if CLASSES[name] and not roots(name) <= allowed} == {}
    assert "Frame" in roots("Seating") and "Exception" in roots("Exhausted")


def test_the_state_only_keeps_the_journal() -> None:
    methods = {name for name, value in vars(State).items() if isinstance(value, FunctionType)}
    assert {name for name in methods if not name.startswith("__")} == {"note", "note_aside", "back_to", "forget"}
    assert State.__mro__ == (State, object) and State.__subclasses__() == []


# ---- the door
def named(folder: str, pattern: str) -> set[str]:
    """What the modules of a folder of the compiler name by a pattern."""
    return {name for path in (COMPILER / folder).glob("*.py") for name in re.findall(pattern, path.read_text("utf-8"))}


def test_the_door_has_what_generated_code_calls_and_nothing_else() -> None:
    compiled, printed = named("callables", r'self\.asked\("(\w+)"'), named("targets", r'self\.asked\("(\w+)"')
    assert compiled | printed == CALLS.keys()
    for module in ("rules", "tests"):
        (imported,) = re.findall(r"from \.rt\.calls import (.*)", Python.modules[module][1])
        assert imported.split(", ") == sorted({*printed, "core"})
    fields = named("callables", r'self\.field\("(\w+)"\)') | set(re.findall(r"\brt\.(\w+)", str(Python.rows)))
    assert fields | {"known"} == set(FIELDS)


@pytest.fixture(scope="module")
def code() -> Code:
    return Code(content_games.content("dungeon_command").program, marking=False)


def code_objects(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from code_objects(inner)


def _is_of(step: dis.Instruction) -> bool:
    return step.opname.endswith(("_ATTR", "_METHOD"))


def test_compiled_rules_reach_the_door_and_each_other_alone(code: Code) -> None:
    made = {name: value for name, value in code.space.items() if name not in ENVIRONMENT}
    assert made and all(name.startswith("f_") and isinstance(value, FunctionType) for name, value in made.items())
    for function in made.values():
        for inner in code_objects(function.__code__):
            steps = list(dis.get_instructions(inner))
            assert {s.argval for s in steps if s.opname == "LOAD_GLOBAL"} <= {*made, *ENVIRONMENT}
            pairs = pairwise(steps)
            read = {after.argval for before, after in pairs if before.argval == "rt" and _is_of(after)}
            assert read <= set(FIELDS), inner.co_name


@pytest.mark.slow
def test_printed_rules_read_the_same_fields() -> None:
    files = content_games.files("dungeon_command", "python")
    for path in ("rules.py", "tests.py"):
        nodes = ast.walk(ast.parse(files[path]))
        read = {n.attr for n in nodes if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "rt"}
        assert read <= set(FIELDS)
