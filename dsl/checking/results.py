"""What the checker found out: side tables keyed by node, and the checked parts of a game.

Job: carry facts from the checker to lowering, lints and editors. Input: what the parts of the checker write. Output:
tables that others read. Must never change a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.meaning.resolve import Ref
from dsl.meaning.types import Type
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Binding:
    """How a call's operands meet the verb's parameters: parameter name to operand, in the verb's order."""

    verb: str
    operands: tuple[tuple[str, ast.Expr], ...]
    duration: str = ""


@dataclass(frozen=True, slots=True)
class PatternTest:
    """One operand of a pattern: ``how`` is noun, equal, member, instance."""

    param: str
    how: str
    operand: ast.PatternOperand


@dataclass(frozen=True, slots=True)
class PatternFacts:
    """The verbs a pattern watches, and what it asks of their parameters."""

    verbs: tuple[str, ...]
    step: str
    tests: tuple[PatternTest, ...]


@dataclass(frozen=True, slots=True)
class Carrier:
    """Where abilities hang: a card's text, a kind, or a trait. ``self_type`` is who `self` is in them."""

    form: str
    name: str
    field: str
    self_type: Type
    this_type: Type


@dataclass(frozen=True, slots=True)
class Unit:
    """The abilities of one carrier, in order."""

    carrier: Carrier
    abilities: tuple[ast.Item, ...]
    rows: tuple[str, ...] = ()


@dataclass(slots=True)
class Facts:
    """The side tables. ``choosers`` names who decides: a path from a local, as its parts."""

    vocab: Vocabulary
    refs: dict[ast.Node, Ref] = field(default_factory=dict[ast.Node, Ref])
    types: dict[ast.Node, Type] = field(default_factory=dict[ast.Node, Type])
    bindings: dict[ast.Call, Binding] = field(default_factory=dict[ast.Call, Binding])
    patterns: dict[ast.Pattern, PatternFacts] = field(default_factory=dict[ast.Pattern, PatternFacts])
    choosers: dict[ast.Node, tuple[str, ...]] = field(default_factory=dict[ast.Node, tuple[str, ...]])
    units: list[Unit] = field(default_factory=list[Unit])


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that parses, resolves and type-checks."""

    vocab: Vocabulary
    facts: Facts
