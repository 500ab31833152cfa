"""The odds of a position: exact, by walking through all that chance may bring; or simulated, where that is too much.

Job: follow every way of chance from a position to its ends, those from equal states once, and add up how likely each
outcome is; or follow some ways, drawn by the named generator. Input: a position. Output: shares of outcomes, as
fractions. Knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from cardwright.authoring.odds.position import Chance, Moment, Outcome, Position
from compiler.interpreter.chance import taken_as, weighed_ways
from compiler.interpreter.game import Minstd
from compiler.interpreter.test_answers import shown_answer
from compiler.interpreter.values import Draw, Event, Fault, RollDice

_DEEPEST = 150  # requests of chance after one another
_SURE = 1.96  # standard errors to each side: 95 of 100 such intervals hold the truth

Shares = dict[Outcome, Fraction]


class TooMany(Exception):
    """There are more ways than may be walked."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely each outcome is. ``number``: of the ways that were walked, or of the simulations if not ``exact``.

    ``unanswered``: the places at which a player's answer was made up, as nobody gave one. ``refused``: the calls that
    are asked about, and are not carried out in some way, with the reasons. ``unused``: the answers that were given and
    that no way asks for.
    """

    exact: bool
    number: int
    by_outcome: Shares
    unanswered: tuple[str, ...]
    refused: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()

    def interval(self, share: Fraction) -> tuple[float, float]:
        """Where the true share lies, at a confidence of 95 % (Wilson's interval); for exact odds, it alone."""
        p, n = float(share), self.number
        if self.exact:
            return p, p
        spread = _SURE * sqrt(p * (1 - p) / n + _SURE**2 / (4 * n * n))
        middle, scale = p + _SURE**2 / (2 * n), 1 + _SURE**2 / n
        return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


@dataclass
class Walker:
    """``in_order``: whether the order of the dice of a roll may count. ``told``: what of an event is asked about."""

    position: Position
    in_order: bool
    told: Callable[[Event], Any] | None = None
    first: Moment | None = None  # the first request of chance, if there is one
    is_begun: bool = False
    walked: int = 0
    known: dict[str, Shares] = field(default_factory=dict[str, Shares])

    def begin(self) -> None:
        if not self.is_begun:
            self.is_begun = True
            request = self.position.begin()
            self.first = self.position.here(request) if request is not None else None

    # ---- all ways
    def exact(self, most: int) -> Odds:
        """Walks all ways; raises TooMany where they are more than ``most``."""
        self.begin()
        if self.first is None:
            return self.odds(True, 1, {self.outcome(None): Fraction(1)})
        try:
            shares = self.below(self.first.request, most, 0)
        finally:
            self.position.return_to(self.first)
        return self.odds(True, self.walked, shares)

    def below(self, request: Chance, most: int, depth: int) -> Shares:
        """The shares of the outcomes to which a request leads."""
        if depth > _DEEPEST:
            raise TooMany
        key = self.position.key(self.told)
        if key in self.known:
            return self.known[key]
        total, ways = weighed_ways(request, self.position.game.code.face, in_order=self.in_order)
        moment, found = self.position.here(request), Counter[Outcome]()
        for answer, weight in ways:
            self.walked += 1
            if self.walked > most:
                raise TooMany
            following = self.position.proceed(taken_as(request, answer))
            if isinstance(following, Fault) or following is None:
                found[self.outcome(following)] += Fraction(weight)  # type: ignore[assignment]
            else:
                for outcome, share in self.below(following, most, depth + 1).items():
                    found[outcome] += share * weight  # type: ignore[assignment]
            self.position.return_to(moment)
        self.known[key] = {outcome: Fraction(share, total) for outcome, share in found.items()}
        return self.known[key]

    def outcome(self, fault: Fault | None) -> Outcome:
        """What has come of a way at its end; a fault of the rules is an outcome, too."""
        if fault is not None:
            self.position.note_unused()
            return (f"fault: {fault.message}",)
        return self.position.end()

    # ---- some ways
    def simulated(self, number: int, seed: int) -> Odds:
        """Walks so many ways, drawn by a generator of their own."""
        self.begin()
        if self.first is None:
            return self.exact(1)
        generator, found = Minstd(seed), Counter[Outcome]()
        for _ in range(number):
            following: Chance | Fault | None = self.first.request
            while following is not None and not isinstance(following, Fault):
                following = self.position.proceed(self.drawn(following, generator))
            found[self.outcome(following)] += 1
            self.position.return_to(self.first)
        return self.odds(False, number, {outcome: Fraction(count, number) for outcome, count in found.items()})

    def drawn(self, request: Chance, generator: Minstd) -> Any:
        """One of the ways by chance. Dice whose order does not count lie in the order of their faces."""
        if isinstance(request, Draw):
            return generator.below(request.size)
        if not isinstance(request, RollDice):
            return generator.permutation(request.size)
        faces = [generator.below(size) for size in request.sizes]
        if self.in_order:
            return faces
        waiting = {die: sorted(f for f, d in zip(faces, request.dice, strict=True) if d == die) for die in request.dice}
        return [waiting[die].pop(0) for die in request.dice]

    def odds(self, exact: bool, number: int, shares: Shares) -> Odds:
        position = self.position
        unused = tuple(map(shown_answer, position.unused or ()))
        return Odds(exact, number, shares, tuple(sorted(position.unanswered)), position.refused, unused)
