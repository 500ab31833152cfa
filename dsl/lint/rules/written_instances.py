"""The statuses of one bearer are sought among all statuses of that name.

Write `instances(x, STATUS)`, which looks only at what `x` has. `check --fix` does this where nothing but the bearer is
asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.known import path_key
from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-instances")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Query):
        if node.condition is not None and _is_status(context, node):
            yield from _found(context, node, node.condition, "bearer")
    for loop in context.nodes(ast.Comprehension):
        source, condition = loop.source, loop.condition
        if isinstance(source, ast.Query) and source.condition is None and condition and _is_status(context, source):
            yield from _found(context, source, condition, f"{loop.name.text}.bearer")


def _is_status(context: LintContext, node: ast.Query) -> bool:
    """Whether a query gives all statuses of a name."""
    trait = context.vocab.traits.get(node.noun.text)
    return trait is not None and trait.form == "status" and node.quantifier == "all" and not node.filters


def _found(context: LintContext, query: ast.Query, condition: ast.Expr, bearer: str) -> Iterator[Diagnostic]:
    first = condition
    while isinstance(first, ast.AndAlso):
        first = first.left
    if not isinstance(first, ast.IsTest) or first.negated or path_key(first.left) != bearer:
        return
    given = context.facts.types.get(first.right)
    if given is not None and given.form == "kind":
        better = f"instances({unparse(first.right)}, {query.noun.text})"
        fix = replaced(query, better) if first is query.condition else None
        yield FOUND(query, "statuses of one bearer are sought among all", help=f"write `{better}`", fix=fix)


RULE = Rule(
    "written-instances",
    "style",
    "the statuses of one bearer, by a search among all",
    __doc__,
    bad={
        "rules": """\
status burning(n: int) of unit
define heat(u: unit) -> int = sum(b.n for b in (all burning where bearer is u))
stat luck of unit = heat(self)
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
status burning(n: int) of unit
define heat(u: unit) -> int = sum(b.n for b in instances(u, burning))
stat luck of unit = heat(self)
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
