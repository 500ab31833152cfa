"""A query or noun tests for printed values that no card has.

It never finds anything. The rule looks only at printed values that no modifier changes, and only at kinds whose
entities all come from cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.printed import can_meet, kinds_from_cards
from dsl.lint.ranges import parts_of
from dsl.syntax import ast

FOUND = Finder("filter-matches-no-card")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Query, ast.NounDef):
        if node.condition is None:
            continue
        name = node.noun.text if isinstance(node, ast.Query) else node.base.text
        kinds = kinds_from_cards(context, name)
        for part in parts_of(node.condition) if isinstance(node.condition, ast.AndAlso) else [node.condition]:
            if kinds and isinstance(part, ast.Comparison) and not _can_match(context, part, kinds):
                yield FOUND(part, f"no {name} of the game has such a value", help="compare with a printed value")


def _can_match(context: LintContext, part: ast.Comparison, kinds: list[str]) -> bool:
    if not isinstance(part.left, ast.Path) or part.left.fields:
        return True
    head = part.left.head
    ref = context.facts.refs.get(head) if isinstance(head, ast.Ident) else None
    is_own = ref is not None and ref.form == "field" and ref.owner == "it"
    return ref is None or not is_own or can_meet(context, ref.name, part, kinds)


RULE = Rule(
    "filter-matches-no-card",
    "dead",
    "a filter that no card can match",
    __doc__,
    bad={
        "ability": """\
passive while any unit where level > 7: +1 armor
""",
    },
    good={
        "ability": """\
passive while any unit where level > 2: +1 armor
""",
    },
    check=check,
)
