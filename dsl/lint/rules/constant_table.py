"""Every row of a table gives the same value, so the table is not needed.

Correct the values of the rows, or write the value instead of the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("constant-table")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for table in context.nodes(ast.TableDef):
        if table.rows and len({unparse(row.value) for row in table.rows}) == 1:
            value = unparse(table.rows[0].value)
            yield FOUND(table.name, f"every row of `{table.name.text}` gives {value}", help="write the value instead")


RULE = Rule(
    "constant-table",
    "tables",
    "a table of one value",
    __doc__,
    bad={
        "rules": """\
table odds(n: int) -> int:
  n > 5: 2
  otherwise: 2
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
  otherwise: 2
stat luck of unit = odds(self.level)
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
