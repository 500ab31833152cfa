"""What the cards of a game print, for rules about conditions.

Job: tell which kinds come from cards only, and whether a printed number of theirs meets a comparison. Input: a
LintContext. Output: kinds; yes or no, where "yes" may mean that it is not known. Does not decide what is a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.lint.ranges import Range, compared
from dsl.syntax import ast

if TYPE_CHECKING:
    from dsl.lint.base import LintContext


def kinds_from_cards(context: LintContext, noun: str) -> list[str]:
    """The kinds with cards that a noun means; none where a thing of the kind may come without a card."""
    vocab = context.vocab
    known = vocab.nouns[noun].kind.name if noun in vocab.nouns else noun
    kinds = [kind for kind in vocab.heirs(known) if kind in vocab.kinds]
    sound = all(any(vocab.kinds[k].card for k in vocab.ancestors(kind)) for kind in kinds)
    other_files = context.other_files
    alone = not other_files.card_kinds() & set(kinds) or other_files.cardless() & set(kinds)
    return kinds if sound and not alone else []


def can_meet(context: LintContext, field: str, part: ast.Comparison, kinds: list[str]) -> bool:
    """Whether a card of these kinds prints a number in a field that meets a comparison with a number."""
    if not isinstance(part.right, ast.IntLiteral):
        return True
    limit = Range(part.right.value, part.right.value)
    for kind in kinds:
        declared = context.vocab.field_of(kind, field)
        if declared is None or not declared.printed or context.vocab.stat_of(kind, field) is not None:
            return True
        printed = context.other_files.printed(kind, field)
        if any(compared(Range(value, value), part.operator, limit) for value in printed):
            return True
    return False
