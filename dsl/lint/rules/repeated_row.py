"""The same row of the rulebook is named twice above one definition, ability or statement, or twice for one card.

Delete one of the two, or write the row that was meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.source import Span
from dsl.syntax import ast

FOUND = Finder("repeated-row")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node, rows in context.vocab.definitions:
        yield from _twice(rows, node.span)
    for written in (node for tree in context.trees.values() for node in tree):
        if rows := ast.rows_above(written):
            yield from _twice(rows, written.children()[0].span)
    for card in context.cards:
        yield from _twice(card.rows, card.span)
    for test in context.tests:
        yield from _twice(test.rows, test.span)


def _twice(rows: Iterable[str], span: Span) -> Iterator[Diagnostic]:
    for row, count in Counter(rows).items():
        if count > 1:
            yield FOUND(span, f"the row {row} is named twice here", help="leave one out")


RULE = Rule(
    "repeated-row",
    "text",
    "one rulebook row twice in a place",
    __doc__,
    bad={
        "rules": """\
@EX-01 @EX-01
verb rest(by who: unit): tap who
""",
        "ability": """\
activate as action: rest by self
""",
    },
    good={
        "rules": """\
@EX-01 @EX-02
verb rest(by who: unit): tap who
""",
        "ability": """\
activate as action: rest by self
""",
    },
    check=check,
)
