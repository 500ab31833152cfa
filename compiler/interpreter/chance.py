"""Rolls, draws and shuffles as requests of a host.

Job: what may come of each, how likely it is, and how an answer is taken. Input: a request. Output: positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement, islice, permutations, product
from math import factorial, prod
from typing import Any

from compiler.interpreter.values import Draw, Request, RollDice, Shuffle

Faces = Callable[[str, int], Mapping[str, int]]  # what is on a face of a die
Weighed = tuple[list[int], int]  # an answer, and in how many of all equally likely ways it comes


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


def weighed_ways(
    request: RollDice | Draw | Shuffle, faces: Faces, *, in_order: bool = True
) -> tuple[int, Iterator[Weighed]]:
    """The number of all equally likely ways, and one answer for those that do not differ, with their number.

    Faces of a die with the same symbols do not differ. Without ``in_order`` the order of dice of one name does not
    count, either: each answer has them in the order of their faces.
    """
    if isinstance(request, RollDice):
        kinds = [_alike(die, size, faces) for die, size in zip(request.dice, request.sizes, strict=True)]
        total = prod(request.sizes)
        return total, (_rolls_in_order(kinds) if in_order else _rolls(request.dice, kinds))
    if isinstance(request, Draw):
        return request.size, (([position], 1) for position in range(request.size))
    return factorial(request.size), ((list(order), 1) for order in permutations(range(request.size)))


def _alike(die: str, size: int, faces: Faces) -> list[tuple[int, int]]:
    """The different faces of a die: the first of each, and how many there are."""
    shown = [tuple(sorted(faces(die, index).items())) for index in range(size)]
    many = Counter(shown)
    return [(shown.index(face), count) for face, count in many.items()]


def _rolls_in_order(kinds: list[list[tuple[int, int]]]) -> Iterator[Weighed]:
    for picked in product(*kinds):
        yield [index for index, _ in picked], prod(count for _, count in picked)


def _rolls(dice: tuple[str, ...], kinds: list[list[tuple[int, int]]]) -> Iterator[Weighed]:
    """Every roll once, whatever the order of its dice: those of each name by their faces."""
    places: dict[str, list[int]] = {}
    for place, die in enumerate(dice):
        places.setdefault(die, []).append(place)
    answer = [0] * len(dice)

    def grouped(groups: list[list[int]], weight: int) -> Iterator[Weighed]:
        if not groups:
            yield list(answer), weight
            return
        held = groups[0]
        for found in combinations_with_replacement(kinds[held[0]], len(held)):
            ways = factorial(len(found)) * prod(count for _, count in found)
            for many in Counter(found).values():
                ways //= factorial(many)
            for place, (index, _) in zip(held, found, strict=True):
                answer[place] = index
            yield from grouped(groups[1:], weight * ways)

    return grouped([*places.values()], 1)
