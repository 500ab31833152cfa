"""Rosters that a host brings: read by what the game deals, judged, and laid into the zones that take them.

Job: of a roster as a host gives it make one that a save can hold; tell what is wrong with it; put its cards where they
begin. Input: linked rules, the deals of the rules table, values of any type. Output: data, refusals, or HostError.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.interpreter.game import Game
from compiler.interpreter.linked import Linked
from compiler.interpreter.rosters import check_roster
from compiler.interpreter.setups import HostError, is_whole
from compiler.interpreter.values import Entity, Refusal

MOST = 1000  # so many of one card may stand in a list
Roster = dict[str, Any]


class Deals:
    """What a game deals: ``rosters`` by definition, ``whose`` by kind of card, its own ``lists``, ``seats``."""

    def __init__(self, code: Linked, deals: Mapping[str, Any]) -> None:
        self.code = code
        self.rosters, self.whose = deals["rosters"], deals["whose"]
        self.lists, self.seats = deals["lists"], deals["seats"]

    # ---- reading
    def seated(self, given: Any, scenario: str) -> dict[str, Any]:
        """The rosters of a setup by the players of its scenario, each legal."""
        if not isinstance(given, Mapping):
            raise HostError("the rosters of a setup are an object")
        seats = self.seats.get(scenario, ())
        for name in sorted(given.keys() - set(seats)):
            raise HostError(f"the scenario `{scenario}` has no player `{name}`; there are: {_named(seats)}")
        return {name: self.legal(name, given[name]) for name in seats if given.get(name) is not None}

    def legal(self, player: str, given: Any) -> Any:
        try:
            roster = self.read(given)
        except HostError as refused:
            raise HostError(f"the roster of {player}: {refused}") from refused
        broken = self.broken(roster)
        if broken:
            raise HostError(f"the roster of {player}: {'; '.join(refusal.message for refusal in broken)}")
        return given if isinstance(given, str) else roster

    def read(self, given: Any) -> Roster:
        """A roster, or the name of one of the game's own, with arrays for its lists."""
        if isinstance(given, str):
            if given not in self.lists:
                raise HostError(f"no roster is named `{given}`; there are: {_named(sorted(self.lists))}")
            given = self.lists[given]
        if not isinstance(given, Mapping):
            raise HostError("a roster is an object, or the name of one")
        definition = given.get("roster")
        if not isinstance(definition, str) or definition not in self.rosters:
            raise HostError(f"`roster` names what is dealt: {_named(sorted(self.rosters))}")
        params = self.rosters[definition]
        for name in sorted(given.keys() - {"roster", *(param[0] for param in params)}):
            raise HostError(f"{definition} has no `{name}`")
        return {"roster": definition, **{param[0]: self.param(param, given.get(param[0])) for param in params}}

    def param(self, param: tuple[str, str, str, str], value: Any) -> Any:
        name, form, kind, _ = param
        if value is None:
            raise HostError(f"`{name}` is missing")
        if form == "list":
            return self.cards(name, kind, value)
        if form == "card":
            return self.card(name, kind, value)
        if not isinstance(value, str) and not isinstance(value, bool) and not is_whole(value):
            raise HostError(f"`{name}` is a number or a word")
        return value

    def cards(self, name: str, kind: str, value: Any) -> list[str]:
        """Cards, each as often as it is there; of an object by the order of its keys."""
        if isinstance(value, Mapping):
            copies = {card: value[card] for card in sorted(value)}
        elif isinstance(value, list | tuple):
            return [self.card(name, kind, card) for card in value]
        else:
            raise HostError(f"`{name}` is an array of cards, or an object with how many of each")
        for card, many in copies.items():
            self.card(name, kind, card)
            if not is_whole(many) or not 0 <= many <= MOST:
                raise HostError(f"how many of `{card}` is a whole number from 0 to {MOST}")
        return [card for card, many in copies.items() for _ in range(many)]

    def card(self, name: str, kind: str, card: Any) -> str:
        declared = self.code.program.cards.get(card) if isinstance(card, str) else None
        if declared is None:
            raise HostError(f"`{name}` names a card that is not there" + (f": {card}" if isinstance(card, str) else ""))
        if kind not in self.code.program.kinds[declared.kind].ancestors:
            raise HostError(f"`{name}` has cards of the kind {kind}, and {card} is none")
        return str(card)

    def broken(self, roster: Roster) -> list[Refusal]:
        """What of its definition a roster does not keep to."""
        values = [(name, _frozen(roster[name])) for name, *_ in self.rosters[roster["roster"]]]
        return check_roster(self.code, roster["roster"], values)

    # ---- dealing
    def hand_out(self, game: Game, player: Entity, given: Any) -> None:
        """Lays a roster's cards into the zones that take them, in place of what lies there."""
        roster = self.read(given)
        params = [param for param in self.rosters[roster["roster"]] if param[3]]
        for _, _, _, zone in params:
            for card in tuple(getattr(player, zone).items):
                game.remove(card)
        for name, _, _, zone in params:
            held = roster[name] if isinstance(roster[name], list) else [roster[name]]
            for card in dict.fromkeys(held):
                for _ in range(held.count(card)):
                    self.add_copy(game, player, card, getattr(player, zone))

    def add_copy(self, game: Game, player: Entity, card: str, zone: Any) -> None:
        kind = self.code.program.cards[card].kind
        made = game.create(kind, self.code.prototypes[card], dict.fromkeys(self.whose[kind], player))
        game.put_bottom(made, zone)


def _named(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
