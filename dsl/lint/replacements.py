"""Abilities that change a value of an event before it happens, and whether two of them can conflict.

Job: summarize each `instead of` (its events, its conditions, its changes), and compare two summaries. Input: a
LintContext, or summaries. Output: summaries, or a truth value. Two abilities may meet unless it is certain that they do
not. ``dsl.lint.rules.order_dependent_replacements`` decides whether that is a fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from dsl.syntax import ast
from dsl.syntax.unparse import unparse

if TYPE_CHECKING:
    from dsl.checking.results import Carrier
    from dsl.lint.base import LintContext


class Replacement(NamedTuple):
    """``carrier`` begins with its form. ``required`` is JSON: the values that the conditions require of the event.
    ``value`` is the new value of the place, or empty if the ability increases or decreases it.
    """

    start: int
    end: int
    owner: str
    carrier: str
    verb: str
    required: str
    place: str
    value: str


def find_replacements(context: LintContext) -> Iterator[tuple[str, Replacement]]:
    """The summaries of all abilities, each with the path of its file."""
    for unit in context.facts.units:
        for written in unit.abilities:
            ability = ast.plain(written)
            if isinstance(ability, ast.Trigger) and ability.timing == "instead":
                for note in _notes(context, unit.carrier, ability):
                    yield ability.span.source.path, note


def _notes(context: LintContext, carrier: Carrier, ability: ast.Trigger) -> Iterator[Replacement]:
    pattern, span = ability.pattern, ability.span
    facts = context.facts.patterns.get(pattern)
    if facts is None:
        return
    asked = {test.param: unparse(test.operand) for test in facts.tests if test.how == "equal"}
    asked |= dict(_equalities(pattern.condition))
    form = f"{carrier.form} {carrier.self_type.name} {carrier.name}"
    verb = pattern.verb.text + (f".{pattern.step.text}" if pattern.step is not None else "")
    for written in ability.body.statements:
        statement = ast.plain(written)
        if isinstance(statement, ast.PreventStmt):
            return
        if isinstance(statement, ast.SetStmt | ast.ChangeStmt):
            value = unparse(statement.value) if isinstance(statement, ast.SetStmt) else ""
            place = unparse(statement.place)
            note = json.dumps(asked, sort_keys=True)
            yield Replacement(span.start, span.end, context.owner(span), form, verb, note, place, value)


def _equalities(condition: ast.Expr | None) -> Iterator[tuple[str, str]]:
    """Tests such as ``type is fire`` and ``amount == 2`` that must be true for the whole condition to be true."""
    match condition:
        case ast.AndAlso(left=left, right=right):
            yield from _equalities(left)
            yield from _equalities(right)
        case ast.IsTest(left=left, negated=False, right=right) | ast.Comparison(left=left, operator="==", right=right):
            yield unparse(left), unparse(right)
        case _:
            pass


def may_meet(one: Replacement, other: Replacement, words: frozenset[str]) -> bool:
    """Whether both may react to the same event; ``words`` are the values of the enums."""
    left: dict[str, str] = json.loads(one.required)
    right: dict[str, str] = json.loads(other.required)
    for name in left.keys() & right.keys():
        values = {left[name], right[name]}
        if len(values) == 2 and all(value in words or value.lstrip("-").isdigit() for value in values):
            return False
        of_cards = one.carrier.startswith("card ") and other.carrier.startswith("card ")
        if values == {"self"} and of_cards and one.owner != other.owner:
            return False  # one entity is not two cards, though it may have two keywords
    return True


def order_matters(one: Replacement, other: Replacement) -> bool:
    """Whether the order of two changes of one place matters."""
    return bool(one.value or other.value) and one.value != other.value
