"""Offers: what players may do.

Job: find the abilities that someone may use now, and tell why something is not possible. Only what is possible is
offered. Reads all of the state; changes nothing of it but the work that was done. Never chooses for a player.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.interpreter.legality import why_not
from compiler.interpreter.linked_rows import AbilityCode
from compiler.interpreter.modifiers import carriers, holds, is_present
from compiler.interpreter.spending import CHANGE, spend
from compiler.interpreter.state import State, nothing_known
from compiler.interpreter.triggers import can_pay, limit_free
from compiler.interpreter.values import Entity, Event, Refusal, Usable


class Payments:
    """Which costs can be paid at one moment, for abilities that answer the same event or none. The same costs of
    abilities that are the bearer's own are tried once.
    """

    def __init__(self, rt: State, trigger: Event | None) -> None:
        self.rt, self.trigger = rt, trigger
        self.remembered: dict[tuple[int | None, Any], tuple[bool, int]] = {}  # with the work that it took

    def are_possible(self, ability: AbilityCode, me: Any, this: Entity) -> bool:
        if me is not this:
            return can_pay(self.rt, ability, me, this, self.trigger)
        key, before = (ability.costs_number, me), self.rt.work
        found = self.remembered.get(key)
        if found is not None and found[1] <= before:
            self.rt.work = before - found[1]
            return found[0]
        possible = can_pay(self.rt, ability, me, this, self.trigger)
        self.remembered[key] = possible, before - self.rt.work
        return possible


def chooser_of(rt: State, ability: AbilityCode, me: Any, this: Entity) -> Entity | None:
    found: Entity | None = ability.chooser(rt, me, this, None) if ability.chooser is not None else None
    return found


def obstacle(rt: State, ability: AbilityCode, me: Any, this: Entity, payments: Payments) -> Refusal | None:
    """Why an ability cannot be used now, or None. What is feasible may ask much of the board, so it is asked last."""
    spend(rt, CHANGE, ability.at)
    for frame in ability.limits:
        if not limit_free(rt, frame, ability, this):
            return Refusal(f"it was used already (once per {frame})", ability.at, ability.rows)
    if ability.uses and rt.used.get((ability.id, this._id), 0) >= ability.uses:
        return Refusal("it has no uses left", ability.at, ability.rows)
    failed = ability.requires(rt, me, this, payments.trigger) if ability.requires is not None else None
    if failed is not None:
        return Refusal.of(*failed)
    through = ability.live.through if ability.live is not None else None
    if through is not None:
        refused = why_not(rt, through[0], through[1](rt, me, this))
        if refused is not None:
            return refused
    if ability.costs is not None and not payments.are_possible(ability, me, this):
        return Refusal("its cost cannot be paid", ability.at, ability.rows)
    if ability.feasible is not None and not ability.feasible(rt, me, this, payments.trigger):
        return Refusal("nothing of it could be done", ability.at, ability.rows)
    return None


def carriers_for(rt: State, ability: AbilityCode, subject: Any) -> Sequence[tuple[Any, Entity]]:
    """The carriers of an ability whose `me` is this one; what all of a kind have is not looked for in all."""
    if ability.form == "every":
        return ((subject, subject),) if ability.name in subject._kinds and is_present(rt, subject) else ()
    return [found for found in carriers(rt, ability) if found[0] is subject]


def usable_abilities(rt: State, offered: tuple[Any, ...], most: int | None = None) -> list[Usable]:
    """What of an offer may be used now, in the order of the rules and then of age; the first so many (``most``), where
    that is asked.
    """
    abilities, player, trigger, subject = offered
    found, payments = [], Payments(rt, trigger)
    for ability in abilities:
        for me, this in carriers(rt, ability) if subject is None else carriers_for(rt, ability, subject):
            if chooser_of(rt, ability, me, this) is not player:
                continue
            if trigger is not None and not holds(rt, ability, me, this, trigger):
                continue
            if obstacle(rt, ability, me, this, payments) is None:
                found.append(Usable(ability.index, ability.label, me, this, trigger))
                if len(found) == most:
                    return found
    if rt.watcher is not None and not rt.dry_run:
        rt.watcher.offered(offered, found)
    return found


def refused_of(rt: State, offered: tuple[Any, ...]) -> list[tuple[Usable, Refusal]]:
    """What of an offer may not be used now, and why."""
    abilities, player, trigger, subject = offered
    found, payments = [], Payments(rt, trigger)
    for ability in abilities:
        for me, this in carriers(rt, ability):
            if chooser_of(rt, ability, me, this) is player and (subject is None or me is subject):
                answers = trigger is None or holds(rt, ability, me, this, trigger)
                why = obstacle(rt, ability, me, this, payments) if answers else None
                if why is not None:
                    found.append((Usable(ability.index, ability.label, me, this, trigger), why))
    return found


def left_out(rt: State) -> list[tuple[Any, Refusal]]:
    """What the condition of the waiting `choose` leaves out, and why: what it asks last with `can`."""
    if len(rt.frames) < 2 or getattr(rt.frames[-1], "kind", "") != "one":
        return []
    below: Any = rt.frames[-2]
    _, _, _, asked, such_that, rank = below.code.rows[below.pc - 1]
    if such_that is None or rank is not None:
        return []
    found = []
    known, is_own = rt.known, rt.is_own
    rt.known, rt.is_own = nothing_known(), True  # what is remembered would not be asked again
    try:
        for option in tuple(asked(rt, below.v)[0]):
            rt.refusals = []
            if not such_that(rt, below.v, option) and rt.refusals:
                found.append((option, rt.refusals[-1]))
    finally:
        rt.known, rt.is_own, rt.refusals = known, is_own, None
    return found
