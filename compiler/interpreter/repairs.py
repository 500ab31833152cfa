"""The shortest mending of a broken roster.

Job: find few cards to take out, put in or exchange so that every requirement holds. Input: a compiled program, a
roster's values, and which cards fit each of its lists. Output: changes, fewest first: one change, two, and then a
run of like changes for each broken requirement. Every try is counted, so that the search ends.
"""

# Values of a roster are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownLambdaType=false

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from compiler.interpreter.game import new_game
from compiler.interpreter.linked import Linked
from compiler.interpreter.rosters import broken_requirements
from compiler.interpreter.values import Fault

Values = dict[str, Any]
_MOST_TRIES = 20_000
_LONGEST_RUN = 40


@dataclass(frozen=True, slots=True)
class Change:
    """In the list ``param`` one card less (``take``) and one more (``bring``); empty for none."""

    param: str
    take: str = ""
    bring: str = ""


class _TooLong(Exception):
    """So much has been tried that nothing more is."""


def repair(
    code: Linked, definition: str, values: Iterable[tuple[str, Any]], fitting: dict[str, tuple[str, ...]]
) -> tuple[Change, ...] | None:
    """Changes after which the roster is legal; None where the search finds none.

    ``fitting`` has the ids of the cards that may stand in each list. Other values, such as numbers, are left alone.
    """
    search = _Search(code, definition, fitting)
    given = dict(values)
    try:
        one = next((c for c in search.changes(given) if not search.failing(search.after(given, (c,)))), None)
        if one is not None:
            return (one,)
        runs = search.by_requirement(given)
    except _TooLong:
        return None
    if runs is not None and len(runs) <= 2:
        return runs
    try:
        return search.two(given) or runs
    except _TooLong:
        return runs


class _Search:
    def __init__(self, code: Linked, definition: str, fitting: dict[str, tuple[str, ...]]) -> None:
        self.game, self.definition, self.fitting = new_game(code), definition, fitting
        self.count = 0
        # Cards with which the requirements cannot be tried are never a way.
        self.unjudged = frozenset(range(-1, len(code.rosters[definition].requirements)))

    def failing(self, values: Values) -> frozenset[int]:
        """The numbers of the requirements that do not hold."""
        self.count += 1
        if self.count > _MOST_TRIES:
            raise _TooLong
        try:
            return frozenset(number for number, _ in broken_requirements(self.game, self.definition, values.items()))
        except Fault:
            return self.unjudged

    def after(self, values: Values, changes: Iterable[Change]) -> Values:
        """The roster once all changes are made."""
        changed = dict(values)
        for change in changes:
            held = changed[change.param]
            if not isinstance(held, tuple):
                changed[change.param] = change.bring
                continue
            cards = list(held)
            if change.take in cards:
                cards.remove(change.take)
            changed[change.param] = (*cards, change.bring) if change.bring else tuple(cards)
        return changed

    # ---- what can be changed
    def changes(self, values: Values) -> Iterator[Change]:
        """Every single change: cards out, cards in, and then exchanges."""
        lists = [param for param in self.fitting if self.is_list(values, param)]
        yield from (Change(param, take=card) for param in lists for card in self.held(values, param))
        yield from (Change(param, bring=card) for param in lists for card in self.offered(values, param))
        for param in self.fitting:
            for card in self.held(values, param):
                yield from (Change(param, card, other) for other in self.offered(values, param) if other != card)

    def is_list(self, values: Values, param: str) -> bool:
        return isinstance(values[param], tuple)

    def held(self, values: Values, param: str) -> tuple[str, ...]:
        """The different cards of a list, the most frequent first."""
        held = values[param]
        return tuple(sorted(dict.fromkeys(held), key=lambda c: -held.count(c))) if isinstance(held, tuple) else (held,)

    def offered(self, values: Values, param: str) -> tuple[str, ...]:
        """The cards that may come in: what the list holds already, the rarest first, and then the others."""
        own = tuple(card for card in reversed(self.held(values, param)) if card in self.fitting[param])
        return (*own, *(card for card in self.fitting[param] if card not in own))

    # ---- two changes, and runs of like ones
    def two(self, values: Values) -> tuple[Change, ...] | None:
        for pair in combinations_with_replacement(tuple(self.changes(values)), 2):
            if not self.failing(self.after(values, pair)):
                return pair
        return None

    def by_requirement(self, values: Values) -> tuple[Change, ...] | None:
        """One broken requirement after another, each by a run that breaks nothing else: the shortest way of all tried.

        Of runs that take out, put in or exchange the shortest is followed, for each of the three.
        """
        failing = self.failing(values)
        if not failing:
            return ()
        shortest: dict[tuple[bool, bool], tuple[Change, ...]] = {}
        for run in self.runs(values, failing):
            sort = (bool(run[0].take), bool(run[0].bring)) if run else (False, False)
            if run and len(run) < len(shortest.get(sort, run + run)):
                shortest[sort] = run
        ways: list[tuple[Change, ...]] = []
        for run in sorted(shortest.values(), key=len):
            rest = self.by_requirement(self.after(values, run))
            ways += [run + rest] if rest is not None else []
        return min(ways, key=len) if ways else None

    def runs(self, values: Values, failing: frozenset[int]) -> Iterator[tuple[Change, ...]]:
        for number in sorted(failing):
            for param in self.fitting:
                for card in self.held(values, param) if self.is_list(values, param) else ():
                    yield self.run(values, number, param, (card, False))
                yield self.run(values, number, param, ("", True)) if self.is_list(values, param) else ()
                for card in self.held(values, param):
                    yield self.run(values, number, param, (card, True))

    def run(self, values: Values, number: int, param: str, how: tuple[str, bool]) -> tuple[Change, ...]:
        """The same card out, or another in, or both, until the requirement holds; empty where it does not come to it.

        ``how``: the card that goes (empty for none), and whether others come in.
        """
        take, brings = how
        allowed = self.failing(values)
        done: tuple[Change, ...] = ()
        while len(done) < _LONGEST_RUN:
            if take and take not in self.held(values, param):
                return ()
            step = self.step(values, (param, take, brings), number, allowed)
            if step is None:
                return ()
            done, values = (*done, step), self.after(values, (step,))
            if number not in self.failing(values):
                return done
        return ()

    def step(
        self, values: Values, change: tuple[str, str, bool], number: int, allowed: frozenset[int]
    ) -> Change | None:
        """The first change of the sort that breaks nothing that held; preferred is an exchange that ends the run."""
        param, take, brings = change
        first: Change | None = None
        for bring in self.offered(values, param) if brings else ("",):
            if bring == take:
                continue
            made = Change(param, take, bring)
            failing = self.failing(self.after(values, (made,)))
            if failing <= allowed:
                first = first or made
                if not take or number not in failing:
                    return made
        return first
