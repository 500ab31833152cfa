"""Each invariant of the core tree: a program that breaks it is told so, and by that invariant's name alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from compiler.core import ir
from compiler.core.verify import INVARIANTS, spans_exist, verify
from tests.small_game import build_small

RULES = """
define worth(u: unit) -> int = round_down(u.hp / 2) if u.damage > 0 else 3
define seats() -> list of player = list(p for p in all player)
stat armor of unit
verb hit(amount: int, to target: unit, by source: unit):
  require target.damage < 9 "it lies"
  step damage:
    increase target.damage by amount
    end hit
  let faces = roll 2d6
  until end of hit to target:
    +(amount) armor for target
keyword tough(n: int) of unit: passive: +(n) armor
status slow of unit:
  passive: self cannot hit
every unit:
  passive: self gains tough(1) while self has slow
  before hit.damage to self uses 1 recharges hit:
    each u in all unit where worth(it) > 1 and some v in all unit satisfies v.hp == 2:
      set u.tapped to false
      choose w from all unit where damage > 1 by self.controller:
        hit 1 to w by self
    add slow to self
  activate requires can (hit 1 to self by self) "no":
    set self.tapped to true
    create u = unit from guard with owner = self.owner, controller = self.owner
verb use(used: unit):
  lift used
live unit for this through use this
"""
CARDS = """
- {id: guard, kind: unit, name: {en: Guard}, provenance: house, keywords: ["tough(2)"]}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    small = build_small(tmp_path_factory.mktemp("verify"), RULES, cards=CARDS, more="policy: {order: seats}\n")
    found: ir.Program = small.program
    return found


def changed(node: Any, wanted: Callable[[Any], bool], how: Callable[[Any], Any]) -> Any:
    """A copy of a tree in which the nodes that are wanted stand changed."""
    if isinstance(node, tuple):
        return tuple(changed(item, wanted, how) for item in node)
    if isinstance(node, dict):
        return {key: changed(item, wanted, how) for key, item in node.items()}
    if not isinstance(node, ir.Node | ir.Program | ir.KindDecl | ir.CardDecl | ir.TraitDecl):
        return node
    made = replace(node, **{f.name: changed(getattr(node, f.name), wanted, how) for f in fields(node)})
    return how(made) if wanted(node) else made


def is_a(cls: type, **values: Any) -> Callable[[Any], bool]:
    return lambda node: isinstance(node, cls) and all(getattr(node, k) == v for k, v in values.items())


def made(**values: Any) -> Callable[[Any], Any]:
    return lambda node: replace(node, **values)


