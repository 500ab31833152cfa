"""The surface tree of expressions, queries, calls, patterns and durations. Each docstring is an example of the syntax.

They are in one module because they contain each other: `can (attack target until end of turn)`.
"""

from __future__ import annotations

from dsl.dataclass import dataclass
from dsl.syntax.ast.node import Ident, Node


@dataclass(frozen=True, slots=True, eq=False)
class IntLiteral(Node):
    """``2``."""

    value: int


@dataclass(frozen=True, slots=True, eq=False)
class DiceLiteral(Node):
    """``2d6``."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class TextLiteral(Node):
    """``"why"``."""

    value: str


@dataclass(frozen=True, slots=True, eq=False)
class BoolLiteral(Node):
    """``true``."""

    value: bool


@dataclass(frozen=True, slots=True, eq=False)
class NoneLiteral(Node):
    """``none``."""


@dataclass(frozen=True, slots=True, eq=False)
class ListLiteral(Node):
    """``[fire, cold]``."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Path(Node):
    """``self.bearer.speed``."""

    head: Ident | FunctionCall | Comprehension
    fields: tuple[Ident, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FunctionCall(Node):
    """``half(hp)``."""

    name: Ident
    arguments: tuple[Expr | NamedArgument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NamedArgument(Node):
    """``to: 5``."""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    """``sum(c.level for c in helpers)``."""

    function: Ident
    value: Expr
    name: Ident
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class CanTest(Node):
    """``can (attack target)``."""

    call: Call


@dataclass(frozen=True, slots=True, eq=False)
class Ternary(Node):
    """``2 if tapped else 1``."""

    value: Expr
    condition: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OrElse(Node):
    """``a or b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AndAlso(Node):
    """``a and b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Negation(Node):
    """``not a``."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Quantified(Node):
    """``some c in helpers satisfies c.tapped``."""

    word: str
    name: Ident
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Node):
    """``damage >= hp``."""

    left: Expr
    operator: str
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsTest(Node):
    """``target is bloodied``."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class HasTest(Node):
    """``target has flying``."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class InTest(Node):
    """``fire in self.immune``."""

    left: Expr
    negated: bool
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AdjacentTest(Node):
    """``a adjacent to b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class WithinTest(Node):
    """``a within 2 of b``."""

    left: Expr
    range: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Node):
    """``level + 2``."""

    left: Expr
    operator: str
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Minus(Node):
    """``-level``."""

    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Range(Node):
    """``1 to 6``."""

    first: Expr
    last: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RandomOf(Node):
    """``random of p.hand``: one member, by chance; only as an operand of a call."""

    source: Expr


@dataclass(frozen=True, slots=True, eq=False)
class BestOf(Node):
    """``those of helpers with the lowest damage then the highest level``."""

    source: Expr
    measures: tuple[Measure, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Measure(Node):
    """``the lowest damage``; form: lowest, highest."""

    form: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Query(Node):
    """``one enemy within 5 of self where hp > 2 preferring most damage``; with ``card``: ``all item card``."""

    quantifier: str
    limit: int
    noun: Ident
    card: bool
    filters: tuple[Filter, ...]
    condition: Expr | None
    preferences: tuple[Preference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Filter(Node):
    """``within 5 of self``; form: within, adjacent, in, having, without, other."""

    form: str
    value: Expr
    range: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Preference(Node):
    """``most damage``; form: most, highest, lowest, nearest, farthest, having, without."""

    form: str
    name: Ident | None
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """``deal 2 fire to target``; result: ``draw by p giving drawn``, of a statement only."""

    verb: Ident
    operands: tuple[Expr, ...]
    arguments: tuple[Argument, ...]
    duration: Duration | None
    result: Ident | None


@dataclass(frozen=True, slots=True, eq=False)
class Argument(Node):
    """``to target``."""

    preposition: str
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Message(Node):
    """``"costs {total} points"``: texts and expressions in turn."""

    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pattern(Node):
    """``deal.apply to self where amount > 2``."""

    verb: Ident
    step: Ident | None
    operands: tuple[PatternOperand, ...]
    arguments: tuple[PatternArgument, ...]
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class PatternArgument(Node):
    """``to ally within 2 of self``."""

    preposition: str
    operand: PatternOperand


@dataclass(frozen=True, slots=True, eq=False)
class PatternOperand(Node):
    """``ally within 2 of self``."""

    value: Expr
    filters: tuple[Filter, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reference(Node):
    """``reach(2)``: a keyword or status with its values."""

    name: Ident
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UntilEvent(Node):
    """``until end of next turn of p``; edge: start, end."""

    edge: str
    skip: bool
    pattern: Pattern


@dataclass(frozen=True, slots=True, eq=False)
class UntilValue(Node):
    """``until d``, where d is a duration."""

    value: Path


@dataclass(frozen=True, slots=True, eq=False)
class WhileTrue(Node):
    """``while self.tapped``."""

    condition: Expr


Duration = UntilEvent | UntilValue | WhileTrue
Expr = (
    IntLiteral
    | DiceLiteral
    | TextLiteral
    | BoolLiteral
    | NoneLiteral
    | ListLiteral
    | Path
    | FunctionCall
    | Comprehension
    | CanTest
    | Ternary
    | OrElse
    | AndAlso
    | Negation
    | Quantified
    | Comparison
    | IsTest
    | HasTest
    | InTest
    | AdjacentTest
    | WithinTest
    | Arithmetic
    | Minus
    | Range
    | BestOf
    | RandomOf
    | Query
    | Ident
)
