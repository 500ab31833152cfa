"""Agents that need nobody: they choose among legal answers only.

Job: name the built-in agents. Input: a request. Output: an answer. Same seed, same answers.
"""

from __future__ import annotations

from collections.abc import Callable

from compiler.interpreter.answers import legal_answers
from compiler.interpreter.game import Decide, Minstd
from compiler.interpreter.state import State
from compiler.interpreter.values import Choose


def random_agent(seed: int) -> Decide:
    """Every legal answer is equally likely, of the first 64; of a large choice a subset is drawn."""
    generator = Minstd(seed * 7919 + 17)
    return lambda _game, request: some_answer(request, generator)


def some_answer(request: Choose, generator: Minstd) -> list[int]:
    """A legal answer, drawn by chance."""
    if request.such_that is None and request.most > 1:
        size = request.least + generator.below(request.most - request.least + 1)
        return sorted(generator.permutation(len(request.options))[:size])
    answers = legal_answers(request)
    return answers[generator.below(len(answers))]


def first_agent(_seed: int) -> Decide:
    """Always the first legal answer; of an offer the first thing that can be used."""

    def decide(_game: State, request: Choose) -> list[int]:
        answers = legal_answers(request, 2)
        return answers[1] if request.kind == "use" and len(answers) > 1 else answers[0]

    return decide


AGENTS: dict[str, Callable[[int], Decide]] = {"random": random_agent, "first": first_agent}
