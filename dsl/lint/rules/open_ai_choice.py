"""An AI acts on `one …` without a preference, so a player makes the choice for it.

Add a preference: `preferring nearest`, `preferring most damage then nearest`. The rule runs only if it is selected,
because in some games players do decide ties.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("open-ai-choice")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for step in context.nodes(ast.AiStep):
        for node in step.walk():
            if isinstance(node, ast.Query) and node.quantifier == "one" and not node.preferences:
                yield FOUND(node, f"which {node.noun.text} it takes is left open", help="add `preferring …`")


RULE = Rule(
    "open-ai-choice",
    "ai",
    "an AI that leaves a choice to the player",
    __doc__,
    bad={
        "ability": """\
ai:
  otherwise:
    heal 1 to one enemy
""",
    },
    good={
        "ability": """\
ai:
  otherwise:
    heal 1 to one enemy preferring most damage then nearest
""",
    },
    check=check,
    on=False,
)
