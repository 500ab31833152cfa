"""What is noted of one match while it is played: verbs, abilities, and where cards go.

Job: look at a running game as those who watch it do, and count. Input: a match at its first request. Output: names and
counts. Never changes the game; sees everything, and tells no agent.

A card is *in hand* while it lies in a zone that its owner alone sees. For each player who owned it during the match,
these are noted: `drawn` (it came into a hand, or lay there at the first request), `used` (an ability of it was carried
out), `to the board` and `to ZONE` (it left a hand for there).
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.match import Match
from compiler.interpreter.values import Choose, Entity, Usable

HAD, DRAWN, USED, BOARD = "had", "drawn", "used", "to the board"
_HAND = "owner"  # who sees what lies in a hand


class Noted(NamedTuple):
    """What was noted of a match: how often each verb and ability happened, what was offered, what became of cards."""

    verbs: Mapping[str, int]
    abilities: Mapping[str, int]
    offered: AbstractSet[str]
    cards: Mapping[str, Mapping[str, Mapping[int, int]]]  # by card, by what became of it, by seat


class Notes:
    """An eye of a running game (``changes.tell``)."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.verbs, self.abilities, self.offered = Counter[str](), Counter[str](), set[str]()
        self.cards: dict[str, dict[str, Counter[int]]] = {}
        self.in_hand: set[int] = set()
        self.players = {player._id: number for number, player in enumerate(players_by_seat(match.game))}
        self.verbs.update(match.game.started)
        for held in match.game.kinds.values():
            for entity in held:
                self.look(entity)
        match.game.eyes.append(self)

    @property
    def noted(self) -> Noted:
        return Noted(self.verbs, self.abilities, self.offered, self.cards)

    # ---- what is told
    def see(self, what: str, *about: Any) -> None:
        if what == "begin":
            self.verbs[about[0]._verb] += 1
        elif what == "use":
            self.use(*about)
        elif what in ("move", "create"):
            self.look(about[0])

    def use(self, ability: int, me: Any, this: Any) -> None:
        self.abilities[self.match.game.code.abilities[ability].id] += 1
        for carrier in (me, this):
            if isinstance(carrier, Entity) and carrier._card is not None:
                self.note(carrier, USED)
                return

    def ask(self, request: Choose) -> None:
        """Notes what is offered."""
        code = self.match.game.code
        self.offered.update(code.abilities[o.ability].id for o in request.options if isinstance(o, Usable))

    # ---- cards
    def look(self, entity: Entity) -> None:
        """Notes where a card lies now."""
        if entity._card is None:
            return
        zone = entity._zone
        if zone is not None and zone.visible == _HAND:
            if entity._id not in self.in_hand:
                self.in_hand.add(entity._id)
                self.note(entity, DRAWN)
            return
        if entity._id in self.in_hand and (zone is not None or (entity._figure and entity.at is not None)):
            self.in_hand.discard(entity._id)
            self.note(entity, f"to {zone.name}" if zone is not None else BOARD)
            return
        self.note(entity, HAD, 0)

    def note(self, entity: Entity, what: str, count: int = 1) -> None:
        owner = self.owner_of(entity)
        kept = self.cards.setdefault(entity._card._id, {})  # it is in the match, also where it is nobody's
        if owner is not None:
            kept.setdefault(HAD, Counter())[owner] = 1
            if count:
                kept.setdefault(what, Counter())[owner] += count

    def owner_of(self, entity: Entity) -> int | None:
        """The number of the player whose it is: its owner, who controls it, or in whose zone it lies."""
        zone = entity._zone
        for player in (getattr(entity, "owner", None), getattr(entity, "controller", None), zone and zone.owner):
            if isinstance(player, Entity) and player._id in self.players:
                return self.players[player._id]
        return None
