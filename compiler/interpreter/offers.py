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
from compiler.interpreter.state import State
from compiler.interpreter.triggers import can_pay, limit_free
from compiler.interpreter.values import Entity, Event, Refusal, Usable


def chooser_of(rt: State, ability: AbilityCode, me: Any, this: Entity) -> Entity | None:
    found: Entity | None = ability.chooser(rt, me, this, None) if ability.chooser is not None else None
    return found


def obstacle(rt: State, ability: AbilityCode, me: Any, this: Entity, trigger: Event | None) -> Refusal | None:
    """Why an ability cannot be used now, or None."""
    spend(rt, CHANGE, ability.at)
    for frame in ability.limits:
        if not limit_free(rt, frame, ability, this):
            return Refusal(f"it was used already (once per {frame})", ability.at, ability.rows)
    if ability.uses and rt.used.get((ability.id, this._id), 0) >= ability.uses:
        return Refusal("it has no uses left", ability.at, ability.rows)
    failed = ability.requires(rt, me, this, trigger) if ability.requires is not None else None
    if failed is not None:
        return Refusal.of(*failed)
    through = ability.live.through if ability.live is not None else None
    if through is not None:
        refused = why_not(rt, through[0], through[1](rt, me, this))
        if refused is not None:
            return refused
    if ability.feasible is not None and not ability.feasible(rt, me, this, trigger):
        return Refusal("nothing of it could be done", ability.at, ability.rows)
    if ability.costs is not None and not can_pay(rt, ability, me, this, trigger):
        return Refusal("its cost cannot be paid", ability.at, ability.rows)
    return None


def carriers_for(rt: State, ability: AbilityCode, subject: Any) -> Sequence[tuple[Any, Entity]]:
    """The carriers of an ability whose `rt` is this one; what all of a kind have is not looked for in all."""
    if ability.form == "every":
        return ((subject, subject),) if ability.name in subject._kinds and is_present(rt, subject) else ()
    return [found for found in carriers(rt, ability) if found[0] is subject]


def usable_abilities(rt: State, offered: tuple[Any, ...], most: int | None = None) -> list[Usable]:
    """What of an offer may be used now, in the order of the rules and then of age; the first so many (``most``), where
    that is asked.
    """
    abilities, player, trigger, subject = offered
    found = []
    for ability in abilities:
        for me, this in carriers(rt, ability) if subject is None else carriers_for(rt, ability, subject):
            if chooser_of(rt, ability, me, this) is not player:
                continue
            if trigger is not None and not holds(rt, ability, me, this, trigger):
                continue
            if obstacle(rt, ability, me, this, trigger) is None:
                found.append(Usable(ability.index, ability.label, me, this, trigger))
                if len(found) == most:
                    return found
    if rt.watcher is not None and not rt.dry_run:
        rt.watcher.offered(offered, found)
    return found


def refused_of(rt: State, offered: tuple[Any, ...]) -> list[tuple[Usable, Refusal]]:
    """What of an offer may not be used now, and why."""
    abilities, player, trigger, subject = offered
    found = []
    for ability in abilities:
        for me, this in carriers(rt, ability):
            if chooser_of(rt, ability, me, this) is player and (subject is None or me is subject):
                answers = trigger is None or holds(rt, ability, me, this, trigger)
                why = obstacle(rt, ability, me, this, trigger) if answers else None
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
    rt.known, rt.is_own = [{} for _ in known], True  # what is remembered would not be asked again
    try:
        for option in tuple(asked(rt, below.v)[0]):
            rt.refusals = []
            if not such_that(rt, below.v, option) and rt.refusals:
                found.append((option, rt.refusals[-1]))
    finally:
        rt.known, rt.is_own, rt.refusals = known, is_own, None
    return found
