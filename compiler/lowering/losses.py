"""Keywords and texts that something may lose.

Job: say of each keyword or text that a modifier takes away (`x loses flying`, `x loses rules`) that it counts only
where it is not lost. In the core tree a loss is a keyword of its own, which the modifier grants; where nothing in a
game loses a keyword or text, nothing is asked. Input: core expressions and abilities. Output: the same, with the
question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from compiler.core import ir
from dsl.checking.results import Facts, Unit
from dsl.meaning.vocab import Vocabulary
from dsl.syntax import ast


class Lowering(Protocol):
    """What is needed here of the lowering of expressions."""

    facts: Facts
    vocab: Vocabulary
    losses: frozenset[str]


def losses_of(facts: Facts) -> frozenset[str]:
    """The names of all that modifiers of the game take away."""
    return frozenset(ref.name for ref in facts.refs.values() if ref.form == "lost")


def is_lost(at: int, owner: ir.Expr, loss: str) -> ir.Expr:
    return ir.Core(at, "has", (owner, ir.Const(at, loss)))


def has_still(low: Lowering, at: int, owner: ir.Expr, name: ir.Expr) -> ir.Expr:
    """Whether something has a keyword, status or terrain that it has not lost; the name may be known only in play."""
    tests: list[ir.Expr] = [ir.Core(at, "has", (owner, name))]
    for loss in sorted(low.losses):
        keyword = loss.removeprefix("lost ")
        if keyword not in low.vocab.traits:
            continue
        if not isinstance(name, ir.Const):
            named = ir.Core(at, "same_name", (name, ir.Const(at, keyword)))
            tests.append(ir.Op(at, "not", (ir.Op(at, "and", (named, is_lost(at, owner, loss))),)))
        elif name.value == keyword:
            tests.append(ir.Op(at, "not", (is_lost(at, owner, loss),)))
    return tests[0] if len(tests) == 1 else ir.Op(at, "and", tuple(tests))


def instances_still(low: Lowering, at: int, owner: ir.Expr, name: ir.Expr) -> ir.Expr:
    """The instances of a keyword or status; none of a keyword that is lost."""
    found = ir.Core(at, "instances", (owner, name))
    loss = f"lost {name.value}" if isinstance(name, ir.Const) else ""
    if loss not in low.losses:
        return found
    return ir.Pick(at, is_lost(at, owner, loss), ir.Collection(at, (), False), found)


def unless_lost(low: Lowering, ability: ir.Ability, unit: Unit, node: ast.Node) -> ir.Ability:
    """An ability of a keyword or text that may be lost, with the condition that it is not. What takes texts away is
    itself never lost, so that of two such texts each has an effect.
    """
    carrier, at = unit.carrier, ability.at
    loss = {"keyword": f"lost {carrier.name}", "card": f"lost text {carrier.field}"}.get(carrier.form, "")
    takes = any(isinstance(n, ast.Losing) and low.facts.refs[n.name].name == loss for n in node.walk())
    if loss not in low.losses or (carrier.form == "card" and takes):
        return ability
    owner = ir.Local(at, "self" if carrier.form == "keyword" else "this")
    kept = ir.Op(at, "not", (is_lost(at, owner, loss),))
    if ability.form == "ai":
        return replace(ability, body=(ir.If(at, kept, ability.body, ()),))
    if ability.form == "activation":
        return replace(ability, requires=(*ability.requires, ir.Require(at, kept, ("it is lost",), ())))
    tests = (ability.condition, kept) if ability.condition is not None else (kept,)
    return replace(ability, condition=tests[0] if len(tests) == 1 else ir.Op(at, "and", (kept, tests[0])))


def loss_traits(low: Lowering) -> dict[str, ir.TraitDecl]:
    """The keyword of each loss."""
    kinds = {ref.name: ref.owner for ref in low.facts.refs.values() if ref.form == "lost"}
    return {name: ir.TraitDecl(name, "keyword", (), kind, "all") for name, kind in sorted(kinds.items())}


def loss_kinds(low: Lowering) -> dict[str, ir.KindDecl]:
    """The kind of the instances of each loss."""
    bearer = ir.FieldDecl("bearer", "kind", True, None)
    return {name: ir.KindDecl(name, (name,), False, (bearer,)) for name in sorted(low.losses)}
