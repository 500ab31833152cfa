"""A relation, define, table, keyword, status or heading has a parameter that nothing reads.

Delete the parameter, or use it. Functions that are passed to a core function (such as the cost of steps) are not
reported: the core function defines their parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("unread-parameter")


_WITH_PARAMETERS = (
    ast.RelationDef, ast.DefineDef, ast.TableDef, ast.KeywordDef, ast.StatusDef, ast.HeadingDef,
)  # fmt: skip


def whole(context: LintContext) -> Iterator[Diagnostic]:
    given = context.summary.names_in("passed_functions")
    for root in context.roots:
        if not isinstance(root, _WITH_PARAMETERS):
            continue
        if root.name.text in given or (isinstance(root, ast.TableDef) and root.rows is None):
            continue
        texts = Counter(node.text for node in root.walk() if isinstance(node, ast.Ident))
        for param in root.params:
            if texts[param.name.text] == 1 and not context.is_mentioned_elsewhere(param.name):
                yield FOUND(param.name, f"nothing reads `{param.name.text}` of `{root.name.text}`", help="leave it out")


RULE = Rule(
    "unread-parameter",
    "dead",
    "a parameter that nothing reads",
    __doc__,
    bad={
        "rules": """\
define third(n: int, most: int) -> int = round_down(n / 3)
stat luck of unit = third(self.level, 2)
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
define third(n: int, most: int) -> int = min(most, round_down(n / 3))
stat luck of unit = third(self.level, 2)
""",
        "ability": """\
passive: +1 luck
""",
    },
    whole=whole,
)
