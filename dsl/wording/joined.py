"""Conditions that `and` and `or` join.

Job: the parts of such a condition, and their clauses behind a noun. Input: an expression. Output: nodes or texts. Knows
no words.
"""

from __future__ import annotations

from dsl.syntax import ast
from dsl.wording.writer import Writer


def joining(node: ast.Expr, negated: bool) -> str:
    """The word that joins the parts of a condition."""
    while isinstance(node, ast.Negation):
        node, negated = node.operand, not negated
    if isinstance(node, ast.AndAlso | ast.OrElse):
        return "and" if isinstance(node, ast.AndAlso) != negated else "or"
    return ""


def operands(node: ast.Expr, negated: bool, word: str) -> list[tuple[ast.Expr, bool]]:
    """What the word joins in a condition, each with whether it is denied."""
    while isinstance(node, ast.Negation):
        node, negated = node.operand, not negated
    if isinstance(node, ast.AndAlso | ast.OrElse) and joining(node, negated) == word:
        return operands(node.left, negated, word) + operands(node.right, negated, word)
    return [(node, negated)]


def conjuncts(node: ast.Expr) -> list[ast.Expr]:
    return conjuncts(node.left) + conjuncts(node.right) if isinstance(node, ast.AndAlso) else [node]


def clauses_of(w: Writer, condition: ast.Expr, beside: bool = False) -> list[str]:
    """The clauses of a condition; in brackets what `or` joins where others stand ``beside`` it."""
    parts = conjuncts(condition)
    several = beside or len(parts) > 1
    return [f"({w.condition(p)})" if several and joining(p, False) else w.condition(p) for p in parts]
