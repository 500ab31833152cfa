"""The possible values of an expression, as far as the declarations determine them.

Job: interval arithmetic. Numbers are intervals, from the `min` and `max` of fields and the possible results of core
functions; conditions are true, false or undecided. Unknown values have the widest interval, so every decision is
certain. Input: an expression and the side tables. Output: an interval, or true or false. Never guesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dsl.checking.results import Facts
from dsl.meaning.vocab import Field
from dsl.syntax import ast
from dsl.syntax.unparse import unparse

_MANY = 2**53
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
# Core functions whose result is never negative.
_NOT_NEGATIVE = frozenset({"size", "abs", "stacks", "distance", "count", "gap"})


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from ``low`` to ``high``."""

    low: int = -_MANY
    high: int = _MANY

    def __and__(self, other: Range) -> Range:
        return Range(max(self.low, other.low), min(self.high, other.high))

    def __or__(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    @property
    def is_empty(self) -> bool:
        return self.low > self.high

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        if self.low <= -_MANY:
            return f"{self.high} or less" if self.high < _MANY else "any number"
        return f"{self.low} or more" if self.high >= _MANY else f"{self.low} to {self.high}"


ANY = Range()


def compared(left: Range, operator: str, right: Range) -> bool | None:
    """The result of a comparison, or None if it is undecided."""
    match operator:
        case "<":
            return True if left.high < right.low else False if left.low >= right.high else None
        case "<=":
            return True if left.high <= right.low else False if left.low > right.high else None
        case ">" | ">=":
            return compared(right, _MIRRORED[operator], left)
        case _:
            same = left == right and left.low == left.high
            apart = (left & right).is_empty
            if not (same or apart):
                return None
            return same == (operator == "==")


@dataclass
class Reasoner:
    """Computes intervals in one game; ``known`` maps local names to their expressions."""

    facts: Facts
    known: Mapping[str, Range] = field(default_factory=dict[str, Range])

    @cached_property
    def fields(self) -> dict[str, Range]:
        """The interval of each numeric field by name, over all kinds with a field of that name."""
        vocab, found = self.facts.vocab, dict[str, Range]()
        changed = {name for _, name in vocab.stats}
        for kind in vocab.kinds.values():
            for name, declared in kind.fields.items():
                given = ANY if name in changed else declared_range(declared)
                found[name] = found.get(name, given) | given
        return found

    def number(self, node: ast.Expr) -> Range:
        """The interval of a number."""
        match node:
            case ast.IntLiteral(value=value):
                return Range(value, value)
            case ast.Minus(operand=operand):
                inner = self.number(operand)
                return Range(-inner.high, -inner.low)
            case ast.Path():
                return self._path(node)
            case ast.FunctionCall():
                return self._function(node)
            case ast.Comprehension(function=name) if name.text == "count":
                return Range(0)
            case ast.Query(quantifier="count"):
                return Range(0)
            case ast.Ternary(value=value, otherwise=otherwise):
                return self.number(value) | self.number(otherwise)
            case ast.Arithmetic(left=left, operator=operator, right=right):
                return _computed(self.number(left), operator, self.number(right))
            case _:
                return ANY

    def _path(self, node: ast.Path) -> Range:
        if isinstance(node.head, ast.Ident) and not node.fields:
            ref = self.facts.refs.get(node.head)
            if ref is not None and ref.form == "field":
                return self.fields.get(node.head.text, ANY)
            return self.known.get(node.head.text, ANY)
        if isinstance(node.head, ast.Ident | ast.FunctionCall) and node.fields:
            *before, last = node.fields
            owner = self.facts.types.get(before[-1] if before else node.head)
            is_entity = owner is not None and owner.form in ("kind", "card")
            return self.fields.get(last.text, ANY) if is_entity else ANY
        return self.number(node.head) if isinstance(node.head, ast.FunctionCall | ast.Comprehension) else ANY

    def _function(self, node: ast.FunctionCall) -> Range:
        name = node.name.text
        given = [a for a in node.arguments if not isinstance(a, ast.NamedArgument)]
        if name in self.facts.vocab.functions:
            return ANY
        if name in ("min", "max") and given:
            parts = [self.number(a) for a in given]
            pick = min if name == "min" else max
            return Range(pick(p.low for p in parts), pick(p.high for p in parts))
        return Range(0) if name in _NOT_NEGATIVE else ANY

    # ---- conditions
    def verdict(self, node: ast.Expr) -> bool | None:
        """Whether a condition is always true (True), never true (False), or undecided (None)."""
        match node:
            case ast.BoolLiteral(value=value):
                return value
            case ast.Negation(operand=operand):
                inner = self.verdict(operand)
                return None if inner is None else not inner
            case ast.AndAlso():
                return self._joined([self.verdict(part) for part in parts_of(node)], False, self._clash(node, True))
            case ast.OrElse():
                return self._joined([self.verdict(part) for part in parts_of(node)], True, self._clash(node, False))
            case ast.Comparison(left=left, operator=operator, right=right):
                return compared(self.number(left), operator, self.number(right))
            case ast.IsTest(left=left, negated=negated, right=right):
                return self._is(left, right, negated)
            case _:
                return None

    def witness(self, node: ast.Expr) -> str:
        """The reason for the decision, as the end of a sentence: `: level is 1 to 9`."""
        for side in (node.left, node.right) if isinstance(node, ast.Comparison) else ():
            given = self.number(side)
            if isinstance(side, ast.Path | ast.Arithmetic) and given != ANY:
                return f": `{unparse(side)}` is {given}"
        return ""

    def _joined(self, verdicts: list[bool | None], decisive: bool, clash: bool) -> bool | None:
        if clash or decisive in verdicts:
            return decisive
        return None if None in verdicts else not decisive

    def _is(self, left: ast.Expr, right: ast.Expr, negated: bool) -> bool | None:
        """The result of ``x is KIND``, if the type of x decides it."""
        head = right.head if isinstance(right, ast.Path) and not right.fields else None
        ref = self.facts.refs.get(head) if isinstance(head, ast.Ident) else None
        given = self.facts.types.get(left)
        if ref is None or ref.form != "kind" or given is None or given.form != "kind":
            return None
        return (not negated) if ref.name in self.facts.vocab.ancestors(given.name) else None

    def _clash(self, node: ast.Expr, wanted: bool) -> bool:
        """Whether the parts of an `and` contradict each other (for an `or`: whether one part is always true)."""
        ranges: dict[str, Range] = {}
        constants: dict[str, str] = {}
        for part in parts_of(node):
            for key, operator, limit in self.limits(part, wanted):
                ranges[key] = ranges.get(key, ANY) & limited(operator, limit)
                if ranges[key].is_empty:
                    return True
            name, value = self._constant(part, wanted)
            if name and constants.setdefault(name, value) != value:
                return True
        return False

    def limits(self, part: ast.Expr, wanted: bool = True) -> Iterator[tuple[str, str, Range]]:
        """The limits that a comparison puts on paths if it is ``wanted``: path, operator, other side."""
        if not isinstance(part, ast.Comparison):
            return
        operator = part.operator if wanted else _OPPOSITE[part.operator]
        for side, word, other in ((part.left, operator, part.right), (part.right, _MIRRORED[operator], part.left)):
            if isinstance(side, ast.Path) and not isinstance(side.head, ast.Comprehension):
                yield unparse(side), word, self.number(other)

    def _constant(self, part: ast.Expr, wanted: bool) -> tuple[str, str]:
        """The path and the value in ``path is value``."""
        match part:
            case ast.IsTest(left=ast.Path() as left, negated=negated, right=ast.Path(fields=()) as right):
                same = negated != wanted
            case ast.Comparison(left=ast.Path() as left, operator=operator, right=ast.Path(fields=()) as right):
                same = operator == ("==" if wanted else "!=")
            case _:
                return "", ""
        ref = self.facts.refs.get(right.head)
        return (unparse(left), unparse(right)) if same and ref is not None and ref.form == "constant" else ("", "")


def parts_of(node: ast.Expr) -> list[ast.Expr]:
    """The conditions joined by `and` (or `or`)."""
    if isinstance(node, ast.AndAlso | ast.OrElse):
        same = type(node)
        sides = [parts_of(side) if isinstance(side, same) else [side] for side in (node.left, node.right)]
        return [*sides[0], *sides[1]]
    return [node]


def declared_range(declared: Field) -> Range:
    """The interval that the declaration of a field allows."""
    low = -_MANY if declared.minimum is None else declared.minimum
    return Range(low, _MANY if declared.maximum is None else declared.maximum)


def limited(operator: str, other: Range) -> Range:
    """The interval of a value for which this comparison with another value is true."""
    match operator:
        case "<":
            return Range(high=other.high - 1)
        case "<=":
            return Range(high=other.high)
        case ">":
            return Range(low=other.low + 1)
        case ">=":
            return Range(low=other.low)
        case "==":
            return other
        case _:
            return ANY


def _computed(a: Range, operator: str, b: Range) -> Range:
    if _MANY in (a.high, b.high, -a.low, -b.low) and operator == "*":
        return Range(0) if a.low >= 0 and b.low >= 0 else ANY
    match operator:
        case "+":
            return _wide(a.low + b.low, a.high + b.high, a, b)
        case "-":
            return _wide(a.low - b.high, a.high - b.low, a, Range(-b.high, -b.low))
        case "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return Range(min(ends), max(ends))
        case _:
            return ANY


def _wide(low: int, high: int, a: Range, b: Range) -> Range:
    """The sum of two intervals; an open end stays open."""
    is_open_below, is_open_above = -_MANY in (a.low, b.low), _MANY in (a.high, b.high)
    return Range(-_MANY if is_open_below else low, _MANY if is_open_above else high)
