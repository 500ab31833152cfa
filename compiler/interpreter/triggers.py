"""Abilities that answer events: which do, in which order, and how often they may.

Job: find the abilities that answer an event, put them in order, and keep count of their uses. Reads what is live, the
limits and the players; changes the counts of uses. Tries costs in a dry run.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any

from compiler.interpreter.changes import put_back
from compiler.interpreter.choices import Asking
from compiler.interpreter.dry_runs import attempt
from compiler.interpreter.entities import of_kind
from compiler.interpreter.frames import Body
from compiler.interpreter.linked_rows import AbilityCode
from compiler.interpreter.modifiers import carriers, holds
from compiler.interpreter.places import is_known_to
from compiler.interpreter.spending import MOST_NESTED
from compiler.interpreter.state import State
from compiler.interpreter.values import Entity, Event, Usable

Match = tuple[AbilityCode, Any, Entity]


def matches(rt: State, abilities: tuple[AbilityCode, ...], event: Event) -> list[Match]:
    """The abilities that answer an event now, oldest carrier first."""
    found = []
    for ability in abilities:
        for me, this in carriers(rt, ability):
            if holds(rt, ability, me, this, event):
                found.append((ability, me, this))
    return found


def is_free(rt: State, ability: AbilityCode, me: Any, this: Entity, event: Event | None) -> bool:
    """Whether an ability's limits and requirements let it be used."""
    if not all(limit_free(rt, limit, ability, this) for limit in ability.limits):
        return False
    if ability.uses and rt.used.get((ability.id, this._id), 0) >= ability.uses:
        return False
    return ability.requires is None or ability.requires(rt, me, this, event) is None


def limit_free(rt: State, frame: str, ability: AbilityCode, this: Entity) -> bool:
    """`once per FRAME`: free when not used since the frame's verb last began."""
    return rt.used.get((ability.id, this._id, frame)) != rt.started.get(frame, 0)


def record_use(rt: State, ability: AbilityCode, this: Entity) -> None:
    for frame in ability.limits:
        set_used(rt, (ability.id, this._id, frame), rt.started.get(frame, 0))
    if ability.uses:
        key = (ability.id, this._id)
        set_used(rt, key, rt.used.get(key, 0) + 1)


def recharge(rt: State, event: Event) -> None:
    """What has happened gives back the uses of the abilities that wait for it."""
    for ability, asks in rt.code.recharges.get(event._verb, ()):
        for me, this in carriers(rt, ability):
            key = (ability.id, this._id)
            if rt.used.get(key) and (asks is None or asks(rt, me, this, event)):
                set_used(rt, key, 0)


def set_used(rt: State, key: tuple[Any, ...], value: int) -> None:
    rt.note_aside(put_back, rt.used, key, rt.used.get(key))
    rt.used[key] = value


def still_answers(rt: State, ability: AbilityCode, me: Any, this: Entity, event: Event) -> bool:
    """Whether an ability that waited for its turn is live and holds still, after what others did."""
    live = any(self_ is me and carrier._id == this._id for self_, carrier in carriers(rt, ability))
    return live and holds(rt, ability, me, this, event) and is_free(rt, ability, me, this, event)


def in_order(rt: State, found: list[Match]) -> list[Match]:
    """By the order of the players who control them, then by age."""
    if len(found) < 2:
        return found
    order = player_order(rt)
    ranks = {player._id: i for i, player in enumerate(order)}

    def rank(match: Match) -> tuple[int, Any]:
        player = controller_of(rt, match[1])
        return ranks.get(player._id, len(order)) if player is not None else len(order), match[2]._id

    return sorted(found, key=lambda m: (rank(m)[0], str(rank(m)[1]).zfill(8)))


def tied(rt: State, found: list[Match]) -> list[Match]:
    """Those among which a player decides which is next; empty where the first one is."""
    who = decider(rt, found) if len(found) > 1 else None
    mine = [m for m in found if who is not None and is_decided_by(rt, who, m)]
    return mine if len(mine) > 1 else []


def decider(rt: State, found: list[Match]) -> Entity | None:
    """Who says which of several simultaneous abilities is next: whose they are, or for all the first in the order."""
    ties = rt.program.policy.get("ties")
    if ties == "first_player":
        return next(iter(player_order(rt)), None)
    return controller_of(rt, found[0][1]) if ties == "choose" else None


def is_decided_by(rt: State, who: Entity, match: Match) -> bool:
    """Whether a player says when an ability has its turn: nobody is asked of others' that lie hidden."""
    player = controller_of(rt, match[1])
    if rt.program.policy.get("ties") == "choose":
        return player is who
    return player is not None and all(is_known_to(rt, e, who) for e in match[1:] if isinstance(e, Entity))


def ordering(rt: State, mine: list[Match]) -> Asking:
    """Asks which of several simultaneous abilities is next."""
    options = tuple(Usable(m[0].index, m[0].label, m[1], m[2]) for m in mine)
    who = decider(rt, mine)
    assert who is not None
    return Asking(who, "order", options, mine[0][0].at)


def player_order(rt: State) -> tuple[Entity, ...]:
    """The players in the order in which they are asked: the ruleset's own, else by seat."""
    named = rt.program.policy.get("order")
    players = of_kind(rt, "player") if "player" in rt.program.kinds else ()
    return tuple(rt.code.functions[named](rt)) if named else players


def controller_of(rt: State, me: Any) -> Entity | None:
    if isinstance(me, Entity):
        if "player" in me._kinds:
            return me
        return getattr(me, "controller", None)
    return None


def can_pay(rt: State, ability: AbilityCode, me: Any, this: Entity, trigger: Event | None) -> bool:
    assert ability.costs is not None
    costs = ability.costs
    if rt.nested >= MOST_NESTED:
        return False  # paying it asks whether it can be paid, and so on
    rt.nested += 1
    try:
        return attempt(rt, lambda: Body(costs, locals_of(me, this, trigger)), lambda _: True)
    finally:
        rt.nested -= 1


def locals_of(me: Any, this: Any, trigger: Event | None) -> dict[str, Any]:
    """The locals with which the body of an ability begins."""
    return {"self": me, "this": this, "trigger": trigger}
