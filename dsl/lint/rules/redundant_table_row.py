"""The last row before `otherwise` gives the same value as `otherwise`, so it can be deleted.

Delete the row, or correct its value.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("redundant-table-row")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for table in context.nodes(ast.TableDef):
        rows = list(table.rows or ())
        if len({unparse(other.value) for other in rows}) < 2:
            continue
        row, rest = rows[-2:]
        if rest.case is None and unparse(row.value) == unparse(rest.value):
            label = Label(rest.span, "this row gives it too")
            yield FOUND(row, f"`otherwise` gives {unparse(rest.value)} too", labels=(label,), help="leave it out")


RULE = Rule(
    "redundant-table-row",
    "tables",
    "a row that changes nothing",
    __doc__,
    bad={
        "rules": """\
table odds(n: int) -> int:
  n > 5: 3
  n > 2: 1
  otherwise: 1
stat luck of unit = odds(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
table odds(n: int) -> int:
  n > 5: 3
  n > 2: 2
  otherwise: 1
stat luck of unit = odds(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
