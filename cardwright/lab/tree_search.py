"""An agent that searches: Monte-Carlo tree search over what its player knows (ISMCTS).

Job: play the answers to a request on many times, with what is hidden dealt anew and with other dice; keep a tree of
what its player did then, and go where it looks best and where little is known (UCB). Input: a turn and a budget.
Output: an answer. With a budget in runs, same seed, same answers.

In a round, one dealing serves all answers that are still looked at, so that luck is the same for all. After each part
of the budget the worse half of them is left out (sequential halving). A run carries an answer out, and then some more
of the player's own decisions, each of which is a node of the tree; a node has more branches the oftener it is visited
(progressive widening). Reactions are passed, and what others choose is drawn by chance. A run ends when somebody else
may act. How the player stands is noted before each offer, so a node is worth what it is to stop there, or the best
that is known to come behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, inf, log, log2, sqrt
from time import perf_counter

from cardwright.authoring.worth import worths
from cardwright.lab.greedy import some_of
from cardwright.lab.turn import PASS, Turn, is_offer, player_asked
from compiler.interpreter.agents import some_answer
from compiler.interpreter.answers import legal_answers
from compiler.interpreter.game import MINSTD_M, Minstd
from compiler.interpreter.match import Match
from compiler.interpreter.values import Choose

RUNS = 80
_MOST = 12  # so many answers to the request are looked at
_OWN = 2  # so many actions of the player after the answer are looked at
_FAR = 12  # and so many answers at most
_EXPLORE = 0.4
_WIDER = 2  # of an answer that was given n times, so many times the root of n answers behind it are looked at

Key = tuple[int, ...]


@dataclass(slots=True, eq=False)
class Node:
    """An answer in the tree: how often it was given, what stopping behind it was worth, and what was given next."""

    visits: int = 0
    stops: int = 0
    worth: float = 0.0
    after: dict[Key, Node] = field(default_factory=dict[Key, "Node"])

    def note(self, worth: int) -> None:
        self.stops += 1
        self.worth += worth

    @property
    def value(self) -> float:
        """What it is worth to stop here, or to go on in the best way known, whichever is more."""
        here = self.worth / self.stops if self.stops else -inf
        return max(here, *(node.value for node in self.after.values())) if self.after else here


class TreeSearch:
    """``runs`` bounds a decision; with ``seconds``, time does instead, and the answers depend on the machine."""

    def __init__(self, seed: int, runs: int = RUNS, seconds: float | None = None) -> None:
        self.chance, self.runs, self.seconds = Minstd(seed * 7919 + 17), runs, seconds
        self.number, self.least, self.most = 0, inf, -inf  # who decides, and what was seen to come of it

    def answer(self, turn: Turn) -> list[int]:
        answers = some_of(turn.legal(), _MOST, self.chance)
        if len(answers) == 1:
            return answers[0]
        left = [(answer, Node()) for answer in answers]
        self.number, self.least, self.most = turn.number, inf, -inf
        parts, done, started = ceil(log2(len(left))), 0, perf_counter()
        for part in range(1, parts + 1):
            share = 0.0
            while share < part / parts:
                branch = turn.dealt(self.chance.below(MINSTD_M - 1) + 1)
                if branch is None:
                    return turn.drawn(self.chance)
                for answer, node in left:
                    self.run(branch, answer, node)
                done += len(left)
                share = self.share_of_budget(done, started)
            best = sorted(left, key=lambda row: -row[1].value)[: ceil(len(left) / 2)]
            if share >= 1:
                return best[0][0]
            left = [row for row in left if row in best]
        return left[0][0]

    def share_of_budget(self, runs: int, started: float) -> float:
        """How much of the budget is spent, as a share of 1."""
        return runs / self.runs if self.seconds is None else (perf_counter() - started) / self.seconds

    def run(self, branch: Match, answer: list[int], root: Node) -> None:
        """Gives an answer and goes down its tree; the branch is as before then."""
        before, node = len(branch.answers), root
        node.visits += 1
        own = 0 if answer == PASS and is_offer(branch.request) else _OWN
        carry_on(branch, answer)
        while len(branch.answers) - before < _FAR and isinstance(branch.request, Choose):
            request, is_own = branch.request, player_asked(branch) == self.number
            if is_offer(request):
                self.note(node, branch)
                if not is_own or own == 0:
                    break
                own -= 1
            if not is_own or (request.kind == "use" and not is_offer(request)):
                carry_on(branch, PASS if request.kind == "use" else some_answer(request, self.chance))
                continue
            key = self.chosen(node, request)
            node = node.after.setdefault(key, Node())
            node.visits += 1
            carry_on(branch, list(key))
        else:
            self.note(node, branch)
        branch.undo(len(branch.answers) - before)

    def note(self, node: Node, branch: Match) -> None:
        """Notes how the player stands."""
        worth = worths(branch)[self.number]
        self.least, self.most = min(self.least, worth), max(self.most, worth)
        node.note(worth)

    def chosen(self, node: Node, request: Choose) -> Key:
        """A new answer as long as there are few for the visits, or the one that promises most."""
        known = [key for key in map(tuple, legal_answers(request)) if key in node.after] if node.after else []
        if len(known) <= _WIDER * sqrt(node.visits):
            return tuple(some_answer(request, self.chance))
        return max(known, key=lambda key: self.promise(node.after[key], node.visits))

    def promise(self, node: Node, visits: int) -> float:
        mean = (node.value - self.least) / (self.most - self.least) if self.most > self.least else 0.5
        return mean + _EXPLORE * sqrt(log(visits + 1) / max(node.visits, 1))


def carry_on(branch: Match, answer: list[int]) -> None:
    branch.skip()
    branch.answer(answer)
