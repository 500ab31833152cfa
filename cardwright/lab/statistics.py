"""Rates and differences with intervals.

Job: say how sure a number is. Input: counts. Output: numbers. Every interval is one of 95 %.

A rate has the interval of Wilson. Matches of one seed, which differ in who sits where, may resemble each other: the
interval is for as many matches as would be as sure if all were of different seeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, erfc, sqrt
from typing import NamedTuple

from dsl.dataclass import dataclass

Z = 1.959964
_FEWEST = 20  # seeds, from which can be told how much matches of one seed resemble each other


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many; ``rate``, ``low`` and ``high`` are shares of 1."""

    count: int
    of: int
    rate: float
    low: float
    high: float


class Difference(NamedTuple):
    """A difference with its interval, and how likely chance alone makes one as large (``p``)."""

    value: float
    low: float
    high: float
    p: float


def wilson(rate: float, of: float) -> tuple[float, float]:
    """The interval of a rate that was seen in so many trials."""
    if of <= 0:
        return 0.0, 1.0
    middle = (rate + Z * Z / (2 * of)) / (1 + Z * Z / of)
    half = Z / (1 + Z * Z / of) * sqrt(rate * (1 - rate) / of + Z * Z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def rate_of(groups: Iterable[tuple[int, int]]) -> Rate:
    """A rate, from (count, of) for each seed."""
    held = [(count, of) for count, of in groups if of]
    count, of = sum(count for count, _ in held), sum(of for _, of in held)
    rate = count / of if of else 0.0
    low, high = wilson(rate, of / _resemblance(held, rate, of))
    return Rate(count, of, rate, low, high)


def _resemblance(groups: Sequence[tuple[int, int]], rate: float, of: int) -> float:
    """How many times the variance of a rate is that of independent trials."""
    if len(groups) < _FEWEST or rate in (0.0, 1.0):
        return 1.0
    spread = sum((count - rate * size) ** 2 for count, size in groups) * len(groups) / (len(groups) - 1)
    largest = max(size for _, size in groups)
    return min(float(largest), max(1 / of, spread / (of * rate * (1 - rate))))


def two_sided(z: float) -> float:
    """How likely a normal value is as far from 0."""
    return erfc(abs(z) / sqrt(2))


def stratified(strata: Iterable[tuple[int, int, int, int]]) -> Difference | None:
    """The difference of two rates within strata, each (wins with, matches with, wins without, matches without).

    The weights are those of Mantel and Haenszel. The interval takes each rate to have one win and one loss more than
    were seen, so that no rate of few matches is taken to be sure. None where no stratum has both.
    """
    total = weighted = variance = 0.0
    for won, of, won_else, of_else in strata:
        if not of or not of_else:
            continue
        weight = of * of_else / (of + of_else)
        total += weight
        weighted += weight * (won / of - won_else / of_else)
        near, far = (won + 1) / (of + 2), (won_else + 1) / (of_else + 2)
        variance += weight * weight * (near * (1 - near) / of + far * (1 - far) / of_else)
    if not total:
        return None
    value, error = weighted / total, sqrt(variance) / total
    return Difference(value, value - Z * error, value + Z * error, two_sided(value / error))


def mean_of(values: Sequence[float]) -> Difference:
    """A mean with its interval; of paired differences, ``p`` is for a mean of 0."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return Difference(mean, float("-inf"), float("inf"), 1.0)
    error = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    p = two_sided(mean / error) if error else 1.0 if mean == 0 else 0.0
    return Difference(mean, mean - Z * error, mean + Z * error, p)


def sign_test(up: int, down: int) -> float:
    """How likely chance alone parts so many changes so unevenly: the exact test of McNemar."""
    count, fewer = up + down, min(up, down)
    if count > 1000:
        return two_sided((abs(up - down) - 1) / sqrt(count))
    tail = sum(comb(count, k) for k in range(fewer + 1))
    return min(1.0, 2 * tail / (1 << count))


def discoveries(found: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many tests to believe, so that at most this share of them is believed wrongly (Benjamini, Hochberg)."""
    order = sorted(range(len(found)), key=lambda index: found[index])
    last = max((place for place, index in enumerate(order, 1) if found[index] <= rate * place / len(found)), default=0)
    believed = set(order[:last])
    return [index in believed for index in range(len(found))]


def holm(found: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of some tests to believe, so that with this chance at most any is believed wrongly (Holm)."""
    believed = [False] * len(found)
    for place, index in enumerate(sorted(range(len(found)), key=lambda index: found[index])):
        if found[index] > rate / (len(found) - place):
            break
        believed[index] = True
    return believed


def spread(values: Sequence[int]) -> dict[str, float]:
    """Mean, least, median and most of some numbers."""
    if not values:
        return {"mean": 0.0, "least": 0, "median": 0, "most": 0}
    ordered = sorted(values)
    return {
        "mean": sum(ordered) / len(ordered), "least": ordered[0], "median": ordered[len(ordered) // 2],
        "most": ordered[-1],
    }  # fmt: skip
