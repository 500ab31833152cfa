"""`in` is used with a list of one value.

Instead of `x in [fire]` write `x is fire`. `check --fix` does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("single-member-list")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.InTest):
        if isinstance(node.right, ast.ListLiteral) and len(node.right.items) == 1:
            given = context.facts.types.get(node.left)
            word = "==" if given is not None and given.form == "int" else "is"
            negated = {"==": "!=", "is": "is not"}[word] if node.negated else word
            better = f"{unparse(node.left)} {negated} {unparse(node.right.items[0])}"
            yield FOUND(node, "the list holds one value", help=f"write `{better}`", fix=replaced(node, better))


RULE = Rule(
    "single-member-list",
    "style",
    "a list of one to look in",
    __doc__,
    bad={
        "ability": """\
after deal to self where type in [fire]: heal 1 to self
""",
    },
    good={
        "ability": """\
after deal to self where type is fire: heal 1 to self
""",
    },
    check=check,
)
