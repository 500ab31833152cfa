"""What is certain once a condition has been tested.

Job: say which paths are not none, and which nouns they are, where a condition holds or does not. Input: a condition or
a statement. Output: facts as text: ``path`` (it is not none) and ``path is noun``. Must never look at types or names.
"""

from __future__ import annotations

from dsl.syntax import ast


def path_key(node: ast.Node) -> str:
    """A path as text (``self.bearer``), or an empty string for what is no plain path."""
    if isinstance(node, ast.Path) and isinstance(node.head, ast.Ident):
        return ".".join([node.head.text, *(f.text for f in node.fields)])
    return ""


def known_if(node: ast.Expr, truth: bool = True) -> frozenset[str]:
    """What is certain when the condition is true (or false): ``path``, it is not none; ``path is noun``, what it is."""
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
    """What is certainly not none after a statement that stops or leaves otherwise."""
    match statement:
        case ast.Annotated(node=inner):
            return known_after(inner)
        case ast.RequireStmt(condition=condition):
            return known_if(condition)
        case _:
            return frozenset()
