"""Two options of a choice have the same name, so players cannot tell them apart.

Rename one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("duplicate-option")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.ChooseOne):
        first: dict[str, ast.Option] = {}
        for option in node.options:
            other = first.setdefault(option.label, option)
            if other is not option:
                label = Label(other.span, "the other one")
                yield FOUND(option, f'two options are named "{option.label}"', labels=(label,), help="rename one")


RULE = Rule(
    "duplicate-option",
    "correctness",
    "two options of one name",
    __doc__,
    bad={
        "ability": """\
activate as action:
  choose one:
    option "mend": heal 1 to self
    option "mend": heal 2 to self
""",
    },
    good={
        "ability": """\
activate as action:
  choose one:
    option "mend": heal 1 to self
    option "ready": heal 2 to self
""",
    },
    check=check,
)
