"""A choice has only one option.

Use `may` if the player can decline, or write the statements without the choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("single-option")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.ChooseOne):
        if len(node.options) == 1:
            yield FOUND(node.options[0], "there is one option only", help="write `may`, or do it without a choice")


RULE = Rule(
    "single-option",
    "correctness",
    "a choice of one option",
    __doc__,
    bad={
        "ability": """\
activate as action:
  choose one:
    option "mend": heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action:
  may: heal 1 to self
""",
    },
    check=check,
)
