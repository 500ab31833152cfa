"""Offers, as frames: abilities that a player may use, reactions to an event, and replacements of it.

Job: ask the players in turn, and carry out what they choose. Only what is possible is offered. Input: who is asked, and
about what. Never chooses for a player.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from compiler.interpreter.choices import Asking
from compiler.interpreter.events import stop_prevented
from compiler.interpreter.frames import Body, Frame
from compiler.interpreter.happening import Happening
from compiler.interpreter.offers import left_out, refused_of, usable_abilities
from compiler.interpreter.state import State
from compiler.interpreter.triggers import locals_of, player_order, record_use
from compiler.interpreter.using import UsingAbility
from compiler.interpreter.values import Divergent, Entity, Event, Refusal, Usable

_MOST_OFFERS = 200
_PASS = [-1]


class Offered(NamedTuple):
    """What an offer is about: the abilities, the player, the event that they answer, and whose they are."""

    abilities: tuple[Any, ...]
    player: Entity
    trigger: Event | None
    subject: Any


class Using(Frame):
    """Pays and runs an ability that somebody has chosen, through the verb that its `live` line names."""

    __slots__ = ("usable", "values")

    def __init__(self, usable: Usable) -> None:
        self.usable = usable
        self.values: dict[str, Any] = {}

    def run(self, rt: State, value: Any) -> Frame | None:
        usable = self.usable
        ability, me, this, trigger = rt.code.abilities[usable.ability], usable.me, usable.this, usable.trigger
        through = ability.live.through if ability.live is not None else None
        if self.pc == 0:
            if through is None:
                self.pc = 2
                return UsingAbility(ability, me, this, trigger)
            self.values = through[1](rt, me, this)
            record_use(rt, ability, this)
            self.pc = 1
            if ability.costs is not None:
                return Body(ability.costs, locals_of(me, this, trigger))
        if self.pc == 1 and through is not None:
            self.pc = 2
            return Happening(through[0], self.values, usable)
        return None


class Offer(Frame):
    """What all offers have in common: ``found`` is what may be used, ``count`` how often players were asked."""

    __slots__ = ("count", "found")
    count: int
    found: list[Usable]

    def offered(self, rt: State) -> Offered:
        """What is offered now."""
        raise NotImplementedError

    def ask(self, rt: State) -> Frame:
        self.pc = 1
        at = rt.code.abilities[self.found[0].ability].at
        return Asking(self.offered(rt).player, "use", tuple(self.found), at)

    def use(self, answer: list[int]) -> Frame:
        self.pc = 2
        return Using(self.found[answer[0]])


class Offering(Offer):
    """Offers activated abilities until the player passes (or once)."""

    __slots__ = ("classes", "once", "player", "subject")

    def __init__(self, classes: tuple[str, ...], once: bool, player: Entity, subject: Any) -> None:
        self.classes, self.once, self.player, self.subject = classes, once, player, subject
        self.found = []
        self.count = 0

    def offered(self, rt: State) -> Offered:
        return Offered(rt.code.activations_of(self.classes), self.player, None, self.subject)

    def run(self, rt: State, value: Any) -> Frame | None:
        if self.pc == 1:
            return None if value == _PASS else self.use(value)
        if self.pc == 2 and self.once:
            return None
        if self.count >= _MOST_OFFERS:
            raise Divergent(f"a player was offered more than {_MOST_OFFERS} actions in a row")
        self.count += 1
        self.found = usable_abilities(rt, self.offered(rt), rt.most_offered)
        return self.ask(rt) if self.found else None


class Window(Offer):
    """Offers reactions in turn, until all players have passed in a row, or the event is prevented."""

    __slots__ = ("event", "passed", "players", "step", "timing")

    def __init__(self, event: Event, timing: str, step: str) -> None:
        self.event, self.timing, self.step = event, timing, step
        self.found = []
        self.players: tuple[Entity, ...] = ()
        self.count = self.passed = 0

    def offered(self, rt: State) -> Offered:
        reactions = rt.code.verbs[self.event._verb].reactions[self.step, self.timing]
        return Offered(reactions, self.players[(self.count - 1) % len(self.players)], self.event, None)

    def run(self, rt: State, value: Any) -> Frame | None:
        if self.pc == 0:
            self.players = player_order(rt)
        elif self.pc == 1 and value != _PASS:
            self.passed = 0
            return self.use(value)
        stop_prevented(rt, self.event, self.step)
        self.passed += self.pc == 1
        while self.count < _MOST_OFFERS:
            if self.passed >= len(self.players):
                return None
            self.count += 1
            self.found = usable_abilities(rt, self.offered(rt), rt.most_offered)
            if self.found:
                return self.ask(rt)
            self.passed += 1
        raise Divergent(f"more than {_MOST_OFFERS} reactions were offered to one event")


class OfferingReplacement(Offer):
    """Offers `react instead of` abilities once around; its result is true when one was used."""

    __slots__ = ("event", "players", "step")

    def __init__(self, event: Event, step: str) -> None:
        self.event, self.step = event, step
        self.found = []
        self.players: tuple[Entity, ...] = ()
        self.count = 0

    def offered(self, rt: State) -> Offered:
        reactions = rt.code.verbs[self.event._verb].reactions[self.step, "instead"]
        return Offered(reactions, self.players[self.count - 1], self.event, None)

    def run(self, rt: State, value: Any) -> Frame | None:
        if self.pc == 1 and value != _PASS:
            chosen = self.found[value[0]]
            self.event._replaced |= {(rt.code.abilities[chosen.ability].id, chosen.this._id)}
            return self.use(value)
        if self.pc == 0:
            self.players = player_order(rt)
        while self.pc < 2 and self.count < len(self.players):
            self.count += 1
            replaced = self.event._replaced
            usable = usable_abilities(rt, self.offered(rt))
            self.found = [u for u in usable if (rt.code.abilities[u.ability].id, u.this._id) not in replaced]
            if self.found:
                return self.ask(rt)
        rt.result = self.pc == 2
        return None


def explain(rt: State) -> list[tuple[Any, Refusal]]:
    """What the player who is asked may not use or choose now, and why."""
    offer = rt.frames[-2] if len(rt.frames) > 1 else None
    return refused_of(rt, offer.offered(rt)) if isinstance(offer, Offer) else left_out(rt)


WINDOWS: dict[str, Callable[..., Frame]] = {"reactions": Window, "replacements": OfferingReplacement}
