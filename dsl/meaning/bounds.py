"""The bounds of the language that a text alone can pass, as far as they can be told before anything runs.

Job: hold the numbers (``docs/language.md``, "Bounds"), and tell what passes them: dice, loops, costs of steps.
Input: nodes. Output: sentences. What only a run can tell is bounded there (``compiler/interpreter/values.py``).
"""

from __future__ import annotations

from dsl.syntax import ast

FACES = 10_000  # of a die
DICE = 100  # of one roll
ROUNDS = 10_000  # of a loop
WORK = 100_000_000  # units between two answers of a player
CALLS = 40  # functions that call one another
NAMES = 60  # values that are named where one text stands: Lua 5.1 passes no more to a function within a function


def dice_fault(text: str) -> str:
    """What is wrong with dice as they are written, ``2d6``; empty where nothing is."""
    many, _, faces = text.partition("d")
    if not _within(faces, 1, FACES):
        return f"a die has from 1 to {FACES:,} faces"
    if many and not _within(many, 1, DICE):
        return f"from 1 to {DICE} dice are rolled at once"
    return ""


def _within(digits: str, least: int, most: int) -> bool:
    return len(digits.lstrip("0")) <= len(str(most)) and least <= int(digits) <= most


def whole(node: ast.Expr) -> int | None:
    """A number that is written as one."""
    if isinstance(node, ast.Minus):
        inner = whole(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.IntLiteral) else None


def least_answer(node: ast.Expr) -> ast.Expr | None:
    """An answer below nothing that an expression gives in some case, where it is written as a number."""
    if isinstance(node, ast.Ternary):
        return least_answer(node.value) or least_answer(node.otherwise)
    number = whole(node)
    return node if number is not None and number < 0 else None
