"""Answers to a choice: which are legal, in a fixed order.

Job: name the legal answers of a request, and refuse every other one. Input: a request. Output: lists of positions.
Knows no running game.
"""

# Values of a running game are of any type: the checker knew which, and mypy holds the rest.
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from compiler.interpreter.values import Choose, Exhausted, Fault


def legal_answers(request: Choose, most: int = 64) -> list[list[int]]:
    """Legal answers of a choice, in a fixed order: at most ``most``, and as many as its work allows to find."""
    found: list[list[int]] = []
    try:
        for answer in islice(answers_of(request), most):
            found.append(answer)
    except Exhausted:
        if not found:
            raise
    return found


def answers_of(request: Choose) -> Iterator[list[int]]:
    if request.kind == "use":
        yield [-1]
    if request.most == 1 and request.least == 1:
        yield from ([i] for i in range(len(request.options)))
        return
    for size in range(request.least, request.most + 1):
        for picked in combinations(range(len(request.options)), size):
            if request.such_that is None or request.such_that(tuple(request.options[i] for i in picked)):
                yield list(picked)


def some_choice(request: Choose) -> bool:
    return next(answers_of(request), None) is not None


def can_become(request: Choose, picked: list[int]) -> bool:
    """Whether some legal answer has all of these positions."""
    if request.kind == "use" and picked == [-1]:
        return True
    options = range(len(request.options))
    if len(picked) > request.most or len(set(picked)) < len(picked) or not all(i in options for i in picked):
        return False
    others = [i for i in options if i not in picked]
    for size in range(max(request.least - len(picked), 0), request.most - len(picked) + 1):
        for more in combinations(others, size):
            whole = tuple(request.options[i] for i in sorted([*picked, *more]))
            if request.such_that is None or request.such_that(whole):
                return True
    return False


def check_answer(request: Choose, answer: Any) -> None:
    """Refuses an answer that names no option, too few, too many, or breaks the condition on the whole."""
    if request.kind == "use" and answer == [-1]:
        return
    options = request.options
    fits = (
        isinstance(answer, list)
        and request.least <= len(answer) <= request.most
        and len(set(answer)) == len(answer)
        and all(isinstance(i, int) and 0 <= i < len(options) for i in answer)
    )
    if not fits or (request.such_that is not None and not request.such_that(tuple(options[i] for i in answer))):
        raise Fault(f"{answer} is no legal answer", request.at)
