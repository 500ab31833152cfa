"""An agent that looks a little ahead, and takes what leaves its player best placed.

Job: try the answers to a request in a branch of the match, play each a few answers on, and compare how the player
stands then, by the ruleset's ``policy: standing``. Input: a match that waits. Output: an answer. Never sees what its
player cannot know. Same seed, same answers: what it tries is bounded in number, not in time.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from compiler.interpreter.agents import some_answer
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.entities import of_kind
from compiler.interpreter.game import MINSTD_M, Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.setups import HostError
from compiler.interpreter.values import Choose

_PASS = [-1]
_MOST = 12  # so many answers are tried; of more, some are drawn
_PLANS = 12  # attempts that use something more, for all answers together; at least one each
_FAR = 8  # so many answers is an attempt long
_OWN = 2  # and so many of these use something more


class Careful:
    """Decides for every player of a match; each decision is about what that player alone gains by it."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.chance = match, Minstd(seed * 7919 + 17)

    @staticmethod
    def can_play(match: Match) -> bool:
        """Whether the rules say how well a player stands."""
        return "standing" in match.game.program.policy

    def answer(self) -> list[int]:
        """The answer to what the match asks a player."""
        request = self.match.request
        assert isinstance(request, Choose)
        answers = legal_answers(request)
        if len(answers) > _MOST:
            drawn = sorted(self.chance.permutation(len(answers))[: _MOST - 1])
            answers = [answers[0], *(answers[n] for n in drawn if n)]
        if len(answers) == 1:
            return answers[0]
        players = of_kind(self.match.game, "player")
        seat = next(n for n, player in enumerate(players) if player is request.who)
        try:
            branch = self.match.branch_for(seat, self.chance.below(MINSTD_M - 1) + 1)
        except HostError:  # what is being done names something that the player cannot know
            return some_answer(request, self.chance)
        plans = (0, *(_OWN for _ in range(max(1, _PLANS // len(answers)))))
        worth = [max(self.attempt(branch, answer, seat, own) for own in plans) for answer in answers]
        return answers[worth.index(max(worth))]

    def attempt(self, branch: Match, answer: list[int], seat: int, own: int) -> int:
        """How the player stands when an answer has had its effects; the branch is as before then.

        What is offered next ends the attempt, but for some actions of the player's own. Reactions are passed.
        """
        given = 0
        next_one: list[int] | None = answer
        is_over = answer == _PASS and _is_offer(branch.request)
        while next_one is not None:
            branch.skip()
            branch.answer(next_one)
            given += 1
            request, next_one = branch.request, None
            if is_over or given == _FAR or not isinstance(request, Choose):
                continue
            if not _is_offer(request):
                next_one = _PASS if request.kind == "use" else some_answer(request, self.chance)
            elif own and request.who is of_kind(branch.game, "player")[seat]:
                next_one = [self.chance.below(len(request.options))]
                own -= 1
        player = of_kind(branch.game, "player")[seat]
        found: int = branch.game.code.functions[branch.game.program.policy["standing"]](branch.game, player)
        branch.undo(given)
        return found


def _is_offer(request: object) -> bool:
    """Whether actions are offered, not reactions to an event."""
    return isinstance(request, Choose) and request.kind == "use" and request.options[0].trigger is None
