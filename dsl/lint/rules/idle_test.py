"""A test has no `when`, and checks only values that it sets itself.

Add `when`, or delete the test. A test that checks a function, a query or a stat is not reported: it shows something
even without `when`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast

FOUND = Finder("idle-test")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for test in context.tests:
        acts = any(step.statements for step in test.steps) or any(p.statements for p in test.positions)
        done = acts or test.roster is not None
        if not done and not any(_asks(context, node) for step in test.steps for node in step.then):
            yield FOUND(test.span, f'nothing is done in "{test.name}"', help="give it `when:`")


_PLAIN = (ast.Path, ast.Ident, ast.Comparison, ast.Negation, ast.AndAlso, ast.OrElse, ast.IntLiteral, ast.BoolLiteral)


def _asks(context: LintContext, check_: ast.Expr) -> bool:
    """Whether a check asks more than what values a thing was given."""
    stats = {name for _, name in context.vocab.stats}
    for node in check_.walk():
        if not isinstance(node, _PLAIN) or (isinstance(node, ast.Ident) and node.text in stats):
            return True
    return False


RULE = Rule(
    "idle-test",
    "tests",
    "a test that does nothing",
    __doc__,
    bad={
        "tests": """\
- name: a grunt lies there
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  then: [not g.tapped]
""",
    },
    good={
        "tests": """\
- name: a grunt is tapped
  given:
    players: [p1]
    create: [{name: g, card: grunt, owner: p1, controller: p1}]
  when: tap g
  then: [g.tapped]
""",
    },
    check=check,
)
