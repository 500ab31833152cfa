"""An agent that searches: Monte-Carlo rollouts of a base policy, with what is hidden dealt anew for each.

Job: play the answers to a request on many times, and take the one that leaves the player best placed. Input: a turn and
a budget. Output: an answer. With a budget in runs, same seed, same answers.

The base policy is a cheap form of the agent `greedy`, for all players (Tesauro and Galperin, 1997). A run ends when
everybody else was offered something, and the player is again: so it sees what others make of the answer. In a round,
one dealing and the same dice serve all answers that are still looked at; after each part of the budget, the worse half
of them is left out (successive halving). The answer of `greedy` stays: another one has to be surely better.
"""

from __future__ import annotations

from math import ceil, log2
from time import perf_counter

from cardwright.authoring.worth import worths
from cardwright.lab.greedy import Greedy, attempt, some_of
from cardwright.lab.turn import Turn, carry_on, is_offer, player_asked
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.entities import players_by_seat
from compiler.interpreter.game import MINSTD_M, Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.values import Choose

RUNS = 30
_MOST = 6  # so many answers, the best by `greedy`, are looked at
_TRIED = 4  # so many answers the base policy tries
_FAR = 80  # so many answers is a run long
_FEWEST = 3  # rounds, before the answer of `greedy` is left for another

Looked = tuple[list[int], list[int]]  # an answer, and what came of it in each round


class Rollouts:
    """``runs`` bounds a decision; with ``seconds``, time does instead, and the answers depend on the machine."""

    def __init__(self, seed: int, runs: int = RUNS, seconds: float | None = None) -> None:
        self.chance, self.runs, self.seconds = Minstd(seed * 7919 + 17), runs, seconds
        self.greedy = Greedy(seed)

    def answer(self, turn: Turn) -> list[int]:
        ranked = self.greedy.ranked(turn)
        if len(ranked) < 2:
            return ranked[0] if ranked else turn.drawn(self.chance)
        rows: list[Looked] = [(answer, []) for answer in ranked[:_MOST]]
        usual, *others = rows
        parts, started, done = ceil(log2(len(others) + 1)), perf_counter(), 0
        for part in range(1, parts + 1):
            while self.share_of_budget(done, started) < part / parts:
                if not self.played(turn, [usual, *others]):
                    return turn.drawn(self.chance)
                done += 1 + len(others)
            ahead = [row for row in others if sum(_gains(row, usual)) > 0]
            others = sorted(ahead, key=lambda row: -sum(_gains(row, usual)))[: ceil(len(others) / 2)]
            if not others:
                break
        best = others[0] if others and _is_surely_better(others[0], usual) else usual
        return best[0]

    def share_of_budget(self, runs: int, started: float) -> float:
        """How much of the budget is spent, as a share of 1."""
        return runs / self.runs if self.seconds is None else (perf_counter() - started) / self.seconds

    def played(self, turn: Turn, rows: list[Looked]) -> bool:
        """Plays all answers on in one dealing; false where none can be made."""
        seed = self.chance.below(MINSTD_M - 1) + 1
        branch = turn.dealt(seed)
        if branch is None:
            return False
        for answer, worth in rows:
            worth.append(worth_after(branch, answer, turn.number, Minstd(seed)))
        return True


def worth_after(branch: Match, answer: list[int], number: int, chance: Minstd) -> int:
    """How a player stands when an answer was given and others had their turns; the branch is as before then."""
    before = len(branch.answers)
    waiting = set(range(len(players_by_seat(branch.game)))) - {number}
    carry_on(branch, answer)
    while isinstance(branch.request, Choose) and len(branch.answers) - before < _FAR:
        if is_offer(branch.request):
            asked = player_asked(branch)
            if asked == number and not waiting:
                break
            waiting.discard(asked)
        go_on(branch, chance)
    found = worths(branch)[number]
    branch.undo(len(branch.answers) - before)
    return found


def go_on(branch: Match, chance: Minstd) -> None:
    """Answers as a greedy player does; what dice were foreseen does not come true."""
    request = branch.request
    assert isinstance(request, Choose)
    answers = some_of(legal_answers(request), _TRIED, chance)
    if len(answers) > 1:
        answers = max((attempt(branch, answer, chance) for answer in answers), key=lambda tried: tried.worth).answers
        branch.driver.generator.value = chance.below(MINSTD_M - 1) + 1
    for answer in answers:
        carry_on(branch, answer)


def _gains(row: Looked, usual: Looked) -> list[int]:
    """By round, how much better an answer came out than the usual one."""
    return [found - known for found, known in zip(row[1], usual[1], strict=True)]


def _is_surely_better(row: Looked, usual: Looked) -> bool:
    """Whether the mean of the gains is above 0 by more than its standard error: so it is said in whole numbers."""
    gains = _gains(row, usual)
    return len(gains) >= _FEWEST and sum(gains) > 0 and sum(gains) ** 2 > sum(gain * gain for gain in gains)
