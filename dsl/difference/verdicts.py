"""Whether a change of an ability is better for its controller.

Job: judge one gap between two abilities of a card or keyword. Input: a Gap, and the `better` of fields. Output: a
verdict, which is unclear unless it is certain. An additional option is never worse, a lower price is better, and a
number is judged only if its field declares which direction is better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.difference.changes import BUFF, NERF, UNCLEAR, by_size
from dsl.difference.trees import Gap, Pair, key
from dsl.syntax import ast

# Abilities that their controller may use or not use, so having one is never worse.
_OPTIONAL = (ast.Activation, ast.Reaction)
_NARROWING = (ast.Costs, ast.Requires, ast.Limit, ast.Uses)
_WIDER = {">": NERF, ">=": NERF, "<": BUFF, "<=": BUFF}  # the effect of a higher limit in a requirement

Better = Callable[[str], str]


def verdict(gap: Gap, better: Better) -> str:
    """The verdict on a gap; ``better`` returns what the fields of a name declare: higher, lower, or empty."""
    old, new = gap.leaf
    if isinstance(old, _OPTIONAL) or isinstance(new, _OPTIONAL):
        return _of_option(old, new)
    chain = (*gap.around, (old, new))
    if any(isinstance(node, _OPTIONAL) for pair in gap.around for node in pair):
        header = next((pair for pair in chain if isinstance(pair[0] or pair[1], _NARROWING)), None)
        return _of_header(gap, header) if header is not None else UNCLEAR
    if any(isinstance(node, ast.Passive) for pair in gap.around for node in pair):
        modifier = next((pair for pair in chain if isinstance(pair[0] or pair[1], ast.Adjust)), None)
        return _of_adjust(modifier, better) if modifier is not None else UNCLEAR
    return UNCLEAR


def _of_option(old: Any, new: Any) -> str:
    if (old is None or new is None) and not _is_forced(old or new):
        return BUFF if old is None else NERF
    return UNCLEAR


def _is_forced(node: Any) -> bool:
    """Whether some always take it."""
    return any(isinstance(header, ast.Always) for header in node.headers)


def _of_header(gap: Gap, header: Pair) -> str:
    """The verdict on a price, limit or requirement of an optional ability."""
    old, new = header
    if old is None or new is None:
        return NERF if old is None else BUFF
    match old, new:
        case ast.Uses(count=before), ast.Uses(count=after):
            return by_size(before, after, "higher")
        case ast.Costs(), ast.Costs():
            return _of_price(gap)
        case ast.Requires(condition=ast.Comparison() as before), ast.Requires(condition=ast.Comparison() as after):
            return _of_limit(before, after)
        case _:
            return UNCLEAR


def _of_price(gap: Gap) -> str:
    old, new = gap.leaf
    if isinstance(old, ast.Call | None) and isinstance(new, ast.Call | None) and (old is None or new is None):
        return NERF if old is None else BUFF
    paid = gap.around[-1][0]  # a number that is an operand of the call itself
    if isinstance(paid, ast.Call | ast.Argument) and isinstance(old, ast.IntLiteral):
        return by_size(old.value, new.value, "lower") if isinstance(new, ast.IntLiteral) else UNCLEAR
    return UNCLEAR


def _of_limit(old: ast.Comparison, new: ast.Comparison) -> str:
    same = old.operator == new.operator and key(old.left) == key(new.left)
    if not same or old.operator not in _WIDER:
        return UNCLEAR
    if not isinstance(old.right, ast.IntLiteral) or not isinstance(new.right, ast.IntLiteral):
        return UNCLEAR
    return by_size(old.right.value, new.right.value, "higher" if _WIDER[old.operator] == BUFF else "lower")


def _of_adjust(modifier: Pair, better: Better) -> str:
    """The verdict on a modifier that affects only the entity with the ability."""
    old, new = modifier
    known = [node for node in (old, new) if isinstance(node, ast.Adjust)]
    if any(node.scope is not None or not isinstance(node.amount, ast.IntLiteral) for node in known):
        return UNCLEAR
    if len({(node.stat.text, key(node.condition)) for node in known}) > 1:
        return UNCLEAR
    return by_size(_amount(old), _amount(new), better(known[0].stat.text))


def _amount(node: ast.Node | None) -> int:
    if isinstance(node, ast.Adjust) and isinstance(node.amount, ast.IntLiteral):
        return node.sign * node.amount.value
    return 0
