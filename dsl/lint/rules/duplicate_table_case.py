"""Two rows of a table have the same case, so the second row is never used.

If the case depends only on the parameters, the checker reports the error `table-overlap`; this rule finds the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("duplicate-table-case")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for table in context.nodes(ast.TableDef):
        first: dict[str, ast.TableRow] = {}
        for row in table.rows or ():
            other = first.setdefault(unparse(row.case), row) if row.case is not None else row
            if other is not row:
                label = Label(other.span, "first here")
                yield FOUND(row, "this case stands in a row above", labels=(label,), help="write another case")


RULE = Rule(
    "duplicate-table-case",
    "tables",
    "one case twice in a table",
    __doc__,
    bad={
        "rules": """\
table odds(u: unit) -> int:
  u.level > 5: 3
  u.level > 5: 2
  otherwise: 1
stat luck of unit = odds(self)
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
table odds(u: unit) -> int:
  u.level > 5: 3
  u.level > 3: 2
  otherwise: 1
stat luck of unit = odds(self)
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
