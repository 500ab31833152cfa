"""Rosters that a host brings: read by what the game deals, judged, and laid into the zones that take them.

Job: of a roster as a host gives it make one that a save can hold; tell what is wrong with it; put its cards where they
begin. Input: linked rules, the deals of the rules table, values of any type. Output: data, refusals, or HostError.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from compiler.interpreter.entities import create
from compiler.interpreter.linked import Linked
from compiler.interpreter.places import put_bottom, remove
from compiler.interpreter.rosters import check_roster
from compiler.interpreter.setups import LARGEST, SHOWN, HostError, items, members, shown, text, unknown, visible, whole
from compiler.interpreter.state import State
from compiler.interpreter.transcript import told
from compiler.interpreter.values import Entity, Fault, Refusal

MOST = 1000  # so many cards may stand in a list
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
        brought = members(given)
        if brought is None:
            raise HostError("the rosters of a setup are an object")
        seats = self.seats.get(scenario, ())
        wrong = unknown(brought, seats)
        if wrong is not None:
            raise HostError(f"the scenario `{scenario}` has no player `{wrong}`; there are: {_named(seats)}")
        return {name: self.legal(name, brought[name]) for name in seats if name in brought}

    def legal(self, player: str, given: Any) -> Any:
        try:
            roster = self.read(given)
            broken = self.broken(roster)
        except HostError as refused:
            raise HostError(f"the roster of {player}: {refused}") from refused
        if broken:
            raise HostError(f"the roster of {player}: {'; '.join(refusal.message for refusal in broken)}")
        return roster if text(given) is None else text(given)

    def read(self, given: Any) -> Roster:
        """A roster, or the name of one of the game's own, with arrays for its lists."""
        named = text(given)
        if named is not None and named not in self.lists:
            raise HostError(f"no roster is named `{shown(named)}`; there are: {_named(sorted(self.lists))}")
        held = members(given if named is None else self.lists[named])
        if held is None:
            raise HostError("a roster is an object, or the name of one")
        definition = text(held.get("roster"))
        if definition is None or definition not in self.rosters:
            raise HostError(f"`roster` names what is dealt: {_named(sorted(self.rosters))}")
        params = self.rosters[definition]
        wrong = unknown(held, ("roster", *(param[0] for param in params)))
        if wrong is not None:
            raise HostError(f"{definition} has no `{wrong}`")
        return {"roster": definition, **{param[0]: self.param(param, held.get(param[0])) for param in params}}

    def param(self, param: tuple[str, str, str, str], value: Any) -> Any:
        name, form, kind, _ = param
        if value is None:
            raise HostError(f"`{name}` is missing")
        if form == "list":
            return self.cards(name, kind, value)
        if form == "card":
            return self.card(name, kind, value)
        return self.plain(name, form, kind, value)

    def plain(self, name: str, form: str, enum: str, value: Any) -> Any:
        """A value that is no card, of the form that the definition says."""
        number, word = whole(value), text(value)
        if form == "int" and number is None:
            raise HostError(f"`{name}` is a whole number from -{LARGEST} to {LARGEST}")
        if form == "bool" and not isinstance(value, bool):
            raise HostError(f"`{name}` is true or false")
        if form == "enum" and word not in self.code.program.enums[enum]:
            raise HostError(f"`{name}` is one of {_named(self.code.program.enums[enum])}")
        if form == "text" and word is None:
            raise HostError(f"`{name}` is a text")
        if word is not None and shown(word) != word:
            raise HostError(f"`{name}` has at most {SHOWN} characters, all of them of ASCII")
        found = value if isinstance(value, bool) else word if number is None else number
        if found is None:
            raise HostError(f"`{name}` is a number or a word")
        return found

    def cards(self, name: str, kind: str, value: Any) -> list[str]:
        """Cards, each as often as it is there; of an object by the order of its keys."""
        listed, copies = items(value, MOST), members(value)
        if listed is not None:
            found = [self.card(name, kind, card) for card in listed[:MOST]]
            if len(listed) > MOST:
                raise HostError(f"`{name}` has more than {MOST} cards")
            return found
        if copies is None:
            raise HostError(f"`{name}` is an array of cards, or an object with how many of each")
        held: list[str] = []
        for card in sorted(copies, key=visible):
            self.card(name, kind, card)
            many = whole(copies[card])
            if many is None or not 0 <= many <= MOST:
                raise HostError(f"how many of `{card}` is a whole number from 0 to {MOST}")
            held += [card] * many
            if len(held) > MOST:
                raise HostError(f"`{name}` has more than {MOST} cards")
        return held

    def card(self, name: str, kind: str, card: Any) -> str:
        named = text(card)
        if named is None:
            raise HostError(f"`{name}` names a card that is not there")
        declared = self.code.program.cards.get(named)
        if declared is None:
            raise HostError(f"`{name}` names a card that is not there: {shown(named)}")
        if kind not in self.code.program.kinds[declared.kind].ancestors:
            raise HostError(f"`{name}` has cards of the kind {kind}, and {named} is none")
        return named

    def broken(self, roster: Roster) -> list[Refusal]:
        """What of its definition a roster does not keep to."""
        definition = roster["roster"]
        values = [(name, _frozen(roster[name])) for name, *_ in self.rosters[definition]]
        try:
            return check_roster(self.code, definition, values)
        except Fault as fault:
            raise HostError(f"{definition} cannot be judged: {told(fault.message)}") from fault

    # ---- dealing
    def hand_out(self, game: State, player: Entity, given: Any) -> None:
        """Lays a roster's cards into the zones that take them, in place of what lies there."""
        roster = self.read(given)
        params = [param for param in self.rosters[roster["roster"]] if param[3]]
        for _, _, _, zone in params:
            for card in tuple(getattr(player, zone).items):
                remove(game, card)
        for name, _, _, zone in params:
            held = roster[name] if isinstance(roster[name], list) else [roster[name]]
            for card in dict.fromkeys(held):
                for _ in range(held.count(card)):
                    self.add_copy(game, player, card, getattr(player, zone))

    def add_copy(self, game: State, player: Entity, card: str, zone: Any) -> None:
        kind = self.code.program.cards[card].kind
        made = create(game, kind, self.code.prototypes[card], dict.fromkeys(self.whose[kind], player))
        put_bottom(game, made, zone)


def _named(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
