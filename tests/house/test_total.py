"""Tables that must be total: nothing that the language or the core tree can say is left without a meaning."""

from __future__ import annotations

import ast as py
import re
from pathlib import Path
from typing import get_args

import pytest

from compiler.core import ir
from compiler.interpreter.calls import CALLS, ENVIRONMENT
from compiler.interpreter.core import CORE
from compiler.interpreter.operations import OPERATIONS, PRIMITIVES
from dsl.meaning.builtins import BUILTINS
from dsl.syntax import ast

ROOT = Path(__file__).parents[2]
RUNTIME_FUNCTIONS = {"has"}  # asks what modifiers grant, which the functions of the core do not know


def named_in(*paths: str) -> set[str]:
    """The attributes of `ir` or `ast` that are named as the case of a match or in a table, or tested for."""
    found: set[str] = set()
    for path in paths:
        for node in py.walk(py.parse((ROOT / path).read_text(encoding="utf-8"))):
            if isinstance(node, py.Attribute) and isinstance(node.value, py.Name) and node.value.id in ("ir", "ast"):
                found.add(node.attr)
    return found


def test_every_function_of_the_core_is_implemented() -> None:
    assert {*BUILTINS, *ir.CORE_EXTRAS} - CORE.keys() == RUNTIME_FUNCTIONS
    assert CALLS.keys() >= RUNTIME_FUNCTIONS


def test_nothing_is_implemented_that_nobody_can_say() -> None:
    assert CORE.keys() - {*BUILTINS, *ir.CORE_EXTRAS} == set()
    assert all(f"c_{name}" in ENVIRONMENT for name in CORE)


def test_every_primitive_is_carried_out() -> None:
    assert set(ir.PRIMITIVES) == PRIMITIVES.keys() | (set(ir.PRIMITIVES) & OPERATIONS.keys())


def test_every_operation_that_is_written_is_carried_out() -> None:
    source = (ROOT / "compiler" / "core" / "instructions.py").read_text(encoding="utf-8")
    assert set(re.findall(r'add\("(\w+)"', source)) == OPERATIONS.keys()


EXPRESSIONS = {c.__name__ for c in get_args(ir.Expr)}
STATEMENTS = {c.__name__ for c in get_args(ir.Stmt)}


def test_the_core_tree_has_no_node_outside_its_unions() -> None:
    classes = {c for c in vars(ir).values() if isinstance(c, type) and issubclass(c, ir.Node) and c is not ir.Node}
    parts = {"Mode", "Require", "Function", "ParamDecl", "Verb", "Modifier", "Carrier", "Ability", "Live", "StateCheck",
             "Invariant", "Roster", "StatDecl"}  # fmt: skip
    assert {c.__name__ for c in classes} - EXPRESSIONS - STATEMENTS == parts


@pytest.mark.parametrize(
    ("path", "classes"),
    [
        ("compiler/callables/expressions.py", EXPRESSIONS),
        ("compiler/callables/requirements.py", {"Let", "Mark", "Require"}),
        ("compiler/core/instructions.py", STATEMENTS),
        ("tests/walker/expressions.py", EXPRESSIONS),
        ("tests/walker/walker.py", STATEMENTS | {"Require"}),
    ],
)
def test_every_node_of_the_core_has_a_meaning(path: str, classes: set[str]) -> None:
    assert classes - named_in(path) == set()


def test_every_node_of_the_core_is_made_by_lowering() -> None:
    made = named_in(*files("compiler/lowering/*.py"))
    assert (EXPRESSIONS | STATEMENTS) - made == set()


NODES = {
    c.__name__ for c in vars(ast).values() if isinstance(c, type) and issubclass(c, ast.Node) and c is not ast.Node
}
DEFINITIONS = {c.__name__ for c in get_args(ast.Definition)}
# What may stand where something else of its sort may; the other nodes are read as parts of these, by their fields.
INSIDE = {
    c.__name__
    for union in (ast.Expr, ast.Statement, ast.Duration, ast.Ability, ast.Modifier, ast.Header)
    for c in get_args(union)
}


def files(pattern: str) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob(pattern))]


@pytest.mark.parametrize(
    ("stage", "paths", "classes"),
    [
        ("parse", ["dsl/syntax/tree_builder.py", "dsl/syntax/parse.py"], NODES),
        ("declare", ["dsl/meaning/declare.py", "dsl/checking/definitions.py", "dsl/checking/carriers.py"], DEFINITIONS),
        ("check", files("dsl/checking/*.py"), INSIDE),
        ("lower", files("compiler/lowering/*.py"), INSIDE),
        ("unparse", ["dsl/syntax/unparse.py"], NODES),
    ],
)
def test_every_node_of_the_language_has_an_arm(stage: str, paths: list[str], classes: set[str]) -> None:
    assert classes - named_in(*paths) == set(), f"these have no arm in {stage}"


def test_the_interpreter_has_no_request_without_an_answer_in_a_dry_run() -> None:
    source = (ROOT / "compiler" / "interpreter" / "dry_runs.py").read_text(encoding="utf-8")
    arms = set(re.findall(r"case (Choose|RollDice|Draw|Shuffle)\(", source))
    assert arms == {"Choose", "RollDice", "Draw", "Shuffle"}
