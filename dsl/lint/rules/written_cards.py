"""A list names all cards of a kind.

Write `all … card`: then no card is missing that is added later.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.edits import replaced
from dsl.syntax import ast

FOUND = Finder("written-cards")
_FEWEST = 3


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.ListLiteral):
        given = context.facts.types.get(node)
        if given is None or given.form != "set" or given.element.form != "card" or len(node.items) < _FEWEST:
            continue
        kind = given.element.name
        wanted = [c.id for c in context.vocab.cards.values() if kind in context.vocab.ancestors(c.kind)]
        named = [item.span.text for item in node.items]
        if sorted(named) == sorted(wanted):
            better = f"all {kind} card"
            fix = replaced(node, f"({better})") if named == wanted else None  # the order may matter in play
            yield FOUND(node, f"the list names all cards of the kind {kind}", help=f"write `{better}`", fix=fix)


RULE = Rule(
    "written-cards",
    "style",
    "a list of all cards of a kind",
    __doc__,
    bad={
        "rules": """\
define known() -> set of unit card = [grunt, chief, hero]
stat luck of unit = size(known())
""",
        "ability": """\
passive: +1 luck
""",
    },
    good={
        "rules": """\
define known() -> set of unit card = all unit card
stat luck of unit = size(known())
""",
        "ability": """\
passive: +1 luck
""",
    },
    check=check,
)
