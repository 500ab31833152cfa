"""Lowering of comparisons.

Job: compare statuses and keywords by their names where one of the two has no values. What a card prints has them, what
a text names may have none. Where no card prints what has values, a comparison is that of any other value. Input: both
sides, and their types. Output: a core expression.
"""

from __future__ import annotations

from typing import Protocol

from compiler.core import ir
from dsl.meaning.types import Type, present
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast

Sides = tuple[ir.Expr, ir.Expr]


class Lowering(Protocol):
    """What is needed here of the lowering of expressions."""

    vocab: Vocabulary
    valued: frozenset[str]

    def fresh(self, word: str) -> str: ...
    def expr(self, node: ast.Expr) -> ir.Expr: ...
    def type_of(self, node: ast.Node) -> Type: ...


def printed_with_values(vocab: Vocabulary) -> frozenset[str]:
    """Whether statuses, and keywords, lie on cards with their values."""
    fields = [field for kind in vocab.kinds.values() for field in kind.fields.values() if field.printed]
    have = {trait.form for trait in vocab.traits.values() if trait.params} | {"keyword"}
    return frozenset({_of_many(field.type).form for field in fields} & have)


def _of_many(given: Type) -> Type:
    """The type of the members of a collection, if it is one."""
    given = present(given)
    return present(given.element) if given.is_collection else given


def compared(low: Lowering, at: int, operator: str, left: ast.Expr, right: ast.Expr) -> ir.Expr:
    """A comparison of two values, by any operator of the core tree."""
    return _compared(low, at, operator, (low.expr(left), low.expr(right)), (low.type_of(left), low.type_of(right)))


def meets(low: Lowering, at: int, operator: str, value: ir.Expr, wanted: ast.Expr) -> ir.Expr:
    """Whether a value of an event is what a pattern wants (`==`), or among it (`in`)."""
    type_ = low.type_of(wanted)
    return _compared(low, at, operator, (value, low.expr(wanted)), (type_, type_))


def _compared(low: Lowering, at: int, operator: str, sides: Sides, types: tuple[Type, Type]) -> ir.Expr:
    held = _of_many(types[1]) if operator == "in" else types[0] if types[0].form != "none" else types[1]
    if operator not in ("==", "!=", "in") or not _by_name(low, sides, present(held).form):
        return ir.Op(at, operator, sides)
    if operator != "in":
        same = ir.Core(at, "same_name", sides)
        return same if operator == "==" else ir.Op(at, "not", (same,))
    member, given = low.fresh("held"), low.fresh("given")
    is_plain = isinstance(sides[0], ir.Const | ir.Local)
    left = sides[0] if is_plain else ir.Local(at, given)
    found = ir.Gather(at, "some", member, sides[1], ir.Core(at, "same_name", (ir.Local(at, member), left)), None)
    return found if is_plain else ir.Bind(at, given, sides[0], found)


def _by_name(low: Lowering, sides: Sides, form: str) -> bool:
    return form in low.valued and not any(_says_all(low, side, form) for side in sides)


def _says_all(low: Lowering, side: ir.Expr, form: str) -> bool:
    """Whether the side is none, or the name of a status that has no values anywhere."""
    if not isinstance(side, ir.Const):
        return False
    trait = low.vocab.traits.get(side.value) if isinstance(side.value, str) else None
    return side.value is None or (form == "status" and trait is not None and not trait.params)
