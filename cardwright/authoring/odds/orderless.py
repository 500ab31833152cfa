"""Whether the rules of a game ever ask for the order in which dice lie.

Job: find a place where the order of a roll could change what happens. Where there is none, rolls that differ in their
order alone are one, and pools of many dice can be walked through. Input: the checked trees. Output: yes or no.

Only what is known not to ask for the order is allowed; everything else counts as asking. A player who chooses among
dice sees them in some order, but may choose any.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.checking.results import Checked
from dsl.meaning.types import INT, Type
from dsl.syntax import ast

_WHOLE = frozenset({"total", "size"})  # functions of a roll in which every die counts alike
_OF_NUMBERS = frozenset({"sum", "count", "highest", "lowest"})  # and of a number for each die
_CARRIED = (ast.Path, ast.RollStmt, ast.LetStmt, ast.SetStmt, ast.ChooseStmt, ast.RerollStmt, ast.Ternary)


def order_never_counts(checked: Checked) -> bool:
    """Whether no text of the game could tell two rolls apart that differ in the order of their dice alone."""
    types = checked.facts.types
    return not any(
        _is_dice(types.get(child)) and not _is_alike(node, checked)
        for root in _texts(checked)
        for node in root.walk()
        for child in node.children()
    )


def _texts(checked: Checked) -> Iterator[ast.Node]:
    yield from (node for node, _ in checked.vocab.definitions)
    for card in checked.vocab.cards.values():
        yield from (ability for text in card.texts for ability in text.abilities)


def _is_dice(type_: Type | None) -> bool:
    """Whether a value is a roll, or a collection of faces."""
    if type_ is None or type_.form == "roll":
        return type_ is not None
    return type_.form in ("set", "list") and type_.inner is not None and type_.inner.form == "face"


def _is_alike(node: ast.Node, checked: Checked) -> bool:
    """Whether what a node does with dice is the same in every order of them."""
    facts = checked.facts
    match node:
        case ast.FunctionCall(name=name):
            return name.text in _WHOLE or name.text in checked.vocab.functions
        case ast.Comprehension(function=function):
            made = facts.types.get(node)
            return _is_dice(made) or (function.text in _OF_NUMBERS and made == INT)
        case _:
            return isinstance(node, _CARRIED)
