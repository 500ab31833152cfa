"""Whether one condition follows from another.

Job: compare the structure of conditions: `and` and `or`, comparisons of one path, and queries of the same noun with
narrower filters. Input: two conditions from one text. Output: True only if it is certain.
"""

from __future__ import annotations

from dsl.lint.ranges import ANY, Reasoner, compared, limited, parts_of
from dsl.syntax import ast
from dsl.syntax.unparse import unparse


def implies(reasoner: Reasoner, narrow: ast.Expr, wide: ast.Expr) -> bool:
    """Whether ``wide`` is true in every situation in which ``narrow`` is true."""
    if unparse(narrow) == unparse(wide):
        return True
    if isinstance(narrow, ast.OrElse):
        return all(implies(reasoner, part, wide) for part in parts_of(narrow))
    if isinstance(wide, ast.AndAlso):
        return all(implies(reasoner, narrow, part) for part in parts_of(wide))
    if isinstance(narrow, ast.AndAlso) and any(implies(reasoner, part, wide) for part in parts_of(narrow)):
        return True
    if isinstance(wide, ast.OrElse):
        return any(implies(reasoner, narrow, part) for part in parts_of(wide))
    match narrow, wide:
        case ast.Comparison(), ast.Comparison():
            return _compares(reasoner, narrow, wide)
        case ast.Query(quantifier="any"), ast.Query(quantifier="any"):
            return _asks(reasoner, narrow, wide)
        case ast.Query(quantifier="no"), ast.Query(quantifier="no"):
            return _asks(reasoner, wide, narrow)
        case _:
            return False


def _compares(reasoner: Reasoner, narrow: ast.Comparison, wide: ast.Comparison) -> bool:
    """`x > 3` and `x > 2`: whether every value that satisfies the first also satisfies the second."""
    for path, operator, limit in reasoner.limits(narrow):
        given = limited(operator, limit)
        for other, asked, bound in reasoner.limits(wide):
            if path == other and given != ANY and compared(given, asked, bound):
                return True
    return False


def _asks(reasoner: Reasoner, narrow: ast.Query, wide: ast.Query) -> bool:
    """`any foe within 2 of self where hp < 3` and `any foe within 5 of self`."""
    if unparse(narrow.noun) != unparse(wide.noun):
        return False
    if not all(any(_filters(reasoner, n, w) for n in narrow.filters) for w in wide.filters):
        return False
    if wide.condition is None:
        return True
    return narrow.condition is not None and implies(reasoner, narrow.condition, wide.condition)


def _filters(reasoner: Reasoner, narrow: ast.Filter, wide: ast.Filter) -> bool:
    if narrow.form != wide.form or unparse(narrow.value) != unparse(wide.value):
        return False
    if narrow.range is None or wide.range is None:
        return True
    if unparse(narrow.range) == unparse(wide.range):
        return True
    return compared(reasoner.number(narrow.range), "<=", reasoner.number(wide.range)) is True
