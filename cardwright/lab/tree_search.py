"""An agent that searches: Monte-Carlo tree search over what its player knows (ISMCTS).

Job: play the answers to a request on many times, each time with what is hidden dealt anew and with other dice; keep a
tree of the answers that were given, and go where it looks best and where little is known (UCB). Input: a turn and a
budget. Output: an answer. With a budget in runs, same seed, same answers.

A run leaves the tree at an answer that was given too seldom to say much. Its consequences are carried out, and then
some more actions of the same player, drawn by chance: how each player stands is what the run is worth, before or after
these actions, whichever the player would rather have. Every player is taken to seek what is best for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
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
_MOST = 12  # so many answers to one request are looked at
_DEEP = 6  # so many answers of a run belong to the tree
_FAR = 8  # and so many more carry out what the last one began
_EXPLORE = 0.5
_SELDOM = 10  # an answer that was given so seldom is not looked beyond
_OWN = 2  # so many actions more are tried

Key = tuple[int, ...]


@dataclass(slots=True)
class Node:
    """An answer in the tree: how often it was given, how often it could have been, and what it was worth in all."""

    visits: int = 0
    chances: int = 0
    worth: float = 0.0
    after: dict[Key, Node] = field(default_factory=dict[Key, "Node"])


class TreeSearch:
    """``runs`` bounds a decision; with ``seconds``, time does instead, and the answers depend on the machine."""

    def __init__(self, seed: int, runs: int = RUNS, seconds: float | None = None) -> None:
        self.chance, self.runs, self.seconds = Minstd(seed * 7919 + 17), runs, seconds
        self.least: list[float] = []
        self.most: list[float] = []

    def answer(self, turn: Turn) -> list[int]:
        answers = some_of(turn.legal(), _MOST, self.chance)
        if len(answers) == 1:
            return answers[0]
        root, wanted = Node(), {tuple(answer) for answer in answers}
        started, done = perf_counter(), 0
        self.least, self.most = [], []
        while done < self.runs if self.seconds is None else perf_counter() - started < self.seconds:
            branch = turn.dealt(self.chance.below(MINSTD_M - 1) + 1)
            if branch is None:
                return turn.drawn(self.chance)
            self.run(branch, root, wanted)
            done += 1
        best = max(answers, key=lambda answer: self.preferred(root.after.get(tuple(answer))))
        return best

    def preferred(self, node: Node | None) -> tuple[int, float]:
        return (node.visits, node.worth / node.visits) if node is not None and node.visits else (0, 0.0)

    def run(self, branch: Match, root: Node, wanted: set[Key]) -> None:
        """One run down the tree, and on from where it leaves it."""
        path: list[tuple[Node, int]] = []
        node, last = root, -1
        while len(path) < _DEEP and isinstance(branch.request, Choose):
            request, last = branch.request, player_asked(branch)
            found = [key for key in map(tuple, legal_answers(request)) if node is not root or key in wanted]
            if len(found) > _MOST:
                found = [tuple(answer) for answer in some_of([list(key) for key in found], _MOST, self.chance)]
            answer = self.chosen(node, found, last) if len(found) > 1 else found[0]
            is_over = list(answer) == PASS and is_offer(request)
            self.carry_on(branch, answer)
            if len(found) > 1:
                node = node.after[answer]
                path.append((node, last))
                if node.visits < _SELDOM:
                    last = -1 if is_over else last
                    break
        self.note_worth(path, self.outcome(branch, last))

    def outcome(self, branch: Match, number: int) -> list[int]:
        """What a run is worth to each player; ``number`` is that of the one who may do some more, if any."""
        self.run_on(branch)
        best = worths(branch)
        for _ in range(_OWN):
            request = branch.request
            if not is_offer(request) or player_asked(branch) != number:
                break
            assert isinstance(request, Choose)
            self.carry_on(branch, (self.chance.below(len(request.options)),))
            self.run_on(branch)
            best = max(best, worths(branch), key=lambda worth: worth[number])
        return best

    def chosen(self, node: Node, keys: list[Key], number: int) -> Key:
        """An answer that is not in the tree yet, or the one that promises most to the player who gives it."""
        new = [key for key in keys if key not in node.after]
        for key in keys:
            if key in node.after:
                node.after[key].chances += 1
        if new:
            key = new[self.chance.below(len(new))]
            node.after[key] = Node(chances=1)
            return key
        return max(keys, key=lambda key: self.promise(node.after[key], number))

    def promise(self, node: Node, number: int) -> float:
        if not node.visits:
            return float("inf")
        least, most = (self.least[number], self.most[number]) if self.least else (0.0, 0.0)
        mean = (node.worth / node.visits - least) / (most - least) if most > least else 0.5
        return mean + _EXPLORE * sqrt(log(node.chances + 1) / node.visits)

    def carry_on(self, branch: Match, answer: Key) -> None:
        branch.skip()
        branch.answer(list(answer))

    def run_on(self, branch: Match) -> None:
        """Goes on until actions are offered again; reactions are passed."""
        for _ in range(_FAR):
            request = branch.request
            if not isinstance(request, Choose) or is_offer(request):
                return
            self.carry_on(branch, tuple(PASS if request.kind == "use" else some_answer(request, self.chance)))

    def note_worth(self, path: list[tuple[Node, int]], worth: list[int]) -> None:
        self.least = [min(a, b) for a, b in zip(self.least or worth, worth, strict=True)]
        self.most = [max(a, b) for a, b in zip(self.most or worth, worth, strict=True)]
        for node, number in path:
            node.visits += 1
            node.worth += worth[number]
