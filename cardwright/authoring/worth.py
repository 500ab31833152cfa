"""How well players stand, who has won, and who plays together, as the ruleset says it.

Job: call the functions that `policy` names: ``standing``, ``won`` and ``allied``. Input: a match. Output: numbers and
truth values, by the numbers of the players; a `Fault` where a function passes a bound. Each call may do as much work as
a stretch of the match. Knows no game.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.match import Match
from compiler.interpreter.spending import refill

_PRIZE = 1000


def named(match: Match, policy: str) -> Callable[..., Any] | None:
    """The function that the ruleset names for something; None where it names none."""
    name = match.game.program.policy.get(policy)
    if name is None:
        return None
    function = match.game.code.functions[name]

    def call(*players: Any) -> Any:
        refill(match.game)
        return function(match.game, *players)

    return call


def standings(match: Match) -> list[int] | None:
    """How well each player stands; None where the rules do not say."""
    standing = named(match, "standing")
    return [standing(player) for player in players_by_seat(match.game)] if standing else None


def winners(match: Match) -> list[int] | None:
    """The players who have won, of those who still play; None where the rules do not say who has."""
    won, players = named(match, "won"), players_by_seat(match.game)
    return [n for n, player in enumerate(players) if player._alive and won(player)] if won else None


def worths(match: Match) -> list[int]:
    """What agents seek, for each player: how they stand, or else whether they or others have won."""
    found = standings(match)
    if found is not None:
        return found
    won, count = set(winners(match) or ()), len(players_by_seat(match.game))
    return [_PRIZE if n in won else -_PRIZE if won else 0 for n in range(count)]


def sides(match: Match) -> list[list[int]]:
    """The players, by who wins together; each alone where the rules do not say."""
    allied, players = named(match, "allied"), players_by_seat(match.game)
    found: list[list[int]] = []
    for number, player in enumerate(players):
        side = next((side for side in found if allied and allied(players[side[0]], player)), None)
        if side is None:
            found.append([number])
        else:
            side.append(number)
    return found
