"""A condition compares a printed number with one that no card meets.

It is never true: `requires self.level > 100`, where no level reaches that. The rule looks only at printed numbers that
no modifier changes, and only at kinds whose entities all come from cards. Compare with a number that a card prints.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.printed import can_meet, kinds_from_cards
from dsl.meaning.types import UNKNOWN, Type
from dsl.syntax import ast

FOUND = Finder("unmet-number")


def check(context: LintContext) -> Iterator[Diagnostic]:
    selves = {
        node: unit.carrier.self_type
        for unit in context.facts.units
        for ability in unit.abilities
        for node in context.tree(ability)
        if isinstance(node, ast.Comparison)
    }
    for part in context.nodes(ast.Comparison):
        owner, name = _field(context, part, selves.get(part, UNKNOWN))
        kinds = kinds_from_cards(context, owner.name) if owner.form == "kind" else []
        if kinds and not can_meet(context, name, part, kinds) and context.reasoner.verdict(part) is None:
            yield FOUND(part, f"no {owner.name} prints such a `{name}`", help="compare with a printed number")


def _field(context: LintContext, part: ast.Comparison, self_type: Type) -> tuple[Type, str]:
    """The field on the left side of a comparison, and whose it is; unknown if there is none."""
    path = part.left
    if not isinstance(path, ast.Path):
        return UNKNOWN, ""
    if path.fields:
        *before, last = path.fields
        return context.facts.types.get(before[-1] if before else path.head, UNKNOWN), last.text
    ref = context.facts.refs.get(path.head)
    is_own = ref is not None and ref.form == "field" and ref.owner == "self"
    return (self_type, ref.name) if ref is not None and is_own else (UNKNOWN, "")


RULE = Rule(
    "unmet-number",
    "dead",
    "a comparison that no printed number meets",
    __doc__,
    bad={
        "ability": """\
activate as action requires self.level > 7: heal 1 to self
""",
    },
    good={
        "ability": """\
activate as action requires self.level > 6: heal 1 to self
""",
    },
    check=check,
)
