"""A statement comes after `end` with the name of the verb around it.

`end` leaves the verb immediately. Move the statement before it, or delete the statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic, Label
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("unreachable-statement")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for verb in context.nodes(ast.VerbDef):
        for block in verb.walk():
            if not isinstance(block, ast.Block):
                continue
            statements = [ast.plain(statement) for statement in block.statements]
            for index, statement in enumerate(statements[:-1]):
                if isinstance(statement, ast.EndStmt) and statement.frame.text == verb.name.text:
                    label = Label(statement.span, f"`{verb.name.text}` ends here")
                    yield FOUND(statements[index + 1], "this is never reached", labels=(label,), help="leave it out")
                    break


RULE = Rule(
    "unreachable-statement",
    "correctness",
    "a statement that is never reached",
    __doc__,
    bad={
        "rules": """\
verb rest(by who: unit):
  tap who
  end rest
  heal 1 to who

every unit:
  activate "rest" as action: rest by self
""",
    },
    good={
        "rules": """\
verb rest(by who: unit):
  tap who
  heal 1 to who
  if who.damage == 0: end rest
  heal 1 to who

every unit:
  activate "rest" as action: rest by self
""",
    },
    check=check,
)
