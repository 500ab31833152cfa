"""A list holds numbers that follow each other.

Write the first and the last: `1 to 6`. `check --fix` does this.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast

FOUND = Finder("written-range")
_FEWEST = 3


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.ListLiteral):
        numbers = [item.value for item in node.items if isinstance(item, ast.IntLiteral)]
        given = context.facts.types.get(node)
        if len(numbers) != len(node.items) or len(numbers) < _FEWEST or given is None or given.form != "set":
            continue
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            better = f"{numbers[0]} to {numbers[-1]}"
            fix = replaced(node, better if _stands_bare(context, node) else f"({better})")
            yield FOUND(node, "the list holds numbers that follow each other", help=f"write `{better}`", fix=fix)


def _stands_bare(context: LintContext, node: ast.ListLiteral) -> bool:
    """Whether a range may stand here without brackets."""
    match context.parents.get(node):
        case ast.Comprehension(source=source) | ast.Quantified(source=source) | ast.EachStmt(source=source):
            return source is node
        case ast.ChooseStmt(source=source):
            return source is node
        case _:
            return False


RULE = Rule(
    "written-range",
    "style",
    "a list of numbers that follow each other",
    __doc__,
    bad={
        "rules": """\
define odd_sum(most: int) -> int = sum(n for n in [1, 2, 3, 4, 5] where n <= most and remainder(n, 2) == 1)
stat luck of unit = odd_sum(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
define odd_sum(most: int) -> int = sum(n for n in 1 to 5 where n <= most and remainder(n, 2) == 1)
stat luck of unit = odd_sum(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
