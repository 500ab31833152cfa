"""Changes of definitions: abilities, modifiers, verbs, lines about when a card's text is live, state checks, rosters.

Job: list the changes of what stands around a body: requirements, costs, limits, when an ability answers and whether it
is there at all. Input: a node and what is known. Output: ``Step``s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from compiler.core import ir
from compiler.mutation.expressions import Scope, verbs_like
from compiler.mutation.statements import dropped
from compiler.mutation.steps import Step, true, without

_TIMINGS = {"before": "after", "after": "before", "instead": "before", "during": "after"}
_BETTER = {"least": "most", "most": "least"}


def changes_of_definition(node: ir.Node, scope: Scope) -> Iterator[Step]:
    match node:
        case ir.Ability():
            yield from _of_ability(node, scope)
        case ir.Live():
            yield from dropped(node.condition)
            yield from _of_use(node)
            for required in node.requires:
                yield _unrequired(required, node, replace(node, requires=without(node.requires, required)))
        case ir.Modifier():
            yield from dropped(node.condition)
            if node.form in _BETTER:
                new = replace(node, form=_BETTER[node.form])
                yield Step("comparison", node, node, new, f"at {node.form} became at {new.form}")
            if node.form == "adjust" and node.value is not None:
                new = replace(node, value=ir.Op(node.value.at, "neg", (node.value,)))
                yield Step("sign", node, node, new, f"the sign of the change of {node.stat} was turned")
        case ir.StateCheck():
            yield Step("trigger", node, node, None, "the check was left out")
        case ir.Verb() | ir.Roster():
            yield from _of_head(node)
        case _:
            pass


def _unrequired(required: ir.Require, old: ir.Node, new: ir.Node) -> Step:
    message = "".join(part if isinstance(part, str) else "…" for part in required.message)
    return Step("requirement", required, old, new, f"the requirement “{message}” was left out")


def _of_head(node: ir.Verb | ir.Roster) -> Iterator[Step]:
    for item in node.head:
        if isinstance(item, ir.Require):
            yield _unrequired(item, item, replace(item, condition=true(item.at)))


def _of_ability(node: ir.Ability, scope: Scope) -> Iterator[Step]:
    told = {"passive": "modifier", "trigger": "trigger", "reaction": "trigger"}.get(node.form, "option")
    if node.form != "ai" and len(node.modifiers) < 2:
        yield Step(told, node, node, None, "it was left out")
    yield from dropped(node.condition)
    for required in node.requires:
        yield _unrequired(required, node, replace(node, requires=without(node.requires, required)))
    for modifier in node.modifiers if len(node.modifiers) > 1 else ():
        new = replace(node, modifiers=without(node.modifiers, modifier))
        yield Step("modifier", modifier, node, new, "the modifier was left out")
    yield from _of_use(node)
    if node.timing in _TIMINGS and node.verbs:
        new_timing = _TIMINGS[node.timing]
        new = replace(node, timing=new_timing)
        yield Step("when", node, node, new, f"`{node.timing}` became `{new_timing}`")
    for verb in node.verbs if len(node.verbs) == 1 and not node.step else ():
        for other in verbs_like(verb, scope):
            yield Step("verb", node, node, replace(node, verbs=(other,)), f"`{verb}` became `{other}`")


def _of_use(node: ir.Ability | ir.Live) -> Iterator[Step]:
    made: Any = node
    if made.limits:
        yield Step("limit", node, node, replace(made, limits=()), f"`once per {made.limits[0]}` was dropped")
    if made.uses:
        more = made.uses + 1
        yield Step("number", node, node, replace(made, uses=more), f"`uses {made.uses}` became `uses {more}`")
    if made.recharges is not None:
        yield Step("limit", node, node, replace(made, recharges=None), "nothing gives back the uses")
