"""Rolls, draws and shuffles as requests of a host.

Job: what may come of each, and how an answer is taken. Input: a request. Output: positions.
"""

from __future__ import annotations

from itertools import islice, permutations, product
from typing import Any

from compiler.interpreter.values import Draw, Request, RollDice, Shuffle


def taken_as(request: Request, answer: list[int]) -> Any:
    """An answer as the rules take it: of a draw the position alone."""
    return answer[0] if isinstance(request, Draw) else answer


def ways_of_chance(request: RollDice | Draw | Shuffle) -> list[list[int]]:
    """What may come of it, at most 64 of the ways."""
    if isinstance(request, RollDice):
        ways: Any = product(*map(range, request.sizes))
    elif isinstance(request, Draw):
        ways = ((position,) for position in range(request.size))
    else:
        ways = permutations(range(request.size))
    return [list(way) for way in islice(ways, 64)]


def asked_of_chance(request: RollDice | Draw | Shuffle, place: str) -> dict[str, Any]:
    """A roll: a face's position for each die; a draw: one position below the size; a shuffle: all positions."""
    told: dict[str, Any] = {"type": "request", "place": place}
    if isinstance(request, RollDice):
        return {**told, "kind": "roll", "dice": list(request.dice), "sizes": list(request.sizes)}
    return {**told, "kind": "draw" if isinstance(request, Draw) else "shuffle", "size": request.size}