NOTHING = ir.Const(0, None)
CASES: list[tuple[str, Callable[[Any], bool], Callable[[Any], Any]]] = [
    ("spans_exist", is_a(ir.Step), made(at=9999)),
    ("spans_exist", is_a(ir.Roll), made(at=-1)),
    ("words_are_known", is_a(ir.Op, operator="<"), made(operator="<>")),
    ("words_are_known", is_a(ir.Op, operator="<"), made(operands=(ir.Const(0, 1),))),
    ("words_are_known", is_a(ir.Gather, form="some"), made(form="most")),
    ("words_are_known", is_a(ir.Gather, form="list"), made(value=None)),
    ("words_are_known", is_a(ir.Write), made(how="double")),
    ("words_are_known", is_a(ir.Choose), made(how="all")),
    ("words_are_known", is_a(ir.Primitive), made(name="explode")),
    ("words_are_known", is_a(ir.Span), made(edge="middle")),
    ("words_are_known", is_a(ir.Modifier, form="adjust"), made(form="double")),
    ("words_are_known", is_a(ir.Ability, form="trigger"), made(timing="")),
    ("words_are_known", is_a(ir.Carrier, form="every"), made(form="some")),
    ("core_functions_exist", is_a(ir.Core, function="round_down"), made(function="round_off")),
    ("functions_exist", is_a(ir.Apply, function="worth"), made(function="price")),
    ("functions_exist", is_a(ir.Apply, function="worth"), made(arguments=())),
    ("functions_exist", is_a(ir.Program), made(policy={"order": "nobody"})),
    ("functions_exist", is_a(ir.Program), made(policy={"standing": "nowhere"})),
    ("verbs_exist", is_a(ir.Emit), made(verb="kick")),
    ("verbs_exist", is_a(ir.Can), made(verb="kick")),
    ("verbs_exist", is_a(ir.End), made(frame="kick")),
    ("verbs_exist", is_a(ir.Span), made(verbs=("kick",))),
    ("verbs_exist", is_a(ir.Ability, form="activation"), made(limits=("kick",))),
    ("verbs_exist", is_a(ir.Ability, form="trigger"), made(recharges=(("kick",), None))),
    ("verbs_exist", is_a(ir.Live), made(through=("kick", ()))),
    ("verbs_exist", is_a(ir.Program), made(start="kick")),
    ("verbs_get_their_values", is_a(ir.Emit), made(arguments=())),
    ("verbs_get_their_values", is_a(ir.Emit), lambda n: replace(n, arguments=(*n.arguments, ("colour", NOTHING)))),
    ("verbs_get_their_values", is_a(ir.Emit), lambda n: replace(n, arguments=n.arguments * 2)),
    ("verbs_get_their_values", is_a(ir.Live), made(through=("use", ()))),
    ("steps_exist", is_a(ir.Step), made(name="aim")),
    ("steps_exist", is_a(ir.Ability, step="damage"), made(step="aim")),
    ("kinds_exist", is_a(ir.Entities), made(kind="dragon")),
    ("kinds_exist", is_a(ir.Create), made(kind="dragon")),
    ("kinds_exist", is_a(ir.Carrier, form="every"), made(name="dragon")),
    ("kinds_exist", is_a(ir.KindDecl, name="unit"), made(ancestors=("unit", "dragon"))),
    ("kinds_exist", is_a(ir.KindDecl, name="unit"), made(ancestors=())),
    ("traits_exist", is_a(ir.Carrier, form="keyword"), made(name="slow")),
    ("traits_exist", is_a(ir.Modifier, form="grant"), made(values=())),
    ("traits_exist", is_a(ir.AddStatus), made(values=(NOTHING,))),
    (
        "traits_exist",
        is_a(ir.Core, function="has"),
        lambda n: replace(n, arguments=(n.arguments[0], ir.Const(0, "fast"))),
    ),
    ("traits_exist", is_a(ir.TraitDecl, name="slow"), made(kind="dragon")),
    ("cards_exist", is_a(ir.Card), made(id="dragon")),
    ("cards_exist", is_a(ir.CardDecl), made(kind="dragon")),
    ("cards_exist", is_a(ir.CardDecl), made(values={"wings": 2})),
    ("stats_exist", is_a(ir.Modifier, form="adjust"), made(stat="wings")),
    ("fields_exist", is_a(ir.Get, field="hp"), made(field="wings")),
    ("fields_exist", is_a(ir.Write, field="tapped"), made(field="wings")),
    ("dice_exist", is_a(ir.Const, value=("d6", "d6")), made(value=("d6", "bone"))),
    ("modifiers_are_whole", is_a(ir.Modifier, form="adjust"), made(value=None)),
    ("modifiers_are_whole", is_a(ir.Modifier, form="forbid"), made(condition=None)),
    ("modifiers_are_whole", is_a(ir.Modifier, form="grant"), made(verbs=("hit",))),
    ("heads_are_pure", is_a(ir.Verb, name="hit"), lambda n: replace(n, head=(*n.head, ir.Prevent(0)))),
    (
        "heads_are_pure",
        is_a(ir.Verb, name="hit"),
        lambda n: replace(n, head=(ir.Let(0, ir.Local(0, "ev"), "x", NOTHING),)),
    ),
    ("players_choose", is_a(ir.Choose), made(player=NOTHING)),
    ("locals_are_bound", is_a(ir.Gather, form="some"), made(name="elsewhere")),
    ("locals_are_bound", is_a(ir.Local, name="trigger"), made(name="then")),
    ("locals_are_bound", is_a(ir.Each), made(name="elsewhere")),
    ("env_and_keep_agree", is_a(ir.Lasting), made(keep=())),
    ("env_and_keep_agree", is_a(ir.Span), lambda n: replace(n, keep=(*n.keep, ("more", NOTHING)))),
]


def test_a_sound_program_has_no_problem(program: ir.Program) -> None:
    assert verify(program) == []


@pytest.mark.parametrize(("name", "wanted", "how"), CASES, ids=[f"{n}-{i}" for i, (n, _, _) in enumerate(CASES)])
def test_what_breaks_an_invariant_is_told(
    program: ir.Program, name: str, wanted: Callable[[Any], bool], how: Callable[[Any], Any]
) -> None:
    broken = changed(program, wanted, how)
    assert broken != program, "the program has such a node"
    found = verify(broken)
    assert {p.invariant for p in found} == {name}
    assert all(p.message for p in found)


def test_every_invariant_is_broken_by_a_test() -> None:
    assert {name for name, _, _ in CASES} == {i.__name__ for i in (spans_exist, *INVARIANTS)}
