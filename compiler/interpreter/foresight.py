"""What chance may bring to a match: for whoever looks ahead by trying every way.

Job: a branch in which chance is asked, and how likely each answer to it is. Input: a match. Output: a match, or answers
with weights. The match itself stays as it is.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from compiler.interpreter.chance import Weighed, weighed_ways
from compiler.interpreter.game import Driver, Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Choose, Draw, Trace


def branch_asking(match: Match) -> Match:
    """A clone in which rolls, draws and shuffles are asked from now on, as with ``chance: host``."""
    made = match.clone()
    if match.asks_chance:
        return made
    made.limits = {**match.limits, "chance": "host"}
    made.answers = _opening(match, made.limits)
    made.opening = made.first = made.started = len(made.answers)
    made.taken_back, made.reseeded, made.told = [], [], 0
    made.game.trace, made.is_resumed = Trace(), False
    made.ask_again()
    made.origin = made.snapshot()
    return made


def _opening(match: Match, limits: dict[str, Any]) -> list[Any]:
    """The answers with which the game was built, and among them what chance brought then."""
    if not match.is_built:
        return []
    made = Match(match.rules, deepcopy(match.setup), match.seed, limits)
    chance, given = Driver(lambda _game, _request: [], match.seed), 0
    while not made.is_built:
        assert made.request is not None
        if isinstance(made.request, Choose):
            for at, seed in match.reseeded:
                chance.generator = Minstd(seed) if at == given else chance.generator
            answer, given = match.answers[given], given + 1
        else:
            found = chance.answer(made.game, made.request)
            answer = [found] if isinstance(made.request, Draw) else found
        made.give_answer(answer)
    return made.answers[: made.opening]


def chances(match: Match) -> tuple[int, Iterator[Weighed]]:
    """Of how many equally likely ways chance takes one now, and the answers that differ, each with its number of them.

    Raises HostError where chance is not asked.
    """
    request = match.request
    if request is None or isinstance(request, Choose):
        raise HostError("chance is not asked now")
    return weighed_ways(request, match.rules.code.face)
