"""What is known after a condition has been tested.

Job: say which paths are not none, and to which nouns they belong, if a condition is true or false. Input: a condition
or a statement. Output: facts as text: ``path`` (it is not none) and ``path is noun``. Must never use types or meanings.
"""

from __future__ import annotations

from dsl.syntax import ast


def path_key(node: ast.Node) -> str:
    """A path as text (``self.bearer``); empty for any other expression."""
    if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident):
        return ".".join([node.head.text, *(f.text for f in node.fields)])
    return ""


def known_if(node: ast.Expr, truth: bool = True) -> frozenset[str]:
    """The facts if the condition is true (or false): ``path`` (it is not none), or ``path is noun``."""
    match node:
        case ast.AndAlso(left=left, right=right) if truth:
            return known_if(left) | known_if(right)
        case ast.OrElse(left=left, right=right) if not truth:
            return known_if(left, False) | known_if(right, False)
        case ast.Negation(operand=operand):
            return known_if(operand, not truth)
        case ast.IsTest(left=left, negated=negated, right=right):
            excludes_none = (negated == truth) if isinstance(right, ast.NoneLiteral) else (negated != truth)
            key, named = path_key(left), path_key(right)
            if not key or not excludes_none:
                return frozenset()
            return frozenset({key, f"{key} is {named}"} if named and "." not in named else {key})
        case ast.HasTest(left=left, negated=negated):
            return frozenset({path_key(left)} - {""}) if negated != truth else frozenset()
        case ast.Comparison(left=left, operator=operator, right=right):
            excludes = isinstance(right, ast.NoneLiteral) and operator == ("!=" if truth else "==")
            return frozenset({path_key(left)} - {""}) if excludes else frozenset()
        case _:
            return frozenset()


def known_after(statement: ast.Statement) -> frozenset[str]:
    """The paths that are not none after a statement, because it would otherwise end the block."""
    match statement:
        case ast.Annotated(node=inner):
            return known_after(inner)
        case ast.RequireStmt(condition=condition):
            return known_if(condition)
        case _:
            return frozenset()
