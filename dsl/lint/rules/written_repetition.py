"""A loop asks again and again whether a player wants to do something, with a value that remembers the answer.

Write `may any number of times:`. A condition stands behind it: `may any number of times while self.damage > 0:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-repetition")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for loop in context.nodes(ast.WhileStmt):
        body = [ast.plain(statement) for statement in loop.body.statements]
        if len(body) != 2 or not isinstance(body[0], ast.SetStmt) or not isinstance(body[1], ast.MayStmt):
            continue
        last = ast.plain(body[1].body.statements[-1])
        if not isinstance(last, ast.SetStmt) or unparse(last.place) != unparse(body[0].place):
            continue
        if unparse(body[0].value) == "false" and unparse(last.value) == "true":
            told = "this asks again until the player declines"
            yield FOUND(loop.condition, told, help="write `may any number of times:`")


RULE = Rule(
    "written-repetition",
    "style",
    "a loop that asks until the player declines",
    __doc__,
    bad={
        "ability": """\
after tap self once per turn:
  let more = true
  while more at most 20 times:
    set more to false
    may:
      spend 1 by self.controller or stop
      heal 1 to self
      set more to true
""",
    },
    good={
        "ability": """\
after tap self once per turn:
  may any number of times:
    spend 1 by self.controller or stop
    heal 1 to self
""",
    },
    check=check,
)
