"""Two abilities of one carrier replace the same event and change the same value, and at least one of them sets it.

Which comes first changes the outcome, and nothing says which does. Make one ability of them, or add to the value in
both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dsl import ast
from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule, plain
from dsl.unparse import unparse

FOUND = Finder("order-dependent-replacements")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for unit in context.facts.units:
        replacing = [a for a in map(plain, unit.abilities) if isinstance(a, ast.Trigger) and a.timing == "instead"]
        for one, other in combinations(replacing, 2):
            if unparse(one.pattern) != unparse(other.pattern):
                continue
            left, right = _changes(one), _changes(other)
            for place in left.keys() & right.keys():
                if ast.SetStmt in (left[place], right[place]):
                    label = Label(one.span, "the other one")
                    yield FOUND(
                        other, f"this and another ability change `{place}`, and their order matters", labels=(label,),
                        help="make one ability of both",
                    )  # fmt: skip


def _changes(ability: ast.Trigger) -> dict[str, type[ast.Node]]:
    """The values that a replacement changes whatever happens, and how."""
    found: dict[str, type[ast.Node]] = {}
    for statement in map(plain, ability.body.statements):
        if isinstance(statement, ast.SetStmt | ast.ChangeStmt):
            found[unparse(statement.place)] = type(statement)
    return found


RULE = Rule(
    "order-dependent-replacements",
    "interaction",
    "two replacements whose order matters",
    __doc__,
    bad={
        "ability": """\
instead of heal to self: set amount to 1
instead of heal to self: increase amount by 2
""",
    },
    good={
        "ability": """\
instead of heal to self: increase amount by 1
instead of heal to self: increase amount by 2
""",
    },
    check=check,
)
