"""The results of the checker: side tables keyed by node, and the checked parts of a game.

Job: pass the facts of the checker to lowering, lints and editors. Input: entries from the parts of the checker. Output:
tables for the later passes. Must never change a node.
"""

from __future__ import annotations

from dataclasses import field

from dsl.dataclass import dataclass
from dsl.meaning.resolve import Ref
from dsl.meaning.types import Type
from dsl.meaning.vocab import Heading, Vocabulary
from dsl.syntax import ast


@dataclass(frozen=True, slots=True)
class Binding:
    """Which operand each parameter of a verb gets in a call, in the order of the parameters."""

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
    """The verbs to which a pattern reacts, and its tests of their parameters."""

    verbs: tuple[str, ...]
    step: str
    tests: tuple[PatternTest, ...]


@dataclass(frozen=True, slots=True)
class Carrier:
    """The card text, kind or trait that has the abilities. ``self_type`` is the type of `self` in them."""

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


@dataclass(frozen=True, slots=True)
class Passing:
    """What an ability does with a status that is a value of the event which it answers (`verb.parameter`): whether it
    adds it, and the values of other verbs that it passes it on to.
    """

    value: str
    adds: bool
    passed: tuple[str, ...]


@dataclass(slots=True)
class Facts:
    """The side tables. ``choosers``: the player who decides, as the parts of a path that begins with a local value.
    ``laid``: of a status without its values, the values of verbs that may be it; ``answers``: see `Passing`; ``once``:
    the lists and zones that stand where a set is needed, which holds each value once, and stays what it is.
    """

    vocab: Vocabulary
    refs: dict[ast.Node, Ref] = field(default_factory=dict[ast.Node, Ref])
    types: dict[ast.Node, Type] = field(default_factory=dict[ast.Node, Type])
    bindings: dict[ast.Call, Binding] = field(default_factory=dict[ast.Call, Binding])
    patterns: dict[ast.Pattern, PatternFacts] = field(default_factory=dict[ast.Pattern, PatternFacts])
    choosers: dict[ast.Node, tuple[str, ...]] = field(default_factory=dict[ast.Node, tuple[str, ...]])
    headings: dict[ast.Headed, Heading] = field(default_factory=dict[ast.Headed, Heading])
    laid: dict[ast.Ident, tuple[str, ...]] = field(default_factory=dict[ast.Ident, tuple[str, ...]])
    answers: dict[ast.Ident, tuple[Passing, ...]] = field(default_factory=dict[ast.Ident, tuple[Passing, ...]])
    once: set[ast.Node] = field(default_factory=set[ast.Node])
    units: list[Unit] = field(default_factory=list[Unit])


@dataclass(frozen=True, slots=True)
class Checked:
    """A game without errors in syntax, names and types."""

    vocab: Vocabulary
    facts: Facts
