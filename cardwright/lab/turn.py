"""What an agent is given when its player is asked something.

Job: hand out the legal answers, what the player sees, and branches of the match in which all that the player cannot
know is dealt anew; and nothing else, so that no agent can see more than its player. Input: a match that waits.
Output: plain data and branches. Nothing that is done to a branch changes the match.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from typing import Any, Protocol

from compiler.interpreter.agents import some_answer
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Choose, Stopped

PASS = [-1]


class Turn:
    """A request that one player has to answer; ``number`` is that of the player, counted from 0."""

    def __init__(self, match: Match) -> None:
        request = match.request
        assert isinstance(request, Choose)
        self._match, self._request = match, request
        self.number = player_asked(match)

    def legal(self, most: int = 64) -> list[list[int]]:
        """The legal answers, in a fixed order; each lists positions in the options."""
        return legal_answers(self._request, most)

    def drawn(self, chance: Minstd) -> list[int]:
        """A legal answer, drawn by chance."""
        return some_answer(self._request, chance)

    def view(self) -> dict[str, Any]:
        """What the player may know, as `Match.view` gives it; the request is part of it."""
        return self._match.view(self.number)

    def dealt(self, seed: int) -> Match | None:
        """A branch of the match as `Match.branch_for` makes it; None where what is done names something hidden."""
        try:
            return self._match.branch_for(self.number, seed)
        except HostError:
            return None


class Agent(Protocol):
    """Answers what its player is asked."""

    def answer(self, turn: Turn, /) -> list[int]: ...


def carry_on(branch: Match, answer: list[int]) -> None:
    """Gives an answer in a branch. Whoever stops the branch, such as a limit of time, stops the agent: it raises
    Stopped.
    """
    branch.skip()
    branch.answer(answer)
    if isinstance(branch.fault, Stopped):
        raise branch.fault


def player_asked(match: Match) -> int:
    """The number of the player who is asked."""
    request = match.request
    assert isinstance(request, Choose)
    return next(n for n, player in enumerate(players_by_seat(match.game)) if player is request.who)


def is_offer(request: object) -> bool:
    """Whether actions are offered, not reactions to an event."""
    return isinstance(request, Choose) and request.kind == "use" and request.options[0].trigger is None
