"""Offers: what players may do, and the using of it.

Job: find the abilities that someone may use now, ask, pay and run them. Only what is possible is offered; `explain`
tells why something is not. Input: compiled abilities. Never chooses for a player.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from compiler.interpreter.events import Events
from compiler.interpreter.offering import Offer, Offered
from compiler.interpreter.spending import CHANGE
from compiler.interpreter.values import Entity, Event, Refusal, Usable, label

if TYPE_CHECKING:
    from compiler.interpreter.linked import AbilityCode


class Offers(Events):
    """Activated abilities and reactions."""

    # ---- what can be used
    def chooser_of(self, ability: AbilityCode, me: Any, this: Entity) -> Entity | None:
        found: Entity | None = ability.chooser(self, me, this, None) if ability.chooser is not None else None
        return found

    def obstacle(self, ability: AbilityCode, me: Any, this: Entity, trigger: Event | None) -> Refusal | None:
        """Why an ability cannot be used now, or None."""
        self.spend(CHANGE, ability.at)
        for frame in ability.limits:
            if not self.limit_free(frame, ability, this):
                return Refusal(f"it was used already (once per {frame})", ability.at, ability.rows)
        if ability.uses and self.used.get((ability.id, this._id), 0) >= ability.uses:
            return Refusal("it has no uses left", ability.at, ability.rows)
        failed = ability.requires(self, me, this, trigger) if ability.requires is not None else None
        if failed is not None:
            return Refusal("".join(p if isinstance(p, str) else label(p) for p in failed[0]), failed[1], failed[2])
        through = ability.live.through if ability.live is not None else None
        if through is not None:
            refused = self.why_not(through[0], through[1](self, me, this))
            if refused is not None:
                return refused
        if ability.feasible is not None and not ability.feasible(self, me, this, trigger):
            return Refusal("nothing of it could be done", ability.at, ability.rows)
        if ability.costs is not None and not self.can_pay(ability, me, this, trigger):
            return Refusal("its cost cannot be paid", ability.at, ability.rows)
        return None

    def carriers_for(self, ability: AbilityCode, subject: Any) -> Sequence[tuple[Any, Entity]]:
        """The carriers of an ability whose `self` is this one; what all of a kind have is not looked for in all."""
        if ability.form == "every":
            return ((subject, subject),) if ability.name in subject._kinds and self.is_present(subject) else ()
        return [found for found in self.carriers(ability) if found[0] is subject]

    def usable(
        self, abilities: tuple[AbilityCode, ...], player: Entity, trigger: Event | None, subject: Any = None
    ) -> list[Usable]:
        """What a player may use now (of one subject, where it is given), in the order of the rules and then of age."""
        found = []
        for ability in abilities:
            for me, this in self.carriers(ability) if subject is None else self.carriers_for(ability, subject):
                if self.chooser_of(ability, me, this) is not player:
                    continue
                if trigger is not None and not self.holds(ability, me, this, trigger):
                    continue
                if self.obstacle(ability, me, this, trigger) is None:
                    found.append(Usable(ability.index, ability.label, me, this, trigger))
        if self.watcher is not None and not self.trial:
            self.watcher.offered(Offered(abilities, player, trigger, subject), found)
        return found

    def explain(self) -> list[tuple[Usable, Refusal]]:
        """What the player who is offered something may not use now, and why."""
        offer = self.frames[-2] if len(self.frames) > 1 else None
        if not isinstance(offer, Offer):
            return []
        return self.refused_of(offer.offered(self))

    def refused_of(self, offered: Offered) -> list[tuple[Usable, Refusal]]:
        """What of an offer may not be used now, and why."""
        abilities, player, trigger, subject = offered
        found = []
        for ability in abilities:
            for me, this in self.carriers(ability):
                if self.chooser_of(ability, me, this) is player and (subject is None or me is subject):
                    answers = trigger is None or self.holds(ability, me, this, trigger)
                    why = self.obstacle(ability, me, this, trigger) if answers else None
                    if why is not None:
                        found.append((Usable(ability.index, ability.label, me, this, trigger), why))
        return found
