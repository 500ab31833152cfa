"""The limits of the language that can be checked before a game runs.

Job: hold the numbers (``docs/language.md``, "Bounds"), and report text that exceeds them: dice, loops, costs of steps.
Input: nodes. Output: sentences. Limits that only a run can exceed are checked in ``compiler/interpreter/values.py``.
"""

from __future__ import annotations

from dsl.syntax import ast

FACES = 10_000  # of a die
DICE = 100  # of one roll
ROUNDS = 10_000  # of a loop
WORK = 100_000_000  # units of work between two answers of a player
CALLS = 40  # depth of nested function calls
NAMES = 60  # names in scope at one place: a nested function in Lua 5.1 can use at most 60 names of the enclosing one


def dice_fault(text: str) -> str:
    """The error in a dice literal such as ``2d6``; empty if there is none."""
    many, _, faces = text.partition("d")
    if not _within(faces, 1, FACES):
        return f"a die has from 1 to {FACES:,} faces"
    if many and not _within(many, 1, DICE):
        return f"from 1 to {DICE} dice are rolled at once"
    return ""


def _within(digits: str, least: int, most: int) -> bool:
    return len(digits.lstrip("0")) <= len(str(most)) and least <= int(digits) <= most


def integer_literal(node: ast.Expr) -> int | None:
    """The value of an expression that is an integer literal, else None."""
    if isinstance(node, ast.Minus):
        inner = integer_literal(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.IntLiteral) else None


def negative_literal(node: ast.Expr | ast.FunctionBody) -> ast.Expr | None:
    """A negative integer literal that the function may return, if there is one."""
    if isinstance(node, ast.FunctionBody):
        values = (negative_literal(line.value) for line in node.lines if isinstance(line, ast.FunctionCase))
        return next((value for value in values if value is not None), None)
    if isinstance(node, ast.Ternary):
        return negative_literal(node.value) or negative_literal(node.otherwise)
    number = integer_literal(node)
    return node if number is not None and number < 0 else None
