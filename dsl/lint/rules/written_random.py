"""Chance picks among all entities of a kind that are in a set.

Write `random of`: in place of `random plot where it in p.hand` write `random of p.hand`. The members are then in the
order of the set, so a seed may give another of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

FOUND = Finder("written-random")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Query):
        asked = node.condition
        if node.quantifier != "random" or node.filters or node.preferences or not isinstance(asked, ast.InTest):
            continue
        given = context.facts.types.get(asked.right)
        kind = given.element.name if given is not None and given.is_collection else ""
        refs = [context.facts.refs.get(below) for below in asked.right.walk()]
        if any(ref is not None and "it" in (ref.name, ref.owner) for ref in refs):
            continue  # the set depends on the candidate
        if unparse(asked.left) == "it" and not asked.negated and node.noun.text in context.vocab.ancestors(kind):
            better = f"random of {unparse(asked.right)}"
            yield FOUND(node, "this picks a member of a set", help=f"write `{better}`")


RULE = Rule(
    "written-random",
    "style",
    "a random member of a set, by a search among all",
    __doc__,
    bad={
        "ability": """\
after heal to self once per turn: tap random unit where it in self.controller.hand
""",
    },
    good={
        "ability": """\
after heal to self once per turn: tap random of self.controller.hand
""",
    },
    check=check,
)
