"""An agent that looks a little ahead, and takes what leaves its player best placed.

Job: try the answers to a request in a branch of the match, play each a few answers on, and compare how the player
stands then. Input: a turn. Output: an answer. Same seed, same answers: what it tries is bounded in number, not in time.
"""

from __future__ import annotations

from typing import NamedTuple

from cardwright.authoring.worth import worths
from cardwright.lab.turn import PASS, Turn, carry_on, is_offer, player_asked
from compiler.interpreter.agents import some_answer
from compiler.interpreter.game import MINSTD_M, Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.values import Choose

_TRIES = 12  # so many answers are tried, and so many attempts use something more; of more answers, some are drawn
_FAR = 8  # so many answers is an attempt long
_OWN = 2  # and so many of these use something more


class Attempt(NamedTuple):
    """What came of an answer: how the player stood, and what they gave before others were asked or dice were thrown."""

    worth: int
    answers: list[list[int]]


class Greedy:
    """Each decision is about what the player who is asked gains by it alone.

    ``budget`` bounds the tries of a decision. With few tries nearly all answers look alike: then chance decides among
    those that are equally good, and else the first of them is taken.
    """

    def __init__(self, seed: int, budget: int | None = None) -> None:
        self.chance = Minstd(seed * 7919 + 17)
        self.most, self.draws = budget or _TRIES, budget is not None

    def answer(self, turn: Turn) -> list[int]:
        ranked = self.ranked(turn)
        return ranked[0] if ranked else turn.drawn(self.chance)

    def ranked(self, turn: Turn) -> list[list[int]]:
        """The answers, the best first; empty where nothing can be tried."""
        answers = some_of(turn.legal(), self.most, self.chance)
        if len(answers) == 1:
            return answers
        branch = turn.dealt(self.chance.below(MINSTD_M - 1) + 1)
        if branch is None:
            return []
        plans = (0, *(_OWN for _ in range(self.most // len(answers))))
        worth = [max(attempt(branch, answer, self.chance, own).worth for own in plans) for answer in answers]
        order = self.chance.permutation(len(answers)) if self.draws else range(len(answers))
        return [answers[n] for n in sorted(order, key=lambda n: -worth[n])]


def attempt(branch: Match, answer: list[int], chance: Minstd, own: int = 0) -> Attempt:
    """Gives an answer, and those that its effects ask for; the branch is as before then.

    What is offered next ends the attempt, but for some actions (``own``) of the same player. Reactions are passed.
    """
    number, dice, given, alone = player_asked(branch), branch.driver.generator.value, 0, True
    line: list[list[int]] = []
    next_one: list[int] | None = answer
    is_over = answer == PASS and is_offer(branch.request)
    branch.keeps_points = False  # the match returns to this request only
    while next_one is not None:
        alone = alone and player_asked(branch) == number and branch.driver.generator.value == dice
        branch.game.most_offered = None if own else 1  # that something can be used is all that matters
        if alone:
            line.append(next_one)
        carry_on(branch, next_one)
        given += 1
        request, next_one = branch.request, None
        if is_over or given == _FAR or not isinstance(request, Choose):
            continue
        if not is_offer(request):
            next_one = PASS if request.kind == "use" else some_answer(request, chance)
        elif own and player_asked(branch) == number:
            next_one = [chance.below(len(request.options))]
            own -= 1
    found = worths(branch)[number]
    branch.undo(given)
    branch.keeps_points, branch.game.most_offered = True, None
    return Attempt(found, line)


def some_of(answers: list[list[int]], most: int, chance: Minstd) -> list[list[int]]:
    """Some answers that are drawn by chance where there are more than so many, in their order. To do nothing is
    always among them. The first has no other preference: of squares it is the same corner, whoever is asked.
    """
    if len(answers) <= most:
        return answers
    kept = int(answers[0] in ([], PASS))
    drawn = sorted(n + kept for n in chance.permutation(len(answers) - kept)[: most - kept])
    return [*answers[:kept], *(answers[n] for n in drawn)]
