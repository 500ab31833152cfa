"""An ability has `uses 0`, so it can never be used.

Write how often it can be used, or delete the ability.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("never-usable")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Uses):
        if node.count == 0:
            yield FOUND(node, "this can never be used", help="say how often")


RULE = Rule(
    "never-usable",
    "dead",
    "an ability with no uses",
    __doc__,
    bad={
        "ability": """\
activate as action uses 0: heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action uses 1: heal 1 to self
""",
    },
    check=check,
)
