"""A query or noun tests for printed values that no card has.

It never finds anything. The rule looks only at printed values that no modifier changes, and only at kinds whose
entities all come from cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics import Diagnostic
from dsl.lint.base import Finder, LintContext, Rule
from dsl.lint.ranges import Range, compared, parts_of
from dsl.syntax import ast

FOUND = Finder("filter-matches-no-card")


def check(context: LintContext) -> Iterator[Diagnostic]:
    for node in context.nodes(ast.Query, ast.NounDef):
        if node.condition is None:
            continue
        name = node.noun.text if isinstance(node, ast.Query) else node.base.text
        kinds = _kinds(context, name)
        for part in parts_of(node.condition) if isinstance(node.condition, ast.AndAlso) else [node.condition]:
            if kinds and isinstance(part, ast.Comparison) and not _can_match(context, part, kinds):
                yield FOUND(part, f"no {name} of the game has such a value", help="compare with a printed value")


def _kinds(context: LintContext, noun: str) -> list[str]:
    """The kinds with cards that a noun means; none where a thing of the kind may come without a card."""
    vocab = context.vocab
    known = vocab.nouns[noun].kind.name if noun in vocab.nouns else noun
    kinds = [kind for kind in vocab.heirs(known) if kind in vocab.kinds]
    sound = all(any(vocab.kinds[k].card for k in vocab.ancestors(kind)) for kind in kinds)
    other_files = context.other_files
    alone = not other_files.card_kinds() & set(kinds) or other_files.cardless() & set(kinds)
    return kinds if sound and not alone else []


def _can_match(context: LintContext, part: ast.Comparison, kinds: list[str]) -> bool:
    if not isinstance(part.right, ast.IntLiteral) or not isinstance(part.left, ast.Path) or part.left.fields:
        return True
    head = part.left.head
    ref = context.facts.refs.get(head) if isinstance(head, ast.Ident) else None
    if ref is None or ref.form != "field" or ref.owner != "it":
        return True
    limit = Range(part.right.value, part.right.value)
    for kind in kinds:
        field = context.vocab.field_of(kind, ref.name)
        if field is None or not field.printed or context.vocab.stat_of(kind, ref.name) is not None:
            return True
        printed = context.other_files.printed(kind, ref.name)
        if any(compared(Range(value, value), part.operator, limit) for value in printed):
            return True
    return False


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
